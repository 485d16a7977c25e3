import type { Collection, DraftInput } from "../../core/collection.ts";
import { type CollectionContent, contentOf } from "../../core/publication.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { servedPart } from "./changed-parts.ts";

/** A Collection's draft in the shape that versions have. Its types are the Space's, so that none are in it. */
export const draftContent = (collection: Collection): CollectionContent => contentOf(collection, []);

/** What replaces a draft by what a version held. */
export function draftOf({ name, key, experiences, sections }: CollectionContent): DraftInput {
  return JSON.parse(JSON.stringify({ name, key, experiences, sections })) as DraftInput;
}

/** Whether a draft holds just what a version does. Types may differ: they are the Space's. */
export const isDraftOf = (collection: Collection, version: CollectionContent): boolean =>
  jsonEqual(draftOf(draftContent(collection)), draftOf(version));

/** A draft with one of its parts as a version has it, a Section with all that is in it; null where that changes nothing. */
export function withPartOf(
  draft: CollectionContent,
  version: CollectionContent,
  part: { readonly id: string },
): CollectionContent | null {
  const was = servedPart(version, part);
  const now = servedPart(draft, part);
  if (was === undefined || now === undefined || jsonEqual(json(was), json(now))) return null;
  const put = <T extends { readonly id: string }>(all: readonly T[]): T[] =>
    all.map((one) => (one.id === part.id ? (was as unknown as T) : one));
  return {
    ...draft,
    experiences: put(draft.experiences),
    sections: put(draft.sections).map((one) => ({ ...one, experiences: put(one.experiences) })),
  };
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
