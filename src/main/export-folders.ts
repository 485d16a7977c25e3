import { realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { BrowserWindow } from "electron";
import type { Found } from "../core/codegen/folder/change.ts";
import type { ExportFolder, ExportMove } from "../core/ipc.ts";
import { land } from "../server/code-folder/landing.ts";
import { lookAt } from "../server/code-folder/look-at.ts";
import { pickFolder } from "./message-box.ts";
import { realFolder } from "./same-folder.ts";
import type { ShellMemory } from "./shell-memory.ts";
import { showFolder } from "./show-folder.ts";

/** Whose code is exported: a Space's, in a language. */
type ExportSubject = Pick<ExportFolder, "spaceId" | "platform" | "lang">;

/**
 * The folders that a person has picked for generated code. The page names a Space and a language, never a folder, and
 * paths in it only; where those lead is checked on the disk each time.
 */
export class ExportFolders {
  private readonly memory: ShellMemory;
  private readonly window: () => BrowserWindow | null;
  private readonly dataDir: () => string | null;

  /** `dataDir`: the workspace that is open, or null; a copy of it has Spaces with the same ids. */
  constructor(memory: ShellMemory, window: () => BrowserWindow | null, dataDir: () => string | null) {
    this.memory = memory;
    this.window = window;
    this.dataDir = dataDir;
  }

  list(spaceId: string): ExportFolder[] {
    return this.picked.filter((one) => one.spaceId === spaceId).map(named);
  }

  /** Asks for the folder, beginning at the last one. What it really is, behind links, is what is remembered. */
  async pick(subject: ExportSubject): Promise<ExportFolder | null> {
    const workspace = this.workspace;
    const last = (this.picked.find(isOf(subject)) ?? this.memory.data.exports.find(isOf(subject)))?.path;
    const picked = await pickFolder(this.window(), {
      title: "Where to write the code",
      buttonLabel: "Write Here",
      ...(last !== undefined && { defaultPath: last }),
    });
    if (picked === null || workspace === null) return null;
    const folder = { ...subject, workspace, path: await realpath(picked) };
    this.memory.noteExport(folder);
    return named(folder);
  }

  /** What lies at a path of the folder. @throws Error with what is in the way */
  async look(subject: ExportSubject, path: string): Promise<Found> {
    const root = await this.rootOf(subject);
    return lookAt(root, path);
  }

  /** Writes all of it or nothing. @throws Error with what is in the way */
  async write(subject: ExportSubject, moves: readonly ExportMove[]): Promise<void> {
    const root = await this.rootOf(subject);
    await land(root, moves, "inside");
  }

  async open(subject: ExportSubject): Promise<void> {
    await showFolder(await this.rootOf(subject));
  }

  private get workspace(): string | null {
    const dataDir = this.dataDir();
    return dataDir === null ? null : realFolder(dataDir);
  }

  /** The folders of the workspace that is open. */
  private get picked() {
    const { workspace } = this;
    return this.memory.data.exports.filter((one) => one.workspace === workspace);
  }

  /** The folder as it was picked: one that is a link by now, or gone, is not it. */
  private async rootOf(subject: ExportSubject): Promise<string> {
    const folder = this.picked.find(isOf(subject));
    if (folder === undefined) throw new Error("No folder was picked for this code yet.");
    const real = await realpath(folder.path).catch(() => null);
    const found = real === null ? null : await stat(real);
    if (real !== folder.path || found?.isDirectory() !== true)
      throw new Error(`${folder.path} is no longer the folder that was picked. Pick it again.`);
    return real;
  }
}

const isOf =
  ({ spaceId, platform, lang }: ExportSubject) =>
  (one: ExportSubject): boolean =>
    one.spaceId === spaceId && one.platform === platform && one.lang === lang;

const named = ({ spaceId, platform, lang, path }: Omit<ExportFolder, "name">): ExportFolder => ({
  ...{ spaceId, platform, lang, path },
  name: basename(path) || path,
});
