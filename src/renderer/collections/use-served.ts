import { useEffect } from "react";
import { useStore } from "zustand";
import type { Collection } from "../../core/collection.ts";
import { useHere } from "../app/use-here.ts";
import type { ServedVersion, VersionName } from "./served-contents.ts";
import { useDesk } from "./use-collections.ts";

/** What this environment serves of a Collection: null where nothing is published. */
export function useServed(collection: Collection): ServedVersion | null {
  const { space, environment } = useHere();
  const { version } = collection.status[environment];
  const name = { spaceId: space.id, collectionId: collection.id, environment, version: version ?? 0 };
  const served = useVersion(name, version !== null);
  return version === null ? null : served;
}

/** One published version; asked for where it is wanted and not known. */
export function useVersion(name: VersionName, wanted = true): ServedVersion {
  const { served } = useDesk();
  const { spaceId, collectionId, environment, version } = name;
  useEffect(() => {
    if (wanted) void served.load({ spaceId, collectionId, environment, version });
  }, [served, spaceId, collectionId, environment, version, wanted]);
  return useStore(served.store, (state) => served.of(name, state));
}
