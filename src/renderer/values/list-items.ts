export type ListItem = string | number | boolean;
export type ItemKind = "text" | "number" | "switch";

export const kindOf = (item: ListItem): ItemKind => {
  if (typeof item === "number") return "number";
  return typeof item === "boolean" ? "switch" : "text";
};

/** An item as another kind: what it can keep of its value it keeps. */
export function asKind(item: ListItem, kind: ItemKind): ListItem {
  if (kind === "text") return String(item);
  if (kind === "switch") return item === true || item === "true";
  const number = Number(item);
  return Number.isFinite(number) ? number : 0;
}

/** An item at another place; unchanged where there is no such place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

export const itemsOf = (value: unknown): readonly ListItem[] =>
  Array.isArray(value) ? value.filter((one): one is ListItem => one !== null && typeof one !== "object") : [];
