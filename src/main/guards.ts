import type { Session, WebContents } from "electron";
import { isOwnPage, webAddress } from "./web-address.ts";

interface Guards {
  readonly platformUrl: string;
  readonly openExternal: (url: string) => unknown;
}

/** Keeps a window on the platform's own pages: every other web address goes to the system's browser, all else nowhere. */
export function guardNavigation(contents: WebContents, { platformUrl, openExternal }: Guards): void {
  const leave = (address: string) => {
    const url = webAddress(address);
    if (url !== null) openExternal(url);
  };
  const keepInside = (details: { url: string; preventDefault: () => void }) => {
    if (isOwnPage(details.url, platformUrl)) return;
    details.preventDefault();
    leave(details.url);
  };
  // Redirects too: an own page could answer with one. Frames too: none of ours shows a foreign page.
  contents.on("will-navigate", keepInside);
  contents.on("will-redirect", (details) => {
    if (!isOwnPage(details.url, platformUrl)) details.preventDefault();
  });
  contents.on("will-frame-navigate", (details) => {
    if (!isOwnPage(details.url, platformUrl)) details.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    leave(url);
    return { action: "deny" };
  });
}

/**
 * The console needs no camera, location or device, so each is denied. The one exception is putting text on the clipboard
 * ("copy API key"), and that for our own pages only; reading it stays denied.
 */
export function denyPermissions(session: Session, platformUrl: string): void {
  const allowed = (permission: string, address: string) =>
    permission === "clipboard-sanitized-write" && isOwnPage(address, platformUrl);
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(allowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
}
