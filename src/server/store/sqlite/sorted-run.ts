import type { ScatteredRows } from "./index-parts.ts";
import type { Pace } from "./pace.ts";
import { type Db, eventKey, prepared, repeatable } from "./schema.ts";

/** Before all rows, and after them. */
const start: readonly number[] = Array(4).fill(Number.MIN_SAFE_INTEGER);
const end: readonly number[] = Array(4).fill(Number.MAX_SAFE_INTEGER);

/** Which rows of which events. `gathering` is in events and in memory, `placing` in rows and on pages that may be cold. */
interface Sorting {
  readonly n: number;
  readonly part: string;
  readonly from: number;
  readonly to: number;
  readonly rows: ScatteredRows;
  readonly gathering: Pace;
  readonly placing: Pace;
}

/**
 * The index rows of many events: put in order aside, in memory, and then into their table in that order. They lie all over
 * it, and so each page of it is written once for all of them, not once for every few events. A cut leaves some of them there,
 * beyond the part's mark, where no query looks; they are ignored when they come again.
 */
export class SortedRun {
  readonly n: number;
  readonly part: string;
  readonly to: number;
  private readonly db: Db;
  private readonly rows: ScatteredRows;
  private readonly gathering: Pace;
  private readonly placing: Pace;
  /** Through which event rows are put aside. */
  private gathered: number;
  /** The last row that is in its table. */
  private placed = start;

  constructor(db: Db, { n, part, from, to, rows, gathering, placing }: Sorting) {
    this.db = db;
    this.n = n;
    this.part = part;
    this.gathered = from;
    this.to = to;
    this.rows = rows;
    this.gathering = gathering;
    this.placing = placing;
    db.exec(
      "CREATE TEMP TABLE IF NOT EXISTS sorted (a, b, c, d, PRIMARY KEY (a, b, c, d)) WITHOUT ROWID; DELETE FROM temp.sorted",
    );
  }

  /** Some of it, in about the time of a step; gives how many rows went into their table. `done` belongs to the transaction of the last. */
  step(done: () => void): { readonly placed: number; readonly isOver: boolean } {
    if (this.gathered === this.to) return this.place(done);
    this.gather();
    return { placed: 0, isOver: false };
  }

  private gather(): void {
    this.gathering.take((most) => {
      const to = Math.min(this.to, this.gathered + most);
      prepared(this.db, `INSERT OR IGNORE INTO temp.sorted ${this.rows.select} ORDER BY a, b, c, d`).run(
        eventKey(this.n, this.gathered),
        eventKey(this.n, to),
      );
      const taken = to - this.gathered;
      this.gathered = to;
      return taken;
    });
  }

  private place(done: () => void) {
    let isOver = false;
    const placed = this.placing.take((most) => {
      const next = prepared(
        this.db,
        "SELECT a, b, c, d FROM temp.sorted WHERE (a, b, c, d) > (?, ?, ?, ?) ORDER BY a, b, c, d LIMIT 1 OFFSET ?",
      ).get(...this.placed, most - 1) as number[] | undefined;
      // What is no whole number that JavaScript knows comes back as another one.
      isOver = next === undefined || !isAfter(next, this.placed);
      const through = isOver ? end : (next ?? end);
      const taken = repeatable(this.db, () => {
        const { changes } = prepared(
          this.db,
          `INSERT OR IGNORE INTO ${this.rows.table} SELECT ${this.rows.columns} FROM temp.sorted WHERE (a, b, c, d) > (?, ?, ?, ?) AND (a, b, c, d) <= (?, ?, ?, ?) ORDER BY a, b, c, d`,
        ).run(...this.placed, ...through);
        if (isOver) done();
        return changes;
      });
      this.placed = through;
      return taken;
    });
    if (isOver) this.db.exec("DELETE FROM temp.sorted");
    return { placed, isOver };
  }
}

function isAfter(row: readonly number[], other: readonly number[]): boolean {
  const differs = row.findIndex((value, at) => value !== other[at]);
  return differs !== -1 && (row[differs] ?? 0) > (other[differs] ?? 0);
}
