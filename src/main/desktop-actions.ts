import { app, clipboard } from "electron";
import type { Desktop } from "./desktop.ts";
import type { MenuActions } from "./menu.ts";
import { tellProblem } from "./message-box.ts";
import { messageOf } from "./message-of.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { placeOf } from "./own-pages.ts";
import type { TrayActions } from "./tray.ts";

/** What is chosen in the tray. */
export const trayActions = (desktop: Desktop): TrayActions => ({
  open: () => desktop.show(),
  restart: () => void desktop.restart(),
  pause: (paused) => desktop.pause(paused),
  quit: () => app.quit(),
});

/** What is chosen in the menu bar. What does not work out is told to who chose it. */
export function menuActions(desktop: Desktop): MenuActions {
  const openFolder = (which: "data" | "logs") => () =>
    void desktop.openFolder(which).catch((error: unknown) => {
      desktop.log(messageOf(error));
      return tellProblem(desktop.askedOver(), "The folder could not be opened.", messageOf(error));
    });
  return {
    navigate: (to) => {
      const { server } = desktop;
      if (server === null) desktop.show();
      else desktop.console.show(server.launchUrl);
      desktop.console.navigate(to);
    },
    showChooser: () => desktop.chooser.show(),
    openRecent: (path) => void desktop.life.workspaces.openRecent(path),
    revealDataFolder: openFolder("data"),
    openLogs: openFolder("logs"),
    openApiReference: () => {
      const { server, askedOver, log } = desktop;
      if (server !== null) void openInBrowser(`${server.platformUrl}/docs`, askedOver, log);
    },
    restart: () => void desktop.restart(),
    pause: (paused) => desktop.pause(paused),
    copyShownKey: () => copyShownKey(desktop),
  };
}

/** A page that is of no Space has no key: then it is said where the others are. */
function copyShownKey({ console, server, askedOver }: Desktop): void {
  const place = placeOf(console.window?.webContents.getURL() ?? "");
  const space = server?.spaceKeys().find(({ key }) => key === place?.spaceKey);
  if (place !== null && space !== undefined) clipboard.writeText(space.keys[place.environment]);
  else void tellProblem(askedOver(), "This page is of no Space.", "The keys of each are in the same menu.");
}
