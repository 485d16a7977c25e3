import { eventMatcher } from "../../../../core/targeting/event-matcher.ts";
import type { Selector } from "../../../../core/targeting/subject.ts";
import { eventLifetime } from "../../../../core/targeting/window.ts";
import { type EventFacts, factsAsJson, factsOf, matchesOf, mostTimes } from "../rule-times.ts";
import { eventKey } from "../schema.ts";
import { selectorsPart } from "../selector-table.ts";
import { term } from "../term.ts";
import { type EventCondition, filterSql } from "./filter-sql.ts";
import type { Scope } from "./scope.ts";

/** How many events are looked at between two checkpoints: by JavaScript, by SQL, and in the tail, whatever their names. */
const stepSize = 4_096;
const sqlStepSize = 32_768;
const stepKeys = 16_384;

interface Wanted {
  /** In `temp.fresh`. */
  readonly id: number;
  /** In `rule_times`; null where its times are not all there yet. */
  readonly kept: number | null;
  readonly key: string;
  readonly name: string;
  readonly nameHash: number;
  /** The key after which its events are not yet where they are looked for. */
  readonly mark: number;
  /** Its filters as SQL, where they can be said so. */
  readonly condition: EventCondition | null;
  matches(pairs: EventFacts[2]): boolean;
}

/** Puts the times that `rule_times` does not hold yet into `temp.fresh`, within the caller's transaction. */
export class Gathering {
  readonly wanted: readonly Wanted[];
  private readonly scope: Scope;
  /** The times that can count: of 30 days, in ms UTC. */
  private readonly span: readonly [after: number, until: number];
  private readonly nameMark: number;
  private found = false;

  constructor(scope: Scope, selectors: readonly Selector[], now: number) {
    this.scope = scope;
    this.span = [now - eventLifetime, now];
    this.nameMark = this.markOf("name");
    const kept = this.keptIds(selectors);
    const keptMark = this.markOf(selectorsPart);
    this.wanted = selectors.map(({ key, name, where }, id) => ({
      id,
      kept: kept.get(key) ?? null,
      key,
      name,
      nameHash: term(scope.n, "name", name),
      mark: kept.has(key) ? keptMark : this.nameMark,
      condition: filterSql(where),
      matches: eventMatcher(where),
    }));
  }

  /** Gives whether any were put into it. */
  run(): boolean {
    this.scope.db.exec(
      "CREATE TEMP TABLE fresh (selector INTEGER NOT NULL, known INTEGER NOT NULL, person TEXT NOT NULL, time INTEGER NOT NULL)",
    );
    const unkept = this.wanted.filter((one) => one.kept === null);
    for (const one of unkept) if (one.condition !== null) this.copyNamed(one, one.condition);
    for (const [, some] of byName(unkept.filter((one) => one.condition === null))) this.takeNamed(some);
    this.takeTail();
    // Sorted once at the end: inserting each row in its place would take many times as long.
    if (this.found) this.scope.db.exec("CREATE INDEX temp.in_order ON fresh (selector, known, person, time)");
    return this.found;
  }

  /** Through the index by name, as far as it goes, without leaving the database. */
  private copyNamed({ id, name, nameHash }: Wanted, condition: EventCondition): void {
    const { n, db } = this.scope;
    const page = `SELECT key FROM main.terms WHERE term = ? AND key > ? AND key <= ? ORDER BY key LIMIT ${sqlStepSize}`;
    const lastOf = db.prepare(`SELECT max(key) FROM (${page})`).raw();
    const copy = db.prepare(
      `INSERT INTO temp.fresh SELECT ?, e.known, e.person, e.time FROM (${page}) AS t CROSS JOIN main.events AS e ON e.key = t.key
       WHERE e.name = ? AND e.time > ? AND e.time <= ? AND ${condition.sql}`,
    );
    for (let from: number | null = eventKey(n, 0); from !== null; ) {
      this.scope.checkpoint();
      const [last] = lastOf.get(nameHash, from, this.nameMark) as [number | null];
      const copied = copy.run([id, nameHash, from, this.nameMark, name, ...this.span, ...condition.values]);
      this.found ||= copied.changes > 0;
      from = last;
    }
  }

  /** The same for filters that only JavaScript can read, all of one name at a time. */
  private takeNamed(wanted: readonly Wanted[]): void {
    const page = this.scope.db
      .prepare(
        `SELECT max(e.key), ${factsAsJson("e.time > ? AND e.time <= ?")} FROM (
           SELECT e.key, e.name, e.time, e.pairs FROM terms AS t CROSS JOIN events AS e ON e.key = t.key
           WHERE t.term = ? AND t.key > ? AND t.key <= ? ORDER BY t.key LIMIT ${stepSize}) AS e`,
      )
      .raw();
    for (let from: number | null = eventKey(this.scope.n, 0); from !== null; ) {
      this.scope.checkpoint();
      const [last, text] = page.get(...this.span, wanted[0]?.nameHash ?? 0, from, this.nameMark) as [
        number | null,
        Uint8Array | null,
      ];
      this.take(text, (name) => wanted.filter((one) => one.name === name));
      from = last;
    }
  }

  /** The events after the marks, one look for all selectors: each takes what lies after its own mark. */
  private takeTail(): void {
    const last = this.lastKey();
    const hashes = JSON.stringify([...new Set(this.wanted.map((one) => one.nameHash))]);
    const named = byName(this.wanted);
    const page = this.scope.db
      .prepare(
        `SELECT ${factsAsJson()} FROM events AS e WHERE e.key > ? AND e.key <= ? AND e.time > ? AND e.time <= ?
         AND e.h_name IN (SELECT value FROM json_each(?))`,
      )
      .raw();
    for (let from = Math.min(...this.wanted.map((one) => one.mark)); from < last; from += stepKeys) {
      this.scope.checkpoint();
      const [text] = page.get(from, Math.min(last, from + stepKeys), ...this.span, hashes) as [
        Uint8Array | null,
      ];
      this.take(text, (name, key) => named.get(name)?.filter((one) => key > one.mark) ?? []);
    }
  }

  private take(text: Uint8Array | null, wanted: (name: string, key: number) => readonly Wanted[]): void {
    let events = factsOf(text);
    while (events.length > 0) {
      const { entries, stoppedAt } = matchesOf(events, wanted, mostTimes);
      if (entries.length > 0) this.put(entries);
      events = stoppedAt === null ? [] : events.filter(([key]) => key > stoppedAt);
    }
  }

  private put(entries: readonly [selector: number, key: number][]): void {
    this.found = true;
    this.scope.db
      .prepare(
        `INSERT INTO temp.fresh SELECT m.value ->> 0, e.known, e.person, e.time
         FROM json_each(?) AS m CROSS JOIN main.events AS e ON e.key = m.value ->> 1`,
      )
      .run(JSON.stringify(entries));
  }

  private keptIds(selectors: readonly Selector[]): Map<string, number> {
    const rows = this.scope.db
      .prepare(
        "SELECT wanted.value, s.id FROM json_each(?) AS wanted CROSS JOIN selectors AS s ON s.n = ? AND s.key = wanted.value WHERE s.filled >= s.since",
      )
      .raw()
      .all(JSON.stringify(selectors.map((one) => one.key)), this.scope.n) as [string, number][];
    return new Map(rows);
  }

  private markOf(part: string): number {
    const row = this.scope.db
      .prepare("SELECT through FROM index_marks WHERE n = ? AND part = ?")
      .raw()
      .get(this.scope.n, part) as [number] | undefined;
    return eventKey(this.scope.n, row?.[0] ?? 0);
  }

  private lastKey(): number {
    const [last] = this.scope.db
      .prepare("SELECT last_sequence FROM environments WHERE n = ?")
      .raw()
      .get(this.scope.n) as [number];
    return eventKey(this.scope.n, last);
  }
}

function byName(selectors: readonly Wanted[]): Map<string, Wanted[]> {
  const found = new Map<string, Wanted[]>();
  for (const one of selectors) found.set(one.name, [...(found.get(one.name) ?? []), one]);
  return found;
}
