import writeFileAtomic from "write-file-atomic";
import type { PreferencesPatch } from "../core/ipc.ts";
import { type Memory, readMemory } from "./memory-file.ts";
import { realFolder } from "./same-folder.ts";

/** How many workspaces are remembered. */
const remembered = 8;

/** What the shell keeps on this computer between runs: its preferences, recent workspaces, folders of exports. */
export class ShellMemory {
  private readonly path: string;
  private current: Memory;
  private notices: readonly string[];

  constructor(path: string) {
    this.path = path;
    const { memory, notice } = readMemory(path);
    this.current = memory;
    this.notices = notice === null ? [] : [notice];
    // The damaged file was set aside: what could be read of it is written now.
    if (notice !== null) this.change({});
  }

  /** Lines for the log about the file as it was found: told once. */
  takeNotices(): readonly string[] {
    const { notices } = this;
    this.notices = [];
    return notices;
  }

  get data(): Memory {
    return this.current;
  }

  /** Keeps it at once; losing it to a full disk is no reason to bother anybody. */
  change(patch: Partial<Memory>): void {
    this.current = { ...this.current, ...patch };
    try {
      writeFileAtomic.sync(this.path, `${JSON.stringify(this.current, null, 2)}\n`, { mode: 0o600 });
    } catch {
      // It holds for this run.
    }
  }

  changePreferences(patch: PreferencesPatch): void {
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    this.change({ preferences: { ...this.current.preferences, ...given } });
  }

  noteWorkspace(dataDir: string): void {
    const names = [dataDir, realFolder(dataDir)];
    const others = this.current.recents.filter((path) => !names.includes(path));
    this.change({ lastWorkspace: dataDir, recents: [dataDir, ...others].slice(0, remembered) });
  }

  /** By the folder's real name, by which it is found whatever it is called next time. */
  notePorts(dataDir: string, port: number, sdkPort: number): void {
    const path = realFolder(dataDir);
    const others = this.current.ports.filter((one) => one.path !== path);
    this.change({ ports: [{ path, port, sdkPort }, ...others].slice(0, 50) });
  }

  /** By the name that is given, or the folder's real one. Those that are kept are not looked at: their drive may be away. */
  portsOf(dataDir: string): Memory["ports"][number] | undefined {
    const names = [dataDir, realFolder(dataDir)];
    return this.current.ports.find(({ path }) => names.includes(path));
  }

  noteExport(folder: Memory["exports"][number]): void {
    const others = this.current.exports.filter(
      ({ spaceId, platform, lang, workspace = folder.workspace }) =>
        spaceId !== folder.spaceId ||
        platform !== folder.platform ||
        lang !== folder.lang ||
        workspace !== folder.workspace,
    );
    this.change({ exports: [folder, ...others].slice(0, 200) });
  }
}
