import { createStore, type StoreApi } from "zustand/vanilla";
import type { Console } from "../page/console-context.ts";
import { type TypedTexts, typedTextsOf } from "../values/typed-texts.ts";
import { createOpenedStore, type OpenedStore } from "./tree/opened-store.ts";

/** What is being made or named in a dialog. */
export type Making =
  | { readonly kind: "collection" }
  | { readonly kind: "type" }
  | { readonly kind: "experience"; readonly collectionId: string; readonly sectionId: string | null }
  | { readonly kind: "section"; readonly collectionId: string };

/** What the Collections page keeps beyond one visit: nothing of it is lost on the way to another page. */
export interface CollectionsState {
  readonly store: StoreApi<{ readonly making: Making | null }>;
  readonly typedTexts: TypedTexts;
  /** What is open in the tree, by the Space's id. */
  readonly opened: Map<string, OpenedStore>;
  /** The ways back that were taken, one after the other: each starts from where the one before it led. */
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
