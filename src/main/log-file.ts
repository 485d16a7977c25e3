import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** When a file is full, in bytes, and how many full ones are kept: no more than 4 MB in all. */
const full = 1_000_000;
const kept = 3;

/** Where the app writes what happens on a workspace: in its private folder, out of git. */
export const logPath = (dataDir: string): string => join(dataDir, ".understudy", "logs", "desktop.log");

/** The log and the full ones before it, as far as they are there. */
export const logFiles = (dataDir: string): string[] =>
  ["", ".1", ".2", ".3"].map((end) => `${logPath(dataDir)}${end}`).filter((path) => existsSync(path));

/** A log that cannot grow without end. What opens something, a launch token or an API key, is never in it. */
export class LogFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Written at once: what comes before a crash matters most. A log that can't be written stops nothing. */
  write(line: string): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      this.rotate();
      appendFileSync(this.path, `${new Date().toISOString()} ${scrubbed(line)}\n`, { mode: 0o600 });
    } catch {
      // A full disk, or a folder without rights: said where the server fails by it.
    }
  }

  private rotate(): void {
    const { size } = statSync(this.path, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size < full) return;
    for (let age = kept - 1; age > 0; age -= 1) move(`${this.path}.${age}`, `${this.path}.${age + 1}`);
    move(this.path, `${this.path}.1`);
  }
}

function move(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}

const scrubbed = (line: string): string =>
  line.replace(/(token|console)=[\w-]+/g, "$1=…").replace(/\bus_(dev|stg|prd)_\w+/g, "us_$1_…");
