import "./why.css";
import { Link } from "wouter";
import type { Explanation } from "../../core/explanation.ts";
import { usePath } from "../page/use-here.ts";
import { Conditions, Verdict } from "./Conditions.tsx";
import { asksNothing, type Condition, conditionOf } from "./condition.ts";
import { RawJson } from "./RawJson.tsx";
import { Remedies } from "./Remedies.tsx";
import { useNames } from "./use-names.ts";

interface TribeReasonsProps {
  readonly tribe: Explanation["tribes"][number];
  /** When it was decided, RFC 3339. */
  readonly at: string;
}

/** Why somebody is in a Tribe, or is not, and what would change it. */
export function TribeReasons({ tribe, at }: TribeReasonsProps) {
  const names = useNames();
  const to = usePath();
  const condition = conditionOf(tribe.why);
  const key = names.tribe(tribe.id)?.key;
  return (
    <>
      <section aria-label="Membership">
        <p className="why-decision">
          {tribe.matched ? "In " : "Not in "}
          {key === undefined ? (
            <b>{tribe.name}</b>
          ) : (
            <Link className="link" href={to("tribes", key)}>
              {tribe.name}
            </Link>
          )}
        </p>
        {asksNothing(condition) ? (
          <div className="why-line why">
            <Verdict of={tribe.why} />
            <p>everyone</p>
          </div>
        ) : (
          <Conditions conditions={insideOf(condition)} names={names} />
        )}
        <Remedies condition={condition} nameOf={names.tribeName} at={at} />
      </section>
      <RawJson value={tribe} label={`${tribe.name} as JSON`} />
    </>
  );
}

/** The head says which Tribe it is; what follows are its conditions. */
const insideOf = (condition: Condition): readonly Condition[] =>
  (condition.joint === "tribe" || condition.joint === "all") && condition.parts.length > 0
    ? condition.parts
    : [condition];
