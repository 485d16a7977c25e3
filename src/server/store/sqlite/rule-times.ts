import { textOf } from "./damaged-text.ts";
import type { IndexPart } from "./index-parts.ts";
import { type Db, type Statement, sequenceOf } from "./schema.ts";
import { type CountedSelector, type SelectorTable, selectorsPart } from "./selector-table.ts";

type Pairs = readonly (readonly [string, string])[];
/** What is needed of an event to tell whether it counts. */
export type EventFacts = readonly [key: number, name: string, pairs: Pairs];

/**
 * `EventFacts` of the rows of `events AS e` that `filter` lets through, as one JSON list (NULL for none): one string crosses
 * into JavaScript faster than rows do. Each is on a line of its own, so that a damaged one harms no other.
 */
export const factsAsJson = (filter = "1"): string =>
  `CAST('[' || group_concat('[' || e.key || ',' || json_quote(e.name) || ',' || ifnull(e.pairs, '[]') || ']', ',' || char(10)) FILTER (WHERE ${filter}) || ']' AS BLOB)`;

/** Reads what `factsAsJson` gave; of an event that can't be read there is only the key. */
export function factsOf(bytes: Uint8Array | null): EventFacts[] {
  if (bytes === null) return [];
  const text = textOf(bytes);
  try {
    return JSON.parse(text) as EventFacts[];
  } catch {
    return text.slice(1, -1).split(",\n").flatMap(factsOfLine);
  }
}

function factsOfLine(line: string): EventFacts[] {
  try {
    return [JSON.parse(line) as EventFacts];
  } catch {
    const key = /^\[(\d+),/.exec(line)?.[1];
    return key === undefined ? [] : [[Number(key), "", []]];
  }
}

/** How many times one step writes: many rules may count the same event. */
export const mostTimes = 8_192;

/** The times of the events that rules count: a part of the index, only where there are such rules. */
export class RuleTimes implements IndexPart {
  readonly name = selectorsPart;
  private readonly selectors: SelectorTable;
  private readonly events: Statement;
  private readonly insert: Statement;
  private readonly remove: Statement;

  constructor(db: Db, selectors: SelectorTable) {
    this.selectors = selectors;
    this.events = db
      .prepare(
        `SELECT ${factsAsJson()} FROM events AS e WHERE e.key > ? AND e.key <= ? AND e.h_name IN (SELECT value FROM json_each(?))`,
      )
      .raw();
    this.insert = db.prepare(
      `INSERT OR IGNORE INTO rule_times SELECT m.value ->> 0, e.known, e.person, e.time, e.key
       FROM json_each(?) AS m CROSS JOIN events AS e ON e.key = m.value ->> 1 ORDER BY 1, 2, 3, 4, 5`,
    );
    this.remove = db.prepare(
      `DELETE FROM rule_times WHERE selector = ?1 AND key = ?2
         AND (known, person, time) = (SELECT known, person, time FROM events WHERE key = ?2)`,
    );
  }

  needed(n: number): boolean {
    return this.selectors.of(n).length > 0;
  }

  index(n: number, low: number, high: number): number {
    const [text] = this.events.get(low, high, this.selectors.nameHashes(n)) as [Uint8Array | null];
    const facts = factsOf(text);
    return sequenceOf(this.add(facts, (name) => this.selectors.named(n, name)) ?? high);
  }

  /** Writes the times of the events that count. Gives the key through which it did, null where it did all. */
  add(
    events: readonly EventFacts[],
    selectorsOf: (name: string) => readonly CountedSelector[],
  ): number | null {
    const found = matchesOf(events, selectorsOf, mostTimes);
    if (found.entries.length > 0) this.insert.run(JSON.stringify(found.entries));
    return found.stoppedAt;
  }

  /** Before events are removed: takes their times out. Gives the key through which it did, null where it did all. */
  removeOf(n: number, events: readonly EventFacts[]): number | null {
    const found = matchesOf(events, (name) => this.selectors.named(n, name), mostTimes);
    for (const entry of found.entries) this.remove.run(entry);
    return found.stoppedAt;
  }
}

interface Counting {
  readonly id: number;
  matches(pairs: Pairs): boolean;
}

/** Which selector counts which event; stops after the event with which there are `most`. */
export function matchesOf(
  events: readonly EventFacts[],
  selectorsOf: (name: string, key: number) => readonly Counting[],
  most: number,
): { entries: [selector: number, key: number][]; stoppedAt: number | null } {
  const entries: [number, number][] = [];
  for (const [key, name, pairs] of events) {
    for (const selector of selectorsOf(name, key))
      if (selector.matches(pairs)) entries.push([selector.id, key]);
    if (entries.length >= most) return { entries, stoppedAt: key };
  }
  return { entries, stoppedAt: null };
}
