import type { Collection } from "../../core/collection.ts";
import type { CollectionContent } from "../../core/publication.ts";
import { inWords } from "../api/api-problem.ts";
import type { Tagged } from "../api/client.ts";
import { itemOf, partsOf } from "../model/collection-address.ts";
import { draftContent, draftOf, isDraftOf } from "../model/draft-content.ts";
import type { Console } from "../page/console-context.ts";
import { offerUndo, say } from "../stores/toasts-store.ts";
import { forgetTexts } from "../values/typed-texts.ts";
import { collectionsStateOf } from "./collections-state.ts";
import { type CollectionName, experiencePort, sectionPort } from "./part-ports.ts";

/**
 * Changes a draft as a whole, with a way back: the undo brings all of it back as it was, unless something else is in it by
 * then. Edits that cannot be saved are let go of. @throws ApiProblem with the reason
 */
export async function takeIntoDraft(
  console: Console,
  where: CollectionName,
  change: (draft: CollectionContent) => CollectionContent,
  said: string,
): Promise<Collection> {
  await arrived(console, where);
  const read = await console.client.exchange("getCollection", { params: where });
  const before = draftContent(read.answer);
  const made = await put(console, where, change(before), read.etag);
  const way = { from: draftContent(made.answer), to: before };
  offerUndo(console.toasts, said, { undo: () => goBack(console, where, way), commit: () => undefined });
  return made.answer;
}

/** Waits for the edits and deletions that are shown already: what is taken is what is seen. */
async function arrived({ saved, removals }: Console, { spaceId }: CollectionName): Promise<void> {
  await saved.flush();
  await removals.settle(spaceId);
}

interface WayBack {
  readonly from: CollectionContent;
  readonly to: CollectionContent;
}

function goBack(console: Console, where: CollectionName, way: WayBack): void {
  const state = collectionsStateOf(console);
  state.waysBack = state.waysBack
    .then(() => bringBack(console, where, way))
    .catch((error: unknown) => say(console.toasts, `The draft was not brought back. ${inWords(error)}`));
}

/** By what a draft holds, not by when it was written: what was changed and undone since is no obstacle. */
async function bringBack(console: Console, where: CollectionName, { from, to }: WayBack): Promise<void> {
  await arrived(console, where);
  const read = await console.client.exchange("getCollection", { params: where });
  if (isDraftOf(read.answer, from)) await put(console, where, to, read.etag);
  else say(console.toasts, "The draft was not brought back: it was changed since.");
}

async function put(
  console: Console,
  where: CollectionName,
  content: CollectionContent,
  etag: string | null,
): Promise<Tagged<Collection>> {
  const input = { params: where, body: draftOf(content), ifMatch: etag ?? undefined };
  const made = await console.client.exchange("replaceDraft", input);
  letGo(console, where, made.answer);
  console.collections.keep(where.spaceId, made.answer);
  return made;
}

/** Forgets edits that could not be saved: they were of what is no longer there. */
function letGo(console: Console, where: CollectionName, collection: Collection): void {
  for (const part of partsOf(collection)) {
    const saved =
      part.kind === "section"
        ? console.saved.get(sectionPort(console, where, part.section.id))
        : console.saved.get(experiencePort(console, where, part.experience.id));
    if (saved.store.getState().saving.state !== "saved") saved.takeTheirs();
    forgetTexts(collectionsStateOf(console).typedTexts, itemOf(part).id);
  }
}
