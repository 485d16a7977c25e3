import { basename, dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { SpaceDocument } from "../../core/documents.ts";
import { spaceKind } from "./document-kinds.ts";
import type { ChangedDocuments, Stored } from "./document-place.ts";
import type { JsonDocument } from "./json-document.ts";
import { takingAtOnce } from "./outside-edit.ts";
import { parseDocument } from "./parse-document.ts";

/** Documents of Spaces, by path, and what they say. */
export type ReadSpaces = ReadonlyMap<string, { readonly stored: Stored; readonly value: SpaceDocument }>;

const isSpace = (dir: string, path: string): boolean =>
  basename(path) === "space.json" && dirname(dirname(path)) === dir;

/**
 * The Spaces' own documents that changed, others' requests are answered in between; one that can't be read gets a warning. `heads`: of
 * those that are known, by path.
 */
export async function readSpaces(
  dir: string,
  changed: ChangedDocuments["changed"],
  heads: ReadonlyMap<string, number>,
  warnings: Map<string, string>,
): Promise<ReadSpaces> {
  const read = new Map<string, { stored: Stored; value: SpaceDocument }>();
  for (const [path, stored] of changed) {
    if (!isSpace(dir, path) || stored.head <= (heads.get(path) ?? 0)) continue;
    const parsed = takingAtOnce(warnings, path, () => parseDocument(path, stored.text, spaceKind));
    if (parsed !== null) read.set(path, { stored, value: parsed.value });
    await setImmediate();
  }
  return read;
}

/** Folders of Spaces that are not served, but those that were refused, and of those served that are not there. */
export function unplacedSpaces(
  dir: string,
  { changed, there }: ChangedDocuments,
  head: number,
  served: readonly JsonDocument<SpaceDocument>[],
  warnings: ReadonlyMap<string, string>,
): string[] {
  const places = new Set(served.map(({ path }) => path));
  const gone = served.filter((one) => !there.has(one.path) && one.head <= head).map(({ path }) => path);
  const came = [...there].filter(
    (path) => isSpace(dir, path) && !places.has(path) && (changed.has(path) || !warnings.has(path)),
  );
  return [...gone, ...came].map((path) => dirname(path));
}
