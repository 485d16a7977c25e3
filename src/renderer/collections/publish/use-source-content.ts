import { useMemo } from "react";
import type { Collection } from "../../../core/collection.ts";
import { type CollectionContent, contentOf } from "../../../core/publication.ts";
import { useHere } from "../../app/use-here.ts";
import type { PublishSource } from "../page/use-publishing.ts";
import { useTypes } from "../use-collections.ts";
import { useVersion } from "../use-served.ts";

/** What a publication would serve; null while it is not known. */
export function useSourceContent(collection: Collection, source: PublishSource): CollectionContent | null {
  const { space, environment } = useHere();
  const types = useTypes();
  const from = typeof source === "string" && source !== "draft" ? source : environment;
  const version = typeof source === "number" ? source : (collection.status[from].version ?? 0);
  const name = { spaceId: space.id, collectionId: collection.id, environment: from, version };
  const kept = useVersion(name, source !== "draft" && version > 0);
  const draft = useMemo(() => contentOf(collection, types), [collection, types]);
  if (source === "draft") return draft;
  return kept.phase === "ready" ? kept.content : null;
}
