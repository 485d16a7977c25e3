import { createContext } from "react";
import { createStore } from "zustand/vanilla";
import type { Console } from "../page/console-context.ts";

/** Text in a field that means no value: it cannot be saved, and stays as it was typed. */
export interface TypedText {
  readonly text: string;
  /** The value that was there, for which it stands. */
  readonly of: unknown;
  /** Why it is none: "is not a number". */
  readonly problem: string;
}

/** Where a field stands. */
interface TypedPlace {
  /** The id of the object that is edited. */
  readonly object: string;
  /** The id of the scenario or the property in it: what is typed goes with it. */
  readonly owner: string;
  /** What the value is called: "seats". */
  readonly name: string;
}

export interface Kept extends TypedPlace, TypedText {}

/** Texts that mean nothing yet, by their places. Kept while the console is open, so that leaving an editor loses none. */
export const createTypedTexts = () =>
  createStore<{
    readonly byPlace: Readonly<Record<string, Kept>>;
    /** By place, whether a date that was emptied there had a time. */
    readonly timed: Readonly<Record<string, boolean>>;
  }>(() => ({ byPlace: {}, timed: {} }));

const known = new WeakMap<Console, TypedTexts>();

/** The texts of one console: they come with the page's own code, so that the first page does not carry them. */
export function typedTextsOf(console: Console): TypedTexts {
  const texts = known.get(console) ?? createTypedTexts();
  known.set(console, texts);
  return texts;
}
export type TypedTexts = ReturnType<typeof createTypedTexts>;

export const placeKey = ({ object, owner, name }: TypedPlace): string => `${object}/${owner}/${name}`;

/** Keeps a text, or forgets the one that is there. */
export function keepText(store: TypedTexts, place: TypedPlace, text: TypedText | null): void {
  const key = placeKey(place);
  const { [key]: known, ...others } = store.getState().byPlace;
  if (known === undefined && text === null) return;
  store.setState({ byPlace: text === null ? others : { ...others, [key]: { ...text, ...place } } });
}

/** The texts of a list's items go with them: `was` says at which place each item was before. */
export function moveItemTexts(
  store: TypedTexts,
  list: TypedPlace,
  was: readonly number[],
  before: number,
): void {
  const place = (index: number) => ({ ...list, name: `${itemPart(index)} ${list.name}` });
  const { byPlace } = store.getState();
  for (let index = 0; index < Math.max(before, was.length); index++)
    keepText(store, place(index), byPlace[placeKey(place(was[index] ?? before))] ?? null);
}
/** What an item of a list is called before the list's name: "2 of" it. */
export const itemPart = (index: number): string => `${index + 1} of`;

interface Owner {
  readonly id: string;
  readonly key: string;
}

/** What is typed in a property stays with it when the server gives it its id, or somebody another key. */
export function moveTexts(store: TypedTexts, object: string, from: Owner, to: Owner): void {
  const all = Object.values(store.getState().byPlace);
  const isMoved = (one: Kept) => one.object === object && one.owner === from.id;
  if (!all.some(isMoved)) return;
  const named = (name: string) => name.slice(0, name.length - from.key.length) + to.key;
  const moved = all.map((one) => (isMoved(one) ? { ...one, owner: to.id, name: named(one.name) } : one));
  store.setState({ byPlace: Object.fromEntries(moved.map((one) => [placeKey(one), one])) });
}

/** The texts of one object whose owner is still there. */
export function textsOf(
  { byPlace }: ReturnType<TypedTexts["getState"]>,
  object: { readonly id: string; readonly scenarios?: Owners; readonly properties?: Owners },
): readonly Kept[] {
  const owners = new Set([...(object.scenarios ?? []), ...(object.properties ?? [])].map(({ id }) => id));
  return Object.values(byPlace).filter((one) => one.object === object.id && owners.has(one.owner));
}
type Owners = readonly { readonly id: string }[];

/** Forgets all that was typed in an object and could not be read. Gives the way back, past what was typed since. */
export function forgetTexts(store: TypedTexts, object: string): () => void {
  const all = Object.entries(store.getState().byPlace);
  const gone = Object.fromEntries(all.filter(([, one]) => one.object === object));
  store.setState({ byPlace: Object.fromEntries(all.filter(([, one]) => one.object !== object)) });
  return () => store.setState(({ byPlace }) => ({ byPlace: { ...gone, ...byPlace } }));
}

/** Where the fields below stand; null where what is typed in them is kept nowhere, as in a popover. */
export const TypedPlaceContext = createContext<TypedPlace | null>(null);
