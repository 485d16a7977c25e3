import { app, type BrowserWindow } from "electron";
import type { ChooserState, ChosenWorkspace, WorkspaceFolder } from "../core/ipc.ts";
import { defaultDataDir } from "../server/locator.ts";
import { examineFolder } from "./examine-folder.ts";
import { pickFolder } from "./message-box.ts";
import type { ShellMemory } from "./shell-memory.ts";

/** What the chooser may open: the suggested folder, one that was picked by the system's dialog, a recent one. */
export class WorkspaceChooser {
  private readonly memory: ShellMemory;
  private readonly window: () => BrowserWindow | null;
  private picked: string | null = null;
  /** The recent ones as the page shows them: it names them by their places, and the list goes on changing. */
  private listed: readonly string[] = [];

  constructor(memory: ShellMemory, window: () => BrowserWindow | null) {
    this.memory = memory;
    this.window = window;
  }

  async state(): Promise<ChooserState> {
    const { recents, lastWorkspace } = this.memory.data;
    this.listed = recents;
    return {
      firstRun: lastWorkspace === null,
      suggested: await examineFolder(defaultDataDir()),
      picked: this.picked === null ? null : await examineFolder(this.picked),
      recents: await Promise.all(recents.map((path) => inTime(path, recentWorkspace(path)))),
    };
  }

  async pick(): Promise<ChooserState> {
    const path = await pickFolder(this.window(), {
      title: "Choose a folder for the workspace, or one that is a workspace",
      buttonLabel: "Choose",
      defaultPath: this.picked ?? app.getPath("documents"),
    });
    if (path !== null) this.picked = path;
    return this.state();
  }

  /** The folder that was chosen, looked at again; null where there is no such choice. */
  async chosen({ folder }: ChosenWorkspace): Promise<WorkspaceFolder | null> {
    if (folder === "suggested") return examineFolder(defaultDataDir());
    if (folder === "picked") return this.picked === null ? null : examineFolder(this.picked);
    const path = this.listed[folder.recent];
    return path === undefined ? null : inTime(path, recentWorkspace(path));
  }
}

/** How long a recent workspace may keep the chooser waiting, in ms: it can lie on a network drive that is away. */
const patience = 2_000;

async function inTime(path: string, looked: Promise<WorkspaceFolder>): Promise<WorkspaceFolder> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<WorkspaceFolder>((resolve) => {
    const problem = "Its drive does not answer.";
    timer = setTimeout(() => resolve({ path, kind: "unusable", problem }), patience);
  });
  return Promise.race([looked, late]).finally(() => clearTimeout(timer));
}

/** A workspace that was there once; a new one is not made in its place without a word. */
export async function recentWorkspace(path: string): Promise<WorkspaceFolder> {
  const folder = await examineFolder(path);
  if (folder.kind === "workspace" || folder.kind === "unusable") return folder;
  const problem =
    folder.kind === "new" ? "The folder is not there any more." : "There is no workspace in it any more.";
  return { path, kind: "unusable", problem };
}
