import type { PersonRef } from "../../core/refs.ts";
import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { UserCount, UserSortKey } from "../../core/user.ts";
import type { UsersFound } from "../store/messages.ts";
import { userFilter } from "../store/user-filter.ts";
import { byId, UserPage } from "../store/user-pages.ts";
import { type UserRow, userColumns } from "../store/user-rows.ts";
import { FirstPeople } from "./first-people.ts";
import type { Scans } from "./population-messages.ts";
import { columnsFor } from "./scan-columns.ts";
import { MergedCounts } from "./scan-counts.ts";
import type { ScannedPerson } from "./scanned-person.ts";
import type { Scope } from "./scope.ts";
import { placesOf } from "./selector-places.ts";
import { subjects } from "./subjects.ts";
import { Tally } from "./tally.ts";
import { tribesBehind } from "./tribes-behind.ts";

type Ask = Scans["members"]["ask"];

/** See `Scans.members`. */
export function members(scope: Scope | null, ask: Ask): UsersFound {
  if (scope === null) return new UserPage(ask.sort).whole();
  const { sort, order } = ask.sort ?? byId;
  const found = sort === "id" && order === "asc" ? firstInOrder(scope, ask) : firstSorted(scope, ask);
  return whole(scope, found, ask);
}

/** See `Scans.count`. */
export function count(scope: Scope | null, ask: Scans["count"]["ask"]): UserCount {
  const tally = new Tally();
  if (scope !== null) for (const person of matching(scope, { ...ask, after: null })) tally.add(person);
  return tally.counted;
}

/** The order in which people are read: the page is full soon. */
function firstInOrder(scope: Scope, ask: Ask): PersonRef[] {
  const found: PersonRef[] = [];
  for (const { kind, id } of matching(scope, ask)) {
    if (found.length >= ask.limit) break;
    found.push({ kind, id });
  }
  return found;
}

/** Any other order: all are looked at. */
function firstSorted(scope: Scope, ask: Ask): readonly PersonRef[] {
  const sort = ask.sort ?? byId;
  const first = new FirstPeople(sort, ask.after, ask.limit);
  for (const person of matching(scope, { ...ask, after: null }))
    first.add({ kind: person.kind, id: person.id, time: timeOf(person, sort.sort) });
  return first.inOrder();
}

function timeOf(person: ScannedPerson, sort: UserSortKey): number | null {
  if (sort === "id") return null;
  return sort === "createdAt" ? person.createdAt : person.lastSeenAt;
}

type Matching = Pick<Ask, "tribes" | "tribeId" | "now" | "kind" | "q" | "label" | "after" | "sort">;

function* matching(scope: Scope, ask: Matching): Generator<ScannedPerson> {
  const { tribeId } = ask;
  const behind = tribeId === null ? [] : tribesBehind(ask.tribes, [tribeId]);
  const tribes = compileTribes(behind);
  const counts = new MergedCounts(scope, placesOf(scope, tribes.selectors, ask.now));
  const columns = columnsFor(behind.map((tribe) => tribe.rules));
  const sorted = ask.sort !== undefined && ask.sort.sort !== "id";
  const query = {
    columns: { ...columns, stamps: columns.stamps || sorted },
    filter: userFilter(ask),
    kind: ask.kind,
    after: ask.after,
    every: 1,
  };
  for (const person of subjects(scope, query, counts, ask.now))
    if (tribeId === null || tribes.matches(tribeId, person)) yield person;
}

function whole({ db, n }: Scope, found: readonly PersonRef[], { sort, limit }: Ask): UsersFound {
  const row = db.prepare(`SELECT ${userColumns} FROM users WHERE n = ? AND known = ? AND id = ?`).raw();
  const page = new UserPage(sort);
  for (const { kind, id } of found)
    if (!page.take(row.get(n, kind === "known" ? 1 : 0, id) as UserRow)) return page.cut();
  return found.length < limit ? page.whole() : page.cut();
}
