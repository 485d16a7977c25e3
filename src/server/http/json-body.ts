import type { RequestHandler } from "express";
import { visit } from "jsonc-parser";
import { limits } from "../../core/limits.ts";
import { Problem } from "../../core/problem.ts";
import { readPieces, readText } from "./body-text.ts";
import { elementEnd, parseElements } from "./json-elements.ts";

interface JsonBodyOptions {
  /** The most that the body may measure, inflated, in bytes. */
  readonly limitBytes: number;
  /** Takes JSON under any content type: `sendBeacon` sends text/plain (CONTRACT.md, SDK plane). */
  readonly anyType?: boolean;
  /** Whether the route takes lines of JSON as well, which others read: whoever sends neither is told of both. */
  readonly orLines?: boolean;
}

/**
 * Middleware that leaves the parsed JSON body in `req.body`; an empty body leaves undefined.
 *
 * Keys are kept as sent, `__proto__` too (an own, harmless property): copy with spread, never by assignment.
 * @throws Problem `unsupported-media-type`, `too-large`, `invalid-json`, `invalid-request`
 */
export function readJson({ limitBytes, anyType = false, orLines = false }: JsonBodyOptions): RequestHandler {
  return async (req, _res, next) => {
    const isLong = limitBytes > limits.bodyBytes.value;
    const pieces = isLong ? readPieces(req, limitBytes) : onePiece(await readText(req, limitBytes));
    try {
      const start = await gather(pieces, long);
      if (start !== "" && !anyType) assertJsonType(req.headers["content-type"], orLines);
      req.body = start === "" ? undefined : await parseBody(start, pieces);
    } finally {
      await pieces.return(undefined);
    }
    next();
  };
}

/** From how many characters on a list is parsed in turns. */
const long = 256 * 1024;

async function* onePiece(text: string | undefined): AsyncGenerator<string> {
  if (text !== undefined) yield text;
}

/** The next pieces, put together until they are over so many characters. */
async function gather(pieces: AsyncGenerator<string>, over: number): Promise<string> {
  let text = "";
  while (text.length <= over) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    text += value;
  }
  return text;
}

async function parseBody(start: string, pieces: AsyncGenerator<string>): Promise<unknown> {
  if (start.length > long && /^\s*\[/.test(start)) return parseElements(start, pieces);
  // Nothing else may be longer than one element.
  return parseJson(start + (await gather(pieces, limits.lineBytes.value)));
}

/**
 * The value of a JSON text.
 *
 * @throws Problem `invalid-json` with the place of the first fault, or where it nests deeper than `maxJsonDepth`; `too-large`
 * where it holds too many values
 */
export function parseJson(text: string): unknown {
  // Counts depth and values, and throws. It stops at a comma of the first level, where JSON.parse fails anyway.
  elementEnd(text, 0, 0);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem("invalid-json", `The body is not JSON${faultPlace(text)}.`, { cause: error });
  }
}

function assertJsonType(contentType: string | undefined, orLines: boolean): void {
  const mediaType = (contentType ?? "").split(";", 1).join("").trim().toLowerCase();
  if (/^application\/([a-z0-9!#$&^_.-]+\+)?json$/.test(mediaType)) return;
  const got = mediaType === "" ? "no Content-Type came" : `not ${mediaType.slice(0, 100)}`;
  const types = `application/json${orLines ? " or application/x-ndjson" : ""}`;
  throw new Problem("unsupported-media-type", `Send the body as ${types}; ${got}.`);
}

/** Where the fault is, in words. V8 tells the position of some faults only, so another parser looks for it. */
function faultPlace(text: string): string {
  const position = faultPosition(text);
  if (position === undefined) return "";
  const before = text.slice(0, position).split("\n");
  const column = (before.at(-1) ?? "").length + 1;
  return `: fault at position ${position} (line ${before.length}, column ${column})`;
}

function faultPosition(text: string): number | undefined {
  let first: number | undefined;
  const onError = (_: number, offset: number) => {
    first ??= offset;
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    // It is recursive: a text that nests too deep for the stack gets no position.
    if (!(error instanceof RangeError)) throw error;
  }
  return first;
}
