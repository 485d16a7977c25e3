import { useMemo } from "react";
import type { Collection } from "../../../core/collection.ts";
import { contentOf, type Difference } from "../../../core/publication.ts";
import { diffContents } from "../../../core/publishing/diff.ts";
import { useTypes } from "../use-collections.ts";
import { useServed } from "../use-served.ts";

/** What publishing the draft would change in this environment; null while it is not known. */
export function useDraftDiff(collection: Collection): readonly Difference[] | null {
  const served = useServed(collection);
  const types = useTypes();
  return useMemo(() => {
    if (served !== null && served.phase !== "ready") return null;
    return diffContents(served?.content ?? null, contentOf(collection, types));
  }, [served, types, collection]);
}
