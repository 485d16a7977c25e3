import { useStore } from "zustand";
import type { Collection } from "../../../core/collection.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { itemOf, type Part, partsOf } from "../model/collection-address.ts";
import { experiencePort, sectionPort } from "../part-ports.ts";
import { useDesk } from "../use-collections.ts";
import { textsOf } from "../values/typed-texts.ts";

/** Says which edits have not arrived, so that they are no part of what is published. */
export function UnsavedNote({ collection }: { readonly collection: Collection }) {
  return partsOf(collection).map((part) => <PartNote key={itemOf(part).id} part={part} />);
}

function PartNote({ part }: { readonly part: Part }) {
  const console = useConsole();
  const { space } = useHere();
  const where = { spaceId: space.id, collectionId: part.collection.id };
  const { id, name } = itemOf(part);
  const saved =
    part.kind === "section"
      ? console.saved.get(sectionPort(console, where, id))
      : console.saved.get(experiencePort(console, where, id));
  const state = useStore(saved.store as never, (one: { saving: { state: string } }) => one.saving.state);
  const texts = useStore(useDesk().typedTexts);
  const arrives = state === "saved" || state === "refused" || state === "saving";
  if (arrives && textsOf(texts, itemOf(part)).length === 0) return null;
  return (
    <p className="consequence" role="note">
      An edit of {name} is not saved, so it is not part of this.
    </p>
  );
}
