import type { EnvironmentState } from "./environment-table.ts";
import { type Db, eventKey } from "./schema.ts";

/** A part of the index: which table its entries go to, and the query that makes them from a range of events. */
interface IndexPart {
  readonly name: string;
  readonly insert: string;
}

const termsOf = (column: string): string =>
  `INSERT INTO terms SELECT ${column}, key FROM events WHERE key > ?1 AND key <= ?2 AND ${column} IS NOT NULL ORDER BY 1, 2`;

export const indexParts: readonly IndexPart[] = [
  { name: "id", insert: termsOf("h_id") },
  { name: "name", insert: termsOf("h_name") },
  { name: "group", insert: termsOf("h_group") },
  { name: "person", insert: termsOf("h_person") },
  { name: "experience", insert: termsOf("h_experience") },
  {
    name: "pairs",
    insert: `INSERT OR IGNORE INTO terms
      SELECT h_pair1, key FROM events WHERE key > ?1 AND key <= ?2 AND h_pair1 IS NOT NULL
      UNION ALL SELECT h_pair2, key FROM events WHERE key > ?1 AND key <= ?2 AND h_pair2 IS NOT NULL
      UNION ALL SELECT h_pair3, key FROM events WHERE key > ?1 AND key <= ?2 AND h_pair3 IS NOT NULL
      ORDER BY 1, 2`,
  },
  {
    name: "person-times",
    insert: `INSERT INTO person_times SELECT h_person, h_name, time, key FROM events WHERE key > ?1 AND key <= ?2 ORDER BY 1, 2, 3, 4`,
  },
  {
    name: "moments",
    insert: `INSERT INTO moments SELECT ?3, time, key FROM events WHERE key > ?1 AND key <= ?2 ORDER BY 2, 3`,
  },
];

/** From this many events on, a part is indexed even while events keep coming: the tail that queries scan stays bounded. */
const tailLimit = 65_536;
/** How many events one step takes: the longest that a commit waits for the index. */
const stepSize = 4_096;

/**
 * Indexes events in bulk, behind the writer: appending touches one page, indexing one event would touch eight at random
 * places. Sorted runs of thousands share those pages. Each part has a mark, the sequence through which it is complete;
 * queries look beyond the mark themselves, so nothing is ever missing from an answer.
 */
export class EventIndexer {
  private readonly db: Db;
  private readonly marks = new Map<string, number>();

  constructor(db: Db) {
    this.db = db;
    const rows = db.prepare("SELECT n, part, through FROM index_marks").raw().all() as [
      number,
      string,
      number,
    ][];
    for (const [n, part, through] of rows) this.marks.set(`${n}/${part}`, through);
  }

  through(n: number, part: string): number {
    return this.marks.get(`${n}/${part}`) ?? 0;
  }

  /** One step of work where some part lags by `lag` events or more; false where none does. Its own transaction. */
  step(environments: Iterable<EnvironmentState>, lag: number = tailLimit): boolean {
    for (const state of environments) {
      for (const part of indexParts) {
        if (state.lastSequence - this.through(state.n, part.name) >= lag) {
          this.advance(state, part);
          return true;
        }
      }
    }
    return false;
  }

  private advance(state: EnvironmentState, part: IndexPart): void {
    const from = this.through(state.n, part.name);
    const to = Math.min(state.lastSequence, from + stepSize);
    const range = [eventKey(state.n, from), eventKey(state.n, to)];
    this.db.exec("BEGIN IMMEDIATE");
    try {
      this.db.prepare(part.insert).run(part.name === "moments" ? [...range, state.n] : range);
      this.db
        .prepare(
          "INSERT INTO index_marks VALUES (?, ?, ?) ON CONFLICT (n, part) DO UPDATE SET through = excluded.through",
        )
        .run(state.n, part.name, to);
      this.db.exec("COMMIT");
    } catch (error) {
      this.db.exec("ROLLBACK");
      throw error;
    }
    this.marks.set(`${state.n}/${part.name}`, to);
  }
}
