import type { Response } from "express";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { User, UserCount, UserKind, UserSort } from "../../core/user.ts";
import { goneSignal } from "../http/gone-signal.ts";
import type { Services } from "../services.ts";
import { answerSize, type UsersFound, type UsersQuery } from "../store/ports.ts";
import { byId, placeOf } from "../store/user-places.ts";
import { findTribe } from "../tribes/tribe-service.ts";
import { readUserCursor, userCursor } from "./user-cursor.ts";

/** How long one page is searched for, in ms, once somebody is found. */
const patience = 120;

interface UserFilters {
  readonly kind: UserKind | "all";
  readonly q?: string | undefined;
  readonly label?: string | undefined;
  readonly tribe?: string | undefined;
}
interface UsersAsked extends UserFilters, Partial<UserSort> {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
interface Answer<T> {
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
}

/** Lists and counts users: from an index where there is one, else by a look at everybody, in a thread of its own. */
export class UserLists {
  private readonly services: Pick<Services, "store" | "population" | "workspace" | "clock">;

  constructor(services: Pick<Services, "store" | "population" | "workspace" | "clock">) {
    this.services = services;
  }

  async list(
    environment: EnvironmentRef,
    query: UsersAsked,
    res: Response,
  ): Promise<Answer<{ data: User[]; next: string | null }>> {
    const { population } = this.services;
    const sort: UserSort = { sort: query.sort ?? byId.sort, order: query.order ?? byId.order };
    const after = readUserCursor(query.cursor, sort);
    // One more than fits says whether another page follows.
    const asked = { environment, ...filtersOf(query), sort, after, limit: query.limit + 1 };
    const { users, through } = isIndexed(query, sort)
      ? await this.search(asked, goneSignal(res))
      : await population.members({ ...asked, ...this.ofTribe(environment, query.tribe) }, goneSignal(res));
    const data = users.slice(0, query.limit);
    const last = data.at(-1);
    const end = users.length > query.limit && last !== undefined ? placeOf(last, sort) : through;
    const next = end === null ? null : userCursor(end, sort);
    return { body: { data, next }, headers: this.headers(query) };
  }

  /** Stretch by stretch, other questions in between: until the page is full, or somebody is found and it has taken long. */
  private async search(asked: UsersQuery, gone: AbortSignal): Promise<UsersFound> {
    const until = performance.now() + patience;
    const users: User[] = [];
    let size = 0;
    let { after } = asked;
    for (;;) {
      const page = await this.services.store.users.list({
        ...asked,
        after,
        limit: asked.limit - users.length,
      });
      users.push(...page.users);
      size += page.size;
      after = page.through;
      const isFull = users.length >= asked.limit || size >= answerSize;
      const isLate = gone.aborted || (users.length > 0 && performance.now() > until);
      if (after === null || isFull || isLate) return { users, size, through: after };
    }
  }

  async count(environment: EnvironmentRef, query: UserFilters, res: Response): Promise<Answer<UserCount>> {
    const { store, population } = this.services;
    if (query.q !== undefined || query.label !== undefined || query.tribe !== undefined) {
      const asked = { environment, ...filtersOf(query), ...this.ofTribe(environment, query.tribe) };
      return { body: await population.count(asked, goneSignal(res)), headers: this.headers(query) };
    }
    const { users, visitors } = await store.figures(environment);
    const body = {
      users: query.kind === "visitor" ? 0 : users,
      visitors: query.kind === "known" ? 0 : visitors,
    };
    return { body, headers: {} };
  }

  /** @throws Problem not-found where there is no such Tribe */
  private ofTribe({ spaceId }: EnvironmentRef, reference: string | undefined) {
    const tribes = this.services.workspace.findSpace(spaceId)?.data.tribes ?? [];
    const tribeId = reference === undefined ? null : findTribe({ tribes }, reference).id;
    return { tribes, tribeId, now: this.services.clock.now() };
  }

  /** Who is in a Tribe depends on the time. */
  private headers({ tribe }: UserFilters): Readonly<Record<string, string>> {
    return tribe === undefined ? {} : this.services.clock.headers();
  }
}

const filtersOf = ({ kind, q, label }: UserFilters) => ({
  kind: kind === "all" ? null : kind,
  q: q ?? null,
  label: label ?? null,
});

/**
 * Whether an index leads to the page. In the order of a time, a filter that few people match would be checked row by row: then
 * reading everybody in their own order is quicker.
 */
const isIndexed = ({ q, label, tribe }: UserFilters, { sort }: UserSort): boolean =>
  tribe === undefined && (sort === "id" || (q === undefined && label === undefined));
