import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Explanation } from "../../core/explanation.ts";
import type { Outcome } from "../../core/persona-run.ts";
import { differenceText } from "../../core/personas/outcome-text.ts";
import { IconButton } from "../parts/Button.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Sentence } from "../parts/Sentence.tsx";
import { TokMenu } from "../parts/Tok.tsx";
import { uniqueKeys } from "../parts/unique-keys.ts";
import { useNames } from "../rules/use-names.ts";
import { type Expected, missed, verdictOf } from "./expectations.ts";

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

interface ExpectationRowProps {
  readonly id: string;
  /** What it is of: the Tribe's name, or the Experience's. */
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  readonly chosen: string | null;
  /** Whether there are reasons to show. */
  readonly explained: boolean;
  readonly onShow: (id: string) => void;
  readonly onRemove?: () => void;
  readonly children: ReactNode;
}

/** An expectation as a sentence: its verdict in the margin, what there was instead below it. */
export function ExpectationRow(props: ExpectationRowProps) {
  const { id, name, outcomes, chosen, explained, onShow, onRemove, children } = props;
  const verdict = verdictOf(outcomes, id);
  const wrong = missed(outcomes, id);
  const keys = uniqueKeys(wrong.map(({ path }) => path ?? ""));
  return (
    <li className="expectation">
      <span className="gutter">
        {verdict !== null && (
          <span className={`verdict ${verdict ? "ok" : "no"}`}>
            <Icon of={verdict ? Check : X} size={14} />
            <span className="sr">{verdict ? "Met" : "Not met"}</span>
          </span>
        )}
      </span>
      <div className="expectation-body">
        <Sentence label={`Expected of ${name}`}>{children}</Sentence>
        {wrong.map((outcome, place) => (
          <p className="expectation-missed" key={keys[place]} title={differenceText(outcome)}>
            {differenceText(outcome)}
          </p>
        ))}
      </div>
      <span className="expectation-end">
        {explained && (
          <button
            type="button"
            data-why={id}
            className="link small link-button"
            aria-label={`Why ${name}`}
            aria-expanded={id === chosen}
            onClick={() => onShow(id)}
          >
            Why
          </button>
        )}
        {onRemove && <IconButton icon={X} label={`Expect nothing of ${name}`} onClick={onRemove} />}
      </span>
    </li>
  );
}
