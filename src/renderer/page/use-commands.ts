import { useContext, useEffect, useEffectEvent } from "react";
import { type Command, offerCommands } from "../stores/commands-store.ts";
import { useConsole } from "./console-context.ts";
import { type Here, HereContext } from "./use-here.ts";

/**
 * Offers commands in the palette and by their keys while the component is shown. They may be made anew on each render:
 * only a change of ids, titles or keys offers them again, and what runs is always the latest. To somebody without the
 * role that they take, they are shown with the reason and do nothing.
 */
export function useCommands(commands: readonly Command[], needs?: Needs): void {
  const { commands: store } = useConsole();
  const blocked = blockedFor(useContext(HereContext), needs);
  const shown = blocked === null ? commands : commands.map((one) => ({ ...one, blocked }));
  const run = useEffectEvent((index: number) => shown[index]?.run());
  const offer = useEffectEvent(() =>
    offerCommands(
      store,
      shown.map((one, index) => ({ ...one, run: () => run(index) })),
    ),
  );
  const shape = JSON.stringify(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` is what of the commands is on offer.
  useEffect(() => offer(), [store, shape]);
}

type Needs = "editor" | "owner" | undefined;

/** Why somebody may not do what takes a role; null where they may. */
export function blockedFor(here: Pick<Here, "canEdit" | "isOwner"> | null, needs: Needs): string | null {
  if (needs === "editor" && here?.canEdit === false) return "read only: it takes an editor";
  if (needs === "owner" && here?.isOwner === false) return "it takes an owner";
  return null;
}

/** Offers the way into a list's search: the field of this label. */
export function useFindCommand(group: string, label: string): void {
  const run = () => document.querySelector<HTMLElement>(`input[aria-label="${label}"]`)?.focus();
  useCommands([{ id: `${group.toLowerCase()}/find`, title: label, group, keys: "/", run }]);
}

interface UndoCommands {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** A selector of what has an undo of its own. */
  readonly notIn: string;
}

/** Offers the way back through the edits of what is open, and forth again. */
export function useUndoCommands({ undo, redo, canUndo, canRedo, notIn }: UndoCommands): void {
  const edit = { group: "Edit", notIn };
  useCommands(
    [
      {
        ...edit,
        id: "edit/undo",
        title: "Undo the last edit",
        keys: "mod+z",
        ...(!canUndo && { blocked: "no edit to undo" }),
        run: undo,
      },
      {
        ...edit,
        id: "edit/redo",
        title: "Redo the edit",
        keys: "mod+y",
        also: ["mod+shift+z"],
        ...(!canRedo && { blocked: "no edit to redo" }),
        run: redo,
      },
    ],
    "editor",
  );
}
