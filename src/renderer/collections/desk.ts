import { createStore } from "zustand/vanilla";
import type { Console } from "../app/create-console.ts";
import { withOrWithout } from "../stores/with-or-without.ts";
import { createOpenedStore, type OpenedStore } from "./tree/opened-store.ts";
import { createTypedTexts, type TypedTexts } from "./values/typed-texts.ts";

/** What is being made or named in a dialog. */
export type Making =
  | { readonly kind: "collection" }
  | { readonly kind: "type" }
  | { readonly kind: "experience"; readonly collectionId: string; readonly sectionId: string | null }
  | { readonly kind: "section"; readonly collectionId: string };

interface DeskState {
  /** Parts of Collections that are deleted as far as anybody sees, until the undo has run out. */
  readonly hidden: ReadonlySet<string>;
  readonly making: Making | null;
}

/** What the Collections page keeps beyond one visit: nothing of it is lost on the way to another page. */
export interface Desk {
  readonly store: ReturnType<typeof createDeskStore>;
  readonly typedTexts: TypedTexts;
  /** What is open in the tree, by the Space's id. */
  readonly opened: Map<string, OpenedStore>;
  /** The ways back that were taken, one after the other: each starts from where the one before it led. */
  waysBack: Promise<void>;
}

const createDeskStore = () => createStore<DeskState>(() => ({ hidden: new Set(), making: null }));

const desks = new WeakMap<Console, Desk>();

/** The one desk of a console; it comes with the page's own code, so that the first page does not carry it. */
export function deskOf(console: Console): Desk {
  const known = desks.get(console);
  if (known !== undefined) return known;
  const made: Desk = {
    store: createDeskStore(),
    typedTexts: createTypedTexts(),
    opened: new Map(),
    waysBack: Promise.resolve(),
  };
  desks.set(console, made);
  return made;
}

/** What is open in a Space's tree; the same one on every visit. */
export function openedOf(desk: Desk, spaceId: string): OpenedStore {
  const opened = desk.opened.get(spaceId) ?? createOpenedStore(spaceId);
  desk.opened.set(spaceId, opened);
  return opened;
}

/** Hides a part of a Collection, or shows it again. */
export function hidePart({ store }: Desk, id: string, on: boolean): void {
  store.setState({ hidden: withOrWithout(store.getState().hidden, id, on) });
}
