import { closeSync, openSync, readSync } from "node:fs";

/** The header of SQLite's wal-index: another one after each commit, whoever made it (sqlite.org/walformat.html, 2.1). In bytes. */
const headerSize = 48;
const words = headerSize / 4;

/**
 * Whether data.db is as this process left it, asked without a question to a thread: the writing thread notes the header that
 * its own commits leave, and whoever finds another one there knows of a commit that was not noted yet, or was another process's.
 */
export class CommitMark {
  readonly shared: SharedArrayBuffer;
  private readonly noted: Int32Array;
  private readonly path: string;
  private readonly header = new Int32Array(words);
  private file: number | null = null;
  private version: number | null = null;

  constructor(path: string, shared = new SharedArrayBuffer(headerSize + 4)) {
    this.path = `${path}-shm`;
    this.shared = shared;
    this.noted = new Int32Array(shared);
  }

  /** After a commit, in the thread that writes. `version`: SQLite's data_version, which others' commits change. */
  note(version: number): void {
    if (this.version !== null && this.version !== version) Atomics.add(this.noted, words, 1);
    this.version = version;
    if (this.read()) this.noted.set(this.header);
  }

  /** How often it was found that somebody else had committed. */
  get others(): number {
    return Atomics.load(this.noted, words);
  }

  isAsNoted(): boolean {
    return this.read() && this.header.every((word, at) => word === this.noted[at]);
  }

  /** The file is another one from now on. */
  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private read(): boolean {
    try {
      this.file ??= openSync(this.path, "r");
      return readSync(this.file, this.header, 0, headerSize, 0) === headerSize;
    } catch {
      return false;
    }
  }
}
