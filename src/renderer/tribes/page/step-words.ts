import type { NextStep } from "../../rules/next-step.ts";
import { moment } from "../../text/format.ts";

/** What would change it next, as a sentence. */
export function stepWords(step: NextStep): string {
  if (step.kind === "out")
    return `Without another ${step.event} they are out of it from ${moment(new Date(step.at).toISOString())}.`;
  const { matches, by } = step;
  const until = by === null ? "" : ` by ${moment(new Date(by).toISOString())}`;
  if (by === null) return matches === 1 ? "One match brings them in." : `${matches} matches bring them in.`;
  return matches === 1
    ? `One more match${until} brings them in.`
    : `${matches} more matches${until} bring them in.`;
}
