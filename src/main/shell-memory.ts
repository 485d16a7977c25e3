import { readFileSync } from "node:fs";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { exportFolder, preferences } from "../core/ipc.ts";

/** How many workspaces are remembered. */
const remembered = 8;

const memory = z.object({
  preferences,
  /** The workspace that was open last; null before the first run has ended. */
  lastWorkspace: z.string().nullable(),
  /** Every workspace that was open, the latest first, the open one among them. */
  recents: z.array(z.string()),
  exports: z.array(exportFolder.omit({ name: true })),
});
type Memory = z.output<typeof memory>;

const nothingYet: Memory = {
  preferences: { openAtLogin: false, keepInTray: null, badge: false, notifications: false },
  lastWorkspace: null,
  recents: [],
  exports: [],
};

/** What the shell keeps on this computer between runs: its preferences, recent workspaces, folders of exports. */
export class ShellMemory {
  private readonly path: string;
  private current: Memory;

  constructor(path: string) {
    this.path = path;
    this.current = read(path);
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

  noteWorkspace(dataDir: string): void {
    const others = this.current.recents.filter((path) => path !== dataDir);
    this.change({ lastWorkspace: dataDir, recents: [dataDir, ...others].slice(0, remembered) });
  }

  noteExport(folder: Memory["exports"][number]): void {
    const others = this.current.exports.filter(
      ({ spaceId, platform, lang }) =>
        spaceId !== folder.spaceId || platform !== folder.platform || lang !== folder.lang,
    );
    this.change({ exports: [folder, ...others].slice(0, 200) });
  }
}

/** As on the first day where there is nothing, or what is there makes no sense. */
function read(path: string): Memory {
  try {
    return memory.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return nothingYet;
  }
}
