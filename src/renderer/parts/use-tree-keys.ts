import { type KeyboardEvent, useRef } from "react";
import { type LocalKey, useLocalKeys } from "../page/use-local-keys.ts";
import { type TreeStop, treeKeys, treeStep, typeAhead } from "./tree-step.ts";

interface TreeKeys<Item> {
  /** The rows that are shown, from top to bottom; each is a `treeitem` with its id as `data-id`. */
  readonly items: readonly Item[];
  readonly focus: (id: string) => unknown;
  readonly onOpen: (id: string, open: boolean) => void;
  /** What Enter and Space do. */
  readonly go: (item: Item) => void;
  readonly edits?: readonly LocalKey<Item>[];
}

/** How long after a letter another goes on with the same name, in ms. */
const patience = 700;

/** The keys of a tree, as the keyboard map shows them under `group`: arrows walk it, letters find, Enter opens. */
export function useTreeKeys<Item extends TreeStop>(
  group: string,
  { items, focus, onOpen, go, edits = [] }: TreeKeys<Item>,
): (event: KeyboardEvent) => void {
  const typed = useRef({ text: "", at: 0 });
  const find = (letter: string, at: number, item: Item) => {
    const before = at - typed.current.at < patience ? typed.current.text : "";
    const text = before === letter ? letter : before + letter;
    const found = typeAhead(items, item.id, text);
    // It finds nothing: it may be a command's, such as the one that undoes.
    if (found === null && before === "") return false;
    typed.current = { text, at };
    if (found !== null) focus(found);
    return true;
  };
  const walk = (key: string) => (item: Item) => {
    const step = treeStep(items, item.id, key);
    if (step === null) return false;
    return "to" in step ? focus(step.to) : onOpen(item.id, "open" in step);
  };
  const press = useLocalKeys<Item>(group, [
    ...Object.entries(treeKeys).map(([key, title]) => ({ title, keys: [key], run: walk(key) })),
    { title: "Open it, or fold it", keys: ["Enter", "Space"], run: go },
    ...edits,
  ]);
  return (event) => {
    const item = items.find(({ id }) => id === itemIdAt(event.target));
    if (item === undefined || press(event, item)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !/^\S$/u.test(event.key)) return;
    if (find(event.key.toLowerCase(), event.timeStamp, item)) event.preventDefault();
  };
}

/** Only where the item itself has the focus: what is in it has keys of its own. */
const itemIdAt = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement && target.matches("[role=treeitem]") ? target.dataset.id : undefined;
