import { appendFile, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../../core/problem.ts";
import { fileTrouble } from "../file-trouble.ts";
import type { RecordingRef, Recordings } from "../store/ports.ts";

/** Where lines that were added together lie in their file: the number of the first, and its bytes. */
interface Part {
  readonly first: number;
  readonly offset: number;
  readonly bytes: number;
}

/** Recordings in a folder, which one process has for itself: each in a file that only its owner can read. */
export class FileRecordings implements Recordings {
  private readonly folder: string;
  private readonly parts = new Map<string, Part[]>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Removes what a copy that crashed has left. */
  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async add({ id }: RecordingRef, first: number, lines: readonly string[]): Promise<void> {
    const parts = this.parts.get(id) ?? [];
    this.parts.set(id, parts);
    const last = parts.at(-1);
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await appendFile(this.pathOf(id), text, { mode: 0o600, flush: false });
    } catch (error) {
      throw notKept(error as Error);
    }
    parts.push({ first, offset: last === undefined ? 0 : last.offset + last.bytes, bytes: text.length });
  }

  async read({ id }: RecordingRef, at: number): Promise<readonly string[]> {
    const part = this.parts.get(id)?.findLast(({ first }) => first <= at);
    if (part === undefined) return [];
    const text = await textAt(this.pathOf(id), part).catch((error: NodeJS.ErrnoException) => {
      // Somebody has removed it.
      if (error.code === "ENOENT") return null;
      const why = `The recording can't be read: ${fileTrouble(error)}`;
      throw new Problem("storage-failed", why, { cause: error, ...later });
    });
    return text === null ? [] : text.split("\n").slice(at - part.first, -1);
  }

  /** What can't be removed now goes with the next start. */
  async remove({ id }: RecordingRef): Promise<void> {
    this.parts.delete(id);
    await rm(this.pathOf(id), { force: true }).catch(() => undefined);
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.ndjson`);
  }
}

/** Null where the file has been cut off. */
async function textAt(path: string, { offset, bytes }: Part): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
    return bytesRead < bytes ? null : buffer.toString();
  } finally {
    await file.close();
  }
}

const later = { headers: { "Retry-After": "5" } };

const notKept = (cause: Error): Problem =>
  new Problem("storage-failed", `The recording could not be written down to play it: ${cause.message}`, {
    cause,
    ...later,
  });
