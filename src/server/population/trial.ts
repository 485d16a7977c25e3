import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { Scans } from "../store/people-scans.ts";
import { everybody, lookAt, type PeopleWalk } from "./people-walk.ts";
import { reachOf } from "./reach.ts";
import { columnsFor } from "./scan-columns.ts";
import { Tally } from "./tally.ts";
import { tribesBehind } from "./tribes-behind.ts";

/** See `Scans.trial`. */
export async function trial(
  walk: PeopleWalk | null,
  { tribes, tribeId, savedId, now }: Scans["trial"]["ask"],
): Promise<Scans["trial"]["answer"]> {
  const [all, after, before, added, removed] = [
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
  ];
  if (walk !== null) {
    const behind = tribesBehind(tribes, savedId === null ? [tribeId] : [tribeId, savedId]);
    const set = compileTribes(behind);
    const columns = columnsFor(behind.map((tribe) => tribe.rules));
    const people = walk.people({ ...everybody, columns, selectors: set.selectors, now });
    await lookAt(people, (person) => {
      const isIn = set.matches(tribeId, person);
      const wasIn = savedId !== null && set.matches(savedId, person);
      all.add(person);
      if (isIn) after.add(person);
      if (wasIn) before.add(person);
      if (isIn && !wasIn) added.add(person);
      if (wasIn && !isIn) removed.add(person);
    });
  }
  return {
    reach: reachOf(all, after),
    before: savedId === null ? null : reachOf(all, before),
    added: added.shown,
    removed: removed.shown,
  };
}
