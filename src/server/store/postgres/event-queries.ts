import { eventMatcher, spareRejected } from "../event-matches.ts";
import type {
  EventCounts,
  EventCountsQuery,
  EventQuery,
  EventsAfter,
  EventsBefore,
  StoredEvent,
} from "../events.ts";
import { answerSize } from "../ports.ts";
import { inJson } from "../text-search.ts";
import type { Queryable } from "./database.ts";
import { has } from "./user-queries.ts";

/** How many sequences one answer searches where rows must be read, so that no search takes long. */
const stretch = 65_536;

/** Sequences, both ends included. */
interface Range {
  readonly low: number;
  readonly high: number;
}
interface Most {
  readonly events: number;
  readonly size: number;
}
type Direction = "ASC" | "DESC";
type Found = { readonly events: StoredEvent[]; readonly cut: boolean };

const eventColumns =
  "sequence, received, id, name, known, person, time, session, experience, pairs, source, sdk_name, sdk_version, original, code, detail";
type EventRecord = Readonly<
  Record<"sequence" | "received" | "time", number> &
    Record<
      | "id"
      | "name"
      | "person"
      | "session"
      | "experience"
      | "pairs"
      | "sdk_name"
      | "sdk_version"
      | "original"
      | "detail",
      string | null
    >
> & {
  readonly known: number | null;
  readonly source: StoredEvent["source"];
  readonly code: NonNullable<StoredEvent["problem"]>["code"] | null;
};

const eventOf = (row: EventRecord): StoredEvent => ({
  sequence: row.sequence,
  receivedAt: row.received,
  id: row.id,
  name: row.name,
  person: row.person === null ? null : { kind: row.known === 1 ? "known" : "visitor", id: row.person },
  time: row.time,
  sessionId: row.session,
  experienceId: row.experience,
  pairs: row.pairs,
  source: row.source,
  sdk: row.sdk_name === null ? null : { name: row.sdk_name, version: row.sdk_version ?? "" },
  original: row.original,
  problem: row.code === null ? null : { code: row.code, detail: row.detail ?? "" },
});
/** Characters that an event takes in an answer, and some for what is around it. */
const sizeOf = ({ id, name, person, pairs, original }: EventRecord): number =>
  [id, name, person, pairs, original].reduce((sum, text) => sum + (text?.length ?? 0), 150);

async function lastSequence(client: Queryable, n: number): Promise<number> {
  const [row] = await client.rows<{ last: number }>(
    "SELECT last_sequence AS last FROM understudy.marks WHERE n = $1",
    [n],
  );
  return row?.last ?? 0;
}

/** Events before a sequence, newest first; of a search that must read rows, one stretch of them. */
export async function eventsBefore(
  client: Queryable,
  n: number,
  query: { readonly filter: EventQuery; readonly before: number; readonly limit: number },
): Promise<EventsBefore> {
  const { filter, before, limit } = query;
  const last = await lastSequence(client, n);
  const whole = inRange(filter, 1, Math.min(last, before - 1));
  const low = needsReading(filter) ? Math.max(whole.low, whole.high - stretch) : whole.low;
  const found = await take(
    client,
    n,
    filter,
    { low, high: whole.high },
    { events: limit, size: answerSize },
    "DESC",
  );
  const end = found.events.at(-1);
  if (found.cut && end !== undefined)
    return { events: found.events, searched: end.sequence, searchedAt: end.receivedAt };
  const isDone = low <= whole.low;
  return {
    events: found.events,
    searched: isDone ? 0 : low,
    searchedAt: isDone ? null : await receivedFrom(client, n, low),
  };
}

/** Events after a sequence, in order of arrival. */
export async function eventsAfter(
  client: Queryable,
  n: number,
  query: {
    readonly filter: EventQuery;
    readonly after: number;
    readonly limit: number;
    readonly size?: number;
  },
): Promise<EventsAfter> {
  const { filter, after, limit, size = answerSize } = query;
  const last = await lastSequence(client, n);
  const end = Math.min(last, after + stretch, (filter.before ?? Number.POSITIVE_INFINITY) - 1);
  const { events, cut } = await take(
    client,
    n,
    filter,
    inRange(filter, after + 1, end),
    { events: limit, size },
    "ASC",
  );
  const isWhole = !cut && events.length < limit;
  return { events, through: Math.max(after, isWhole ? end : (events.at(-1)?.sequence ?? end)) };
}

/** How many events match in one stretch, by time. */
export async function eventCounts(
  client: Queryable,
  n: number,
  { filter, from, step, through }: EventCountsQuery,
): Promise<EventCounts> {
  const end = through ?? (await lastSequence(client, n));
  const whole = inRange(filter, 1, end);
  const range = { low: Math.max(whole.low, whole.high - stretch), high: whole.high };
  const counts =
    filter.q === undefined
      ? await countedBySql(client, n, { filter, from, step }, range)
      : await counted(client, n, { filter, from, step }, range);
  return { ...counts, through: end, older: range.low <= whole.low ? 0 : range.low - 1 };
}

type Counts = Pick<EventCounts, "accepted" | "rejected">;
type Buckets = Pick<EventCountsQuery, "filter" | "from" | "step">;

async function countedBySql(
  client: Queryable,
  n: number,
  { filter, from, step }: Buckets,
  range: Range,
): Promise<Counts> {
  const where = conditions(n, filter, range);
  const rows = await client.rows<{ refused: boolean; bucket: number; count: number }>(
    `SELECT code IS NOT NULL AS refused, (time - ${where.value(from)}::bigint) / ${where.value(step)}::bigint AS bucket, count(*) AS count
     FROM understudy.events WHERE ${where.sql} GROUP BY 1, 2 ORDER BY 1, 2`,
    where.values,
  );
  const of = (wanted: boolean) =>
    rows.filter(({ refused }) => refused === wanted).map(({ bucket, count }) => [bucket, count] as const);
  return { accepted: of(false), rejected: of(true) };
}

/** Only the event itself tells for certain whether it has the text. */
async function counted(
  client: Queryable,
  n: number,
  { filter, from, step }: Buckets,
  range: Range,
): Promise<Counts> {
  const accepted = new Map<number, number>();
  const rejected = new Map<number, number>();
  for (let { low } = range; low <= range.high; ) {
    const { events } = await take(
      client,
      n,
      filter,
      { low, high: range.high },
      { events: 4_096, size: answerSize },
      "ASC",
    );
    for (const { time, problem } of events) {
      const counts = problem === null ? accepted : rejected;
      const bucket = Math.trunc((time - from) / step);
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
    const end = events.at(-1);
    if (end === undefined) break;
    low = end.sequence + 1;
  }
  return { accepted: [...accepted], rejected: [...rejected] };
}

/** The newest that was accepted. */
export async function lastEvent(client: Queryable, n: number): Promise<StoredEvent | null> {
  const [row] = await client.rows<EventRecord>(
    `SELECT ${eventColumns} FROM understudy.events WHERE n = $1 AND code IS NULL ORDER BY sequence DESC LIMIT 1`,
    [n],
  );
  return row === undefined ? null : eventOf(row);
}

async function receivedFrom(client: Queryable, n: number, sequence: number): Promise<number | null> {
  const [row] = await client.rows<{ received: number }>(
    "SELECT received FROM understudy.events WHERE n = $1 AND sequence >= $2 ORDER BY sequence LIMIT 1",
    [n, sequence],
  );
  return row?.received ?? null;
}

/** Reads some rows at a time, so that memory stays bounded. */
async function take(
  client: Queryable,
  n: number,
  filter: EventQuery,
  range: Range,
  most: Most,
  direction: Direction,
): Promise<Found> {
  const events: StoredEvent[] = [];
  const isWanted = eventMatcher(filter);
  let { low, high } = range;
  let taken = 0;
  for (let step = 32; events.length < most.events && low <= high; step *= 4) {
    const limit = Math.min(step, 4_096);
    const where = conditions(n, filter, { low, high });
    const rows = await client.rows<EventRecord>(
      `SELECT ${eventColumns} FROM understudy.events WHERE ${where.sql} ORDER BY sequence ${direction} LIMIT ${where.value(limit)}`,
      where.values,
    );
    for (const row of rows) {
      const event = eventOf(row);
      if (!isWanted(event)) continue;
      taken += sizeOf(row);
      if (events.length > 0 && taken > most.size) return { events, cut: true };
      events.push(event);
      if (events.length === most.events) return { events, cut: false };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) break;
    if (direction === "ASC") low = last.sequence + 1;
    else high = last.sequence - 1;
  }
  return { events, cut: false };
}

/** From one sequence to another; `sequence` leaves one of them at most. */
function inRange(
  { sequence, after = 0, before = Number.POSITIVE_INFINITY }: EventQuery,
  first: number,
  last: number,
): Range {
  const low = Math.max(first, after + 1, sequence ?? 0);
  const high = Math.min(last, before - 1, sequence ?? Number.POSITIVE_INFINITY);
  return { low, high };
}

/** Whether rows must be read to find what matches, because no index helps. */
const needsReading = (query: EventQuery): boolean =>
  [query.group, query.session, query.experience, query.sdk, query.source, query.q, query.from, query.to].some(
    (part) => part !== undefined,
  ) || query.where.length > 0;

/** What matches, and of a text search somewhat more: `eventMatcher` has the last word. */
function conditions(n: number, query: EventQuery, { low, high }: Range) {
  const values: unknown[] = [];
  const value = (one: unknown) =>
    `$${values.push(typeof one === "string" ? one.replaceAll("\0", "\ufffd") : one)}`;
  const parts = [`n = ${value(n)}`, `sequence >= ${value(low)}`, `sequence <= ${value(high)}`];
  const is = (column: string, wanted: string | number | undefined) =>
    wanted === undefined || parts.push(`${column} = ${value(wanted)}`);
  is("name", query.name);
  is("session", query.session);
  is("experience", query.experience);
  is("sdk_name", query.sdk);
  is("source", query.source);
  is("id", query.id);
  // An id is found by its hash, without an index of its own; a refused event may have any id.
  if (query.id !== undefined)
    parts.push(
      `(code IS NOT NULL OR received = (SELECT i.received FROM understudy.event_ids AS i WHERE i.n = ${value(n)} AND i.id = ${value(query.id)}))`,
    );
  if (query.group !== undefined) parts.push(`starts_with(name, ${value(`${query.group}/`)})`);
  if (query.person !== undefined) {
    is("known", query.person.kind === "known" ? 1 : 0);
    is("person", query.person.id);
  }
  if (query.from !== undefined) parts.push(`time >= ${value(query.from)}`);
  if (query.to !== undefined) parts.push(`time <= ${value(query.to)}`);
  if (query.status === "rejected") parts.push("code IS NOT NULL");
  else if (spareRejected(query)) parts.push("code IS NULL");
  for (const pairs of query.where)
    parts.push(`(${pairs.map((pair) => `strpos(pairs, ${value(JSON.stringify(pair))}) > 0`).join(" OR ")})`);
  if (query.q !== undefined) parts.push(textCondition(query.q, value));
  return { sql: parts.join(" AND "), values, value };
}

function textCondition(q: string, value: (one: string) => string): string {
  const parts = ["name", "person", "session"].map((column) => has(column, q, value));
  return `(${[...parts, has("pairs", inJson(q), value)].join(" OR ")})`;
}
