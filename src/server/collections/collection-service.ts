import type { CollectionDraft } from "../../core/collection.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import { assertFresh } from "../http/bind-routes.ts";
import { chooseKey } from "../workspace/key-of-name.ts";
import { newId } from "../workspace/new-id.ts";
import { type Document, findCollection, rename, stamp, stamps, type Write } from "./collection-parts.ts";

/** A draft with the Space that it is in, both after the change. */
export interface ChangedCollection {
  readonly space: SpaceDocument;
  readonly collection: CollectionDraft;
}

/** What callers see of a Collection, which preconditions are about. */
export type ShownIn = (space: SpaceDocument, collection: CollectionDraft) => unknown;

export function createCollection(
  document: Document,
  input: { name: string; key?: string | undefined },
  now: number,
): Promise<ChangedCollection> {
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
    return { space: draft, collection: made };
  });
}

export function updateCollection(
  document: Document,
  reference: string,
  patch: { name?: string | undefined; key?: string | undefined },
  write: Write & { readonly shown: ShownIn },
): Promise<ChangedCollection> {
  return document.update((draft) => {
    const collection = findCollection(draft, reference);
    assertFresh(write.precondition, write.shown(draft, collection));
    const taken = new Set(draft.collections.filter((one) => one !== collection).map((one) => one.key));
    rename(collection, patch, taken);
    collection.updatedAt = stamp(write.now);
    return { space: draft, collection };
  });
}

export async function deleteCollection(
  document: Document,
  reference: string,
  write: Pick<Write, "precondition"> & {
    readonly shown: ShownIn;
    readonly withdraw: (spaceId: string, collectionId: string) => Promise<void>;
  },
): Promise<void> {
  let id = "";
  await document.update(
    (draft) => {
      const collection = findCollection(draft, reference);
      assertFresh(write.precondition, write.shown(draft, collection));
      id = collection.id;
      draft.collections = draft.collections.filter((one) => one !== collection);
    },
    // First the publications: a crash in between leaves a draft that can be deleted again, and nothing that is served for ever.
    () => write.withdraw(document.data.space.id, id),
  );
}
