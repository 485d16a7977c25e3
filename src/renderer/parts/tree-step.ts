/** One row of a tree, as far as its keys are concerned. */
export interface TreeStop {
  readonly id: string;
  readonly name: string;
  /** Null where nothing can be in it. */
  readonly open: boolean | null;
  readonly parentId: string | null;
}

/** Where a key leads from an item: to another, or to opening and closing it. */
type TreeStep = { readonly to: string } | { readonly open: string } | { readonly close: string } | null;

/** The keys of a tree (ARIA Authoring Practices, "Tree View"). */
export const treeKeys = {
  ArrowDown: "Next item",
  ArrowUp: "Previous item",
  ArrowRight: "Open it, or go to the first item in it",
  ArrowLeft: "Close it, or go to what it is in",
  Home: "First item",
  End: "Last item",
} as const;

/** Where such a key leads from an item; null where it leads nowhere. */
export function treeStep(items: readonly TreeStop[], id: string, key: string): TreeStep {
  const at = items.findIndex((one) => one.id === id);
  const item = items[at];
  if (item === undefined) return null;
  const to = (one: TreeStop | undefined): TreeStep => (one === undefined ? null : { to: one.id });
  switch (key) {
    case "ArrowDown":
      return to(items[at + 1]);
    case "ArrowUp":
      return to(items[at - 1]);
    case "Home":
      return to(items[0]);
    case "End":
      return to(items.at(-1));
    case "ArrowRight":
      if (item.open === false) return { open: id };
      return to(items.find((one) => one.parentId === id));
    case "ArrowLeft":
      if (item.open === true) return { close: id };
      return item.parentId === null ? null : { to: item.parentId };
    default:
      return null;
  }
}

/** The next item that begins with what was typed; one letter again and again walks them all. */
export function typeAhead(items: readonly TreeStop[], id: string, typed: string): string | null {
  const at = items.findIndex((one) => one.id === id);
  const from = typed.length === 1 ? at + 1 : at;
  const order = [...items.slice(from), ...items.slice(0, from)];
  return order.find(({ name }) => name.toLowerCase().startsWith(typed))?.id ?? null;
}
