import type { MetadataFilter } from "../../../core/rule.ts";
import { eventMatcher, type Pairs } from "../../../core/targeting/event-matcher.ts";
import type { Selector } from "../../../core/targeting/subject.ts";
import { eventLifetime } from "../../../core/targeting/window.ts";
import { compareIds } from "../../population/compare-ids.ts";
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

/** After so many chunks in a row a walk is likely to visit everybody: what they did is read once, in the order of people. */
const fewChunks = 3;
/** Where an environment has more events than this, putting them in that order would take minutes in which nothing can be given up. */
const mostSorted = 10_000_000;
/** How many of them are read at a time, and how long the first may take, in ms. */
const pageSize = 4_000;
const sortingTime = 120_000;
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
  private readonly canSort: boolean;
  /** Which selectors count an event, by its name and pairs: most events have been done before, by somebody. */
  private readonly counting = new Map<string, readonly string[]>();
  /** How many chunks of one kind of people have been read in a row. */
  private chunks = { known: -1, count: 0 };
  /** Events in the order of people: those that were read and belong to later chunks. */
  private sorted: { rows: readonly Done[]; isOver: boolean } | null = null;

  /** `events`: how many the environment has. */
  constructor(selectors: readonly Selector[], now: number, events: number) {
    this.matchers = selectors.map(({ key, name, where }) => ({ key, name, matches: eventMatcher(where) }));
    this.names = [...new Set(selectors.map(({ name }) => name))];
    this.filtered = [...new Set(selectors.flatMap(({ name, where }) => (where.length > 0 ? [name] : [])))];
    this.parts = partsOf(selectors);
    this.now = now;
    this.canSort = events <= mostSorted;
  }

  async of(client: Queryable, chunk: Chunk): Promise<CountsInTurn> {
    const last = chunk.ids.at(-1);
    if (this.names.length === 0 || last === undefined) return new ChunkCounts(new Map());
    if (!(await this.readsInOrder(client, chunk)))
      return new ChunkCounts(this.timesOf(await this.alongIndex(client, chunk)));
    return new ChunkCounts(this.timesOf(await this.sortedThrough(client, last)));
  }

  /** Whether this chunk's events are read in the order of people. Begins that with the chunk where it pays. */
  private async readsInOrder(client: Queryable, chunk: Chunk): Promise<boolean> {
    const { known, isDense } = chunk;
    if (this.chunks.known !== known) {
      if (this.sorted !== null) await client.rows("CLOSE counted");
      this.chunks = { known, count: 0 };
      this.sorted = null;
    }
    this.chunks.count += 1;
    if (this.sorted === null && isDense && this.canSort && this.chunks.count > fewChunks) {
      // All rows are wanted, and they are put in order in memory where they fit.
      await client.rows("SET LOCAL cursor_tuple_fraction = 1");
      await client.rows("SET LOCAL work_mem = '32MB'");
      await client.rows(
        `DECLARE counted NO SCROLL CURSOR FOR SELECT person, array_position($3, name) AS name, time, CASE WHEN name = ANY ($6) THEN pairs END AS pairs
         FROM understudy.events
         WHERE n = $1 AND known = $2 AND person >= $8 AND name = ANY ($3) AND time > $4 AND time <= $5 AND code IS NULL
           AND coalesce(pairs, '') LIKE ANY ($7)
         ORDER BY person`,
        [...this.asked(chunk), chunk.ids[0]],
      );
      this.sorted = { rows: [], isOver: false };
    }
    return this.sorted !== null;
  }

  /** Of the events in the order of people, the next, through those of one person. */
  private async sortedThrough(client: Queryable, last: string): Promise<readonly Done[]> {
    const found: Done[] = [];
    for (;;) {
      const { rows, isOver } = this.sorted ?? { rows: [], isOver: true };
      const later = rows.findIndex(({ person }) => compareIds(person, last) > 0);
      for (const row of later < 0 ? rows : rows.slice(0, later)) found.push(row);
      if (later >= 0 || isOver) {
        this.sorted = { rows: later < 0 ? [] : rows.slice(later), isOver };
        return found;
      }
      const next = await client.rows<Done>(`FETCH FORWARD ${pageSize} FROM counted`, [], sortingTime);
      this.sorted = { rows: next, isOver: next.length < pageSize };
    }
  }

  /** What the people of a chunk did. */
  private async alongIndex(client: Queryable, chunk: Chunk): Promise<readonly Done[]> {
    const { ids, isDense } = chunk;
    // A range is read along the index; each id would be looked for from its root.
    const [row] = await client.rows<{ events: readonly Done[] | null }>(
      `SELECT json_agg(json_build_object('person', person, 'name', array_position($3, name), 'time', time,
         'pairs', CASE WHEN name = ANY ($6) THEN pairs END)) AS events
       FROM understudy.events
       WHERE n = $1 AND known = $2 AND person >= $8 AND person <= $9 AND ($10::text[] IS NULL OR person = ANY ($10))
         AND name = ANY ($3) AND time > $4 AND time <= $5 AND code IS NULL AND coalesce(pairs, '') LIKE ANY ($7)`,
      [...this.asked(chunk), ids[0], ids.at(-1), isDense ? null : ids],
    );
    return row?.events ?? [];
  }

  /** $1 to $7 of both statements. */
  private asked({ n, known }: Chunk): unknown[] {
    return [n, known, this.names, this.now - eventLifetime, this.now, this.filtered, this.parts];
  }

  private timesOf(events: readonly Done[]): Times {
    const times = new Map<string, Map<string, number[]>>();
    for (const { person, name, time, pairs } of events) {
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
interface Done {
  readonly person: string;
  readonly name: number;
  readonly time: number;
  readonly pairs: string | null;
}

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
