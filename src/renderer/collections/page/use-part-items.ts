import { Copy, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { usePath } from "../../app/use-here.ts";
import type { MenuItem } from "../../parts/MoreMenu.tsx";
import { belowOf, type Part } from "../model/collection-address.ts";
import { useActions, useAttempt } from "../use-actions.ts";
import { useDiscard } from "./use-discard.ts";

/** What can be done with the part that is open. */
export function usePartItems(part: Part): readonly MenuItem[] {
  const actions = useActions();
  const attempt = useAttempt();
  const [, navigate] = useLocation();
  const to = usePath();
  const above = belowOf(part).slice(0, -1);
  const discard = useDiscard(part.collection, part);
  return [
    ...discard,
    {
      label: "Duplicate",
      icon: Copy,
      run: () =>
        attempt(async () => navigate(to("collections", ...above, (await actions.copyPart(part)).key))),
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
