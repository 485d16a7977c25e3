import { compileContents } from "../../core/targeting/compile-contents.ts";
import { deciding } from "./deciding.ts";
import type { Scans } from "./population-messages.ts";
import type { Scope } from "./scope.ts";
import { StateChanges } from "./state-changes.ts";

type Ask = Scans["affected"]["ask"];
type Answer = Scans["affected"]["answer"];

/** How many changes the answer shows, one a person. */
const sampleSize = 20;

/** See `Scans.affected`. */
export function affected(scope: Scope | null, ask: Ask): Answer {
  if (scope === null) return { checked: 0, changed: 0, sampled: false, of: 0, sample: [] };
  const earlier = ask.before === null ? [] : [ask.before];
  const { of, sampled, tribes, people } = deciding(scope, { ...ask, contents: [...earlier, ask.after] });
  const states = new StateChanges(compileContents(earlier, tribes), compileContents([ask.after], tribes));
  let checked = 0;
  let changed = 0;
  const sample: Answer["sample"] = [];
  for (const person of people) {
    checked += 1;
    const change = states.firstFor(person);
    if (change === null) continue;
    changed += 1;
    if (sample.length < sampleSize) sample.push({ userId: person.id, ...change });
  }
  return { checked, changed, sampled, of, sample };
}
