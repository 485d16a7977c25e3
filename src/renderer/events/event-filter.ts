import { platformApi } from "../../core/api.ts";
import {
  type Event,
  type EventSource,
  eventNamePattern,
  eventSources,
  metadataPairs,
  wherePattern,
} from "../../core/event.ts";
import { eventGroup } from "../../core/event-group.ts";
import { isWritableTime } from "../../core/primitives.ts";
import { routeAddress } from "../api/client.ts";
import { type Place, paramsOf } from "../api/place.ts";
import {
  type FilterPart,
  isPart,
  partFields,
  partKey,
  partWords,
  readParts,
  typedTexts,
} from "./event-filter-part.ts";
import type { Recording } from "./replay/recordings.ts";

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
  const where = readWhere(search);
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

/** What of an address is no such filter, as it is written there. */
export function notFilters(search: URLSearchParams): readonly string[] {
  const read = filterQuery(readFilter(search));
  const isLeftOut = ([name, text]: readonly [string, string]) =>
    text !== "" && name in read && !(name === "where" ? readWhere(search).includes(text) : read[name]);
  return [...search].filter(isLeftOut).map((member) => member.join("="));
}

const readWhere = (search: URLSearchParams): readonly string[] =>
  search
    .getAll("where")
    .filter((pair) => wherePattern.test(pair))
    .slice(0, maxPairs);

const wholeGroup = /^[A-Za-z0-9._-]{1,64}\/\*$/;

/** What was typed as a name filter: a bare group means all of it. Null where it can be no event's name. */
export function readNameFilter(typed: string): string | null {
  const text = typed.trim();
  const name = text.includes("/") ? text : `${text}/*`;
  return eventNamePattern.test(name) || wholeGroup.test(name) ? name : null;
}

export const readSource = (text: string | null): EventSource | undefined =>
  eventSources.find((source) => source === text);

const readText = (text: string | null): string | undefined =>
  text === null || text === "" ? undefined : text;

function readTime(text: string | null): string | undefined {
  const ms = Date.parse(text ?? "");
  return isWritableTime(ms) ? new Date(ms).toISOString() : undefined;
}

/** The address that exports every event of a filter. */
export const exportAddress = (place: Place, filter: EventFilter, before?: number): string =>
  addressOfExport(place, { ...filterQuery(filter), before });

/** The address that exports a recording. */
export const recordingAddress = ({ after, before, ...place }: Recording): string =>
  addressOfExport(place, { after, before });

const addressOfExport = (place: Place, query: Readonly<Record<string, unknown>>): string =>
  routeAddress(platformApi.exportEvents.path, paramsOf(place), query);

/** How many of the newest rows are looked at for what can be filtered by. */
const looked = 3000;
const most = 8;

/** What the box offers for a line: first what Enter would do, then what the newest events have for the last of its parts. */
export function suggestions(line: string, rows: readonly Event[]): (readonly FilterPart[])[] {
  const whole = line.trim().toLowerCase();
  const last = typedTexts(line).at(-1)?.toLowerCase() ?? "";
  const read = readParts(line);
  const own = read.filter(isPart);
  const before = read.slice(0, -1).filter(isPart);
  const found: (readonly FilterPart[])[] = own.length > 0 && own.length === read.length ? [own] : [];
  const seen = new Set(own.map(partKey));
  for (const { part, count } of counted(rows)) {
    if (found.length === most) break;
    if (count === 0 || seen.has(partKey(part))) continue;
    if (matches(part, whole)) found.push([part]);
    else if (matches(part, last)) found.push([...before, part]);
  }
  return found;
}

/** By its value, or by what is typed before that. */
const matches = ({ field, value }: FilterPart, text: string): boolean =>
  value.toLowerCase().includes(text) || `${partWords[field].typed}:${value}`.toLowerCase().startsWith(text);

/** Every part that the newest rows have, the most frequent of each field first, the fields in their order. */
function counted(rows: readonly Event[]): { readonly part: FilterPart; readonly count: number }[] {
  const counts = new Map<string, { part: FilterPart; count: number }>();
  for (const row of rows.slice(0, looked)) {
    for (const part of partsOfEvent(row)) {
      const known = counts.get(partKey(part)) ?? { part, count: 0 };
      known.count += 1;
      counts.set(partKey(part), known);
    }
  }
  const place = ({ field }: FilterPart) => partFields.indexOf(field);
  return [...counts.values()].sort((a, b) => place(a.part) - place(b.part) || b.count - a.count);
}

/** All that an event can be filtered by. */
function partsOfEvent(event: Event): FilterPart[] {
  const parts: (FilterPart | null)[] = [
    part("name", event.name),
    event.name.includes("/") ? part("name", `${eventGroup(event.name)}/*`) : null,
    part("userId", event.userId),
    part("anonymousId", event.anonymousId),
    ...metadataPairs(event.metadata).map((pair) => part("where", `${pair.key}:${pair.value}`)),
    part("sessionId", event.sessionId),
    part("experience", event.experienceId),
    part("sdk", event.sdk?.name),
    part("source", event.source),
  ];
  return parts.filter((one) => one !== null);
}

const part = (field: FilterPart["field"], value: string | undefined): FilterPart | null =>
  value === undefined || value === "" ? null : { field, value };
