import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { idPath, keyPath, type Named } from "../../model/collection-address.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import type { LocalKey } from "../../page/use-local-keys.ts";
import { useTreeKeys } from "../../parts/use-tree-keys.ts";
import { useRowHeight, useVirtualRows } from "../../parts/use-virtual-rows.ts";
import { useActions } from "../part-actions.ts";
import { TreeRow } from "./TreeRow.tsx";
import type { TreeItem } from "./tree-items.ts";

interface TreeProps {
  readonly items: readonly TreeItem[];
  readonly named: Named;
  readonly onOpen: (id: string, open: boolean) => void;
}

/** The tree of Collections, its rows drawn only where they are seen: arrows walk it, letters find, Enter opens, F2 renames, Delete deletes. */
export const Tree = memo(function Tree({ items, named, onOpen }: TreeProps) {
  const { canEdit } = useHere();
  const [, navigate] = useLocation();
  const to = usePath();
  const actions = useActions();
  const [focused, setFocused] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const shownId = idPath(named).at(-1);
  const entry = [focused, shownId].find((id) => items.some((one) => one.id === id)) ?? items[0]?.id;
  const rowHeight = useRowHeight("row");
  const { scroller, drawn, height, bringIntoView } = useVirtualRows({
    count: items.length,
    rowHeight,
    headHeight: 0,
    kept: items.findIndex(({ id }) => id === entry),
  });
  const focus = useFocusOnceDrawn(scroller, setFocused);
  const shownAt = items.findIndex(({ id }) => id === shownId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page brings its row into view.
  useEffect(() => {
    if (shownAt >= 0) bringIntoView(shownAt);
  }, [shownId]);

  const go = ({ target }: TreeItem) => navigate(to("collections", ...keyPath(target)));
  const remove = ({ target }: TreeItem) =>
    target.kind === "collection" ? actions.deleteCollection(target.collection) : actions.deletePart(target);

  const edits: LocalKey<TreeItem>[] = [
    { title: "Rename", keys: ["F2"], run: ({ id }) => setRenaming(id) },
    { title: "Delete", keys: ["Delete"], run: remove },
  ];
  const onKeyDown = useTreeKeys("In the tree", { items, focus, onOpen, go, edits: canEdit ? edits : [] });

  return (
    <div className="scroll" ref={scroller}>
      <div className="tree" role="tree" aria-label="Collections" style={{ height }} onKeyDown={onKeyDown}>
        {drawn.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <TreeRow
              key={item.id}
              item={item}
              top={start}
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
          );
        })}
      </div>
    </div>
  );
});

/** Focuses a row; one that is not drawn becomes the tree's way in first, which draws it. */
function useFocusOnceDrawn(scroller: RefObject<HTMLElement | null>, setEntry: (id: string) => void) {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(wanted.current)}"]`);
    row?.focus();
    if (row !== undefined && row !== null) wanted.current = null;
  });
  return (id: string) => {
    wanted.current = id;
    setEntry(id);
  };
}
