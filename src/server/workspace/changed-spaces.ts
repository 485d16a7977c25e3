import { basename, dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { SpaceDocument } from "../../core/documents.ts";
import { spaceKind } from "./document-kinds.ts";
import type { ChangedDocuments, Stored } from "./document-place.ts";
import type { JsonDocument } from "./json-document.ts";
import { takingAtOnce } from "./outside-edit.ts";
import { parseDocument } from "./parse-document.ts";
import type { PublishedDocuments } from "./published-documents.ts";
import type { SceneDocuments } from "./scene-documents.ts";

/** A Space that is served, with what lies beside its document. */
export interface OpenSpace {
  readonly document: JsonDocument<SpaceDocument>;
  readonly published: PublishedDocuments;
  readonly scenes: SceneDocuments;
}

/** Documents of Spaces, by path, and what they say. */
type ReadSpaces = ReadonlyMap<string, { readonly stored: Stored; readonly value: SpaceDocument }>;

interface Known {
  /** The last change that it had when this look began. */
  readonly head: number;
  readonly document: Pick<JsonDocument<SpaceDocument>, "said">;
}

const isSpace = (dir: string, path: string): boolean =>
  basename(path) === "space.json" && dirname(dirname(path)) === dir;

/**
 * The Spaces' own documents that changed, others' requests are answered in between; one that can't be read gets a warning. `known`: those
 * that are, by path; a text that is theirs already is not read again.
 */
export async function readSpaces(
  dir: string,
  changed: ChangedDocuments["changed"],
  known: ReadonlyMap<string, Known>,
  warnings: Map<string, string>,
): Promise<ReadSpaces> {
  const read = new Map<string, { stored: Stored; value: SpaceDocument }>();
  for (const [path, stored] of changed) {
    const here = known.get(path);
    if (!isSpace(dir, path) || stored.head <= (here?.head ?? 0)) continue;
    const value = takingAtOnce(
      warnings,
      path,
      () => here?.document.said(stored.text) ?? parseDocument(path, stored.text, spaceKind).value,
    );
    if (value !== null) read.set(path, { stored, value });
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

/**
 * Has all that are served lie where they are now, before one is looked for by its place. Gives those that another server has deleted,
 * and made another one in their place.
 */
export function givenPlaces(
  served: readonly JsonDocument<SpaceDocument>[],
  read: ReadSpaces,
  there: ChangedDocuments["there"],
): JsonDocument<SpaceDocument>[] {
  const lies = ({ path, data }: JsonDocument<SpaceDocument>) =>
    read.get(path)?.value.space.id === data.space.id || (there.has(path) && !read.has(path));
  for (const [path, { value, stored }] of read) {
    const moved = served.find(({ data }) => data.space.id === value.space.id);
    if (moved !== undefined && stored.head > moved.head && !lies(moved)) moved.relocate(path);
  }
  return served.filter(({ path, head, data }) => {
    const row = read.get(path);
    return row !== undefined && row.stored.head > head && row.value.space.id !== data.space.id;
  });
}

/** What is published may name a Tribe that was made just before, or no longer one that was deleted since. True where something decides otherwise, or is called otherwise. */
export function takenWhole(
  { document, published, scenes }: OpenSpace,
  read: ReadSpaces,
  { changed, there }: ChangedDocuments,
  head: number,
  warnings: Map<string, string>,
): boolean {
  const taken = <T>(one: JsonDocument<T>, stored: Stored, value?: T) =>
    takingAtOnce(warnings, one.path, () => one.take(stored, value)) ?? false;
  const row = read.get(document.path);
  let isNew = row !== undefined && taken(document, row.stored, row.value);
  for (const one of published.all()) {
    const stored = changed.get(one.path);
    if (stored !== undefined && taken(one, stored)) isNew = true;
  }
  if (there.has(document.path)) scenes.take({ changed, there }, head);
  return isNew;
}
