import { useState } from "react";
import type { Operator, Scalar } from "../../../core/rule.ts";
import { narrowed } from "../../parts/narrowed.ts";
import { Suggest } from "../../parts/Suggest.tsx";
import { type Path, valueAt } from "../../rules/rule-path.ts";
import { platformNow } from "../../text/platform-clock.ts";
import { useBuilder } from "./builder-context.ts";
import { readValue, seenValues, typedProblem, typedValues, valuesSeen } from "./suggestions.ts";

interface ValueChoiceProps {
  readonly op: Operator;
  /** Of the value, or of the list that it goes into. */
  readonly path: Path;
  readonly onPick: (value: Scalar) => void;
}

/** A value to type or choose: with its type where it could have more than one, and only what the operator compares with. */
export function ValueChoice({ op, path, onPick }: ValueChoiceProps) {
  const { seen, unread, actions } = useBuilder();
  const [typed, setTyped] = useState("");
  const comparison = path.slice(0, path.lastIndexOf("value"));
  const isText = path.includes("where");
  const own = typedValues(op, typed, isText);
  const known = new Set(own.map(({ value }) => value));
  const taken = takenIn(actions.rule, path);
  const all = valuesSeen(seen, actions.rule, comparison);
  const values = seenValues(op, all, platformNow().getTime());
  const others = values.filter(({ value }) => !known.has(value) && !taken.has(value));
  // What is wrong with a typed text is said whatever of those that were seen is known.
  const problem = typed === "" ? null : typedProblem(op, typed);
  return (
    <Suggest
      label="Value"
      placeholder={placeholders[op] ?? "Type or choose a value"}
      narrowed
      suggestions={[...own, ...narrowed(others, typed)]}
      loading={seen === null && problem === null}
      unread={problem === null ? unread.seen : null}
      nothing={
        typed !== ""
          ? (problem ?? "Nothing fits.")
          : all.length === 0
            ? "Nothing was seen yet: type a value."
            : "Nothing else that was seen fits: type a value."
      }
      onTyped={setTyped}
      onPick={(value) => onPick(readValue(value))}
    />
  );
}

const placeholders: Partial<Record<Operator, string>> = {
  greaterThan: "A number",
  atLeast: "A number",
  lessThan: "A number",
  atMost: "A number",
  between: "A number or a date",
  before: "A date such as 2026-11-20, or a time",
  after: "A date such as 2026-11-20, or a time",
  semver: "A version range such as ^1.2.0",
};

/** Values that the list has already. */
function takenIn(rule: unknown, path: Path): ReadonlySet<string> {
  const list = valueAt(rule, path);
  return new Set(Array.isArray(list) ? list.map((one) => JSON.stringify(one)) : []);
}
