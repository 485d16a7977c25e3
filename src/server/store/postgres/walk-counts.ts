import type { MetadataFilter } from "../../../core/rule.ts";
import { eventMatcher, type Pairs } from "../../../core/targeting/event-matcher.ts";
import type { Selector } from "../../../core/targeting/subject.ts";
import { eventLifetime } from "../../../core/targeting/window.ts";
import { compareIds } from "../../population/compare-ids.ts";
import type { WalkQuery } from "../../population/people-walk.ts";
import type { CountsInTurn } from "../../population/scanned-person.ts";
import type { Queryable } from "./database.ts";

/** People of one kind who are read together, by id: all from the first through the last, or only those named. */
interface Chunk {
  readonly n: number;
  readonly known: number;
  readonly ids: readonly string[];
  /** Whether most of those between the first and the last are in it. */
  readonly isDense: boolean;
}

/** After so many chunks in a row, what people did is read once for all that follow. */
const fewChunks = 3;
/** Where an environment has more events than this, putting them in order would take minutes in which nothing can be given up. */
const mostSorted = 10_000_000;
/** How many events are read at a time, and how long the first may take where all have to be put in order, in ms. */
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
  /** The cursor, and what was read from it for later chunks; `goesOn` where it is theirs, too. */
  private open: { readonly goesOn: boolean; rows: readonly Done[]; isOver: boolean } | null = null;

  /** `events`: how many the environment has. */
  constructor({ selectors, now, q, label, every, toTheEnd }: WalkQuery, events: number) {
    this.matchers = selectors.map(({ key, name, where }) => ({ key, name, matches: eventMatcher(where) }));
    this.names = [...new Set(selectors.map(({ name }) => name))];
    this.filtered = [...new Set(selectors.flatMap(({ name, where }) => (where.length > 0 ? [name] : [])))];
    this.parts = partsOf(selectors);
    this.now = now;
    this.canSort = toTheEnd && q === null && label === null && every === 1 && events <= mostSorted;
  }

  /** `checkpoint` ends a walk that was given up. */
  async of(client: Queryable, chunk: Chunk, checkpoint: () => void): Promise<CountsInTurn> {
    const counts = new ChunkCounts();
    const last = chunk.ids.at(-1);
    if (this.names.length === 0 || last === undefined) return counts;
    const open = await this.cursor(client, chunk);
    // There may be events of people who were deleted, or whom the walk leaves out.
    const wanted = new Set(chunk.ids);
    for (;;) {
      const later = open.rows.findIndex(({ person }) => compareIds(person, last) > 0);
      for (const event of later < 0 ? open.rows : open.rows.slice(0, later))
        if (wanted.has(event.person)) this.add(counts, event);
      open.rows = later < 0 ? [] : open.rows.slice(later);
      if (later >= 0 || open.isOver) return counts;
      checkpoint();
      const within = open.goesOn ? sortingTime : undefined;
      open.rows = await client.rows<Done>(`FETCH FORWARD ${pageSize} FROM counted`, [], within);
      open.isOver = open.rows.length < pageSize;
    }
  }

  /** That of the chunk before where it goes on; else one of this chunk, and of those that follow it where that pays. */
  private async cursor(
    client: Queryable,
    { n, known, ids, isDense }: Chunk,
  ): Promise<NonNullable<typeof this.open>> {
    if (this.chunks.known !== known) this.chunks = { known, count: 0 };
    this.chunks.count += 1;
    if (this.open?.goesOn === true && this.chunks.count > 1) return this.open;
    // For the whole transaction: all rows are wanted, and they are put in order in memory where they fit.
    if (this.open === null)
      await client.rows("SET LOCAL cursor_tuple_fraction = 1; SET LOCAL work_mem = '32MB'");
    else await client.rows("CLOSE counted");
    const goesOn = this.canSort && this.chunks.count > fewChunks;
    await client.rows(
      `DECLARE counted NO SCROLL CURSOR FOR
       SELECT person, array_position($3, name) AS name, time, CASE WHEN name = ANY ($6) THEN pairs END AS pairs FROM understudy.events
       WHERE n = $1 AND known = $2 AND person >= $8 AND ($9::text IS NULL OR person <= $9) AND ($10::text[] IS NULL OR person = ANY ($10))
         AND name = ANY ($3) AND time > $4 AND time <= $5 AND code IS NULL AND coalesce(pairs, '') LIKE ANY ($7)
       ORDER BY person`,
      [
        n,
        known,
        this.names,
        this.now - eventLifetime,
        this.now,
        this.filtered,
        this.parts,
        ids[0],
        goesOn ? null : ids.at(-1),
        isDense || goesOn ? null : ids,
      ],
    );
    this.open = { goesOn, rows: [], isOver: false };
    return this.open;
  }

  private add(counts: ChunkCounts, { person, name, time, pairs }: Done): void {
    for (const key of this.selectorsOf(this.names[name - 1] ?? "", pairs)) counts.add(person, key, time);
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

class ChunkCounts implements CountsInTurn {
  /** By person, then by selector: when they did what it counts. */
  private readonly times = new Map<string, Map<string, number[]>>();
  private person = "";

  add(person: string, selector: string, time: number): void {
    const of = this.times.get(person) ?? new Map<string, number[]>();
    this.times.set(person, of);
    const found = of.get(selector);
    if (found === undefined) of.set(selector, [time]);
    else found.push(time);
  }

  moveTo(_kind: unknown, id: string): void {
    this.person = id;
  }

  count(selector: string, after: number, until: number): number {
    const times = this.times.get(this.person)?.get(selector) ?? [];
    return times.filter((time) => time > after && time <= until).length;
  }
}
