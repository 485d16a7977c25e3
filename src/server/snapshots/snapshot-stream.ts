import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { parsedJson } from "../../core/parsed-json.ts";
import { Problem } from "../../core/problem.ts";
import { type Manifest, manifest, manifestFile, parts, writeWhole } from "../workspace/snapshot-files.ts";

/** The most that a file may hold, and of it its first line and its documents, in bytes. */
const most = { whole: 16 * 1024 ** 3, head: 4 * 1024 ** 2, documents: 256 * 1024 ** 2 };

/**
 * A snapshot as one file, before it is packed: a line that says what follows, then its parts, one after the other. They are open
 * from the beginning: whoever deletes the snapshot meanwhile cuts nothing off.
 */
export async function fileOf(dir: string, head: Manifest): Promise<Readable> {
  const opened = await Promise.allSettled(parts.map((name) => open(join(dir, name))));
  const files = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const closeAll = () => Promise.all(files.map((file) => file.close()));
  if (files.length < parts.length) {
    await closeAll();
    throw new Problem("not-found", "There is no such snapshot.");
  }
  return Readable.from(bytesOf(head, files)).once("close", () => void closeAll());
}

async function* bytesOf(head: Manifest, files: readonly FileHandle[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const file of files)
    for await (const chunk of file.createReadStream({ autoClose: false })) yield chunk as Buffer;
}

/** Writes what a file holds into a folder, whose parts have the names that we give them. @throws Problem invalid-body, too-large */
export async function unpack(packed: Readable, dir: string): Promise<Manifest> {
  const source = packed.pipe(createGunzip());
  // A sender who goes away ends the stream.
  packed.once("error", (error) => source.destroy(error));
  packed.once("close", () => {
    if (!packed.readableEnded) source.destroy(new Error("it was cut off"));
  });
  const reader = new Reader(source);
  try {
    const head = readHead(await reader.line());
    for (const name of parts) await reader.into(join(dir, name), head.files[name]);
    await reader.end();
    await writeWhole(join(dir, manifestFile), JSON.stringify(head));
    return head;
  } catch (error) {
    packed.unpipe(source);
    source.destroy();
    if (error instanceof Problem || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw notOurs(why(error as NodeJS.ErrnoException));
  }
}

const anothers = "it is no snapshot of Understudy";

/** Why a file can't be unpacked, in an operator's words where they are zlib's. */
function why({ code, message }: NodeJS.ErrnoException): string {
  if (code === "Z_BUF_ERROR") return "it ends too early";
  if (code === "Z_DATA_ERROR") return message.includes("header") ? anothers : "it is damaged";
  return message;
}

function readHead(line: string): Manifest {
  const read = manifest.safeParse(parsedJson(line));
  if (!read.success) throw new Error(isNewer(parsedJson(line)) ? "a newer Understudy made it" : anothers);
  const head = read.data;
  const bytes = parts.map((name) => head.files[name].bytes);
  if (
    bytes.reduce((sum, size) => sum + size) > most.whole ||
    head.files["documents.json"].bytes > most.documents
  )
    throw new Problem("too-large", "The snapshot is larger than is allowed.");
  return head;
}

const isNewer = (head: unknown): boolean =>
  z.object({ understudySnapshot: z.number().gt(manifest.shape.understudySnapshot.value) }).safeParse(head)
    .success;

export const notOurs = (why: string): Problem =>
  new Problem(
    "invalid-body",
    `This snapshot can't be used: ${why.slice(0, 300).replace(/\.$/, "")}. Nothing was imported.`,
  );

/** Bytes of a stream, so many at a time as their head says. */
class Reader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.rest.indexOf(10);
      if (end !== -1) {
        const line = this.rest.subarray(0, end).toString("utf8");
        this.rest = this.rest.subarray(end + 1);
        return line;
      }
      if (this.rest.length > most.head) throw new Error("its first line is too long");
      this.rest = Buffer.concat([this.rest, await this.next("it has no first line")]);
    }
  }

  async into(path: string, { bytes, sha256 }: Manifest["files"]["data.db"]): Promise<void> {
    const hash = createHash("sha256");
    const file: FileHandle = await open(path, "wx", 0o600);
    try {
      for (let left = bytes; left > 0; ) {
        if (this.rest.length === 0) this.rest = await this.next("it ends too early");
        const piece = this.rest.subarray(0, left);
        this.rest = this.rest.subarray(piece.length);
        left -= piece.length;
        hash.update(piece);
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (hash.digest("hex") !== sha256) throw new Error("its content does not match its hashes");
  }

  async end(): Promise<void> {
    const { done } = await this.chunks.next();
    if (this.rest.length > 0 || done !== true) throw new Error("there is more after its end");
  }

  private async next(otherwise: string): Promise<Buffer> {
    const { done, value } = await this.chunks.next();
    if (done === true) throw new Error(otherwise);
    return value;
  }
}
