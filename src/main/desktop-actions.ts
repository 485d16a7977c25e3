import { app, clipboard, shell } from "electron";
import type { EnvironmentKey } from "../core/primitives.ts";
import type { Desktop } from "./desktop.ts";
import { saveDiagnostics } from "./diagnostics.ts";
import type { MenuActions } from "./menu.ts";
import { tellProblem } from "./message-box.ts";
import { messageOf } from "./message-of.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { placeOf } from "./own-pages.ts";
import type { CopyKey } from "./server-items.ts";
import type { TrayActions } from "./tray.ts";

const keyNotCopied = "The key could not be copied.";

/** What is chosen in the tray. */
export const trayActions = (desktop: Desktop): TrayActions => ({
  open: () => desktop.show(),
  restart: () => void desktop.restart(),
  pause: (paused) => void desktop.pause(paused),
  quit: () => app.quit(),
  copyKey: keyCopier(desktop),
  copyAddress: (address) =>
    void told(desktop, "The address could not be copied.", () => clipboard.writeText(address)),
});

/** What is chosen in the menu bar. A failure is told to whoever chose it. */
export function menuActions(desktop: Desktop): MenuActions {
  const openFolder = (which: "data" | "logs") => () =>
    void told(desktop, "The folder could not be opened.", () => desktop.openFolder(which));
  return {
    navigate: (to) => {
      const { server } = desktop;
      if (server === null) desktop.show();
      else void desktop.console.show(server.launchUrl);
      desktop.console.navigate(to);
    },
    showChooser: () => desktop.chooser.show(),
    openRecent: (path) => void desktop.life.workspaces.openRecent(path),
    revealDataFolder: openFolder("data"),
    openLogs: openFolder("logs"),
    openLicences: () => void told(desktop, "The licences could not be opened.", () => desktop.openLicences()),
    saveDiagnostics: () =>
      void told(desktop, "The diagnostics could not be saved.", async () => {
        const path = await saveDiagnostics(desktop.askedOver(), desktop.state());
        if (path !== null) shell.showItemInFolder(path);
      }),
    go: (where) => desktop.console.go(where),
    openApiReference: () => {
      const { server, askedOver, log } = desktop;
      if (server !== null) void openInBrowser(`${server.platformUrl}/docs`, askedOver, log);
    },
    restart: () => void desktop.restart(),
    pause: (paused) => void desktop.pause(paused),
    copyKey: keyCopier(desktop),
    copyShownKey: () => void told(desktop, keyNotCopied, () => copyShownKey(desktop)),
  };
}

/** Does the work; a failure is logged, and told to the person. */
async function told(desktop: Desktop, message: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    desktop.log(messageOf(error));
    await tellProblem(desktop.askedOver(), message, messageOf(error));
  }
}

const keyCopier =
  (desktop: Desktop): CopyKey =>
  (spaceKey, environment) =>
    void told(desktop, keyNotCopied, () => copyKey(desktop, spaceKey, environment));

/** Copies a key as it is now. Gives whether there is such a Space. @throws where the clipboard is not to be had */
async function copyKey({ life }: Desktop, spaceKey: string, environment: EnvironmentKey): Promise<boolean> {
  const seen = await life.host.look();
  const space = seen?.spaces.find(({ key }) => key === spaceKey);
  if (space !== undefined) await clipboard.writeText(space.keys[environment]);
  return space !== undefined;
}

/** A page that belongs to no Space has no key: the message says where to find the others. */
async function copyShownKey(desktop: Desktop): Promise<void> {
  const place = placeOf(desktop.console.window?.webContents.getURL() ?? "");
  if (place !== null && (await copyKey(desktop, place.spaceKey, place.environment))) return;
  const where = "The keys of each are in the same menu.";
  await tellProblem(desktop.askedOver(), "This page belongs to no Space.", where);
}
