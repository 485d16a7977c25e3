import type { MetadataFilter } from "../../../core/rule.ts";
import { eventMatcher, type Pairs } from "../../../core/targeting/event-matcher.ts";
import type { Selector } from "../../../core/targeting/subject.ts";
import { eventLifetime } from "../../../core/targeting/window.ts";
import type { CountsInTurn } from "../../population/scanned-person.ts";
import type { Queryable } from "./database.ts";

/** People who are read together: all of a kind from one id through another, or only those named. */
export interface Chunk {
  readonly n: number;
  readonly known: number;
  readonly ids: readonly string[];
  /** Whether most of those between the first and the last are in it. */
  readonly isDense: boolean;
}

/** How many texts the database looks for in an event's pairs; where rules want more, all events are read. */
const mostParts = 8;
/** How many different events are remembered with what counts them. */
const mostRemembered = 20_000;

/** What people did that a walk's selectors count, a chunk of people at a time. */
export class WalkCounts {
  private readonly matchers: readonly Matcher[];
  private readonly names: readonly string[];
  /** Of these names the pairs are read. */
  private readonly filtered: readonly string[];
  private readonly parts: readonly string[];
  private readonly now: number;
  /** Which selectors count an event, by its name and pairs: most events have been done before, by somebody. */
  private readonly counting = new Map<string, readonly string[]>();

  constructor(selectors: readonly Selector[], now: number) {
    this.matchers = selectors.map(({ key, name, where }) => ({ key, name, matches: eventMatcher(where) }));
    this.names = [...new Set(selectors.map(({ name }) => name))];
    this.filtered = [...new Set(selectors.flatMap(({ name, where }) => (where.length > 0 ? [name] : [])))];
    this.parts = partsOf(selectors);
    this.now = now;
  }

  async of(client: Queryable, { n, known, ids, isDense }: Chunk): Promise<CountsInTurn> {
    if (this.names.length === 0 || ids.length === 0) return new ChunkCounts(new Map());
    // A range is read along the index; each id would be looked for from its root.
    const [row] = await client.rows<{ events: readonly Done[] | null }>(
      `SELECT json_agg(json_build_array(person, array_position($4, name), time, CASE WHEN name = ANY ($7) THEN pairs END)) AS events
       FROM understudy.events
       WHERE n = $1 AND known = $2 AND person >= $8 AND person <= $9 AND ($3::text[] IS NULL OR person = ANY ($3))
         AND name = ANY ($4) AND time > $5 AND time <= $6 AND code IS NULL AND coalesce(pairs, '') LIKE ANY ($10)`,
      [
        n,
        known,
        isDense ? null : ids,
        this.names,
        this.now - eventLifetime,
        this.now,
        this.filtered,
        ids[0],
        ids.at(-1),
        this.parts,
      ],
    );
    return new ChunkCounts(this.timesOf(row?.events ?? []));
  }

  private timesOf(events: readonly Done[]): Times {
    const times = new Map<string, Map<string, number[]>>();
    for (const [person, name, time, pairs] of events) {
      const of = times.get(person) ?? new Map<string, number[]>();
      times.set(person, of);
      for (const key of this.selectorsOf(this.names[name - 1] ?? "", pairs)) {
        const found = of.get(key);
        if (found === undefined) of.set(key, [time]);
        else found.push(time);
      }
    }
    return times;
  }

  private selectorsOf(name: string, pairs: string | null): readonly string[] {
    const event = `${name} ${pairs}`;
    const remembered = this.counting.get(event);
    if (remembered !== undefined) return remembered;
    const metadata = JSON.parse(pairs ?? "[]") as Pairs;
    const found = this.matchers
      .filter((one) => one.name === name && one.matches(metadata))
      .map(({ key }) => key);
    if (this.counting.size >= mostRemembered) this.counting.clear();
    this.counting.set(event, found);
    return found;
  }
}

interface Matcher {
  readonly key: string;
  readonly name: string;
  readonly matches: (pairs: Pairs) => boolean;
}

/** `name`: its place among the names that are asked about, from 1. */
type Done = readonly [person: string, name: number, time: number, pairs: string | null];

/** Patterns of which the pairs of every event that counts fit one: other events need not be read. */
function partsOf(selectors: readonly Selector[]): string[] {
  const parts = [...new Set(selectors.map(({ where }) => partOf(where)))];
  return parts.length > mostParts ? ["%"] : parts;
}

/** A text that equals another stands in the pairs as JSON writes both. */
function partOf(where: readonly MetadataFilter[]): string {
  const equal = where.find(({ op }) => op === "equals");
  if (equal === undefined) return "%";
  const pair = JSON.stringify([equal.key, String(equal.value)]);
  return `%${pair.replace(/[\\%_]/g, "\\$&")}%`;
}

/** By person, then by selector: when they did what it counts. */
type Times = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

class ChunkCounts implements CountsInTurn {
  private readonly times: Times;
  private person = "";

  constructor(times: Times) {
    this.times = times;
  }

  moveTo(_kind: unknown, id: string): void {
    this.person = id;
  }

  count(selector: string, after: number, until: number): number {
    const times = this.times.get(this.person)?.get(selector) ?? [];
    return times.filter((time) => time > after && time <= until).length;
  }
}
