import type { Request } from "express";
import { Problem } from "../../core/problem.ts";
import { assertUtf8, readBytes } from "./body-lines.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** @throws Problem `invalid-json` where it is not UTF-8 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new Problem("invalid-json", "The body is not valid UTF-8.");

/** Bytes that come in pieces, in one place: as objects of their own, pieces of a byte would take hundreds of times as much. */
class Gathered {
  private readonly most: number;
  private held: Uint8Array = new Uint8Array(0);
  private length = 0;

  /** `most`: how many bytes there may be. */
  constructor(most: number) {
    this.most = most;
  }

  add(piece: Uint8Array): void {
    const length = this.length + piece.length;
    // Most bodies are one piece.
    if (this.length === 0) this.held = piece;
    else {
      if (length > this.held.length) {
        const more = new Uint8Array(Math.max(length, Math.min(2 * length, this.most)));
        more.set(this.bytes());
        this.held = more;
      }
      this.held.set(piece, this.length);
    }
    this.length = length;
  }

  bytes(): Uint8Array {
    return this.held.subarray(0, this.length);
  }
}

/** A body of known length and without encoding, as nearly all are, needs no more. */
const plainBody = (req: Request, length: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const gathered = new Gathered(length);
    req.on("data", (piece: Uint8Array) => gathered.add(piece));
    req.once("end", () => resolve(gathered.bytes()));
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
export async function readText(req: Request, limitBytes: number): Promise<string | undefined> {
  assertUtf8(req);
  const length = Number(req.headers["content-length"]);
  if (req.headers["content-encoding"] === undefined && length > 0 && length <= limitBytes)
    return utf8Text(await plainBody(req, length));
  const gathered = new Gathered(limitBytes);
  for await (const piece of readBytes(req, limitBytes)) gathered.add(piece);
  const bytes = gathered.bytes();
  return bytes.length > 0 ? utf8Text(bytes) : undefined;
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
