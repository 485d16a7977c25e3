import type { Tribe } from "../../core/tribe.ts";
import type { NextStep } from "../rules/next-step.ts";
import { moment } from "../text/format.ts";

/** Where a new Tribe is made. */
export const newStep = "new";

/** How an address names a Tribe: by its key, but where that is the word for a new one. */
export const tribeStep = ({ id, key }: Pick<Tribe, "id" | "key">): string => (key === newStep ? id : key);

/** What would change it next, as a sentence. */
export function stepWords(step: NextStep): string {
  if (step.kind === "out")
    return `Unless they do ${step.event} again, they drop out: ${moment(new Date(step.at).toISOString())}.`;
  const { matches, by } = step;
  if (by === null) return matches === 1 ? "One match brings them in." : `${matches} matches bring them in.`;
  const until = moment(new Date(by).toISOString());
  return matches === 1
    ? `One more match by ${until} brings them in.`
    : `${matches} more matches by ${until} bring them in.`;
}
