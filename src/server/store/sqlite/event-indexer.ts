import type { EnvironmentState } from "./environment-table.ts";
import type { IndexMarks } from "./index-marks.ts";
import type { IndexPart, ScatteredRows } from "./index-parts.ts";
import { Pace } from "./pace.ts";
import { type Db, eventKey, repeatable } from "./schema.ts";
import { SortedRun } from "./sorted-run.ts";

/** From this many events on, a part is indexed even while events keep coming. */
const tailLimit = 32_768;
/** So many no part is ever behind, and what one transaction brings: the tail that queries scan stays bounded. */
const longestTail = 131_072;
/** From this many events on, rows that lie all over their table are put in order first; so many at the most. */
const run = { least: 8_192, most: 65_536 };

/**
 * Indexes events in bulk, behind the writer: appending touches one page, indexing one event would touch eight at random
 * places. Sorted runs of thousands share those pages. Each part has a mark, the sequence through which it is complete;
 * queries look beyond the mark themselves, so nothing is ever missing from an answer.
 */
export class EventIndexer {
  private readonly db: Db;
  private readonly marks: IndexMarks;
  private readonly parts: readonly IndexPart[];
  private readonly now: () => number;
  private readonly paces: ReadonlyMap<string, Pace>;
  private run: SortedRun | null = null;

  /** `now`: a time that goes on evenly, in ms. */
  constructor(db: Db, marks: IndexMarks, parts: readonly IndexPart[], now = () => performance.now()) {
    this.db = db;
    this.marks = marks;
    this.parts = parts;
    this.now = now;
    this.paces = new Map(parts.map((part) => [part.name, new Pace(now)]));
  }

  through(n: number, part: string): number {
    return this.marks.through(n, part);
  }

  /** The sequence through which every part holds the environment's events. */
  throughAll(n: number): number {
    return Math.min(
      ...this.parts.filter((part) => part.needed(n)).map((part) => this.marks.through(n, part.name)),
    );
  }

  /** Whether a part is so far behind that nothing else may come before it. */
  isFarBehind(environments: Iterable<EnvironmentState>): boolean {
    return this.furthest(environments).by > longestTail;
  }

  /** One step of work for the part that lags most, where that is `lag` events or more; false where none does. Its own transaction. */
  step(environments: Iterable<EnvironmentState>, lag: number = tailLimit): boolean {
    if (this.run !== null) {
      this.goOn(this.run);
      return true;
    }
    const { by, state, part } = this.furthest(environments);
    if (state === null || part === null || by < lag) return false;
    if (part.scattered !== undefined && by >= run.least)
      this.run = this.begin(state, part.name, part.scattered);
    else this.advance(state, part);
    return true;
  }

  private furthest(environments: Iterable<EnvironmentState>): Furthest {
    let most: Furthest = { by: 0, state: null, part: null };
    for (const state of environments)
      for (const part of this.parts) {
        const by = state.lastSequence - this.through(state.n, part.name);
        if (by > most.by && part.needed(state.n)) most = { by, state, part };
      }
    return most;
  }

  private begin({ n, lastSequence }: EnvironmentState, part: string, rows: ScatteredRows): SortedRun {
    const from = this.through(n, part);
    return new SortedRun(this.db, {
      n,
      part,
      from,
      to: Math.min(lastSequence, from + run.most),
      rows,
      now: this.now,
    });
  }

  private goOn(going: SortedRun): void {
    this.run = null;
    const isOver = this.orReload(() => going.step(() => this.marks.move(going.n, going.part, going.to)));
    if (!isOver) this.run = going;
  }

  private advance({ n, lastSequence }: EnvironmentState, part: IndexPart): void {
    this.paces.get(part.name)?.take((most) => {
      const from = this.through(n, part.name);
      const to = Math.min(lastSequence, from + most);
      this.orReload(() =>
        repeatable(this.db, () => {
          this.marks.move(n, part.name, part.index(n, eventKey(n, from), eventKey(n, to)));
        }),
      );
      return to - from;
    });
  }

  private orReload<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.marks.reload();
      throw error;
    }
  }
}

/** The part of the index that lags most, where one does, and by how many events. */
interface Furthest {
  readonly by: number;
  readonly state: EnvironmentState | null;
  readonly part: IndexPart | null;
}
