import express, { type Request, type Response } from "express";
import { Problem } from "../../core/problem.ts";
import { assertUtf8, readBytes } from "./body-lines.ts";

/** body-parser's own errors have a type, zlib's and the socket's a code. */
type ReaderError = Error & { readonly type?: unknown; readonly code?: unknown };

const decoder = new TextDecoder("utf-8", { fatal: true });
const readers = new Map<number, express.RequestHandler>();

/** One reader a limit: express.raw inflates, and counts the inflated bytes against the limit. */
function readerFor(limitBytes: number): express.RequestHandler {
  const known = readers.get(limitBytes);
  if (known !== undefined) return known;
  const made = express.raw({ type: () => true, limit: limitBytes, inflate: true });
  readers.set(limitBytes, made);
  return made;
}

/** What went wrong while reading, as the caller should hear it. Whatever it is, the input caused it: never a 5xx. */
function readProblem(cause: unknown, limitBytes: number): Problem {
  const error: ReaderError = cause instanceof Error ? cause : new Error("unknown");
  const { message } = error;
  if (error.type === "entity.too.large") {
    return new Problem("too-large", `The body must be at most ${limitBytes} bytes, counted after inflating.`);
  }
  if (error.type === "encoding.unsupported") {
    return new Problem(
      "unsupported-media-type",
      `Send Content-Encoding gzip, deflate, br or none: ${message}.`,
    );
  }
  if (String(error.code).startsWith("Z_") || String(error.code).startsWith("ERR_")) {
    return new Problem(
      "invalid-request",
      `The body does not inflate as its Content-Encoding says: ${message}.`,
    );
  }
  return new Problem("invalid-request", `The body could not be read: ${message}.`);
}

/** @throws Problem `invalid-json` where it is not UTF-8 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new Problem("invalid-json", "The body is not valid UTF-8.");

/** A body of known length and without encoding, as nearly all are, needs no reader of Express's. */
const plainBody = (req: Request): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    req.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    req.once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    req.once("error", ({ message }) =>
      reject(new Problem("invalid-request", `The body could not be read: ${message}.`)),
    );
  });

/**
 * The body as text, inflated where `Content-Encoding` says so; undefined where there is none.
 *
 * @param limitBytes the most that the inflated body may measure
 * @throws Problem `too-large`, `unsupported-media-type` (charset or encoding), `invalid-json` (not UTF-8), `invalid-request` (cut off, bad gzip)
 */
export async function readText(req: Request, res: Response, limitBytes: number): Promise<string | undefined> {
  assertUtf8(req);
  const length = req.headers["content-length"];
  if (req.headers["content-encoding"] === undefined && Number(length) > 0 && Number(length) <= limitBytes)
    return utf8Text(await plainBody(req));
  await new Promise<void>((resolve, reject) => {
    readerFor(limitBytes)(req, res, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(readProblem(error, limitBytes));
    });
  });
  const bytes: unknown = req.body;
  return bytes instanceof Uint8Array && bytes.length > 0 ? utf8Text(bytes) : undefined;
}

/**
 * The body as text, piece by piece as it arrives: to make one text of 32 MB holds the thread for 100 ms.
 *
 * @throws Problem as `readText`
 */
export async function* readPieces(req: Request, limitBytes: number): AsyncGenerator<string> {
  const pieces = new TextDecoder("utf-8", { fatal: true });
  for await (const bytes of readBytes(req, limitBytes)) yield piece(pieces, bytes);
  yield piece(pieces);
}

function piece(pieces: typeof decoder, bytes?: Uint8Array): string {
  try {
    return pieces.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw notUtf8();
  }
}
