import { Undo2 } from "lucide-react";
import { useLocation } from "wouter";
import type { Collection } from "../../core/collection.ts";
import type { CollectionContent } from "../../core/publication.ts";
import { inWords } from "../api/api-problem.ts";
import type { Tagged } from "../api/client.ts";
import { itemOf, keyPath, namedBy, type Part, partsOf } from "../model/collection-address.ts";
import { draftContent, draftOf, isDraftOf, withPartOf } from "../model/draft-content.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { useHere, usePath } from "../page/use-here.ts";
import type { MenuItem } from "../parts/MoreMenu.tsx";
import { useAct } from "../parts/use-form.ts";
import { offerUndo, say } from "../stores/toasts-store.ts";
import { forgetTexts } from "../values/typed-texts.ts";
import { arrived } from "./arrived.ts";
import { collectionsStateOf } from "./collections-state.ts";
import { type CollectionName, savedPart } from "./part-ports.ts";
import { useServed } from "./use-served.ts";

export type TakeIntoDraft = (change: (draft: CollectionContent) => CollectionContent, said: string) => void;

/** Changes a Collection's draft as a whole, with a toast that brings it back; what is open stays open under its new key. */
export function useTakeIntoDraft(collection: Collection): TakeIntoDraft {
  const console = useConsole();
  const { space, below } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const act = useAct();
  const where = { spaceId: space.id, collectionId: collection.id };
  return (change, said) =>
    act({
      send: async () => {
        const after = addressIn(await takeIntoDraft(console, where, change, said), below, collection);
        if (after.join("/") === below.join("/")) return {};
        return { show: () => navigate(to("collections", ...after), { replace: true }) };
      },
      failure: `The draft of ${collection.name} was not changed.`,
    });
}

/** The address in `made` of what `below` names in `before`; the Collection's own where it is not there. */
function addressIn(made: Collection, below: readonly string[], before: Collection): readonly string[] {
  const named = namedBy(below, [before], []);
  const id = named.kind === "section" || named.kind === "experience" ? itemOf(named).id : null;
  const part = partsOf(made).find((one) => itemOf(one).id === id);
  if (part === undefined && id === null && made.key === before.key) return below;
  return keyPath(part ?? { kind: "collection", collection: made });
}

/**
 * Changes a draft as a whole, with a way back: the undo brings all of it back as it was, unless something else is in it by
 * then. Edits that cannot be saved are let go of. @throws ApiProblem with the reason
 */
async function takeIntoDraft(
  console: Console,
  where: CollectionName,
  change: (draft: CollectionContent) => CollectionContent,
  said: string,
): Promise<Collection> {
  await arrived(console, where, (words) => say(console.toasts, words));
  const read = await console.client.exchange("getCollection", { params: where });
  const before = draftContent(read.answer);
  const made = await put(console, where, change(before), read.etag);
  const way = { from: draftContent(made.answer), to: before };
  offerUndo(console.toasts, said, { undo: () => goBack(console, where, way) });
  return made.answer;
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
  await arrived(console, where, (words) => say(console.toasts, words));
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
    const saved = savedPart(console, where, part);
    if (saved.store.getState().saving.state !== "saved") saved.takeTheirs();
    forgetTexts(collectionsStateOf(console).typedTexts, itemOf(part).id);
  }
}

/** The menu item that takes a Collection, or a part of it, back to what is served; none where nothing differs. */
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
