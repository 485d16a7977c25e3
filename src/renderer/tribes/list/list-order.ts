import type { Tribe } from "../../../core/tribe.ts";
import { inAlphabet } from "../../text/format.ts";

const listOrders = ["name", "reach", "used", "changed"] as const;
export type ListOrder = (typeof listOrders)[number];

export const orderWords: Readonly<Record<ListOrder, string>> = {
  name: "Name",
  reach: "Reach",
  used: "Used by",
  changed: "Last changed",
};

/** One line of the list with all that it can be found and sorted by. */
export interface ListedTribe {
  readonly tribe: Tribe;
  readonly text: string;
  /** How much names it; undefined until that is known, null where it could not be read. */
  readonly used: number | null | undefined;
  /** How many are in it; null until it is counted. */
  readonly reach: number | null;
}

/** The order that an address names; undefined where that is none. */
export const readOrder = (text: string): ListOrder | undefined => listOrders.find((one) => one === text);

/** The lines that a text finds, by name, key or sentence, in an order; counts go down, names go up. */
export function orderedTribes(
  lines: readonly ListedTribe[],
  find: string,
  order: ListOrder,
): readonly ListedTribe[] {
  const text = find.trim().toLowerCase();
  const found = lines.filter(({ tribe, text: words }) =>
    [tribe.name, tribe.key, words].some((one) => one.toLowerCase().includes(text)),
  );
  return found.sort((a, b) => compare(a, b, order) || byName(a, b));
}

const byName = (a: ListedTribe, b: ListedTribe) => inAlphabet(a.tribe.name, b.tribe.name);

function compare(a: ListedTribe, b: ListedTribe, order: ListOrder): number {
  switch (order) {
    case "name":
      return byName(a, b);
    case "reach":
      return (b.reach ?? -1) - (a.reach ?? -1);
    case "used":
      return (b.used ?? -1) - (a.used ?? -1);
    case "changed":
      return Date.parse(b.tribe.updatedAt) - Date.parse(a.tribe.updatedAt);
  }
}
