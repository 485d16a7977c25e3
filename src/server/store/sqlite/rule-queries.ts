import type { PersonRef } from "../../../core/refs.ts";
import { eventMatcher } from "../../../core/targeting/event-matcher.ts";
import type { Selector } from "../../../core/targeting/subject.ts";
import type { CountRequest, FoundEvent, KnownStretch } from "../ports.ts";
import { textOf } from "./damaged-text.ts";
import { type Db, eventKey, type Statement, sequenceOf } from "./schema.ts";
import { selectorsPart } from "./selector-table.ts";
import { personTerm, term } from "./term.ts";

/** Events of one selector with `after < time <= until`, in ms UTC. */
interface Ask {
  readonly selector: Selector;
  readonly after: number;
  readonly until: number;
}
type Times = [time: number, key: number][];

/** Where an ask's events are found. `id`: the selector whose times are kept, null where they are not yet. Through `mark`. */
interface Source extends Ask {
  readonly id: number | null;
  /** The key through which the source is complete. */
  readonly mark: number;
  readonly found: Times;
}

/** A person's events as rules count them: from the kept times, from the index, and from the tail that neither holds yet. */
export class RuleQueries {
  private readonly marked: Statement;
  private readonly last: Statement;
  private readonly filled: Statement;
  private readonly counted: Statement;
  private readonly kept: Statement;
  private readonly indexed: Statement;
  private readonly tail: Statement;
  private readonly event: Statement;

  constructor(db: Db) {
    this.marked = db.prepare("SELECT through FROM index_marks WHERE n = ? AND part = ?").raw();
    this.last = db.prepare("SELECT last_sequence FROM environments WHERE n = ?").raw();
    this.counted = db
      .prepare("SELECT EXISTS (SELECT 1 FROM selectors WHERE n = ? AND key IS NOT NULL)")
      .raw();
    this.filled = db
      .prepare(
        "SELECT wanted.value, s.id FROM json_each(?) AS wanted CROSS JOIN selectors AS s ON s.n = ? AND s.key = wanted.value WHERE s.filled >= s.since",
      )
      .raw();
    this.kept = db
      .prepare(
        `SELECT wanted.value ->> 0, t.time, t.key FROM json_each(?) AS wanted CROSS JOIN rule_times AS t
         ON t.selector = wanted.value ->> 1 AND t.known = ? AND t.person = ? AND t.time > wanted.value ->> 2 AND t.time <= wanted.value ->> 3
         WHERE t.key <= ?`,
      )
      .raw();
    this.indexed = db
      .prepare(
        `SELECT t.time, t.key, CAST(e.pairs AS BLOB) FROM person_times AS t CROSS JOIN events AS e ON e.key = t.key
         WHERE t.person = ? AND t.name = ? AND t.time > ? AND t.time <= ? AND t.key <= ? AND e.known = ? AND e.person = ? AND e.name = ?
         ORDER BY t.time, t.key`,
      )
      .raw();
    this.tail = db
      .prepare(
        "SELECT key, CAST(name AS BLOB), time, CAST(pairs AS BLOB) FROM events WHERE key > ? AND key <= ? AND h_person = ? AND known = ? AND person = ?",
      )
      .raw();
    this.event = db.prepare("SELECT CAST(id AS BLOB), CAST(name AS BLOB) FROM events WHERE key = ?").raw();
  }

  /** See `Queries.ruleTimes`. */
  times(
    n: number,
    person: PersonRef,
    selectors: readonly Selector[],
    since: number,
    known: KnownStretch | null,
  ): { through: number; last: number; times: number[][] } {
    const asks = selectors.map((selector) => ({ selector, after: since, until: Number.MAX_SAFE_INTEGER }));
    const { through, last, found } = this.gather(n, person, asks, known);
    return { through, last, times: found.map((times) => times.map(([time]) => time)) };
  }

  /** See `Queries.countedEvents`. */
  events(
    n: number,
    person: PersonRef,
    requests: readonly CountRequest[],
  ): { count: number; events: FoundEvent[] }[] {
    return this.gather(n, person, requests, null).found.map((times, index) => ({
      count: times.length,
      events: this.newest(times, requests[index]?.limit ?? 0),
    }));
  }

  /** See `Queries.selectorMark`. */
  mark(n: number): number {
    const [any] = this.counted.get(n) as [number];
    return any === 1 ? this.through(n, selectorsPart) : this.lastSequence(n);
  }

  /** The events of all asks, by time: those through one sequence, and those after what the caller knows. */
  private gather(
    n: number,
    person: PersonRef,
    asks: readonly Ask[],
    known: KnownStretch | null,
  ): { through: number; last: number; found: Times[] } {
    const sources = this.sources(n, asks);
    const last = eventKey(n, this.lastSequence(n));
    const wanted = known === null ? last : Math.min(last, eventKey(n, known.from - 1));
    const held = Math.min(last, ...sources.map((source) => source.mark));
    const through = Math.max(held, wanted);
    this.addKept(sources, person, through);
    for (const source of sources) if (source.id === null) this.addIndexed(n, source, person, through);
    if (held < through) this.addTail(n, sources, person, { low: held, high: through, found: through });
    const unknown = Math.max(through, eventKey(n, known?.through ?? 0));
    if (unknown < last) this.addTail(n, sources, person, { low: unknown, high: last, found: through });
    return {
      through: sequenceOf(through),
      last: sequenceOf(last),
      found: sources.map((source) => source.found),
    };
  }

  private sources(n: number, asks: readonly Ask[]): Source[] {
    const keys = JSON.stringify(asks.map((ask) => ask.selector.key));
    const ids = new Map(this.filled.all(keys, n) as [string, number][]);
    const kept = eventKey(n, this.through(n, selectorsPart));
    const indexed = eventKey(n, this.through(n, "person-times"));
    return asks.map((ask) => {
      const id = ids.get(ask.selector.key) ?? null;
      return { ...ask, id, mark: id === null ? indexed : kept, found: [] };
    });
  }

  private addKept(sources: readonly Source[], person: PersonRef, through: number): void {
    const wanted = sources.flatMap(({ id, after, until }, index) =>
      id === null ? [] : [[index, id, after, until]],
    );
    if (wanted.length === 0) return;
    const rows = this.kept.all(JSON.stringify(wanted), knownOf(person), person.id, through) as [
      number,
      number,
      number,
    ][];
    for (const [index, time, key] of rows) sources[index]?.found.push([time, key]);
  }

  private addIndexed(n: number, source: Source, person: PersonRef, through: number): void {
    const { selector, after, until } = source;
    const matches = eventMatcher(selector.where);
    const rows = this.indexed.all(
      personTerm(n, person.kind, person.id),
      term(n, "name", selector.name),
      after,
      until,
      Math.min(source.mark, through),
      knownOf(person),
      person.id,
      selector.name,
    ) as [number, number, Uint8Array | null][];
    for (const [time, key, pairs] of rows) if (matches(pairsOf(pairs))) source.found.push([time, key]);
  }

  /** One look at the events after `low` for all sources; each takes what lies after its own mark, or after `found`, through which it has looked. */
  private addTail(
    n: number,
    sources: readonly Source[],
    person: PersonRef,
    { low, high, found: through }: { readonly low: number; readonly high: number; readonly found: number },
  ): void {
    const rows = this.tail.all(
      low,
      high,
      personTerm(n, person.kind, person.id),
      knownOf(person),
      person.id,
    ) as [number, Uint8Array, number, Uint8Array | null][];
    if (rows.length === 0) return;
    const tail = rows.map(([key, name, time, pairs]) => ({
      key,
      name: textOf(name),
      time,
      pairs: pairsOf(pairs),
    }));
    for (const { selector, after, until, mark, found } of sources) {
      const matches = eventMatcher(selector.where);
      for (const { key, name, time, pairs } of tail) {
        if (
          key > Math.min(mark, through) &&
          name === selector.name &&
          time > after &&
          time <= until &&
          matches(pairs)
        )
          found.push([time, key]);
      }
      found.sort(([a, aKey], [b, bKey]) => a - b || aKey - bKey);
    }
  }

  private newest(times: Times, limit: number): FoundEvent[] {
    return times
      .slice(Math.max(0, times.length - limit))
      .reverse()
      .map(([time, key]) => {
        const [id, name] = this.event.get(key) as [Uint8Array, Uint8Array];
        return { id: textOf(id), name: textOf(name), time };
      });
  }

  private through(n: number, part: string): number {
    return (this.marked.get(n, part) as [number] | undefined)?.[0] ?? 0;
  }

  private lastSequence(n: number): number {
    return (this.last.get(n) as [number] | undefined)?.[0] ?? 0;
  }
}

const knownOf = (person: PersonRef): 0 | 1 => (person.kind === "known" ? 1 : 0);
const pairsOf = (bytes: Uint8Array | null) =>
  bytes === null ? [] : (JSON.parse(textOf(bytes)) as [string, string][]);
