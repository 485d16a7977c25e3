import type { ScatteredRows } from "./index-parts.ts";
import { Pace } from "./pace.ts";
import { type Db, eventKey, prepared, repeatable } from "./schema.ts";

/** Before all rows. */
const start = Array(4).fill(Number.MIN_SAFE_INTEGER) as number[];

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
  private readonly pace: Pace;
  /** Through which event rows are put aside. */
  private gathered: number;
  /** The last row that is in its table. */
  private placed = start;

  constructor(
    db: Db,
    {
      n,
      part,
      from,
      to,
      rows,
      now,
    }: { n: number; part: string; from: number; to: number; rows: ScatteredRows; now: () => number },
  ) {
    this.db = db;
    this.n = n;
    this.part = part;
    this.gathered = from;
    this.to = to;
    this.rows = rows;
    this.pace = new Pace(now);
    db.exec(
      "CREATE TEMP TABLE IF NOT EXISTS sorted (a, b, c, d, PRIMARY KEY (a, b, c, d)) WITHOUT ROWID; DELETE FROM temp.sorted",
    );
  }

  /** Some of it, in about the time of a step. `done` belongs to the transaction of the last one; true once that was it. */
  step(done: () => void): boolean {
    return this.gathered < this.to ? this.gather() : this.place(done);
  }

  private gather(): false {
    this.pace.take((most) => {
      const to = Math.min(this.to, this.gathered + most);
      prepared(this.db, `INSERT OR IGNORE INTO temp.sorted ${this.rows.select} ORDER BY a, b, c, d`).run(
        eventKey(this.n, this.gathered),
        eventKey(this.n, to),
      );
      const taken = to - this.gathered;
      this.gathered = to;
      return taken;
    });
    return false;
  }

  private place(done: () => void): boolean {
    let isLast = false;
    this.pace.take((most) => {
      const next = prepared(
        this.db,
        "SELECT a, b, c, d FROM temp.sorted WHERE (a, b, c, d) > (?, ?, ?, ?) ORDER BY a, b, c, d LIMIT 1 OFFSET ?",
      ).get(...this.placed, most - 1) as number[] | undefined;
      isLast = next === undefined;
      const through = next ?? start.map((low) => -low);
      repeatable(this.db, () => {
        prepared(
          this.db,
          `INSERT OR IGNORE INTO ${this.rows.table} SELECT ${this.rows.columns} FROM temp.sorted WHERE (a, b, c, d) > (?, ?, ?, ?) AND (a, b, c, d) <= (?, ?, ?, ?) ORDER BY a, b, c, d`,
        ).run(...this.placed, ...through);
        if (isLast) done();
      });
      this.placed = through;
      return isLast ? 0 : most;
    });
    if (isLast) this.db.exec("DELETE FROM temp.sorted");
    return isLast;
  }
}
