import { asBytes, neededRow } from "./damaged-text.ts";
import { type Db, prepared } from "./schema.ts";

/** For each part of the index and environment: the sequence through which it is complete. */
export class IndexMarks {
  private readonly db: Db;
  private readonly marks = new Map<number, Map<string, number>>();

  constructor(db: Db) {
    this.db = db;
    this.reload();
  }

  through(n: number, part: string): number {
    return this.marks.get(n)?.get(part) ?? 0;
  }

  /** Part of the caller's transaction; after a rollback call `reload`. */
  move(n: number, part: string, through: number): void {
    prepared(
      this.db,
      "INSERT INTO index_marks VALUES (?, ?, ?) ON CONFLICT (n, part) DO UPDATE SET through = excluded.through",
    ).run(n, part, through);
    this.set(n, part, through);
  }

  /** For an environment that is gone: the next one of its number begins anew. */
  drop(n: number): void {
    prepared(this.db, "DELETE FROM index_marks WHERE n = ?").run(n);
    this.marks.delete(n);
  }

  reload(): void {
    this.marks.clear();
    const rows = this.db
      .prepare(`SELECT ${asBytes("n, part, through")} FROM index_marks`)
      .raw()
      .all();
    for (const [bytes] of rows as [Uint8Array][]) {
      const [n, part, through] = neededRow<[number, string, number]>(bytes, "how far its index is");
      this.set(n, part, through);
    }
  }

  private set(n: number, part: string, through: number): void {
    const parts = this.marks.get(n) ?? new Map<string, number>();
    this.marks.set(n, parts.set(part, through));
  }
}
