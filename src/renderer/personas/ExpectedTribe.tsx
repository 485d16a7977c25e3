import type { Explanation } from "../../core/explanation.ts";
import type { Outcome } from "../../core/persona-run.ts";
import { TokMenu } from "../parts/Tok.tsx";
import { useNames } from "../rules/use-names.ts";
import { ExpectationRow } from "./ExpectationRow.tsx";
import type { Expected } from "./expectations.ts";

type TribeExpectation = Expected["tribes"][number];

/** What every line needs of the last run. */
export interface LineRun {
  readonly outcomes: readonly Outcome[];
  readonly explanation: Explanation | undefined;
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

interface ExpectedTribeProps extends LineRun {
  readonly expectation: TribeExpectation;
  /** Null takes it out. */
  readonly onChange?: (to: TribeExpectation | null) => void;
}

const membership = [
  { value: "in", label: "In" },
  { value: "out", label: "Not in" },
] as const;

/** "In Binge watchers." */
export function ExpectedTribe({ expectation, explanation, onChange, ...run }: ExpectedTribeProps) {
  const { tribe, member } = expectation;
  const name = useNames().tribeName(tribe);
  return (
    <ExpectationRow
      id={tribe}
      name={name}
      explained={explanation?.tribes.some(({ id }) => id === tribe) === true}
      {...run}
      {...(onChange && { onRemove: () => onChange(null) })}
    >
      <TokMenu
        label="Membership"
        value={member ? "in" : "out"}
        options={membership}
        disabled={onChange === undefined}
        onChange={(to) => onChange?.({ tribe, member: to === "in" })}
      />{" "}
      <b className="tok-fixed">{name}</b>
    </ExpectationRow>
  );
}
