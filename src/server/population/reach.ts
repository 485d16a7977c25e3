import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import { everybody } from "./people.ts";
import type { Scans } from "./population-messages.ts";
import { columnsFor } from "./scan-columns.ts";
import { MergedCounts } from "./scan-counts.ts";
import type { Scope } from "./scope.ts";
import { placesOf } from "./selector-places.ts";
import { subjects } from "./subjects.ts";
import { tribesBehind } from "./tribes-behind.ts";

/** How many ids the answer names. */
const sampleSize = 20;

/** See `Scans.reach`. */
export function reach(scope: Scope | null, ask: Scans["reach"]["ask"]): Scans["reach"]["answer"] {
  const all = { known: 0, visitor: 0 };
  const matched = { known: 0, visitor: 0 };
  const sample: string[] = [];
  if (scope !== null) {
    const behind = tribesBehind(ask.tribes, [ask.tribeId]);
    const tribes = compileTribes(behind);
    const counts = new MergedCounts(scope, placesOf(scope, tribes.selectors, ask.now));
    const query = { ...everybody, columns: columnsFor(behind.map((tribe) => tribe.rules)) };
    for (const person of subjects(scope, query, counts, ask.now)) {
      all[person.kind] += 1;
      if (!tribes.matches(ask.tribeId, person)) continue;
      matched[person.kind] += 1;
      if (sample.length < sampleSize) sample.push(person.id);
    }
  }
  return {
    users: all.known,
    visitors: all.visitor,
    matched: { users: matched.known, visitors: matched.visitor },
    sample,
  };
}
