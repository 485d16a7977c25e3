import type { CollectionContent } from "../../core/publication.ts";
import { compileContents } from "../../core/targeting/compile-contents.ts";
import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import { everybody } from "./people.ts";
import type { Scans } from "./population-messages.ts";
import { columnsFor } from "./scan-columns.ts";
import { LookedUpCounts, MergedCounts } from "./scan-counts.ts";
import type { Scope } from "./scope.ts";
import { placesOf } from "./selector-places.ts";
import { StateChanges } from "./state-changes.ts";
import { subjects } from "./subjects.ts";
import { tribesBehind } from "./tribes-behind.ts";

type Ask = Scans["affected"]["ask"];
type Answer = Scans["affected"]["answer"];

/** How many changes the answer shows, one a person. */
const sampleSize = 20;

/** See `Scans.affected`. */
export function affected(scope: Scope | null, ask: Ask): Answer {
  if (scope === null) return { checked: 0, changed: 0, sampled: false, of: 0, sample: [] };
  const of = scope.users + scope.visitors;
  const every = Math.max(1, Math.ceil(of / ask.most));
  let checked = 0;
  let changed = 0;
  const sample: Answer["sample"] = [];
  for (const { id, change } of changes(scope, ask, every)) {
    checked += 1;
    if (change === null) continue;
    changed += 1;
    if (sample.length < sampleSize) sample.push({ userId: id, ...change });
  }
  return { checked, changed, sampled: every > 1, of, sample };
}

function* changes(scope: Scope, ask: Ask, every: number) {
  const contents = ask.before === null ? [ask.after] : [ask.before, ask.after];
  const behind = tribesBehind(ask.tribes, contents.flatMap(tribesNamed));
  const tribes = compileTribes(behind);
  const places = placesOf(scope, tribes.selectors, ask.now);
  const counts = every === 1 ? new MergedCounts(scope, places) : new LookedUpCounts(scope, places);
  const states = new StateChanges(
    compileContents(ask.before === null ? [] : [ask.before], tribes),
    compileContents([ask.after], tribes),
  );
  const query = { ...everybody, every, columns: columnsFor(behind.map((tribe) => tribe.rules)) };
  for (const person of subjects(scope, query, counts, ask.now))
    yield { id: person.id, change: states.firstFor(person) };
}

/** The Tribes that a Collection's scenarios are for. */
function tribesNamed({ experiences, sections }: CollectionContent): string[] {
  const decided = [...experiences, ...sections, ...sections.flatMap((section) => section.experiences)];
  return decided.flatMap(({ scenarios }) =>
    scenarios.flatMap(({ audience }) => [...(audience?.anyOf ?? []), ...(audience?.noneOf ?? [])]),
  );
}
