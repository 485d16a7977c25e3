import { Check, X } from "lucide-react";
import type { Why } from "../../../core/explanation.ts";
import { environmentNames } from "../../../core/primitives.ts";
import type { Rule } from "../../../core/rule.ts";
import { useHere } from "../../page/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { nextStep } from "../../rules/next-step.ts";
import { ruleWhy } from "../../rules/verdict-words.ts";
import type { Tried } from "../tried-person.ts";
import { PersonPicker } from "./PersonPicker.tsx";
import { stepWords } from "./step-words.ts";

interface TriedBarProps {
  readonly tried: Tried | null;
  readonly onTried: (tried: Tried) => void;
  readonly rules: Rule;
  readonly why: Why | null;
  readonly isMissing: boolean;
  readonly isWhole: boolean;
}

/** The Tribe tried as somebody: in or not, and what would change it next. */
export function TriedBar({ tried, onTried, rules, why, isMissing, isWhole }: TriedBarProps) {
  const { environment } = useHere();
  const name = environmentNames[environment];
  return (
    <div className={`tried ${why === null ? "" : why.matched ? "is-in" : "is-out"}`}>
      <span className="gutter">{why !== null && <Icon of={why.matched ? Check : X} size={14} />}</span>
      <div className="tried-say">
        Tried as <PersonPicker tried={tried} onTried={onTried} /> in {name}.{" "}
        <span role="status">
          {tried !== null && why !== null && (
            <>
              <b className="strong">
                {why.matched ? "They are in this Tribe." : "They are not in this Tribe."}
              </b>{" "}
              <span className="direction">{stepText(rules, why)}</span>
            </>
          )}
          {isMissing && <span className="direction">Nobody of that name is there.</span>}
          {tried !== null && !isWhole && <span className="direction">The rule is not whole yet.</span>}
        </span>
      </div>
    </div>
  );
}

function stepText(rules: Rule, why: Why): string {
  const { kind, rule } = ruleWhy(why);
  if (kind !== null && !kind.matched)
    return `It is for ${kind.expected === "known" ? "users" : "visitors"} only.`;
  const step = nextStep(rules, rule);
  if (step !== null) return stepWords(step);
  return why.matched ? "" : "The marks beside the lines say what does not hold.";
}
