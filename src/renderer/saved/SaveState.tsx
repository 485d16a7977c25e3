import { Button } from "../parts/Button.tsx";
import type { Saving } from "./saved-state.ts";

interface SaveStateProps {
  readonly saved: { readonly tryAgain: () => void; readonly takeTheirs: () => void };
  readonly saving: Saving<unknown>;
  /** Lets go of an edit that cannot be right; the server's version is taken where this is left out. */
  readonly onDiscard?: () => void;
}

/** Where the edits of what is on screen stand, in words, beside its title. */
export function SaveState({ saved, saving, onDiscard = () => saved.takeTheirs() }: SaveStateProps) {
  return (
    <span className={`save-state is-${saving.state}`}>
      <span role="status" className="direction truncate" title={saveWords(saving)}>
        {saveWords(saving)}
      </span>
      {saving.state === "refused" && (
        <Button small onClick={() => saved.tryAgain()}>
          Show my edit again
        </Button>
      )}
      {saving.state === "invalid" && (
        <Button small onClick={onDiscard}>
          Discard edit
        </Button>
      )}
    </span>
  );
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
