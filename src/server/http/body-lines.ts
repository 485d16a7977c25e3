import { PassThrough, type Transform } from "node:stream";
import { finished } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Request } from "express";
import { limits } from "../../core/limits.ts";
import { Problem } from "../../core/problem.ts";

/** Whether the body is NDJSON: one JSON value a line, read as it comes rather than whole. */
export const isNdjson = (req: Request): boolean => /ndjson/i.test(req.headers["content-type"] ?? "");

/** A map: a header may say "constructor", which every object has. */
const decoders = new Map<string, () => Transform>([
  ["identity", () => new PassThrough()],
  ["gzip", () => createGunzip()],
  ["deflate", () => createInflate()],
  ["br", () => createBrotliDecompress()],
]);

/** Lets so many bytes through. @throws Problem too-large at the next one */
async function* atMost(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of bytes) {
    seen += chunk.length;
    if (seen > most)
      throw new Problem("too-large", `The body must be at most ${most} bytes, counted after inflating.`);
    yield chunk;
  }
}

/** The body's bytes, inflated where `Content-Encoding` says so. */
function inflated(req: Request): Transform {
  const decoder = decoders.get((req.headers["content-encoding"] ?? "identity").toLowerCase())?.();
  if (decoder === undefined) {
    throw new Problem("unsupported-media-type", "Send Content-Encoding gzip, deflate, br or none.");
  }
  req.once("error", (error) => decoder.destroy(error));
  return req.pipe(decoder);
}

/** What ends in a line feed, and the rest; of any length, in the memory of its longest line. @throws Problem too-large for a line over `maxLine` characters */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  maxLine = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > maxLine)
      throw new Problem("too-large", `A line must be at most ${maxLine} characters.`);
  }
  yield rest;
}

/**
 * The bytes of a body as they arrive, inflated where `Content-Encoding` says so.
 *
 * @throws Problem too-large for a body over `maxBytes`, invalid-request where it breaks off or does not inflate
 */
export async function* readBytes(req: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* atMost(inflated(req), maxBytes);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      "invalid-request",
      `The body could not be read to its end: ${(error as Error).message}.`,
    );
  } finally {
    await drain(req);
  }
}

/**
 * The lines of a body as they arrive, empty ones too: a body of any length takes the memory of its longest line.
 *
 * @throws Problem as `readBytes`, too-large for a line over `maxLine` characters
 */
export const readLines = (
  req: Request,
  maxLine: number,
  maxBytes: number = limits.linesBytes.value,
): AsyncGenerator<string> => linesOf(readBytes(req, maxBytes), maxLine);

/** Reads the rest of a refused body: many clients hear no answer before they have sent all of it. */
async function drain(req: Request): Promise<void> {
  req.unpipe();
  req.resume();
  if (!req.readableEnded) await finished(req).catch(() => undefined);
}
