import { existsSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { app, Menu } from "electron";
import { asLabel } from "./server-items.ts";

interface ListsOptions {
  readonly recents: readonly string[];
  readonly openRecent: (path: string) => void;
}

/** How many entries Windows shows in such a list, by its own choice. */
const shown = 8;

/** The workspaces that were open lately, where each system has a place for them: the dock's menu, the jump list, recent files. */
export function showRecents({ recents, openRecent }: ListsOptions): void {
  if (process.platform === "darwin") {
    const items = recents.map((path) => ({ label: asLabel(basename(path)), click: () => openRecent(path) }));
    app.dock?.setMenu(Menu.buildFromTemplate(items));
  }
  // Another start of the program hands its arguments to this one. A checkout's Electron would need the app's folder, too.
  if (process.platform === "win32" && app.isPackaged)
    app.setJumpList(
      recents.length === 0
        ? null
        : [
            {
              type: "custom",
              name: "Recent Workspaces",
              items: recents.slice(0, shown).map((path) => ({
                type: "task" as const,
                title: basename(path),
                description: path.slice(0, 260),
                program: process.execPath,
                args: `"--data=${path.replace(/\\$/, "")}"`,
                iconPath: process.execPath,
                iconIndex: 0,
              })),
            },
          ],
    );
}

/** The system lists files that the app is registered for; a folder without one has no place there. */
export function noteRecent(dataDir: string): void {
  if (process.platform === "linux") return;
  const entries = existsSync(dataDir) ? readdirSync(dataDir, { withFileTypes: true }) : [];
  // The private folder is called so, too.
  const file = entries.find((entry) => entry.isFile() && extname(entry.name) === ".understudy");
  if (file !== undefined) app.addRecentDocument(join(dataDir, file.name));
}
