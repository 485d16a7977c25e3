import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { Scans } from "../store/people-scans.ts";
import { everybody, lookAt, type PeopleWalk } from "./people-walk.ts";
import { columnsFor } from "./scan-columns.ts";
import { Tally } from "./tally.ts";
import { tribesBehind } from "./tribes-behind.ts";

/** See `Scans.reach`. */
export async function reach(
  walk: PeopleWalk | null,
  { tribes, tribeId, now }: Scans["reach"]["ask"],
): Promise<Scans["reach"]["answer"]> {
  const all = new Tally();
  const matched = new Tally();
  if (walk !== null) {
    const behind = tribesBehind(tribes, [tribeId]);
    const set = compileTribes(behind);
    const columns = columnsFor(behind.map((tribe) => tribe.rules));
    const people = walk.people({ ...everybody, columns, selectors: set.selectors, now });
    await lookAt(people, (person) => {
      all.add(person);
      if (set.matches(tribeId, person)) matched.add(person);
    });
  }
  return reachOf(all, matched);
}

export const reachOf = (all: Tally, matched: Tally): Scans["reach"]["answer"] => ({
  ...all.counted,
  matched: matched.counted,
  sample: matched.sample,
});

/** See `Scans.sizes`. */
export async function sizes(
  walk: PeopleWalk | null,
  { tribes, now }: Scans["sizes"]["ask"],
): Promise<Scans["sizes"]["answer"]> {
  const found = new Map(tribes.map(({ id }) => [id, 0]));
  if (walk === null) return found;
  const set = compileTribes(tribes);
  const columns = columnsFor(tribes.map((tribe) => tribe.rules));
  const people = walk.people({ ...everybody, columns, selectors: set.selectors, now });
  await lookAt(people, (person) => {
    for (const [id, size] of found) if (set.matches(id, person)) found.set(id, size + 1);
  });
  return found;
}
