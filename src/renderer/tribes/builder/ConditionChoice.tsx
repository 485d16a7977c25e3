import { useState } from "react";
import { Suggest } from "../../parts/Suggest.tsx";
import type { Path } from "../../rules/rule-path.ts";
import { useBuilder } from "./builder-context.ts";
import { conditionOf, conditionSuggestions } from "./suggestions.ts";

interface ConditionChoiceProps {
  /** The list that it goes into; the outermost where there is none. */
  readonly list: Path | null;
  readonly onDone: () => void;
}

/** What a new condition is about: an event, a field, a label, a Tribe or an attribute; what was seen comes first. */
export function ConditionChoice({ list, onDone }: ConditionChoiceProps) {
  const { seen, tribes, actions } = useBuilder();
  const [typed, setTyped] = useState("");
  return (
    <Suggest
      label="What the condition is about"
      placeholder="An event, field, label, Tribe or attribute"
      suggestions={conditionSuggestions(seen, tribes, typed)}
      narrowed
      onTyped={setTyped}
      onPick={(value) => {
        actions.add(conditionOf(value), list);
        onDone();
      }}
    />
  );
}
