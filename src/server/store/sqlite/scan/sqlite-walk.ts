import type { PersonRef } from "../../../../core/refs.ts";
import type { Seen } from "../../../../core/seen.ts";
import type { UserSort } from "../../../../core/user.ts";
import type { PeopleWalk, WalkQuery } from "../../../population/people-walk.ts";
import { personsOf, type ScannedPerson } from "../../../population/scanned-person.ts";
import type { UsersFound } from "../../ports.ts";
import { UserPage } from "../../user-page.ts";
import type { UserRow } from "../../user-record.ts";
import { knownOf } from "../event-rows.ts";
import { userFilter } from "../user-filter.ts";
import { readUser, userReadColumns } from "../user-rows.ts";
import { people } from "./people.ts";
import { LookedUpCounts, MergedCounts } from "./scan-counts.ts";
import type { Scope } from "./scope.ts";
import { SeenEvents } from "./seen-events.ts";
import { seenPeople } from "./seen-people.ts";
import { placesOf } from "./selector-places.ts";

/** A walk within one transaction of data.db. */
export class SqliteWalk implements PeopleWalk {
  private readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  get users(): number {
    return this.scope.users;
  }
  get visitors(): number {
    return this.scope.visitors;
  }

  async *people(query: WalkQuery): AsyncGenerator<Iterable<ScannedPerson>> {
    const { scope } = this;
    const places = placesOf(scope, query.selectors, query.now);
    const counts = query.every === 1 ? new MergedCounts(scope, places) : new LookedUpCounts(scope, places);
    for (const chunk of people(scope, { ...query, filter: userFilter(query) }))
      yield personsOf(chunk, counts, query.now);
  }

  async whole(found: readonly PersonRef[], sort: UserSort | undefined, more: boolean): Promise<UsersFound> {
    const { db, n } = this.scope;
    const row = db.prepare(`SELECT ${userReadColumns} FROM users WHERE n = ? AND known = ? AND id = ?`).raw();
    const page = new UserPage(sort);
    for (const person of found)
      if (!page.take(readUser(row.get(n, knownOf(person), person.id)) as UserRow)) return page.cut();
    return more ? page.cut() : page.whole();
  }

  async seen(): Promise<Seen> {
    return { ...new SeenEvents(this.scope).look(), ...seenPeople(this.scope) };
  }
}
