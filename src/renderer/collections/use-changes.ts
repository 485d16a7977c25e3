import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { Collection } from "../../core/collection.ts";
import { useHere } from "../app/use-here.ts";
import { changedParts, type PartChange } from "./model/changed-parts.ts";
import { useDesk, useTypes } from "./use-collections.ts";

const nothing: ReadonlyMap<string, PartChange> = new Map();

/** For each Collection, its parts that differ from what this environment serves; known once that was read. */
export function useChanges(
  collections: readonly Collection[],
): (collection: Collection) => ReadonlyMap<string, PartChange> {
  const { space, environment } = useHere();
  const { served } = useDesk();
  const types = useTypes();
  const state = useStore(served.store);
  useEffect(() => {
    for (const { id, status } of collections) {
      const { state: publishing, version } = status[environment];
      if (publishing === "changed" && version !== null)
        void served.load({ spaceId: space.id, collectionId: id, environment, version });
    }
  }, [collections, environment, served, space.id]);
  const changes = useMemo(
    () =>
      new Map(
        collections.map((collection) => {
          const { state: publishing, version } = collection.status[environment];
          if (publishing !== "changed" || version === null) return [collection.id, nothing] as const;
          const name = { spaceId: space.id, collectionId: collection.id, environment, version };
          const one = served.of(name, state);
          const found = one.phase === "ready" ? changedParts(collection, types, one.content) : nothing;
          return [collection.id, found] as const;
        }),
      ),
    [collections, environment, served, space.id, state, types],
  );
  return ({ id }) => changes.get(id) ?? nothing;
}
