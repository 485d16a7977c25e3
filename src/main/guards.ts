import type { Session, WebContents } from "electron";
import { webAddress } from "./own-pages.ts";

interface Guards {
  /** Whether an address is a page of this window's own. */
  readonly isOwn: (address: string) => boolean;
  readonly openExternal: (url: string) => void;
}

/** Keeps a window on its own pages: every other web address goes to the system's browser, all else nowhere. */
export function guardNavigation(contents: WebContents, { isOwn, openExternal }: Guards): void {
  const leave = (address: string) => {
    const url = webAddress(address);
    if (url !== null) openExternal(url);
  };
  const keepInside = (details: { url: string; preventDefault: () => void }) => {
    if (isOwn(details.url)) return;
    details.preventDefault();
    leave(details.url);
  };
  // Electron asks this first, of a window and of the frames in it; what is prevented here it asks nothing more about. None of
  // our pages shows a foreign one in a frame.
  contents.on("will-frame-navigate", (details) => {
    if (details.isMainFrame) keepInside(details);
    else if (!isOwn(details.url)) details.preventDefault();
  });
  contents.on("will-navigate", keepInside);
  // An own page could answer with a redirect, too.
  contents.on("will-redirect", (details) => {
    if (!isOwn(details.url)) details.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    leave(url);
    return { action: "deny" };
  });
}

/** Refuses what pages ask of an address that is nobody's of ours: no such page, cookie or secret gets there. */
export function refuseRequests(session: Session, isRefused: (address: string) => boolean): void {
  session.webRequest.onBeforeRequest({ urls: ["http://*/*"] }, ({ url }, answer) =>
    answer({ cancel: isRefused(url) }),
  );
}

/**
 * The console needs no camera, location or device, so each is denied. The one exception is putting text on the clipboard
 * ("copy API key"), and that for our own pages only; reading it stays denied.
 */
export function denyPermissions(session: Session, isOwn: Guards["isOwn"]): void {
  const allowed = (permission: string, address: string) =>
    permission === "clipboard-sanitized-write" && isOwn(address);
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(allowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
}
