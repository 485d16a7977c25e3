import type { Condition } from "./condition.ts";
import { remedyOf } from "./remedy.ts";
import type { NameOf } from "./rule-words.ts";

interface RemediesProps {
  readonly condition: Condition;
  readonly nameOf: NameOf;
  /** When it was decided, RFC 3339. */
  readonly at: string;
}

/** What would change a verdict: the next thing that a person would have to be or do. */
export function Remedies({ condition, nameOf, at }: RemediesProps) {
  const remedy = remedyOf(condition, { nameOf, at: Date.parse(at) });
  if (remedy === null) return null;
  const [only] = remedy.steps;
  return (
    <div className="why-remedy">
      {remedy.steps.length === 1 ? (
        <p>
          <span className="label">To match</span> {only}
        </p>
      ) : (
        <>
          <p className="label">To match, {remedy.need === "one" ? "one of" : "all of"}</p>
          <ul>
            {remedy.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
