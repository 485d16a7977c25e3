import { type KeyboardEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useHere, usePath } from "../../app/use-here.ts";
import { belowOf, itemOf, type Named } from "../model/collection-address.ts";
import { useActions } from "../use-actions.ts";
import { TreeRow } from "./TreeRow.tsx";
import type { TreeItem } from "./tree-items.ts";
import { treeStep, typeAhead } from "./tree-step.ts";

interface TreeProps {
  readonly items: readonly TreeItem[];
  readonly named: Named;
  readonly onOpen: (id: string, open: boolean) => void;
}

const patience = 700;

/** The tree of Collections: arrows walk it, letters find, Enter opens, F2 renames, Delete deletes. */
export function Tree({ items, named, onOpen }: TreeProps) {
  const { canEdit } = useHere();
  const [, navigate] = useLocation();
  const to = usePath();
  const actions = useActions();
  const [focused, setFocused] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const shownId = idOf(named);
  const entry = [focused, shownId].find((id) => items.some((one) => one.id === id)) ?? items[0]?.id;

  const focus = (id: string | null) => {
    if (id !== null) root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  };
  const go = ({ target }: TreeItem) => navigate(to("collections", ...belowOf(target)));
  const remove = ({ target }: TreeItem) =>
    target.kind === "collection" ? actions.deleteCollection(target.collection) : actions.deletePart(target);

  const onKeyDown = (event: KeyboardEvent) => {
    const item = items.find(({ id }) => id === itemIdAt(event.target));
    if (item === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(items, item.id, event.key);
    if (step !== null && "to" in step) focus(step.to);
    else if (step !== null) onOpen(item.id, "open" in step);
    else if (event.key === "Enter" || event.key === " ") go(item);
    else if (event.key === "F2" && canEdit) setRenaming(item.id);
    else if (event.key === "Delete" && canEdit) remove(item);
    else if (/^\S$/u.test(event.key)) {
      const now = event.timeStamp;
      const before = now - typed.current.at < patience ? typed.current.text : "";
      const letter = event.key.toLowerCase();
      const text = before === letter ? letter : before + letter;
      typed.current = { text, at: now };
      focus(typeAhead(items, item.id, text));
    } else return;
    event.preventDefault();
  };

  return (
    <div className="tree" role="tree" aria-label="Collections" ref={root} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <TreeRow
          key={item.id}
          item={item}
          selected={item.id === shownId}
          entry={item.id === entry}
          renaming={item.id === renaming}
          onFocus={() => setFocused(item.id)}
          onGo={() => go(item)}
          onOpen={(open) => onOpen(item.id, open)}
          onRename={() => setRenaming(item.id)}
          onRenamed={() => {
            setRenaming(null);
            focus(item.id);
          }}
        />
      ))}
    </div>
  );
}

/** Only where the item itself has the focus: what is in it has keys of its own. */
const itemIdAt = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement && target.matches("[role=treeitem]") ? target.dataset.id : undefined;

function idOf(named: Named): string | null {
  if (named.kind === "collection") return named.collection.id;
  return named.kind === "section" || named.kind === "experience" ? itemOf(named).id : null;
}
