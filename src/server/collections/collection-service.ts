import type { Collection, CollectionDraft } from "../../core/collection.ts";
import { assertFresh } from "../http/bind-routes.ts";
import { newId } from "../workspace/new-id.ts";
import { chooseKey, type Document, findCollection, stamp, stamps, type Write } from "./collection-parts.ts";

const unpublished = { state: "unpublished" as const, version: null, publishedAt: null };

/** A draft as the API shows it. Publishing is not built yet, so no Collection is published anywhere. */
export const shownCollection = (draft: CollectionDraft): Collection => ({
  ...draft,
  status: { development: unpublished, staging: unpublished, production: unpublished },
});

export function createCollection(
  document: Document,
  input: { name: string; key?: string | undefined },
  now: number,
): Promise<Collection> {
  return document.update((draft) => {
    const taken = new Set(draft.collections.map((collection) => collection.key));
    const key = chooseKey(taken, input.key, input.name, "collection", ["key"]);
    const made: CollectionDraft = {
      id: newId("col"),
      key,
      name: input.name,
      experiences: [],
      sections: [],
      ...stamps(now),
    };
    draft.collections.push(made);
    return shownCollection(made);
  });
}

export function updateCollection(
  document: Document,
  reference: string,
  patch: { name?: string | undefined; key?: string | undefined },
  write: Write,
): Promise<Collection> {
  return document.update((draft) => {
    const collection = findCollection(draft, reference);
    assertFresh(write.ifMatch, shownCollection(collection));
    const taken = new Set(draft.collections.filter((one) => one !== collection).map((one) => one.key));
    if (patch.key !== undefined)
      collection.key = chooseKey(taken, patch.key, patch.key, "collection", ["key"]);
    if (patch.name !== undefined) collection.name = patch.name;
    collection.updatedAt = stamp(write.now);
    return shownCollection(collection);
  });
}

export function deleteCollection(
  document: Document,
  reference: string,
  ifMatch: string | null,
): Promise<void> {
  return document.update((draft) => {
    const collection = findCollection(draft, reference);
    assertFresh(ifMatch, shownCollection(collection));
    draft.collections = draft.collections.filter((one) => one !== collection);
  });
}
