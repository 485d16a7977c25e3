import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { z } from "zod";
import { jsonDepthExceeds, jsonTextDepthExceeds, maxJsonDepth } from "../../core/json-depth.ts";
import { limits } from "../../core/limits.ts";
import { parsedJson } from "../../core/parsed-json.ts";
import { fieldErrors, invalid, Problem } from "../../core/problem.ts";
import { fileText, NotUtf8 } from "../plain-text.ts";
import { DocumentError } from "./document-error.ts";

/** One numbered step from the version before `to`. */
interface Migration {
  readonly to: number;
  readonly up: (document: Record<string, unknown>) => Record<string, unknown>;
}

export interface DocumentKind<T> {
  readonly schema: z.ZodType<T>;
  readonly version: number;
  readonly migrations: readonly Migration[];
}

interface Parsed<T> {
  readonly value: T;
  /** The version that the file had; below the kind's own where it was migrated. */
  readonly from: number;
}

/** The text of a document's bytes, without the mark (BOM) that some editors begin a file with. @throws DocumentError that names the line that is not UTF-8 */
export function documentText(file: string, bytes: Uint8Array): string {
  try {
    return fileText(bytes).replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof NotUtf8)
      throw new DocumentError(file, error.line, "is not UTF-8. Save the file as UTF-8");
    throw error;
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/**
 * Reads a document's text: syntax, version, migrations, schema, in this order.
 *
 * @throws DocumentError that names the file and the line of the first thing that is wrong.
 */
export function parseDocument<T>(file: string, text: string, kind: DocumentKind<T>): Parsed<T> {
  const raw = parseJson(file, text);
  const from = versionOf(file, text, raw, kind.version);
  const steps = kind.migrations.filter((migration) => migration.to > from);
  const migrated = steps.reduce((document, step) => ({ ...step.up(document), schemaVersion: step.to }), raw);
  const result = kind.schema.safeParse(migrated);
  if (result.success) return { value: result.data, from };
  const issue = result.error.issues[0];
  const first = fieldErrors(result.error)[0];
  const line = issue === undefined || steps.length > 0 ? null : lineOfPath(text, issue.path);
  throw new DocumentError(file, line, `${first?.path || "the document"} ${first?.detail ?? "is not valid"}`);
}

const mostBytes = limits.documentBytes.value;
const tooLarge = (most: number) =>
  `more than ${Math.floor(most / 2 ** 20)} MiB, the most that a document may have`;

/** A file of so many bytes is read by nobody. @throws DocumentError */
export function assertNotTooLarge(file: string, bytes: number | bigint, most = mostBytes): void {
  if (bytes > most)
    throw new DocumentError(
      file,
      null,
      most === mostBytes
        ? `is ${tooLarge(most)}. Take out of it what fills it, e.g. long values`
        : `is of more than ${Math.floor(most / 2 ** 20)} MiB, and not of Understudy's making`,
    );
}

/** A document as it is written. @throws Problem too-large */
export function writtenText(value: unknown): string {
  const text = stringified(value);
  if (text === null || Buffer.byteLength(text) > mostBytes)
    throw new Problem(
      "too-large",
      `Its document would be ${tooLarge(mostBytes)}, so nothing was saved. Make room first, e.g. take out what nobody needs, or keep long values elsewhere and a link to them here.`,
    );
  return text;
}

/** Null where no text is long enough for it. */
function stringified(value: unknown): string | null {
  try {
    return `${JSON.stringify(value, null, 2)}\n`;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The text to write. Refuses what a start would refuse once it is written: nothing is accepted that the next one can't read.
 *
 * @throws Problem invalid-body with what is wrong, by its place in the document; too-large
 */
export function readableText<T>(value: T, kind: DocumentKind<T>): string {
  if (jsonDepthExceeds(value, maxJsonDepth)) throw new Problem("invalid-body", `It ${tooDeep}.`);
  const result = kind.schema.safeParse(value);
  if (!result.success) throw invalid(fieldErrors(result.error));
  return writtenText(value);
}

const tooDeep = `nests more than ${maxJsonDepth} levels deep in its document`;

function parseJson(file: string, text: string): Record<string, unknown> {
  if (jsonTextDepthExceeds(text, maxJsonDepth)) throw new DocumentError(file, null, tooDeep);
  // Where it is not JSON the slower parser finds the place.
  const parsed = parsedJson(text);
  if (parsed === undefined) throw notJson(file, text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new DocumentError(file, 1, "must be a JSON object");
  return parsed as Record<string, unknown>;
}

function notJson(file: string, text: string): DocumentError {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    // The parser is recursive: what is no JSON may nest deeper for it than it was counted, and gets no place then.
    if (error instanceof RangeError) return new DocumentError(file, null, "is not JSON");
    throw error;
  }
  const [error] = errors;
  const reason =
    error === undefined ? "is empty" : `is not JSON (${words(printParseErrorCode(error.error))})`;
  return new DocumentError(file, lineAt(text, error?.offset ?? 0), reason);
}

/** "CommaExpected" as people write it: "comma expected". */
const words = (code: string): string => code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

function versionOf(file: string, text: string, raw: Record<string, unknown>, current: number): number {
  const version = raw.schemaVersion;
  const refused = (why: string) => new DocumentError(file, lineOfPath(text, ["schemaVersion"]), why);
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
    throw refused("schemaVersion must be a whole number from 1");
  if (version > current)
    throw refused(
      `was written by a newer Understudy (schemaVersion ${version}; this one knows ${current}). Update Understudy to open it.`,
    );
  return version;
}

/** The line of a place in the document, or of the nearest thing around it that is there. */
function lineOfPath(text: string, path: readonly PropertyKey[]): number | null {
  const tree = parseTree(text);
  if (tree === undefined) return null;
  for (let length = path.length; length >= 0; length -= 1) {
    const node: Node | undefined = findNodeAtLocation(tree, path.slice(0, length) as (string | number)[]);
    if (node !== undefined) return lineAt(text, node.offset);
  }
  return null;
}
