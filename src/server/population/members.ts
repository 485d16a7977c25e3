import type { PersonRef } from "../../core/refs.ts";
import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { UserCount, UserSortKey } from "../../core/user.ts";
import type { Scans } from "../store/people-scans.ts";
import type { UsersFound } from "../store/ports.ts";
import { byId } from "../store/user-places.ts";
import { FirstPeople } from "./first-people.ts";
import { lookAt, type PeopleWalk, type WalkQuery } from "./people-walk.ts";
import { columnsFor } from "./scan-columns.ts";
import type { ScannedPerson } from "./scanned-person.ts";
import { Tally } from "./tally.ts";
import { tribesBehind } from "./tribes-behind.ts";

type Ask = Scans["members"]["ask"];

/** See `Scans.members`. */
export async function members(walk: PeopleWalk | null, ask: Ask): Promise<UsersFound> {
  if (walk === null) return { users: [], size: 0, through: null };
  const { sort, order } = ask.sort ?? byId;
  const isInOrder = sort === "id" && order === "asc";
  const found = isInOrder ? await firstInOrder(walk, ask) : await firstSorted(walk, ask);
  return walk.whole(found, ask.sort, found.length >= ask.limit);
}

/** See `Scans.count`. */
export async function count(walk: PeopleWalk | null, ask: Scans["count"]["ask"]): Promise<UserCount> {
  const tally = new Tally();
  if (walk !== null)
    await matching(walk, { ...ask, after: null, toTheEnd: true }, (person) => tally.add(person));
  return tally.counted;
}

/** The order in which people are read: the page is full soon. */
async function firstInOrder(walk: PeopleWalk, ask: Ask): Promise<PersonRef[]> {
  const found: PersonRef[] = [];
  await matching(walk, { ...ask, toTheEnd: false }, ({ kind, id }) => found.push({ kind, id }) < ask.limit);
  return found;
}

/** Any other order: all are looked at. */
async function firstSorted(walk: PeopleWalk, ask: Ask): Promise<readonly PersonRef[]> {
  const sort = ask.sort ?? byId;
  const first = new FirstPeople(sort, ask.after, ask.limit);
  await matching(walk, { ...ask, after: null, toTheEnd: true }, (person) =>
    first.add({ kind: person.kind, id: person.id, time: timeOf(person, sort.sort) }),
  );
  return first.inOrder();
}

function timeOf(person: ScannedPerson, sort: UserSortKey): number | null {
  if (sort === "id") return null;
  return sort === "createdAt" ? person.createdAt : person.lastSeenAt;
}

type Matching = Pick<Ask, "tribes" | "tribeId" | "now" | "kind" | "q" | "label" | "after" | "sort"> &
  Pick<WalkQuery, "toTheEnd">;

/** Each who is in the Tribe, until `at` says false. */
async function matching(
  walk: PeopleWalk,
  { tribes, tribeId, now, kind, q, label, after, sort, toTheEnd }: Matching,
  at: (person: ScannedPerson) => unknown,
): Promise<void> {
  const behind = tribeId === null ? [] : tribesBehind(tribes, [tribeId]);
  const set = compileTribes(behind);
  const columns = columnsFor(behind.map((tribe) => tribe.rules));
  const stamps = columns.stamps || (sort !== undefined && sort.sort !== "id");
  const query = {
    columns: { ...columns, stamps },
    selectors: set.selectors,
    now,
    kind,
    q,
    label,
    after,
    toTheEnd,
  };
  await lookAt(walk.people({ ...query, every: 1 }), (person) =>
    tribeId === null || set.matches(tribeId, person) ? at(person) : true,
  );
}
