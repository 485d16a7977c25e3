import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import { everybody } from "./people.ts";
import type { Scans } from "./population-messages.ts";
import { reachOf } from "./reach.ts";
import { columnsFor } from "./scan-columns.ts";
import { MergedCounts } from "./scan-counts.ts";
import type { ScannedPerson } from "./scanned-person.ts";
import type { Scope } from "./scope.ts";
import { placesOf } from "./selector-places.ts";
import { subjects } from "./subjects.ts";
import { Tally } from "./tally.ts";
import { tribesBehind } from "./tribes-behind.ts";

/** See `Scans.trial`. */
export function trial(scope: Scope | null, ask: Scans["trial"]["ask"]): Scans["trial"]["answer"] {
  const [all, after, before, added, removed] = [
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
  ];
  if (scope !== null) {
    for (const { person, isIn, wasIn } of decided(scope, ask)) {
      all.add(person);
      if (isIn) after.add(person);
      if (wasIn) before.add(person);
      if (isIn && !wasIn) added.add(person);
      if (wasIn && !isIn) removed.add(person);
    }
  }
  return {
    reach: reachOf(all, after),
    before: ask.savedId === null ? null : reachOf(all, before),
    added: added.shown,
    removed: removed.shown,
  };
}

interface Decided {
  readonly person: ScannedPerson;
  readonly isIn: boolean;
  readonly wasIn: boolean;
}

function* decided(
  scope: Scope,
  { tribes, tribeId, savedId, now }: Scans["trial"]["ask"],
): Generator<Decided> {
  const behind = tribesBehind(tribes, savedId === null ? [tribeId] : [tribeId, savedId]);
  const set = compileTribes(behind);
  const counts = new MergedCounts(scope, placesOf(scope, set.selectors, now));
  const query = { ...everybody, columns: columnsFor(behind.map((tribe) => tribe.rules)) };
  for (const person of subjects(scope, query, counts, now)) {
    const isIn = set.matches(tribeId, person);
    yield { person, isIn, wasIn: savedId !== null && set.matches(savedId, person) };
  }
}
