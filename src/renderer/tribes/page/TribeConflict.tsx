import { useStore } from "zustand";
import { ConflictChoice } from "../../parts/ConflictChoice.tsx";
import type { SentenceNames } from "../../why/sentence-piece.ts";
import type { TribeDraft } from "../tribe-draft.ts";
import { ruleDifferences } from "./rule-differences.ts";

/** The Tribe was saved elsewhere while it was edited here: both versions line by line, and the choice. */
export function TribeConflict({
  draft,
  names,
}: {
  readonly draft: TribeDraft;
  readonly names: SentenceNames;
}) {
  const { sending, content } = useStore(draft.store);
  if (sending.state !== "conflict") return null;
  return (
    <ConflictChoice
      name={content.name}
      found={ruleDifferences(sending.theirs, content, names)}
      onTheirs={() => draft.takeTheirs()}
      onMine={() => void draft.keepMine()}
    />
  );
}
