import type { EnvironmentState } from "./environment-table.ts";
import type { IndexMarks } from "./index-marks.ts";
import type { IndexPart, ScatteredRows } from "./index-parts.ts";
import { Pace, type StepSize } from "./pace.ts";
import { type Db, eventKey, repeatable } from "./schema.ts";
import { SortedRun } from "./sorted-run.ts";

/** From this many events on, a part is indexed even while events keep coming. */
const tailLimit = 32_768;
/** Where a part is further behind than this, the index gets more time than commits do, so that queries never scan a long tail. */
const longestTail = 131_072;
/** From this many events on, rows that lie all over their table are put in order first; so many at the most. */
const runSize = { least: 8_192, most: 65_536 };

/** How many rows of a run go into their table in one step. They are in order, so that even short steps share pages. */
const placedRows: StepSize = { least: 128, most: 2_048 };

/**
 * How many rows of runs are placed before the store's log begins anew: each may be a page of it, and where the log is full
 * SQLite moves it into the database within a commit.
 */
const rowsOfLog = 6_000;
/** It is not waited for where a part is so many events behind: under full traffic the log is never at rest. */
const longestWait = 49_152;

/**
 * Indexes events in bulk, behind the writer: appending touches one page, indexing one event would touch eight at random
 * places. Sorted runs of thousands share those pages. Each part has a mark, the sequence through which it is complete;
 * queries look beyond the mark themselves, so nothing is ever missing from an answer.
 */
export class EventIndexer {
  private readonly db: Db;
  private readonly marks: IndexMarks;
  private readonly parts: readonly IndexPart[];
  /** Of each part: straight into its table, and in runs. */
  private readonly paces: ReadonlyMap<string, Pace>;
  private readonly placing: ReadonlyMap<string, Pace>;
  private readonly gathering: Pace;
  private run: SortedRun | null = null;
  /** Since the log began. */
  private placed = 0;

  /** `now`: a time that goes on evenly, in ms. */
  constructor(db: Db, marks: IndexMarks, parts: readonly IndexPart[], now = () => performance.now()) {
    this.db = db;
    this.marks = marks;
    this.parts = parts;
    this.paces = new Map(parts.map(({ name }) => [name, new Pace(now)]));
    this.placing = new Map(parts.map(({ name }) => [name, new Pace(now, placedRows)]));
    this.gathering = new Pace(now);
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

  /** Whether a part is so far behind that it needs more time than commits do. */
  isFarBehind(environments: Iterable<EnvironmentState>): boolean {
    return this.furthest(environments).by > longestTail;
  }

  /** Whether a run goes on once the log has begun anew, and no sooner. */
  get waitsForLog(): boolean {
    return this.run !== null && this.placed >= rowsOfLog;
  }

  /** All of the log is in the database. */
  logBegan(): void {
    this.placed = 0;
  }

  /** One step of work for the part that lags most, where that is `lag` events or more; false where none does. Its own transaction. */
  step(environments: Iterable<EnvironmentState>, lag: number = tailLimit): boolean {
    if (this.run !== null) {
      if (this.waitsForLog && this.furthest(environments).by <= longestWait) return false;
      this.goOn(this.run);
      return true;
    }
    const { by, state, part } = this.furthest(environments);
    if (state === null || part === null || by < lag) return false;
    const placing = this.placing.get(part.name);
    if (part.scattered !== undefined && placing !== undefined && by >= runSize.least)
      this.run = this.begin(state, part.name, part.scattered, placing);
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

  private begin(state: EnvironmentState, part: string, rows: ScatteredRows, placing: Pace): SortedRun {
    const from = this.through(state.n, part);
    const to = Math.min(state.lastSequence, from + runSize.most);
    return new SortedRun(this.db, { n: state.n, part, from, to, rows, gathering: this.gathering, placing });
  }

  private goOn(going: SortedRun): void {
    this.run = null;
    const move = () => this.marks.move(going.n, going.part, going.to);
    const { placed, isOver } = this.orReload(() => going.step(move));
    this.placed += placed;
    if (!isOver) this.run = going;
  }

  private advance({ n, lastSequence }: EnvironmentState, part: IndexPart): void {
    this.paces.get(part.name)?.take((most) => {
      const from = this.through(n, part.name);
      const to = Math.min(lastSequence, from + most);
      return this.orReload(() =>
        repeatable(this.db, () => {
          const through = part.index(n, eventKey(n, from), eventKey(n, to));
          this.marks.move(n, part.name, through);
          return through - from;
        }),
      );
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
