import { Copy, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { keyPath } from "../../model/collection-address.ts";
import { usePath } from "../../page/use-here.ts";
import { useAct } from "../../parts/use-form.ts";
import { useActions } from "../part-actions.ts";
import { type TreeTarget, targetName } from "./tree-items.ts";

/** What can be done with a Collection or with anything in one, wherever it has a menu. */
export function useItemMenu(target: TreeTarget) {
  const actions = useActions();
  const act = useAct();
  const [, navigate] = useLocation();
  const to = usePath();
  const above = keyPath(target).slice(0, -1);
  const send = async () => {
    const { key, name } = await (target.kind === "collection"
      ? actions.copyCollection(target.collection)
      : actions.copyPart(target));
    const href = to("collections", ...above, key);
    return { show: () => navigate(href), said: `Created “${name}”`, way: { words: "Show it", href } };
  };
  const failure = `“${targetName(target)}” was not duplicated.`;
  const remove = () =>
    target.kind === "collection" ? actions.deleteCollection(target.collection) : actions.deletePart(target);
  const words = { label: "Delete", icon: Trash2, danger: true };
  return {
    duplicate: { label: "Duplicate", icon: Copy, run: () => act({ send, failure }) },
    remove: { ...words, run: remove },
    /** Removes it from its own page: what it was in is shown then. */
    removeHere: {
      ...words,
      run: () => {
        remove();
        navigate(to("collections", ...above));
      },
    },
  };
}
