import type { ExplainedExperience } from "../../core/explanation.ts";
import { Conditions, Verdict } from "./Conditions.tsx";
import { asksNothing, conditionOf } from "./condition.ts";
import { Remedies } from "./Remedies.tsx";
import type { Names } from "./use-names.ts";

interface TriedScenarioProps {
  readonly tried: ExplainedExperience["tried"][number];
  readonly number: number;
  readonly names: Names;
  readonly at: string;
}

/** A scenario that was tried: whether it matched, and why. */
export function TriedScenario({ tried, number, names, at }: TriedScenarioProps) {
  const { scenario, matched, why } = tried;
  const condition = conditionOf(why);
  const all = condition.joint === "all" ? condition.parts : [condition];
  return (
    <li className={matched ? "is-match" : ""}>
      <p className="tried-head">
        <span className="tried-number mono">{number}</span>
        <span className="strong">{scenario.name}</span>
        <span className="direction">{matched ? "matches" : "does not match"}</span>
      </p>
      {asksNothing(condition) ? (
        <div className="why-line why">
          <Verdict of={why} />
          <p>everyone</p>
        </div>
      ) : (
        <Conditions conditions={all} names={names} />
      )}
      <Remedies condition={condition} nameOf={names.tribeName} at={at} />
    </li>
  );
}
