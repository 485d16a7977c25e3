import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import { everybody } from "./people.ts";
import type { Scans } from "./population-messages.ts";
import { columnsFor } from "./scan-columns.ts";
import { MergedCounts } from "./scan-counts.ts";
import type { Scope } from "./scope.ts";
import { placesOf } from "./selector-places.ts";
import { subjects } from "./subjects.ts";
import { Tally } from "./tally.ts";
import { tribesBehind } from "./tribes-behind.ts";

/** See `Scans.reach`. */
export function reach(scope: Scope | null, ask: Scans["reach"]["ask"]): Scans["reach"]["answer"] {
  const all = new Tally();
  const matched = new Tally();
  if (scope !== null) {
    const behind = tribesBehind(ask.tribes, [ask.tribeId]);
    const tribes = compileTribes(behind);
    const counts = new MergedCounts(scope, placesOf(scope, tribes.selectors, ask.now));
    const query = { ...everybody, columns: columnsFor(behind.map((tribe) => tribe.rules)) };
    for (const person of subjects(scope, query, counts, ask.now)) {
      all.add(person);
      if (tribes.matches(ask.tribeId, person)) matched.add(person);
    }
  }
  return reachOf(all, matched);
}

export const reachOf = (all: Tally, matched: Tally): Scans["reach"]["answer"] => ({
  ...all.counted,
  matched: matched.counted,
  sample: matched.sample,
});
