import { Copy, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { usePath } from "../../app/use-here.ts";
import type { MenuItem } from "../../parts/MoreMenu.tsx";
import { useAct } from "../../parts/use-form.ts";
import { belowOf, itemOf, type Part } from "../model/collection-address.ts";
import { useActions } from "../use-actions.ts";
import { useDiscard } from "./use-discard.ts";

/** What can be done with the part that is open. */
export function usePartItems(part: Part): readonly MenuItem[] {
  const actions = useActions();
  const act = useAct();
  const [, navigate] = useLocation();
  const to = usePath();
  const above = belowOf(part).slice(0, -1);
  const copy = {
    send: async () => {
      const { key, name } = await actions.copyPart(part);
      const href = to("collections", ...above, key);
      return { show: () => navigate(href), said: `Made “${name}”`, way: { words: "Show it", href } };
    },
    failure: `“${itemOf(part).name}” was not duplicated.`,
  };
  const discard = useDiscard(part.collection, part);
  return [
    ...discard,
    {
      label: "Duplicate",
      icon: Copy,
      run: () => act(copy),
    },
    {
      label: "Delete",
      icon: Trash2,
      danger: true,
      run: () => {
        actions.deletePart(part);
        navigate(to("collections", ...above));
      },
    },
  ];
}
