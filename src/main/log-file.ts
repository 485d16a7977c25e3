import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { hasSecondName, isPlainFile } from "../server/locator.ts";

/** When a file is full, in bytes, and how many full ones are kept: no more than 4 MB in all. */
const full = 1_000_000;
const kept = 3;

const name = "desktop.log";

/** Where the app writes what happens on a workspace: in its private folder, out of git. */
const logPath = (dataDir: string): string => join(dataDir, ".understudy", "logs", name);

/** The folder of the logs; where something else is in its place, the nearest one above it that is this person's own. */
export function logFolder(dataDir: string): string {
  const [hidden, logs] = foldersOf(dataDir);
  if (!isOwnFolder(hidden)) return dataDir;
  return isOwnFolder(logs) ? logs : hidden;
}

/** The log and the full ones before it by their names, as far as they are there and this person's own. */
export function readLogs(dataDir: string): Record<string, string> {
  const logs: Record<string, string> = {};
  if (!foldersOf(dataDir).every(isOwnFolder)) return logs;
  for (const end of ["", ".1", ".2", ".3"])
    withOwn(logPath(dataDir) + end, constants.O_RDONLY, (file) => {
      // Earlier versions hid less.
      logs[name + end] = scrubbed(endOf(file));
    });
  return logs;
}

/** A log that cannot grow without end. What opens something, such as a launch token or an API key, is hidden in it. */
export class LogFile {
  readonly path: string;
  private readonly folders: readonly string[];

  constructor(dataDir: string) {
    this.path = logPath(dataDir);
    this.folders = foldersOf(dataDir);
  }

  /** Written at once: what comes before a crash matters most. A log that can't be written stops nothing. */
  write(message: string): void {
    try {
      for (const folder of this.folders) {
        if (statsOf(folder) === undefined) mkdirSync(folder, { mode: 0o700 });
        if (!isOwnFolder(folder)) return;
      }
      this.rotate();
      const line = `${new Date().toISOString()} ${inOneLine(scrubbed(message))}\n`;
      const { O_WRONLY, O_APPEND, O_CREAT } = constants;
      withOwn(this.path, O_WRONLY | O_APPEND | O_CREAT, (file) => writeSync(file, line));
    } catch {
      // A full disk, or a folder without rights: the server reports it when it can't store anything.
    }
  }

  private rotate(): void {
    const stats = statsOf(this.path);
    // A log with a second name, as a snapshot makes one, is written no further: it counts as a full one.
    if (stats === undefined || (stats.size < full && !hasSecondName(stats))) return;
    for (let age = kept - 1; age > 0; age -= 1) move(`${this.path}.${age}`, `${this.path}.${age + 1}`);
    move(this.path, `${this.path}.1`);
  }
}

/** What is in a file, from its end as far as ours ever get: one that a workspace from elsewhere holds may be of any size. */
function endOf(file: number): string {
  const { size } = fstatSync(file);
  const end = Buffer.alloc(Math.min(size, 2 * full));
  const text = end.toString("utf8", 0, readSync(file, end, 0, end.length, size - end.length));
  // What is left of a line would not say any more what is secret in it.
  return end.length < size ? text.replace(/^[^\n]*\n?/, "") : text;
}

function move(from: string, to: string): void {
  if (statsOf(from) !== undefined) renameSync(from, to);
}

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/**
 * A workspace from elsewhere may hold links and pipes where the log belongs, and the app logs before the server has looked at the
 * folder (`keepOwn`). So nothing is followed, nothing is waited for, and only this person's own is touched.
 */
const foldersOf = (dataDir: string): [hidden: string, logs: string] => {
  const folder = dirname(logPath(dataDir));
  return [dirname(folder), folder];
};

const isOwnFolder = (path: string): boolean => {
  const stats = statsOf(path);
  return stats?.isDirectory() === true && isOwn(stats);
};

/** Windows has neither such owners nor these two flags; root works on what whoever mounted it owns. */
const isOwn = ({ uid }: Stats): boolean => [uid, 0, undefined].includes(process.getuid?.());
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function withOwn(path: string, flags: number, work: (file: number) => void): void {
  const stats = statsOf(path);
  if (stats === undefined ? (flags & constants.O_CREAT) === 0 : !isPlainFile(stats)) return;
  const file = openSync(path, flags | careful, 0o600);
  try {
    const opened = fstatSync(file);
    if (isPlainFile(opened) && isOwn(opened)) work(file);
  } finally {
    closeSync(file);
  }
}

/** Whatever comes after a name or a prefix that announces a secret; who signs in at an address is taken for one, too. */
const scrubbed = (text: string): string =>
  text
    .replace(/us_([a-z]{3})_[\w-]+/g, "us_$1_…")
    .replace(/\b(token|console|secret|password|access_token|refresh_token)=[^\s&#"']+/g, "$1=…")
    .replace(/\b(Bearer|Basic)[ \t]+[^\s"',;]+/g, "$1 …")
    .replace(/:\/\/[^\s/]*@/g, "://…@");

/** A message that had lines of its own could forge others, and a terminal obeys control characters. */
const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, (sign) =>
    sign === "\n"
      ? "\\n"
      : sign === "\r"
        ? "\\r"
        : `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
