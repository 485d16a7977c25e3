import { type PeopleQuery, people } from "./people.ts";
import type { ScanCounts } from "./scan-counts.ts";
import { ScannedPerson } from "./scanned-person.ts";
import type { Scope } from "./scope.ts";

/** The people one by one, as rules see them at `now`. What `counts` says is for the latest of them. */
export function* subjects(
  scope: Scope,
  query: PeopleQuery,
  counts: ScanCounts,
  now: number,
): Generator<ScannedPerson> {
  for (const chunk of people(scope, query)) {
    for (let index = 0; index < chunk.ids.length; index += 1) {
      const person = new ScannedPerson(chunk, index, counts, now);
      counts.moveTo(person.kind, person.id);
      yield person;
    }
  }
}
