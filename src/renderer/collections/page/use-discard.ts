import { Undo2 } from "lucide-react";
import type { Collection } from "../../../core/collection.ts";
import type { CollectionContent } from "../../../core/publication.ts";
import { itemOf, type Part } from "../../model/collection-address.ts";
import { draftContent, isDraftOf, withPartOf } from "../../model/draft-content.ts";
import { useHere } from "../../page/use-here.ts";
import type { MenuItem } from "../../parts/MoreMenu.tsx";
import { useServed } from "../use-served.ts";
import { useTakeIntoDraft } from "../use-take-into-draft.ts";

/** The way back to what this environment serves, of a Collection or of one part of it; nothing where the draft is that. */
export function useDiscard(collection: Collection, part: Part | null): readonly MenuItem[] {
  const { environment } = useHere();
  const served = useServed(collection);
  const take = useTakeIntoDraft(collection);
  const { version } = collection.status[environment];
  if (served?.phase !== "ready" || version === null) return [];
  const { content } = served;
  if (!differs(collection, part, content)) return [];
  const { name } = part === null ? collection : itemOf(part);
  const change = (draft: CollectionContent) =>
    part === null ? content : (withPartOf(draft, content, itemOf(part)) ?? draft);
  return [
    {
      label: `Discard changes since version ${version}`,
      title: `Discard changes of ${name} since version ${version}`,
      icon: Undo2,
      run: () => take(change, `Discarded the changes of ${name} since version ${version}`),
    },
  ];
}

const differs = (collection: Collection, part: Part | null, content: CollectionContent): boolean =>
  part === null
    ? !isDraftOf(collection, content)
    : withPartOf(draftContent(collection), content, itemOf(part)) !== null;
