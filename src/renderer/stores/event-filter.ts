import { platformApi } from "../../core/api.ts";
import { eventNamePattern } from "../../core/event.ts";
import { routeAddress } from "../api/client.ts";
import type { Place } from "./stats-store.ts";

/** What the Events page can narrow by; both hold at once. Undefined members are not sent. */
export interface EventFilter {
  /** `group/action`, or `group/*` for a whole group. */
  readonly name?: string | undefined;
  readonly status?: "accepted" | "rejected" | undefined;
}

export const isFiltered = (filter: EventFilter): boolean =>
  filter.name !== undefined || filter.status !== undefined;

export const sameFilter = (a: EventFilter, b: EventFilter): boolean =>
  a.name === b.name && a.status === b.status;

const wholeGroup = /^[A-Za-z0-9._-]{1,64}\/\*$/;

/** What was typed as a name filter: a bare group means all of it. Null where it can be no event's name. */
export function readNameFilter(typed: string): string | null {
  const text = typed.trim();
  const name = text.includes("/") ? text : `${text}/*`;
  return eventNamePattern.test(name) || wholeGroup.test(name) ? name : null;
}

/** The address of the live stream behind a sequence. */
export const eventsAddress = (place: Place, filter: EventFilter, after: number): string =>
  routeAddress(
    platformApi.streamEvents.path,
    { spaceId: place.spaceId, envKey: place.environment },
    { ...filter, lastEventId: after },
  );

/** The filter as the page's own address keeps it. */
export function readFilter(search: URLSearchParams): EventFilter {
  const status = search.get("status");
  return {
    name: readNameFilter(search.get("name") ?? "") ?? undefined,
    status: status === "accepted" || status === "rejected" ? status : undefined,
  };
}

export function writeFilter(filter: EventFilter): string {
  return routeAddress("", {}, { name: filter.name, status: filter.status });
}
