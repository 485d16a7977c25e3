import type { Seen } from "../../../../core/seen.ts";
import { PeopleSeen, type SeenPersonFacts } from "../../../population/people-seen.ts";
import { asBytes, rowOf } from "../damaged-text.ts";
import type { Scope } from "./scope.ts";

/** How many of the people who were seen last, and of those who were made last, are looked at. */
const newest = 2_000;
/** Longer fields are not looked at, in bytes. */
const longestFields = 16_384;

/** What is seen of the people who were seen or made last. */
export function seenPeople(scope: Scope): Omit<Seen, "events" | "sdks"> {
  const looked = new Set<string>();
  const people = new PeopleSeen();
  for (const column of ["last_seen", "created"] as const) {
    for (const [known, id, ...facts] of read(scope, column)) {
      if (!looked.has(`${known} ${id}`)) people.take(facts);
      looked.add(`${known} ${id}`);
    }
  }
  return people.found;
}

function read(scope: Scope, column: "last_seen" | "created"): [number, string, ...SeenPersonFacts][] {
  scope.checkpoint();
  const rows = scope.db
    .prepare(
      `SELECT ${asBytes(`known, id, iif(octet_length(fields) > ${longestFields}, '{}', fields), labels, device`)} FROM users
       WHERE n = ? AND ${column} IS NOT NULL ORDER BY ${column} DESC LIMIT ${newest}`,
    )
    .raw()
    .all(scope.n) as [Uint8Array][];
  return rows.flatMap(([bytes]) => {
    const row = rowOf<[number, string, ...SeenPersonFacts]>(bytes);
    return row === null ? [] : [row];
  });
}
