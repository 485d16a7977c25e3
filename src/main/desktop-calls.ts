import { shell } from "electron";
import type { Desktop } from "./desktop.ts";
import type { ExportFolders } from "./export-folders.ts";
import type { IpcHandlers } from "./ipc.ts";
import { webAddress } from "./own-pages.ts";
import type { WorkspaceChooser } from "./workspace-chooser.ts";

/** What answers each call of the contract. */
export function desktopCalls(
  desktop: Desktop,
  exports: ExportFolders,
  chooser: WorkspaceChooser,
): IpcHandlers {
  return {
    getDesktop: () => desktop.state(),
    pageReady: () => desktop.console.pageReady(),
    changePreferences: (patch) => {
      desktop.changePreferences(patch);
      return desktop.state();
    },
    revealDataFolder: () => desktop.openFolder("data"),
    openLogs: () => desktop.openFolder("logs"),
    openLink: async (address) => {
      const url = webAddress(address);
      if (url === null) throw new Error("Only http and https addresses are opened.");
      await shell.openExternal(url);
    },
    openRecent: async ({ path }) => {
      if (!desktop.memory.data.recents.includes(path))
        throw new Error("That is none of the recent workspaces.");
      await desktop.switchTo(path);
    },
    showChooser: () => desktop.chooser.show(),
    restartServer: () => desktop.restart(),
    pauseIngestion: ({ paused }) => {
      desktop.pause(paused);
      return desktop.state();
    },
    listExportFolders: ({ spaceId }) => exports.list(spaceId),
    pickExportFolder: (subject) => exports.pick(subject),
    findInExport: ({ path, ...subject }) => exports.look(subject, path),
    writeExport: ({ moves, ...subject }) => exports.write(subject, moves),
    openExportFolder: (subject) => exports.open(subject),
    getChooser: () => chooser.state(),
    pickWorkspace: () => chooser.pick(),
    openWorkspace: async (chosen) => {
      const folder = await chooser.chosen(chosen);
      if (folder === null) return { problem: "Choose a folder first." };
      if (folder.kind === "unusable") return { problem: folder.problem ?? "This folder can't be used." };
      const seed = chosen.start === "demo" && folder.kind !== "workspace" ? "demo" : undefined;
      return { problem: await desktop.chooseWorkspace(folder.path, seed) };
    },
  };
}
