import { useMemo } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Collection, Experience } from "../../core/collection.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { useHidden, useList, useListProblem } from "../page/use-list.ts";
import { unlistedTribe } from "../rules/rule-words.ts";
import { type BrowserMemory, browserStorage, remember, remembered } from "../stores/browser-memory.ts";
import { type TypedTexts, typedTextsOf } from "../values/typed-texts.ts";

/** What is being made or named in a dialog. */
export type Making =
  | { readonly kind: "collection" }
  | { readonly kind: "type" }
  | { readonly kind: "experience"; readonly collectionId: string; readonly sectionId: string | null }
  | { readonly kind: "section"; readonly collectionId: string };

/** What the Collections page keeps beyond one visit: nothing of it is lost on the way to another page. */
interface CollectionsState {
  readonly store: StoreApi<{ readonly making: Making | null }>;
  readonly typedTexts: TypedTexts;
  /** What is open in the tree, by the Space's id. */
  readonly opened: Map<string, OpenedStore>;
  /** The ids that addresses named: a key may be another since. */
  readonly named: Map<string, readonly string[]>;
  /** Undos of drafts, one after the other: each starts from what the one before it left. */
  waysBack: Promise<void>;
}

const states = new WeakMap<Console, CollectionsState>();

/** The one state of a console; it comes with the page's own code, so that the first page does not carry it. */
export function collectionsStateOf(console: Console): CollectionsState {
  const known = states.get(console);
  if (known !== undefined) return known;
  const made: CollectionsState = {
    store: createStore(() => ({ making: null })),
    typedTexts: typedTextsOf(console),
    opened: new Map(),
    named: new Map(),
    waysBack: Promise.resolve(),
  };
  states.set(console, made);
  return made;
}

/** What is open in a Space's tree; the same one on every visit. */
export function openedOf(state: CollectionsState, spaceId: string): OpenedStore {
  const opened = state.opened.get(spaceId) ?? createOpenedStore(spaceId);
  state.opened.set(spaceId, opened);
  return opened;
}

/** Items of one Space's tree that were opened or closed by hand, by their ids. The newest is last. */
type Opened = Readonly<Record<string, boolean>>;

/** How many items of a Space are remembered: what was deleted long ago goes first. */
const most = 500;
const entry = (spaceId: string) => `understudy:opened:${spaceId}`;

/** What is open in a Space's tree; this browser remembers it. */
export function createOpenedStore(spaceId: string, memory: BrowserMemory = browserStorage) {
  const store = createStore<{ readonly opened: Opened }>(() => ({
    opened: readOpened(remembered(memory, entry(spaceId))),
  }));
  store.subscribe(({ opened }) => remember(memory, entry(spaceId), opened));
  return store;
}
type OpenedStore = ReturnType<typeof createOpenedStore>;

/** Opens or closes an item by hand. */
export function setOpened(store: OpenedStore, id: string, open: boolean): void {
  const { [id]: _before, ...others } = store.getState().opened;
  const all = [...Object.entries(others), [id, open] as const];
  store.setState({ opened: Object.fromEntries(all.slice(-most)) });
}

function readOpened(kept: unknown): Opened {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, open]) => typeof open === "boolean"));
}

export const useCollectionsState = (): CollectionsState => collectionsStateOf(useConsole());

/** The Space's Collections without anything that is being deleted; null until they are loaded. */
export function useCollections(): readonly Collection[] | null {
  const { collections } = useConsole();
  const all = useList(collections);
  const hidden = useHidden();
  return useMemo(() => (all === null ? null : withoutHidden(all, hidden)), [all, hidden]);
}

export const useTypes = (): readonly ExperienceType[] => useList(useConsole().types) ?? none;
const none: readonly ExperienceType[] = [];

/** Names of Tribes, types and parts by their ids, for whatever refers to them. */
export function useNameOf(collection?: Collection): (id: string) => string {
  const { tribes: list } = useConsole();
  const tribes = useList(list);
  const isFailed = useListProblem(list) !== null;
  const types = useTypes();
  return useMemo(() => {
    const parts = collection?.sections.flatMap(({ experiences }) => experiences) ?? [];
    const names = new Map([...(tribes ?? []), ...types, ...parts].map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? (id.startsWith("trb_") ? unlistedTribe(id, tribes, isFailed) : id);
  }, [tribes, isFailed, types, collection]);
}

/** Collections without what is being deleted in them, as long as that can be undone. */
export function withoutHidden(
  collections: readonly Collection[],
  hidden: ReadonlySet<string>,
): readonly Collection[] {
  if (hidden.size === 0) return collections;
  const shown = (all: readonly Experience[]) => all.filter(({ id }) => !hidden.has(id));
  return collections.map((collection) => ({
    ...collection,
    experiences: shown(collection.experiences),
    sections: collection.sections
      .filter(({ id }) => !hidden.has(id))
      .map((section) => ({ ...section, experiences: shown(section.experiences) })),
  }));
}
