import { compareIds } from "../../../population/compare-ids.ts";
import { mendedRow } from "../damaged-text.ts";
import type { Statement } from "../schema.ts";
import type { Scope } from "./scope.ts";
import type { Place } from "./selector-places.ts";

/** How many people's counts are read at a time. */
const chunkSize = 2_000;

/** How many events each person has in one window, for a walk over the people in their order. */
export class CountCursor {
  private readonly scope: Scope;
  private readonly read: Statement;
  private readonly selector: number;
  private readonly after: number;
  private readonly until: number;
  private known: 0 | 1 | null = null;
  private people: readonly string[] = [];
  private counts: readonly number[] = [];
  private place = 0;
  /** There are no more people of this kind. */
  private isLast = false;

  constructor(scope: Scope, { table, selector }: Place, after: number, until: number) {
    this.scope = scope;
    this.selector = selector;
    this.after = after;
    this.until = until;
    this.read = scope.db
      .prepare(
        `SELECT CAST(json_group_array(person) AS BLOB), json_group_array(times) FROM (
           SELECT person, count(*) AS times FROM ${table}
           WHERE selector = ? AND known = ? AND person >= ? AND time > ? AND time <= ?
           GROUP BY person ORDER BY person LIMIT ${chunkSize})`,
      )
      .raw();
  }

  /** Of one person. Within a kind, nobody may be asked for after somebody who comes later. */
  at(known: 0 | 1, id: string): number {
    if (known !== this.known) this.load(known, id);
    for (;;) {
      for (; this.place < this.people.length; this.place += 1) {
        const order = compareIds(this.people[this.place] ?? "", id);
        if (order >= 0) return order === 0 ? (this.counts[this.place] ?? 0) : 0;
      }
      if (this.isLast) return 0;
      this.load(known, id);
    }
  }

  private load(known: 0 | 1, id: string): void {
    this.scope.checkpoint();
    const [people, counts] = this.read.get(this.selector, known, id, this.after, this.until) as [
      Uint8Array,
      string,
    ];
    this.known = known;
    this.people = mendedRow<string[]>(people);
    this.counts = JSON.parse(counts) as number[];
    this.place = 0;
    this.isLast = this.people.length < chunkSize;
  }
}
