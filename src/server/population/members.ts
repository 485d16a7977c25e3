import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { User } from "../../core/user.ts";
import type { PersonRef } from "../ingest/ingest-types.ts";
import { userFilter } from "../store/user-filter.ts";
import { type UserRow, userColumns, userFromRow } from "../store/user-rows.ts";
import type { Scans } from "./population-messages.ts";
import { columnsFor } from "./scan-columns.ts";
import { MergedCounts } from "./scan-counts.ts";
import type { Scope } from "./scope.ts";
import { placesOf } from "./selector-places.ts";
import { subjects } from "./subjects.ts";
import { tribesBehind } from "./tribes-behind.ts";

/** See `Scans.members`. */
export function members(scope: Scope | null, ask: Scans["members"]["ask"]): User[] {
  if (scope === null) return [];
  const found: PersonRef[] = [];
  for (const { kind, id } of matching(scope, ask)) {
    if (found.length >= ask.limit) break;
    found.push({ kind, id });
  }
  return whole(scope, found);
}

function* matching(scope: Scope, ask: Scans["members"]["ask"]): Generator<PersonRef> {
  const behind = tribesBehind(ask.tribes, [ask.tribeId]);
  const tribes = compileTribes(behind);
  const counts = new MergedCounts(scope, placesOf(scope, tribes.selectors, ask.now));
  const query = {
    columns: columnsFor(behind.map((tribe) => tribe.rules)),
    filter: userFilter(ask),
    kind: ask.kind,
    after: ask.after,
    every: 1,
  };
  for (const person of subjects(scope, query, counts, ask.now))
    if (tribes.matches(ask.tribeId, person)) yield person;
}

function whole({ db, n }: Scope, found: readonly PersonRef[]): User[] {
  const row = db.prepare(`SELECT ${userColumns} FROM users WHERE n = ? AND known = ? AND id = ?`).raw();
  return found.map(({ kind, id }) => userFromRow(row.get(n, kind === "known" ? 1 : 0, id) as UserRow));
}
