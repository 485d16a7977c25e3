import { Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { usePath } from "../../app/use-here.ts";
import type { MenuItem } from "../../parts/MoreMenu.tsx";
import type { Making } from "../desk.ts";
import { belowOf } from "../model/collection-address.ts";
import { useActions, useAttempt } from "../use-actions.ts";
import { useDesk } from "../use-collections.ts";
import type { TreeItem } from "./tree-items.ts";

/** What can be done with an item of the tree. */
export function useRowMenu({ target }: TreeItem, onRename: () => void): readonly (MenuItem | null)[] {
  const { store } = useDesk();
  const actions = useActions();
  const attempt = useAttempt();
  const [, navigate] = useLocation();
  const to = usePath();
  const make = (making: Making) => () => store.setState({ making });
  const copy = async () => {
    if (target.kind === "collection") {
      const collection = await actions.copyCollection(target.collection);
      return navigate(to("collections", ...belowOf({ kind: "collection", collection })));
    }
    const made = await actions.copyPart(target);
    const above = belowOf(target).slice(0, -1);
    navigate(to("collections", ...above, made.key));
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
    { label: "Duplicate", icon: Copy, run: () => attempt(copy) },
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
