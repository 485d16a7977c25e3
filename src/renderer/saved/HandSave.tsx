import type { ReactNode } from "react";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { offerUndo } from "../stores/toasts-store.ts";
import { membersOf } from "./merge-edits.ts";
import { CopyTyped, saveWords } from "./SaveState.tsx";
import type { SavedState, Saving } from "./saved-state.ts";
import type { Edited } from "./use-saved.ts";

interface HandSaveProps<T extends object> {
  readonly edited: Edited<T>;
  /** What is saved: "Tribe". */
  readonly what: string;
  /** Where its commands stand in the palette. */
  readonly group: string;
  /** Where the edit stands, in words; empty where there is nothing to say. */
  readonly words: string;
  /** Said of an edit where its words are empty; left out on a narrow page. */
  readonly hint?: string;
  /** Whether the words say what is wrong, which takes the room that it needs. */
  readonly isWrong: boolean;
  readonly isEdited: boolean;
  /** Whether nothing speaks against what is edited. */
  readonly canSave: boolean;
  /** Discards what else is edited; gives the way back. */
  readonly onDiscard?: () => () => void;
  /** What stands between Discard edit and Save. */
  readonly children?: ReactNode;
}

/** At the head of a page whose edits are saved by hand: where the edit stands, Discard edit and Save. */
export function HandSave<T extends object>({ edited, what, group, isEdited, ...props }: HandSaveProps<T>) {
  const { toasts } = useConsole();
  const { canEdit } = useHere();
  const { saved, state, edit } = edited;
  const discard = () => {
    const before = saved.pending;
    if (state.server !== null) edit(membersOf(state.server, before));
    const restore = props.onDiscard?.();
    const undo = () => {
      edit(before);
      restore?.();
    };
    offerUndo(toasts, "Discarded the edit", { undo });
  };
  const save = () => void saved.save();
  // There is nothing to save it in; what was typed is shown with its own way out.
  const isGone = state.saving.state === "gone";
  const title = `Save ${what}`;
  const blocked = isEdited ? "correct what is wrong first" : "there is nothing to save";
  useCommands(
    [
      {
        id: "edit/save",
        title,
        group,
        keys: "mod+s",
        run: save,
        ...(!(isEdited && props.canSave && canEdit && !isGone) && { blocked }),
      },
      ...(isEdited && canEdit && !isGone
        ? [{ id: "edit/discard", title: "Discard edit", group, run: discard }]
        : []),
    ],
    "editor",
  );
  if (!canEdit && !isEdited) return props.children;
  const stands = !canEdit && state.saving.state === "edited" ? saveWords(state.saving) : props.words;
  const isHint = stands === "";
  const words = isHint && isEdited ? (props.hint ?? "") : stands;
  const { isWrong } = props;
  return (
    <>
      <span className={`save-state is-${isWrong ? "invalid" : state.saving.state} ${isHint ? "wide" : ""}`}>
        <span
          className={isWrong ? "direction what-is-wrong" : "direction small truncate"}
          role="status"
          title={words}
        >
          {words}
        </span>
      </span>
      {!canEdit && isEdited && state.server !== null && (
        <CopyTyped base={membersOf(state.server, saved.pending)} edit={saved.pending} />
      )}
      {isEdited && !isGone && (
        <Button look="quiet" onClick={discard}>
          Discard edit
        </Button>
      )}
      {!isGone && props.children}
      {canEdit && !isGone && (
        <Button
          look="primary"
          disabled={!props.canSave || !isEdited || state.saving.state === "saving"}
          onClick={save}
        >
          {title}
        </Button>
      )}
    </>
  );
}

/** Whether the server refused it. */
export const isRefused = <T,>({ saving }: Pick<SavedState<T>, "saving">): boolean =>
  saving.state === "refused";

/** Where an edit stands that is saved by hand: what the server refused stays. */
export const handSaveWords = <T,>(saving: Saving<T>): string =>
  saving.state === "refused" ? `Not saved. ${saving.reason}` : saveWords(saving);

/** Whether there is anything to save. */
export const isEdited = <T,>({ saving }: Pick<SavedState<T>, "saving">): boolean => saving.state !== "saved";
