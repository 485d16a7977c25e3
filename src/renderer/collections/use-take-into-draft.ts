import { useLocation } from "wouter";
import type { Collection } from "../../core/collection.ts";
import type { CollectionContent } from "../../core/publication.ts";
import { belowOf, itemOf, namedBy, partsOf } from "../model/collection-address.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { takeIntoDraft } from "./take-into-draft.ts";
import { useAttempt } from "./use-actions.ts";

/** Changes a Collection's draft as a whole, with a toast that brings it back; what is open stays open under its new key. */
export function useTakeIntoDraft(
  collection: Collection,
): (change: (draft: CollectionContent) => CollectionContent, said: string) => void {
  const console = useConsole();
  const { space, below } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const attempt = useAttempt();
  const where = { spaceId: space.id, collectionId: collection.id };
  return (change, said) =>
    attempt(async () => {
      const made = await takeIntoDraft(console, where, change, said);
      const after = addressIn(made, below, collection);
      if (after.join("/") !== below.join("/")) navigate(to("collections", ...after), { replace: true });
    });
}

/** Where what `below` named in a draft stands in another of the same Collection; the Collection where it is not in it. */
function addressIn(made: Collection, below: readonly string[], before: Collection): readonly string[] {
  const named = namedBy(below, [before], []);
  const id = named.kind === "section" || named.kind === "experience" ? itemOf(named).id : null;
  const part = partsOf(made).find((one) => itemOf(one).id === id);
  if (part === undefined && id === null && made.key === before.key) return below;
  return belowOf(part ?? { kind: "collection", collection: made });
}
