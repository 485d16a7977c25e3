import { createStore } from "zustand/vanilla";
import type { Console } from "../app/create-console.ts";
import type { EditHistory } from "./model/edit-history.ts";
import { ServedContents } from "./served-contents.ts";

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
  /** Items of the tree that were opened or closed by hand. */
  readonly opened: Readonly<Record<string, boolean>>;
}

/** What the Collections page keeps beyond one visit: nothing of it is lost on the way to another page. */
export interface Desk {
  readonly store: ReturnType<typeof createDeskStore>;
  readonly served: ServedContents;
  readonly histories: Map<string, EditHistory<never>>;
  /** Grows with every write of a Collection: what was read before it is out of date. */
  writes: number;
}

const createDeskStore = () => createStore<DeskState>(() => ({ hidden: new Set(), making: null, opened: {} }));

const desks = new WeakMap<Console, Desk>();

/** The one desk of a console; it comes with the page's own code, so that the first page does not carry it. */
export function deskOf(console: Console): Desk {
  const known = desks.get(console);
  if (known !== undefined) return known;
  const made: Desk = {
    store: createDeskStore(),
    served: new ServedContents(console.client),
    histories: new Map(),
    writes: 0,
  };
  desks.set(console, made);
  return made;
}

/** Hides a part of a Collection, or shows it again. */
export function hidePart(desk: Desk, id: string, on: boolean): void {
  const hidden = new Set(desk.store.getState().hidden);
  if (on) hidden.add(id);
  else hidden.delete(id);
  desk.store.setState({ hidden });
}
