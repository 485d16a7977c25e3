import { eventGroup } from "../../core/event.ts";
import type { UserKind } from "../../core/user.ts";
import { acceptedRecord, eventColumns, refusedRecord, rejectedColumns } from "./event-record.ts";
import type { EventQuery, EventRecord, EventRow, RejectedRow } from "./messages.ts";
import { type Db, eventKey, sequenceOf } from "./schema.ts";
import { pairTerm, personTerm, term } from "./term.ts";

const columns = `e.key, e.received, ${eventColumns}`;

/** A range of keys, both ends included. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/** SQL with its parameters. */
interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

interface IndexedTerm {
  readonly part: string;
  readonly hash: number;
}

type Direction = "ASC" | "DESC";

/** Answers filtered pages of events, of either status, from the index and from the tail that it does not hold yet. */
export class EventQueries {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Up to `limit` events before a sequence, newest first. */
  before(n: number, query: EventQuery, before: number, limit: number): EventRecord[] {
    const range = { low: eventKey(n, 1), high: eventKey(n, before) - 1 };
    return merge(
      this.accepted(n, query, range, limit),
      this.rejected(query, range, limit, "DESC"),
      "DESC",
    ).slice(0, limit);
  }

  /** Up to `limit` events after a sequence, in order of arrival. */
  after(
    n: number,
    query: EventQuery,
    after: number,
    limit: number,
    last: number,
  ): { events: EventRecord[]; through: number } {
    const range = { low: eventKey(n, after) + 1, high: eventKey(n, last) };
    const accepted = query.status === "rejected" ? [] : this.scan(query, range, limit, "ASC");
    const events = merge(accepted, this.rejected(query, range, limit, "ASC"), "ASC").slice(0, limit);
    return { events, through: events.length < limit ? last : (events.at(-1)?.sequence ?? last) };
  }

  last(n: number, through: number): EventRecord | null {
    return (
      this.scan(
        { environment: { spaceId: "", environment: "development" }, where: [] },
        { low: eventKey(n, 1), high: eventKey(n, through) },
        1,
        "DESC",
      )[0] ?? null
    );
  }

  private accepted(n: number, query: EventQuery, whole: Range, limit: number): EventRecord[] {
    if (query.status === "rejected") return [];
    const range = this.narrow(n, query, whole);
    const terms = indexedTerms(n, query);
    if (terms.length === 0) return this.scan(query, range, limit, "DESC");
    const mark = eventKey(n, this.indexedThrough(n, terms));
    const tail = this.scan(query, { low: Math.max(range.low, mark + 1), high: range.high }, limit, "DESC");
    if (tail.length >= limit) return tail;
    const older = { low: range.low, high: Math.min(range.high, mark) };
    return [...tail, ...this.indexed(query, terms, older, limit - tail.length)];
  }

  private indexedThrough(n: number, terms: readonly IndexedTerm[]): number {
    const mark = this.db.prepare("SELECT through FROM index_marks WHERE n = ? AND part = ?").raw();
    return Math.min(...terms.map(({ part }) => (mark.get(n, part) as [number] | undefined)?.[0] ?? 0));
  }

  /** Walks the rarest term's entries, newest first, keeping those that every other term has too. */
  private indexed(
    query: EventQuery,
    terms: readonly IndexedTerm[],
    range: Range,
    limit: number,
  ): EventRecord[] {
    if (range.high < range.low) return [];
    const [first, ...others] = this.rarestFirst(terms, range);
    if (first === undefined) return [];
    const check = conditions(query);
    const also = others
      .map(() => "AND EXISTS (SELECT 1 FROM terms AS o WHERE o.term = ? AND o.key = t.key)")
      .join(" ");
    const sql = `SELECT ${columns} FROM terms AS t CROSS JOIN events AS e ON e.key = t.key
      WHERE t.term = ? AND t.key >= ? AND t.key <= ? ${also} ${check.sql} ORDER BY t.key DESC LIMIT ?`;
    const values = [
      first.hash,
      range.low,
      range.high,
      ...others.map((other) => other.hash),
      ...check.values,
      limit,
    ];
    return (this.db.prepare(sql).raw().all(values) as StoredRow<EventRow>[]).map(accepted);
  }

  private rarestFirst(terms: readonly IndexedTerm[], range: Range): IndexedTerm[] {
    if (terms.length < 2) return [...terms];
    const count = this.db
      .prepare(
        "SELECT count(*) FROM (SELECT 1 FROM terms WHERE term = ? AND key >= ? AND key <= ? LIMIT 2000)",
      )
      .raw();
    const counted = terms.map((one) => ({
      one,
      count: (count.get(one.hash, range.low, range.high) as [number])[0],
    }));
    return counted.sort((a, b) => a.count - b.count).map(({ one }) => one);
  }

  private scan(query: EventQuery, range: Range, limit: number, direction: Direction): EventRecord[] {
    if (range.high < range.low) return [];
    const check = conditions(query);
    const sql = `SELECT ${columns} FROM events AS e WHERE e.key >= ? AND e.key <= ? ${check.sql} ORDER BY e.key ${direction} LIMIT ?`;
    return (
      this.db
        .prepare(sql)
        .raw()
        .all([range.low, range.high, ...check.values, limit]) as StoredRow<EventRow>[]
    ).map(accepted);
  }

  private rejected(query: EventQuery, range: Range, limit: number, direction: Direction): EventRecord[] {
    if (query.status === "accepted" || query.experience !== undefined || query.where.length > 0) return [];
    const check = rejectedConditions(query);
    const sql = `SELECT e.key, e.received, ${rejectedColumns} FROM rejected AS e WHERE e.key >= ? AND e.key <= ? ${check.sql} ORDER BY e.key ${direction} LIMIT ?`;
    return (
      this.db
        .prepare(sql)
        .raw()
        .all([range.low, range.high, ...check.values, limit]) as StoredRow<RejectedRow>[]
    ).map(refused);
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
  if (query.name !== undefined) terms.push({ part: "name", hash: term(n, "name", query.name) });
  if (query.group !== undefined) terms.push({ part: "group", hash: term(n, "group", query.group) });
  if (query.person !== undefined)
    terms.push({ part: "person", hash: personTerm(n, query.person.kind, query.person.id) });
  if (query.experience !== undefined)
    terms.push({ part: "experience", hash: term(n, "experience", query.experience) });
  for (const [key, value] of query.where) terms.push({ part: "pairs", hash: pairTerm(n, key, value) });
  return terms;
}

const knownNumber = (kind: UserKind): number => (kind === "known" ? 1 : 0);

function commonConditions(query: EventQuery, timeColumn: "time" | "received"): Condition[] {
  const found: Condition[] = [];
  if (query.name !== undefined) found.push({ sql: "AND e.name = ?", values: [query.name] });
  if (query.group !== undefined) {
    found.push({ sql: "AND substr(e.name, 1, ?) = ?", values: [query.group.length + 1, `${query.group}/`] });
  }
  if (query.person !== undefined) {
    found.push({
      sql: "AND e.known = ? AND e.person = ?",
      values: [knownNumber(query.person.kind), query.person.id],
    });
  }
  if (query.from !== undefined) found.push({ sql: `AND e.${timeColumn} >= ?`, values: [query.from] });
  if (query.to !== undefined) found.push({ sql: `AND e.${timeColumn} <= ?`, values: [query.to] });
  return found;
}

const join = (parts: readonly Condition[]): Condition => ({
  sql: parts.map((part) => part.sql).join(" "),
  values: parts.flatMap((part) => part.values),
});

/** What the row itself must say: the index only says where to look. A pair is found as its own JSON text. */
function conditions(query: EventQuery): Condition {
  const parts = commonConditions(query, "time");
  if (query.experience !== undefined) parts.push({ sql: "AND e.experience = ?", values: [query.experience] });
  for (const pair of query.where)
    parts.push({ sql: "AND instr(e.pairs, ?) > 0", values: [JSON.stringify(pair)] });
  return join(parts);
}

const rejectedConditions = (query: EventQuery): Condition => join(commonConditions(query, "received"));

type StoredRow<Row extends readonly unknown[]> = [key: number, received: number, ...row: Row];

const accepted = ([key, received, ...row]: StoredRow<EventRow>): EventRecord =>
  acceptedRecord(sequenceOf(key), received, row);
const refused = ([key, received, ...row]: StoredRow<RejectedRow>): EventRecord =>
  refusedRecord(sequenceOf(key), received, row);

function merge(a: readonly EventRecord[], b: readonly EventRecord[], direction: Direction): EventRecord[] {
  if (b.length === 0) return [...a];
  const sign = direction === "ASC" ? 1 : -1;
  return [...a, ...b].sort((x, y) => sign * (x.sequence - y.sequence));
}

/** Whether an event that has just arrived fits a stream's filter: the same rules as the SQL above. */
export function recordMatches(query: EventQuery, record: EventRecord): boolean {
  const isRejected = record.problem !== null;
  if (query.status !== undefined && (query.status === "rejected") !== isRejected) return false;
  if (isRejected && (query.experience !== undefined || query.where.length > 0)) return false;
  if (query.name !== undefined && record.name !== query.name) return false;
  if (query.group !== undefined && (record.name === null || eventGroup(record.name) !== query.group))
    return false;
  if (
    query.person !== undefined &&
    (record.person?.kind !== query.person.kind || record.person.id !== query.person.id)
  )
    return false;
  if (query.experience !== undefined && record.experience !== query.experience) return false;
  if (query.from !== undefined && record.time < query.from) return false;
  if (query.to !== undefined && record.time > query.to) return false;
  return query.where.every((pair) => record.pairs?.includes(JSON.stringify(pair)) === true);
}
