import type { SpaceDocument } from "../../core/documents.ts";
import { type EventFilters, pairsOf } from "../../core/event.ts";
import { itemsIn } from "../../core/items.ts";
import { invalid } from "../../core/problem.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { EventQuery } from "../store/events.ts";

type Code = "invalid-query" | "invalid-body";

/**
 * The viewer's filters as the store asks them.
 * @throws Problem `code` where two of them can't hold together, or a key is of several Experiences
 */
export function eventQuery(
  space: SpaceDocument,
  environment: EnvironmentRef,
  filters: EventFilters,
  code: Code = "invalid-query",
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
    ...(filters.experience === undefined
      ? {}
      : { experience: experienceId(space, filters.experience, code) }),
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

/** What names nothing of now is an id: what happened on an Experience stays when that is gone. */
function experienceId(space: SpaceDocument, reference: string, code: Code): string {
  const all = space.collections.flatMap((collection) =>
    itemsIn(collection).map(({ id, key }) => ({ id, key, path: `${collection.key}.${key}` })),
  );
  if (all.some(({ id }) => id === reference)) return reference;
  const named = all.filter(({ key, path }) => key === reference || path === reference);
  if (named.length > 1) {
    const paths = named.map(({ path }) => path).join(", ");
    throw invalid([{ path: "/experience", detail: `is the key of several; name one of ${paths}` }], code);
  }
  return named[0]?.id ?? reference;
}

function personOf({ userId, anonymousId }: EventFilters, code: Code): PersonRef | undefined {
  if (userId !== undefined && anonymousId !== undefined) {
    throw invalid(
      [{ path: "/anonymousId", detail: "does not go with userId: an event is one person's" }],
      code,
    );
  }
  if (userId !== undefined) return { kind: "known", id: userId };
  return anonymousId === undefined ? undefined : { kind: "visitor", id: anonymousId };
}
