import { type BigIntStats, constants } from "node:fs";
import { copyFile, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Problem } from "../../core/problem.ts";
import { assertNoLinks, DocumentError } from "./document-error.ts";
import type { DocumentFile } from "./document-place.ts";
import { OutsideEdit, TakenAway } from "./outside-edit.ts";
import {
  assertNotTooLarge,
  type DocumentKind,
  documentText,
  parseDocument,
  readableText,
  writtenText,
} from "./parse-document.ts";
import { storageFailed } from "./storage-failed.ts";

/** Which file lies there, and in which state; null where there is none. */
type Version = string | null;
export const versionOf = ({ ino, mtimeNs, size }: BigIntStats): string => `${ino} ${mtimeNs} ${size}`;

/**
 * lowdb's adapter for a document that must survive a crash: the new text goes to a temporary file, is flushed, takes the
 * old one's place in one step, and the folder's entry is flushed too. Reading refuses what is damaged or newer.
 */
export class DurableJsonFile<T> implements DocumentFile<T> {
  /** The folder may move. */
  path: string;
  /** The text that memory is made from. */
  text: string | null = null;
  /** Which version of the file was read or written last. */
  private version: Version = null;
  /** What was read or written last, and its text: decoding megabytes takes a hundred times as long as comparing them. */
  private known: { readonly bytes: Buffer; readonly text: string } | null = null;
  protected readonly kind: DocumentKind<T>;
  private readonly dir: string;
  private readonly mode: number;

  constructor(
    path: string,
    kind: DocumentKind<T>,
    /** The workspace's folder. */
    options: { readonly dir: string; readonly mode?: number },
  ) {
    this.path = path;
    this.kind = kind;
    this.dir = options.dir;
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

  takenAway(): Problem {
    return storageFailed(new TakenAway(this.path));
  }

  /** The text of it. @throws Problem invalid-body, too-large where it could not be read again */
  readable(value: T): string {
    return readableText(value, this.kind);
  }

  /**
   * Writes a temporary file outside the folders that git and people look into, so that a crash leaves nothing there, and moves
   * it into place.
   *
   * @throws OutsideEdit where somebody else has changed the file since
   */
  async write(value: T, text = writtenText(value)): Promise<void> {
    await mkdir(this.writing, { recursive: true, mode: 0o700 });
    writes += 1;
    const aside = join(this.writing, `${process.pid}-${writes}.json`);
    try {
      const bytes = Buffer.from(text);
      const version = await writeThrough(aside, bytes, this.mode);
      // The last check. A rename can't check itself; an edit that comes after this is noticed by the watcher.
      if ((await this.versionOnDisk()) !== this.version) throw new OutsideEdit();
      await rename(aside, this.path);
      this.version = version;
      this.known = { bytes, text };
    } catch (error) {
      await rm(aside, { force: true });
      // The error names the document, not the temporary file.
      throw error instanceof Error ? Object.assign(error, { path: this.path }) : error;
    }
    await flushFolder(dirname(this.path));
    this.text = text;
  }

  /** The text as it is now; `write` then replaces it. @throws DocumentError where it can't be read as text */
  async textOnDisk(): Promise<string | null> {
    const found = await readBytes(this.dir, this.path);
    this.version = found?.version ?? null;
    if (found === null) return null;
    const { bytes } = found;
    if (this.known?.bytes.equals(bytes) !== true)
      this.known = { bytes, text: documentText(this.path, bytes) };
    return this.known.text;
  }

  private async versionOnDisk(): Promise<Version> {
    const stats = await lstat(this.path, { bigint: true }).catch(unlessMissing);
    return stats === null ? null : versionOf(stats);
  }

  private get writing(): string {
    return join(this.dir, ".understudy", "writing");
  }

  protected async backUp(version: number): Promise<void> {
    const backups = join(this.dir, ".understudy", "backups");
    await mkdir(backups, { recursive: true });
    const name = `${basename(dirname(this.path))}-${basename(this.path)}.v${version}.bak`;
    await copyFile(this.path, join(backups, name), constants.COPYFILE_FICLONE);
  }
}

/** A link that came with a folder may lead anywhere, and a pipe would be waited for. Windows knows neither flag, and makes few of both. */
const careful = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of a file below a folder; null where there is none. @throws DocumentError where it can't be read as text */
export async function readPlain(dir: string, path: string, most?: number): Promise<string | null> {
  const found = await readBytes(dir, path, most);
  return found && documentText(path, found.bytes);
}

/**
 * A file below a folder from anywhere, and which version of it was read; null where there is none.
 *
 * @param most in bytes
 * @throws DocumentError where it is a link, no file, or too large: read, those would take for ever, or all memory
 */
export async function readBytes(
  dir: string,
  path: string,
  most?: number,
): Promise<{ readonly bytes: Buffer; readonly version: Version } | null> {
  await assertNoLinks(dir, dirname(path));
  const file = await open(path, careful).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ELOOP")
      throw new DocumentError(path, null, "is a link; the workspace's own lies in its place");
    // A socket.
    if (["ENXIO", "EOPNOTSUPP"].includes(String((error as NodeJS.ErrnoException).code)))
      throw new DocumentError(path, null, "is not a plain file");
    return unlessMissing(error);
  });
  if (file === null) return null;
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) throw new DocumentError(path, null, "is not a plain file");
    assertNotTooLarge(path, stats.size, most);
    return { bytes: await file.readFile(), version: versionOf(stats) };
  } finally {
    await file.close();
  }
}

/** Part of each temporary file's name. */
let writes = 0;

async function writeThrough(path: string, bytes: Uint8Array, mode: number): Promise<Version> {
  const file = await open(path, "w", mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
    return versionOf(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}

/** Makes a rename in the folder durable. Windows can't open folders and does not need it. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
