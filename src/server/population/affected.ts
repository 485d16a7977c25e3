import { compileContents } from "../../core/targeting/compile-contents.ts";
import type { Scans } from "../store/people-scans.ts";
import { deciding } from "./deciding.ts";
import { lookAt, type PeopleWalk } from "./people-walk.ts";
import { StateChanges } from "./state-changes.ts";

type Ask = Scans["affected"]["ask"];
type Answer = Scans["affected"]["answer"];

/** How many changes the answer shows, one a person. */
const sampleSize = 20;

/** See `Scans.affected`. */
export async function affected(walk: PeopleWalk | null, ask: Ask): Promise<Answer> {
  if (walk === null) return { checked: 0, changed: 0, sampled: false, of: 0, sample: [] };
  const earlier = ask.before === null ? [] : [ask.before];
  const { of, sampled, tribes, people } = deciding(walk, { ...ask, contents: [...earlier, ask.after] });
  const states = new StateChanges(compileContents(earlier, tribes), compileContents([ask.after], tribes));
  let checked = 0;
  let changed = 0;
  const sample: Answer["sample"] = [];
  await lookAt(people, (person) => {
    checked += 1;
    const change = states.firstFor(person);
    if (change === null) return;
    changed += 1;
    if (sample.length < sampleSize) sample.push({ userId: person.id, ...change });
  });
  return { checked, changed, sampled, of, sample };
}
