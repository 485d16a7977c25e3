import { etagOf } from "../../core/etag.ts";
import { holdsFor, type Precondition } from "../../core/precondition.ts";
import type { CollectionContent } from "../../core/publication.ts";
import { staleProblem } from "../http/bind-routes.ts";

/** The ETag of a dry run: of what is served, and of what a publication would serve instead. */
export const changeTag = (served: CollectionContent | null, content: CollectionContent): string =>
  etagOf([served, content]);

/** @throws Problem stale, where a dry run showed another change than the one that would be made now */
export function assertShown(
  precondition: Precondition | null,
  served: CollectionContent | null,
  content: CollectionContent,
): void {
  if (!holdsFor(precondition, changeTag(served, content))) throw staleProblem(precondition);
}
