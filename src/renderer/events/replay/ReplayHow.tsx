import { useId } from "react";
import { environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { SelectField, TextField } from "../../parts/Field.tsx";
import { Seg } from "../../parts/Radio.tsx";
import type { ReplayPlan } from "./replay-plan.ts";
import { longestPrefix, paceWords } from "./replay-words.ts";
import type { PlannedReplay } from "./use-replay-plan.ts";

const environments = environmentKeys.map((key) => [key, environmentNames[key]] as const);
const people = [
  ["same", "The same"],
  ["others", "Others"],
] as const;
const times = [
  ["moved", "Moved to now"],
  ["kept", "As recorded"],
] as const;
const speeds = [
  [1, "1×"],
  [10, "10×"],
  [60, "60×"],
  ["max", "At once"],
] as const;

const timesHelp: Readonly<Record<ReplayPlan["times"], string>> = {
  moved: "All are moved together: the last one happens now, with the same gaps between them.",
  kept: "Each happened when it was recorded: a rule over the last days does not count what is older.",
};

interface ReplayHowProps {
  readonly planned: PlannedReplay;
  /** What is wrong with the prefix. */
  readonly prefixError: string | null;
  readonly onPrefix: () => void;
}

/** How it is played: where, as whom, when and how fast. */
export function ReplayHow({ planned, prefixError, onPrefix }: ReplayHowProps) {
  const { plan, change, measure } = planned;
  const { into, speed } = plan;
  return (
    <>
      <SelectField
        label="Into"
        value={into}
        options={environments}
        onChange={(next) => change({ into: next })}
        hint="What is played stays there, as events of the source replay."
      />
      {into === "production" && <p className="consequence is-danger">{productionWords(plan)}</p>}
      <SegField
        label="People"
        help={peopleHelp(plan)}
        value={plan.people}
        options={people}
        onChange={(next) => {
          change({ people: next });
          onPrefix();
        }}
      />
      {plan.people === "others" && (
        <TextField
          code
          label="Prefix"
          most={longestPrefix}
          value={plan.prefix}
          error={prefixError}
          hint="Put before the id of every user, visitor and session."
          onChange={(prefix) => {
            change({ prefix });
            onPrefix();
          }}
        />
      )}
      <SegField
        label="Times"
        help={timesHelp[plan.times]}
        value={plan.times}
        options={times}
        onChange={(next) => change({ times: next })}
      />
      <SegField<ReplayPlan["speed"]>
        label="Speed"
        help={paceWords(measure.length, speed)}
        value={speed}
        options={speeds}
        onChange={(next) => change({ speed: next })}
      />
    </>
  );
}

const productionWords = ({ people: who }: ReplayPlan): string =>
  who === "same"
    ? "In Production this counts for real people: the Tribes that they are in, and what they get, can change."
    : "In Production the replayed people are counted beside the real ones.";

const peopleHelp = ({ people: who, prefix }: ReplayPlan): string =>
  who === "same"
    ? "The people who were recorded do it again, and are counted again."
    : `Other people do it: what ana did, ${prefix}ana does.`;

interface SegFieldProps<V extends string | number> {
  readonly label: string;
  readonly help: string;
  readonly value: V;
  /** Each choice with its words, in order. */
  readonly options: readonly (readonly [value: V, words: string])[];
  readonly onChange: (value: V) => void;
}

/** A labelled choice between a few words side by side, with a line that says what the chosen one does. */
export function SegField<V extends string | number>(props: SegFieldProps<V>) {
  const { label, help, value, options, onChange } = props;
  const id = useId();
  return (
    <div className="field seg-field">
      <span className="label" id={id}>
        {label}
      </span>
      <Seg
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
        value={value}
        options={options}
        onChange={onChange}
      />
      <p className="direction small" id={`${id}-help`}>
        {help}
      </p>
    </div>
  );
}
