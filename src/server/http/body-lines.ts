import { PassThrough, type Transform } from "node:stream";
import { finished } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Request } from "express";
import { limits } from "../../core/limits.ts";
import { Problem } from "../../core/problem.ts";
import { atMost } from "../at-most.ts";

/** Whether the body is NDJSON: one JSON value a line, read as it comes rather than whole. */
export const isNdjson = (req: Request): boolean => /ndjson/i.test(req.headers["content-type"] ?? "");

/** A map: a header may say "constructor", which every object has. */
const decoders = new Map<string, () => Transform>([
  ["identity", () => new PassThrough()],
  ["gzip", () => createGunzip()],
  // The same (RFC 9110, 8.4.1.3).
  ["x-gzip", () => createGunzip()],
  ["deflate", () => createInflate()],
  ["br", () => createBrotliDecompress()],
]);

/** RFC 8259, section 8.1: JSON between systems is UTF-8; ASCII is a part of it. @throws Problem unsupported-media-type */
export function assertUtf8(req: Request): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(req.headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new Problem("unsupported-media-type", `The body must be UTF-8, not ${charset}.`);
  }
}

/** The body's bytes, inflated where `Content-Encoding` says so. */
function inflated(req: Request): Transform {
  const encoding = (req.headers["content-encoding"] ?? "identity").toLowerCase();
  const decoder = decoders.get(encoding)?.();
  if (decoder === undefined) {
    throw new Problem(
      "unsupported-media-type",
      `Send Content-Encoding gzip, deflate, br or none: unsupported content encoding "${encoding.slice(0, 100)}".`,
    );
  }
  req.once("error", (error) => decoder.destroy(error));
  // A body that has come whole hears no more of its connection, and may be large once inflated.
  const { socket } = req;
  const gone = () => decoder.destroy(new Error("the connection is closed"));
  if (socket.destroyed) gone();
  socket.once("close", gone);
  decoder.once("close", () => socket.off("close", gone));
  return req.pipe(decoder);
}

const lineFeed = 10;
/** The most bytes of UTF-8 for what JavaScript counts as one character. */
const bytesPerCharacter = 3;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** What ends in a line feed, and the rest. @throws Problem too-large for a line over `maxLine` characters */
async function* linesOf(bytes: AsyncIterable<Uint8Array>, maxLine: number): AsyncGenerator<string | null> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      yield lineText([...rest, chunk.subarray(from, end)], maxLine);
      rest = [];
      restBytes = 0;
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > maxLine * bytesPerCharacter) throw longLine(maxLine);
  }
  yield lineText(rest, maxLine);
}

function lineText([first, ...others]: readonly Uint8Array[], maxLine: number): string | null {
  if (first === undefined) return "";
  let text: string;
  try {
    text = decoder.decode(others.length === 0 ? first : Buffer.concat([first, ...others]));
  } catch {
    return null;
  }
  if (text.length > maxLine) throw longLine(maxLine);
  return text;
}

const longLine = (maxLine: number) =>
  new Problem("too-large", `A line must be at most ${maxLine} characters.`);

/**
 * The bytes of a text body as they arrive, inflated where `Content-Encoding` says so.
 *
 * @throws Problem too-large for a body over `maxBytes`, invalid-request where it breaks off or does not inflate,
 * unsupported-media-type (charset or encoding)
 */
export async function* readBytes(req: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  try {
    assertUtf8(req);
    const tooLarge = `The body must be at most ${maxBytes} bytes, counted after inflating.`;
    yield* atMost(inflated(req), maxBytes, () => new Problem("too-large", tooLarge));
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Problem(
      "invalid-request",
      code?.startsWith("Z_")
        ? `The body does not inflate as its Content-Encoding says: ${message}.`
        : `The body could not be read to its end: ${message}.`,
    );
  } finally {
    await readRest(req);
  }
}

/**
 * The lines of a body as they arrive, empty ones too, null for one that is not UTF-8: a body of any length takes the memory of
 * its longest line.
 *
 * @throws Problem as `readBytes`, too-large for a line over `maxLine` characters
 */
export const readLines = (
  req: Request,
  maxLine: number,
  maxBytes: number = limits.linesBytes.value,
): AsyncGenerator<string | null> => linesOf(readBytes(req, maxBytes), maxLine);

/** Reads the rest of a refused body: many clients hear no answer before they have sent all of it. */
export async function readRest(req: Request): Promise<void> {
  req.unpipe();
  req.resume();
  if (!req.readableEnded) await finished(req).catch(() => undefined);
}
