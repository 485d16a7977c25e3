import { spareRejected } from "../event-matches.ts";
import type { EventCounts, EventCountsQuery, EventQuery, EventsBefore, StoredEvent } from "../events.ts";
import { asBytes, rowOf } from "./damaged-text.ts";
import { acceptedConditions, needsReading, rejectedConditions } from "./event-conditions.ts";
import { acceptedEvent, damagedEvent, eventColumns, refusedEvent, rejectedColumns } from "./event-rows.ts";
import { type Db, eventKey, sequenceOf } from "./schema.ts";
import { pairTerm, personTerm, term } from "./term.ts";

const columns = `e.key, e.received, ${asBytes(eventColumns)}`;

/** A range of keys, both ends included. */
interface Range {
  readonly low: number;
  readonly high: number;
}

interface Parts {
  readonly accepted: Range;
  readonly rejected: Range;
  /** Nothing older is left to look at. */
  readonly done: boolean;
}

/** How many sequences one answer searches where rows must be read: some 15 ms, the longest that other questions wait. */
const stretch = 65_536;

/** The keys from one sequence to another, both included; `sequence` leaves one of them at most. */
function inRange(n: number, query: EventQuery, first: number, last: number): Range {
  const { sequence, after = 0, before = Number.POSITIVE_INFINITY } = query;
  const low = Math.max(first, after + 1);
  const high = Math.min(last, before - 1);
  if (sequence === undefined) return { low: eventKey(n, low), high: eventKey(n, high) };
  return { low: eventKey(n, Math.max(low, sequence)), high: eventKey(n, Math.min(high, sequence)) };
}

/** What an event has in the index: any of these. */
interface IndexedTerm {
  readonly part: string;
  readonly hashes: readonly number[];
}
const isAnyOf = (column: string, { hashes }: IndexedTerm): string =>
  `${column} IN (${hashes.map(() => "?").join(", ")})`;

type Direction = "ASC" | "DESC";

/** How much one answer may hold: events, and characters of their texts (a single event may have more). */
export interface Most {
  readonly events: number;
  readonly size: number;
}

/** Some of the events that were asked for, in order. `cut`: their size ended the list early. */
interface Found {
  readonly events: readonly StoredEvent[];
  readonly cut: boolean;
}
/** What `take` reads: its parameters are `before`, both ends of the range, `rest`, and a limit. */
interface Taking {
  readonly range: Range;
  readonly most: Most;
  readonly direction: Direction;
  readonly before: readonly number[];
  readonly rest: readonly (string | number)[];
}
const nothing: Found = { events: [], cut: false };

/** Answers filtered pages of events, of either status, from the index and from the tail that it does not hold yet. */
export class EventQueries {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Events before a sequence, newest first; of a search that must read rows or compare terms, one stretch of them. */
  before(n: number, query: EventQuery, before: number, most: Most): EventsBefore {
    const cut = needsReading(query) || indexedTerms(n, query).flatMap(({ hashes }) => hashes).length > 1;
    const { accepted, rejected, done } = this.parts(n, query, before - 1, cut);
    const found = merge(
      this.accepted(n, query, accepted, most),
      this.rejected(query, rejected, most, "DESC"),
      "DESC",
      most,
    );
    const last = found.events.at(-1);
    if (found.cut && last !== undefined)
      return { events: found.events, searched: last.sequence, searchedAt: last.receivedAt };
    return {
      events: found.events,
      searched: done ? 0 : sequenceOf(rejected.low),
      searchedAt: done ? null : this.receivedFrom(rejected.low),
    };
  }

  /** The keys that one answer is about, downwards from a sequence. Only accepted events are narrowed by their times. */
  private parts(n: number, query: EventQuery, high: number, cut: boolean): Parts {
    const whole = inRange(n, query, 1, high);
    const narrow = this.narrow(n, query, whole);
    const low = cut ? Math.max(narrow.low, narrow.high - stretch) : narrow.low;
    const done = low <= narrow.low;
    return {
      accepted: { low, high: narrow.high },
      rejected: { low: done ? whole.low : low, high: whole.high },
      done,
    };
  }

  /** Events after a sequence, in order of arrival. */
  after(
    n: number,
    query: EventQuery,
    after: number,
    most: Most,
    last: number,
  ): { events: readonly StoredEvent[]; through: number } {
    const end = Math.min(last, after + stretch, (query.before ?? Number.POSITIVE_INFINITY) - 1);
    const range = inRange(n, query, after + 1, end);
    const accepted = query.status === "rejected" ? nothing : this.scan(query, range, most, "ASC");
    const { events, cut } = merge(accepted, this.rejected(query, range, most, "ASC"), "ASC", most);
    const isWhole = !cut && events.length < most.events;
    return { events, through: isWhole ? end : (events.at(-1)?.sequence ?? end) };
  }

  /** How many events match in one stretch, by time. */
  counts(n: number, { filter, from, step, through }: EventCountsQuery, last: number): EventCounts {
    const end = through ?? last;
    const { accepted, rejected, done } = this.parts(n, filter, end, true);
    return {
      accepted: filter.status === "rejected" ? [] : this.count("events", filter, accepted, from, step),
      rejected: spareRejected(filter) ? [] : this.count("rejected", filter, rejected, from, step),
      through: end,
      older: done ? 0 : sequenceOf(rejected.low) - 1,
    };
  }

  private count(
    table: "events" | "rejected",
    query: EventQuery,
    { low, high }: Range,
    from: number,
    step: number,
  ): [number, number][] {
    const check = table === "events" ? acceptedConditions(query) : rejectedConditions(query);
    const time = table === "events" ? "time" : "received";
    return this.db
      .prepare(
        `SELECT CAST((e.${time} - ?) / ? AS INTEGER) AS bucket, count(*) FROM ${table} AS e WHERE e.key >= ? AND e.key <= ? ${check.sql} GROUP BY bucket`,
      )
      .raw()
      .all([from, step, low, high, ...check.values]) as [number, number][];
  }

  private receivedFrom(key: number): number | null {
    const row = this.db
      .prepare("SELECT received FROM events WHERE key >= ? ORDER BY key LIMIT 1")
      .raw()
      .get(key) as [number] | undefined;
    return row?.[0] ?? null;
  }

  last(n: number, through: number): StoredEvent | null {
    return (
      this.scan(
        { environment: { spaceId: "", environment: "development" }, where: [] },
        { low: eventKey(n, 1), high: eventKey(n, through) },
        { events: 1, size: 0 },
        "DESC",
      ).events[0] ?? null
    );
  }

  private accepted(n: number, query: EventQuery, range: Range, most: Most): Found {
    if (query.status === "rejected") return nothing;
    const terms = indexedTerms(n, query);
    if (terms.length === 0) return this.scan(query, range, most, "DESC");
    const mark = eventKey(n, this.indexedThrough(n, terms));
    const tail = this.scan(query, { low: Math.max(range.low, mark + 1), high: range.high }, most, "DESC");
    const left = { ...most, events: most.events - tail.events.length };
    if (tail.cut || left.events <= 0) return tail;
    const older = this.indexed(query, terms, { low: range.low, high: Math.min(range.high, mark) }, left);
    return { events: [...tail.events, ...older.events], cut: older.cut };
  }

  private indexedThrough(n: number, terms: readonly IndexedTerm[]): number {
    const mark = this.db.prepare("SELECT through FROM index_marks WHERE n = ? AND part = ?").raw();
    return Math.min(...terms.map(({ part }) => (mark.get(n, part) as [number] | undefined)?.[0] ?? 0));
  }

  /** Walks the rarest term's entries, newest first, keeping those that every other term has too. */
  private indexed(query: EventQuery, terms: readonly IndexedTerm[], range: Range, most: Most): Found {
    if (range.high < range.low) return nothing;
    const [first, ...others] = this.rarestFirst(terms, range);
    if (first === undefined) return nothing;
    const check = acceptedConditions(query);
    const also = others
      .map(
        (other) =>
          `AND EXISTS (SELECT 1 FROM terms AS o WHERE ${isAnyOf("o.term", other)} AND o.key = t.key)`,
      )
      .join(" ");
    // An event may have several of them.
    const once = first.hashes.length > 1 ? "GROUP BY t.key" : "";
    const sql = `SELECT ${columns} FROM terms AS t CROSS JOIN events AS e ON e.key = t.key
      WHERE ${isAnyOf("t.term", first)} AND t.key >= ? AND t.key <= ? ${also} ${check.sql} ${once} ORDER BY t.key DESC LIMIT ?`;
    const rest = [...others.flatMap((other) => other.hashes), ...check.values];
    return this.take(sql, { range, most, direction: "DESC", before: first.hashes, rest }, acceptedEvent);
  }

  private rarestFirst(terms: readonly IndexedTerm[], range: Range): IndexedTerm[] {
    if (terms.length < 2) return [...terms];
    const counted = terms.map((one) => ({ one, count: this.entries(one, range) }));
    return counted.sort((a, b) => a.count - b.count).map(({ one }) => one);
  }

  /** How many entries a term has, as far as that matters. */
  private entries(one: IndexedTerm, { low, high }: Range): number {
    const [count] = this.db
      .prepare(
        `SELECT count(*) FROM (SELECT 1 FROM terms WHERE ${isAnyOf("term", one)} AND key >= ? AND key <= ? LIMIT 2000)`,
      )
      .raw()
      .get(...one.hashes, low, high) as [number];
    return count;
  }

  private scan(query: EventQuery, range: Range, most: Most, direction: Direction): Found {
    if (range.high < range.low) return nothing;
    const check = acceptedConditions(query);
    const sql = `SELECT ${columns} FROM events AS e WHERE e.key >= ? AND e.key <= ? ${check.sql} ORDER BY e.key ${direction} LIMIT ?`;
    return this.take(sql, { range, most, direction, before: [], rest: check.values }, acceptedEvent);
  }

  private rejected(query: EventQuery, range: Range, most: Most, direction: Direction): Found {
    if (spareRejected(query)) return nothing;
    const check = rejectedConditions(query);
    const sql = `SELECT e.key, e.received, ${asBytes(rejectedColumns)} FROM rejected AS e WHERE e.key >= ? AND e.key <= ? ${check.sql} ORDER BY e.key ${direction} LIMIT ?`;
    return this.take(sql, { range, most, direction, before: [], rest: check.values }, refusedEvent);
  }

  /**
   * Reads some rows at a time, so that memory stays bounded. Each query is read to its end: an unfinished one would keep its
   * moment of the database for all that the thread reads after it.
   */
  private take<Row>(
    sql: string,
    { range, most, direction, before, rest }: Taking,
    eventOf: (sequence: number, received: number, row: Row) => StoredEvent,
  ): Found {
    const statement = this.db.prepare(sql).raw();
    const events: StoredEvent[] = [];
    let { low, high } = range;
    let taken = 0;
    for (let step = 32; events.length < most.events; step *= 4) {
      const limit = Math.min(step, most.events - events.length);
      const rows = statement.all([...before, low, high, ...rest, limit]) as StoredRow[];
      for (const [key, received, bytes] of rows) {
        // 150 for what is around the texts.
        taken += bytes.length + 150;
        if (events.length > 0 && taken > most.size) return { events, cut: true };
        const row = rowOf<Row>(bytes);
        const sequence = sequenceOf(key);
        events.push(row === null ? damagedEvent(sequence, received) : eventOf(sequence, received, row));
      }
      const last = rows.at(-1)?.[0];
      if (last === undefined || rows.length < limit) break;
      if (direction === "ASC") low = last + 1;
      else high = last - 1;
    }
    return { events, cut: false };
  }

  /** Keys that a time range can have: a short range far back is found without walking all that came since. */
  private narrow(n: number, query: EventQuery, range: Range): Range {
    if (query.from === undefined && query.to === undefined) return range;
    const most = 100_000;
    const [count, low, high] = this.db
      .prepare(
        `SELECT count(*), min(key), max(key) FROM (SELECT key FROM moments WHERE n = ? AND time >= ? AND time <= ? LIMIT ${most})`,
      )
      .raw()
      .get(n, query.from ?? Number.MIN_SAFE_INTEGER, query.to ?? Number.MAX_SAFE_INTEGER) as [
      number,
      number | null,
      number | null,
    ];
    const marked = this.db
      .prepare("SELECT through FROM index_marks WHERE n = ? AND part = 'moments'")
      .raw()
      .get(n) as [number] | undefined;
    const last = this.db.prepare("SELECT max(key) FROM events WHERE key <= ?").raw().get(range.high) as [
      number | null,
    ];
    const hasTail = (last[0] ?? 0) > eventKey(n, marked?.[0] ?? 0);
    if (count >= most) return range;
    const lowest = low ?? eventKey(n, marked?.[0] ?? 0) + 1;
    return { low: Math.max(range.low, lowest), high: hasTail ? range.high : Math.min(range.high, high ?? 0) };
  }
}

function indexedTerms(n: number, query: EventQuery): IndexedTerm[] {
  const terms: IndexedTerm[] = [];
  const has = (part: string, ...hashes: readonly number[]) => terms.push({ part, hashes });
  if (query.name !== undefined) has("name", term(n, "name", query.name));
  if (query.group !== undefined) has("group", term(n, "group", query.group));
  if (query.person !== undefined) has("person", personTerm(n, query.person.kind, query.person.id));
  if (query.experience !== undefined) has("experience", term(n, "experience", query.experience));
  if (query.id !== undefined) has("id", term(n, "id", query.id));
  for (const pairs of query.where) has("pairs", ...pairs.map(([key, value]) => pairTerm(n, key, value)));
  return terms;
}

type StoredRow = [key: number, received: number, bytes: Uint8Array];

/** Both in one order. Where one was cut, it is not known what follows its last event. */
function merge(a: Found, b: Found, direction: Direction, { events: limit }: Most): Found {
  const sign = direction === "ASC" ? 1 : -1;
  const isWithin = ({ events, cut }: Found, { sequence }: StoredEvent) =>
    !cut || sign * (sequence - (events.at(-1)?.sequence ?? sequence)) <= 0;
  const all = [...a.events, ...b.events].filter((one) => isWithin(a, one) && isWithin(b, one));
  if (b.events.length > 0) all.sort((x, y) => sign * (x.sequence - y.sequence));
  // The limit cuts nothing: the next question goes on after the last event.
  return { events: all.slice(0, limit), cut: (a.cut || b.cut) && all.length <= limit };
}
