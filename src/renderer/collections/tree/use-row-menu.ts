import { Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { belowOf, itemOf } from "../../model/collection-address.ts";
import { usePath } from "../../page/use-here.ts";
import type { MenuItem } from "../../parts/MoreMenu.tsx";
import { useAct } from "../../parts/use-form.ts";
import type { Making } from "../collections-state.ts";
import type { PartActions } from "../part-actions.ts";
import { useActions } from "../use-actions.ts";
import { useCollectionsState } from "../use-collections.ts";
import type { TreeItem, TreeTarget } from "./tree-items.ts";

/** What can be done with an item of the tree. */
export function useRowMenu({ target }: TreeItem, onRename: () => void): readonly (MenuItem | null)[] {
  const { store } = useCollectionsState();
  const actions = useActions();
  const act = useAct();
  const [, navigate] = useLocation();
  const to = usePath();
  const make = (making: Making) => () => store.setState({ making });
  const copy = {
    send: async () => {
      const { made, below } = await copyOf(target, actions);
      const href = to("collections", ...below);
      return { show: () => navigate(href), said: `Made “${made.name}”`, way: { words: "Show it", href } };
    },
    failure: `“${nameOf(target)}” was not duplicated.`,
  };
  const collectionId = target.collection.id;
  const makes: (MenuItem | null)[] =
    target.kind === "collection"
      ? [
          {
            label: "New Experience",
            icon: Plus,
            run: make({ kind: "experience", collectionId, sectionId: null }),
          },
          { label: "New Section", icon: Plus, run: make({ kind: "section", collectionId }) },
          null,
        ]
      : target.kind === "section"
        ? [
            {
              label: "New Experience in it",
              icon: Plus,
              run: make({ kind: "experience", collectionId, sectionId: target.section.id }),
            },
            null,
          ]
        : [];
  return [
    ...makes,
    { label: "Rename", icon: Pencil, keys: "F2", run: onRename },
    { label: "Duplicate", icon: Copy, run: () => act(copy) },
    {
      label: "Delete",
      icon: Trash2,
      keys: "Delete",
      danger: true,
      run: () =>
        target.kind === "collection"
          ? actions.deleteCollection(target.collection)
          : actions.deletePart(target),
    },
  ];
}

const nameOf = (target: TreeTarget): string =>
  target.kind === "collection" ? target.collection.name : itemOf(target).name;

/** A copy beside what it is of, and the steps of its address. */
async function copyOf(target: TreeTarget, actions: PartActions) {
  if (target.kind === "collection") {
    const made = await actions.copyCollection(target.collection);
    return { made, below: belowOf({ kind: "collection", collection: made }) };
  }
  const made = await actions.copyPart(target);
  return { made, below: [...belowOf(target).slice(0, -1), made.key] };
}
