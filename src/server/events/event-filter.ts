import { type EventFilters, pairsOf } from "../../core/event.ts";
import { invalid } from "../../core/problem.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { EventQuery } from "../store/events.ts";

/** The viewer's filters as the store asks them. @throws Problem `code` where two of them can't hold together */
export function eventQuery(
  environment: EnvironmentRef,
  filters: EventFilters,
  code: "invalid-query" | "invalid-body" = "invalid-query",
): EventQuery {
  const wildcard = filters.name?.endsWith("/*") === true ? filters.name.slice(0, -2) : undefined;
  const group = wildcard ?? filters.group;
  // No event is of two groups, and none has this sequence.
  const sequence = filters.group !== undefined && group !== filters.group ? 0 : filters.sequence;
  const person = personOf(filters, code);
  return {
    environment,
    ...(filters.name === undefined || wildcard !== undefined ? {} : { name: filters.name }),
    ...(group === undefined ? {} : { group }),
    ...(person === undefined ? {} : { person }),
    ...(filters.sessionId === undefined ? {} : { session: filters.sessionId }),
    ...(filters.experience === undefined ? {} : { experience: filters.experience }),
    ...(filters.sdk === undefined ? {} : { sdk: filters.sdk }),
    ...(filters.source === undefined ? {} : { source: filters.source }),
    ...(filters.q === undefined ? {} : { q: filters.q }),
    ...(filters.id === undefined ? {} : { id: filters.id }),
    ...(sequence === undefined ? {} : { sequence }),
    ...(filters.from === undefined ? {} : { from: Date.parse(filters.from) }),
    ...(filters.to === undefined ? {} : { to: Date.parse(filters.to) }),
    where: filters.where.map(pairsOf),
    ...(filters.status === undefined ? {} : { status: filters.status }),
  };
}

function personOf(
  { userId, anonymousId }: EventFilters,
  code: "invalid-query" | "invalid-body",
): PersonRef | undefined {
  if (userId !== undefined && anonymousId !== undefined) {
    throw invalid(
      [{ path: "/anonymousId", detail: "does not go with userId: an event is one person's" }],
      code,
    );
  }
  if (userId !== undefined) return { kind: "known", id: userId };
  return anonymousId === undefined ? undefined : { kind: "visitor", id: anonymousId };
}
