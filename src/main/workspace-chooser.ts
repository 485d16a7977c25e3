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

  constructor(memory: ShellMemory, window: () => BrowserWindow | null) {
    this.memory = memory;
    this.window = window;
  }

  async state(): Promise<ChooserState> {
    const { recents, lastWorkspace } = this.memory.data;
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
    const { picked, suggested: first, recents } = await this.state();
    if (folder === "suggested") return first;
    return folder === "picked" ? picked : (recents[folder.recent] ?? null);
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
