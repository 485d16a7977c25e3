import type { Desktop } from "./desktop.ts";
import type { ExportFolders } from "./export-folders.ts";
import type { IpcHandlers } from "./ipc.ts";
import { noteRecent } from "./system-lists.ts";
import type { WorkspaceChooser } from "./workspace-chooser.ts";
import { leaveWorkspaceFile } from "./workspace-file.ts";

/** What answers each call of the contract. */
export function desktopCalls(
  desktop: Desktop,
  exports: ExportFolders,
  chooser: WorkspaceChooser,
): IpcHandlers {
  return {
    getDesktop: () => {
      desktop.askAboutLogin();
      return desktop.state();
    },
    pageReady: () => desktop.console.pageReady(),
    signIn: () => desktop.signIn(),
    showTheme: (theme) => desktop.showTheme(theme),
    changePreferences: async (patch) => {
      await desktop.changePreferences(patch);
      return desktop.state();
    },
    revealDataFolder: () => desktop.openFolder("data"),
    openLogs: () => desktop.openFolder("logs"),
    openRecent: async ({ path }) => {
      if (!desktop.memory.data.recents.includes(path))
        throw new Error("That is none of the recent workspaces.");
      await desktop.life.workspaces.openRecent(path);
    },
    showChooser: () => desktop.chooser.show(),
    restartServer: () => desktop.restart(),
    pauseIngestion: async ({ paused }) => {
      await desktop.pause(paused);
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
      const start = folder.kind === "workspace" ? "empty" : chosen.start;
      const seed = start === "demo" ? "demo" : undefined;
      const problem = await desktop.life.workspaces.choose(folder.path, seed);
      if (problem === null && start === "demo") showSeed(desktop);
      if (problem === null && start === "show") await desktop.startShow("premiere");
      const isNew = folder.kind !== "workspace" && chosen.folder !== "suggested";
      if (problem === null && isNew) {
        await leaveWorkspaceFile(folder.path);
        noteRecent(folder.path);
      }
      return { problem };
    },
  };
}

/** Shows the seed's Space, which is the latest, first. */
function showSeed(desktop: Desktop): void {
  const key = desktop.life.host.seen?.spaces.at(-1)?.key;
  if (key !== undefined) desktop.goTo(`/spaces/${key}/development/overview`);
}
