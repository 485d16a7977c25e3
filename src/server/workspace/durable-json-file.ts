import { constants } from "node:fs";
import { copyFile, mkdir, open, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Adapter } from "lowdb";
import writeFileAtomic from "write-file-atomic";
import { assertReadable, type DocumentKind, parseDocument } from "./parse-document.ts";

/**
 * lowdb's adapter for a document that must survive a crash: the new text goes to a temporary file, is flushed, takes the
 * old one's place in one step, and the folder's entry is flushed too. Reading refuses what is damaged or newer.
 */
export class DurableJsonFile<T> implements Adapter<T> {
  /** Changes when the folder moves. */
  path: string;
  /** The text that memory agrees with. */
  text: string | null = null;
  private readonly kind: DocumentKind<T>;
  private readonly backups: string;
  private readonly mode: number;

  constructor(
    path: string,
    kind: DocumentKind<T>,
    options: { readonly backups: string; readonly mode?: number },
  ) {
    this.path = path;
    this.kind = kind;
    this.backups = options.backups;
    this.mode = options.mode ?? 0o644;
  }

  /** Null where there is no file. @throws DocumentError where the file can't be used. */
  async read(): Promise<T | null> {
    const text = await this.textOnDisk();
    if (text === null) return null;
    const { value, from } = parseDocument(this.path, text, this.kind);
    this.text = text;
    if (from < this.kind.version) {
      await this.backUp(from);
      await this.write(value);
    }
    return value;
  }

  /** @throws Problem invalid-body where it could not be read again */
  assertReadable(value: T): void {
    assertReadable(value, this.kind);
  }

  async write(value: T): Promise<void> {
    const text = `${JSON.stringify(value, null, 2)}\n`;
    await writeFileAtomic(this.path, text, { mode: this.mode, fsync: true });
    await flushFolder(dirname(this.path));
    this.text = text;
  }

  async textOnDisk(): Promise<string | null> {
    try {
      return await readFile(this.path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  private async backUp(version: number): Promise<void> {
    await mkdir(this.backups, { recursive: true });
    const name = `${basename(dirname(this.path))}-${basename(this.path)}.v${version}.bak`;
    await copyFile(this.path, join(this.backups, name), constants.COPYFILE_FICLONE);
  }
}

/** Makes a rename in the folder durable. Windows can't open folders and does not need it. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
