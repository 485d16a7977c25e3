import { murmur3 } from "../../targeting/murmur3.ts";
import { compareTexts } from "../sorted.ts";

/** Something that wants a name in a scope where others have names already. */
export interface Nameable {
  readonly id: string;
  /** What the suffix is made of where one is needed: a text that no other in the scope has, e.g. its keys. */
  readonly identity: string;
  /** The names that it would like, the best first. */
  readonly wishes: readonly [string, ...string[]];
  /** In ms. Who came first has the first choice. */
  readonly madeAt: number;
  /** Every name that it takes by having this one, e.g. `HeroData` beside `Hero`. */
  readonly declared: (name: string) => readonly string[];
}

interface Scope {
  /** Names that nobody may have, in whatever case. */
  readonly reserved: Iterable<string>;
  readonly withSuffix: (name: string, suffix: string) => string;
}

/**
 * A name for each, by id. Names differ in more than case, so that files named after them fit every disk. Where all wishes
 * are taken, the first one gets a suffix that hangs on the identity alone: nothing that is added later changes a name.
 */
export function assignNames(
  items: readonly Nameable[],
  { reserved, withSuffix }: Scope,
): Map<string, string> {
  const taken = new Set([...reserved].map((name) => name.toLowerCase()));
  const names = new Map<string, string>();
  for (const item of inOrder(items)) {
    const isFree = (name: string) => item.declared(name).every((one) => !taken.has(one.toLowerCase()));
    const name = item.wishes.find(isFree) ?? suffixed(item, withSuffix, isFree);
    for (const one of item.declared(name)) taken.add(one.toLowerCase());
    names.set(item.id, name);
  }
  return names;
}

/** A scope with names of its own, such as the properties of a class. */
export interface OwnScope extends Scope {
  /** The names that something would like, the best first. */
  readonly names: (text: string) => readonly [string, ...string[]];
}

/** Names for things in a scope of their own, by key. */
export function namesIn(
  scope: OwnScope,
  items: readonly { readonly key: string; readonly place: number }[],
): (key: string) => string {
  const names = assignNames(
    items.map(({ key, place }) => ({
      id: key,
      identity: key,
      wishes: scope.names(key),
      madeAt: place,
      declared: (name: string) => [name],
    })),
    scope,
  );
  return (key) => names.get(key) ?? key;
}

const inOrder = (items: readonly Nameable[]): Nameable[] =>
  [...items].sort((a, b) => a.madeAt - b.madeAt || compareTexts(a.identity, b.identity));

const SUFFIX_LENGTH = 4;

function suffixed(
  { identity, wishes }: Nameable,
  withSuffix: Scope["withSuffix"],
  isFree: (name: string) => boolean,
): string {
  for (let seed = 0; ; seed += 1) {
    const suffix = murmur3(identity, seed).toString(36).padStart(SUFFIX_LENGTH, "0").slice(-SUFFIX_LENGTH);
    const name = withSuffix(wishes[0], suffix);
    if (isFree(name)) return name;
  }
}
