import { asBytes, neededRow } from "./damaged-text.ts";
import { type Db, prepared } from "./schema.ts";

/** For each part of the index and environment: the sequence through which it is complete. */
export class IndexMarks {
  private readonly db: Db;
  private readonly marks = new Map<string, number>();

  constructor(db: Db) {
    this.db = db;
    this.reload();
  }

  through(n: number, part: string): number {
    return this.marks.get(`${n}/${part}`) ?? 0;
  }

  /** Part of the caller's transaction; after a rollback call `reload`. */
  move(n: number, part: string, through: number): void {
    prepared(
      this.db,
      "INSERT INTO index_marks VALUES (?, ?, ?) ON CONFLICT (n, part) DO UPDATE SET through = excluded.through",
    ).run(n, part, through);
    this.marks.set(`${n}/${part}`, through);
  }

  reload(): void {
    this.marks.clear();
    const rows = this.db
      .prepare(`SELECT ${asBytes("n, part, through")} FROM index_marks`)
      .raw()
      .all();
    for (const [bytes] of rows as [Uint8Array][]) {
      const [n, part, through] = neededRow<[number, string, number]>(bytes, "how far its index is");
      this.marks.set(`${n}/${part}`, through);
    }
  }
}
