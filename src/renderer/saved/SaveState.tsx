import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { useNames } from "../rules/use-names.ts";
import { offerUndo } from "../stores/toasts-store.ts";
import { differences, spokenPath } from "../text/differences.ts";
import { stepsOf } from "./edit-history.ts";
import { typedIn } from "./GoneEdits.tsx";
import { membersOf } from "./merge-edits.ts";
import type { SavedObject } from "./saved-object.ts";
import type { Saving } from "./saved-state.ts";

interface SaveStateProps<T extends object> {
  readonly saved: SavedObject<T>;
  readonly saving: Saving<unknown>;
  readonly unread: Unread;
}

/** What is typed and means no value: what it is in and why it is none, and the way to forget it, which gives the way back. */
export interface Unread {
  readonly texts: readonly { readonly name: string; readonly problem: string }[];
  readonly forget: () => () => void;
}

/** Where the edits of what is on screen stand, in words, beside its title; to a viewer only where one is not saved, of before. */
export function SaveState<T extends object>({ saved, saving: edit, unread }: SaveStateProps<T>) {
  const { canEdit } = useHere();
  const saving = savingWith(edit, unread);
  if (!canEdit && saving.state === "saved") return null;
  return (
    <span className={`save-state is-${saving.state}`}>
      <span
        role="status"
        className={
          ["invalid", "refused"].includes(saving.state) ? "direction what-is-wrong" : "direction truncate"
        }
        title={saveWords(saving)}
      >
        {saveWords(saving)}
      </span>
      {saving.state === "refused" && canEdit && (
        <Button small onClick={() => saved.tryAgain()}>
          Show my edit again
        </Button>
      )}
      {saving.state === "refused" && !canEdit && <CopyTyped base={saving.base} edit={saving.edit} />}
      {saving.state === "invalid" && <DiscardWrong saved={saved} unread={unread} />}
    </span>
  );
}

/** Takes an edit along that was made on `base`, for whoever may not save it any more. */
export function CopyTyped({ base, edit }: { readonly base: object; readonly edit: object }) {
  const typed = typedIn(base, edit, useNames()).map(({ what, text }) => `${what}: ${text}`);
  return <CopyButton text={typed.join("\n")} label="Copy what you typed" words="Copy what you typed" />;
}

/** What is typed and means nothing is not saved either; what the server or the form says of an edit comes first. */
function savingWith(saving: Saving<unknown>, unread: Unread): Saving<unknown> {
  const [text] = unread.texts;
  if (text === undefined || ["invalid", "refused", "conflict", "gone"].includes(saving.state)) return saving;
  return { state: "invalid", errors: [{ path: "", detail: `${text.name} ${text.problem}` }] };
}

/** Lets go of what cannot be right, and says what that is; what is right beside it is saved. */
function DiscardWrong<T extends object>({ saved, unread }: Omit<SaveStateProps<T>, "saving">) {
  const { toasts } = useConsole();
  const wrong = [...new Set([...wrongIn(saved), ...unread.texts.map(({ name }) => name)])];
  const discard = () => {
    const waysBack = [stepsOf(saved).dropWrong(), unread.forget()];
    const what =
      wrong.length === 1 ? `the edit of ${wrong[0]}` : `${wrong.length} edits: ${wrong.join("; ")}`;
    const undo = () => {
      for (const back of waysBack) back();
    };
    offerUndo(toasts, `Discarded ${what}`, { undo });
  };
  return (
    <Button small title={wrong.join("; ")} onClick={discard}>
      {wrong.length > 1 ? `Discard ${wrong.length} edits` : "Discard edit"}
    </Button>
  );
}

/** What of an edit cannot be saved, each by the names that lead to it. */
function wrongIn<T extends object>(saved: SavedObject<T>): readonly string[] {
  const { server, value } = saved.store.getState();
  if (server === null || value === null) return [];
  const left = { ...value, ...membersOf(server, saved.pending), ...saved.right };
  return differences(left, value).map(({ path }) => spokenPath(value, path).join(", "));
}

/** Where an edit stands. */
export function saveWords(saving: Saving<unknown>): string {
  switch (saving.state) {
    case "saved":
      return "All changes saved";
    case "edited":
      return "Edited, not saved";
    case "saving":
      return "Saving…";
    case "waiting":
      return "Not saved yet: kept here and tried again";
    case "invalid":
      return `Not saved: ${saving.errors[0]?.detail ?? "something here is wrong"}`;
    case "refused":
      return `Taken back: ${saving.errors[0]?.detail ?? saving.reason}`;
    case "conflict":
      return "Not saved: changed elsewhere";
    case "gone":
      return "Not saved: deleted elsewhere";
    default:
      return saving satisfies never;
  }
}
