import { platformApi } from "../../core/api.ts";
import { type EventSource, eventNamePattern, eventSources } from "../../core/event.ts";
import { isWritableTime } from "../../core/primitives.ts";
import { routeAddress } from "../api/client.ts";
import type { Place } from "../page/pages.ts";
import type { Recording } from "./recordings.ts";

/** What the Events page can narrow by; all of it holds at once. Undefined members are not sent. */
export interface EventFilter {
  /** `group/action`, or `group/*` for a whole group. */
  readonly name?: string | undefined;
  readonly userId?: string | undefined;
  readonly anonymousId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Metadata pairs as `key:value`, three at most. */
  readonly where?: readonly string[] | undefined;
  readonly experience?: string | undefined;
  readonly sdk?: string | undefined;
  readonly source?: EventSource | undefined;
  readonly q?: string | undefined;
  readonly status?: "accepted" | "rejected" | undefined;
  /** RFC 3339, both ends included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const maxPairs = 3;
const texts = ["userId", "anonymousId", "sessionId", "experience", "sdk", "q"] as const;

/** The filter as a query of the API, and as the page's own address keeps it. */
export const filterQuery = (filter: EventFilter): Readonly<Record<string, unknown>> => ({
  name: filter.name,
  ...Object.fromEntries(texts.map((field) => [field, filter[field]])),
  where: filter.where ?? [],
  source: filter.source,
  status: filter.status,
  from: filter.from,
  to: filter.to,
});

export const writeFilter = (filter: EventFilter): string => routeAddress("", {}, filterQuery(filter));
export const sameFilter = (a: EventFilter, b: EventFilter): boolean => writeFilter(a) === writeFilter(b);
export const isFiltered = (filter: EventFilter): boolean => writeFilter(filter) !== "";

/** The filter that an address has; what could be no filter is left out. */
export function readFilter(search: URLSearchParams): EventFilter {
  const status = search.get("status");
  const where = search.getAll("where").filter(isPair).slice(0, maxPairs);
  return {
    name: readNameFilter(search.get("name") ?? "") ?? undefined,
    ...Object.fromEntries(texts.map((field) => [field, readText(search.get(field))])),
    ...(where.length > 0 && { where }),
    source: readSource(search.get("source")),
    status: status === "accepted" || status === "rejected" ? status : undefined,
    from: readTime(search.get("from")),
    to: readTime(search.get("to")),
  };
}

const wholeGroup = /^[A-Za-z0-9._-]{1,64}\/\*$/;

/** What was typed as a name filter: a bare group means all of it. Null where it can be no event's name. */
export function readNameFilter(typed: string): string | null {
  const text = typed.trim();
  const name = text.includes("/") ? text : `${text}/*`;
  return eventNamePattern.test(name) || wholeGroup.test(name) ? name : null;
}

export const readSource = (text: string | null): EventSource | undefined =>
  eventSources.find((source) => source === text);

/** Whether a text is a metadata pair as the API takes one: `key:value`. */
export const isPair = (text: string): boolean => /^[^:]{1,64}:[\s\S]{0,256}$/.test(text);

const readText = (text: string | null): string | undefined =>
  text === null || text === "" ? undefined : text;

function readTime(text: string | null): string | undefined {
  const ms = Date.parse(text ?? "");
  return isWritableTime(ms) ? new Date(ms).toISOString() : undefined;
}

/** The address of the live stream behind a sequence. */
export const eventsAddress = (place: Place, filter: EventFilter, after: number): string =>
  routeAddress(
    platformApi.streamEvents.path,
    { spaceId: place.spaceId, envKey: place.environment },
    { ...filterQuery(filter), lastEventId: after },
  );

/** The address that exports every event of a filter. */
export const exportAddress = (place: Place, filter: EventFilter, before?: number): string =>
  addressOfExport(place, { ...filterQuery(filter), before });

/** The address that exports a recording. */
export const recordingAddress = ({ after, before, ...place }: Recording): string =>
  addressOfExport(place, { after, before });

const addressOfExport = ({ spaceId, environment }: Place, query: Readonly<Record<string, unknown>>): string =>
  routeAddress(platformApi.exportEvents.path, { spaceId, envKey: environment }, query);
