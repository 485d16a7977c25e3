import { type Db, prepared, sequenceOf } from "./schema.ts";

/** A part of the index, brought up to date in steps behind the writer. */
export interface IndexPart {
  readonly name: string;
  /** Whether the environment has anything that this part is for; where not, no query relies on it. */
  needed(n: number): boolean;
  /** Takes in the events with `low < key <= high`, or the first of them. Gives the sequence through which it got. */
  index(n: number, low: number, high: number): number;
}

const termsOf = (column: string): string =>
  `INSERT INTO terms SELECT ${column}, key FROM events WHERE key > ?1 AND key <= ?2 AND ${column} IS NOT NULL ORDER BY 1, 2`;

/** The query that makes a part's entries from a range of events, sorted as they will lie. */
const queries: Readonly<Record<string, string>> = {
  id: termsOf("h_id"),
  name: termsOf("h_name"),
  group: termsOf("h_group"),
  person: termsOf("h_person"),
  experience: termsOf("h_experience"),
  pairs: `INSERT OR IGNORE INTO terms
      SELECT h_pair1, key FROM events WHERE key > ?1 AND key <= ?2 AND h_pair1 IS NOT NULL
      UNION ALL SELECT h_pair2, key FROM events WHERE key > ?1 AND key <= ?2 AND h_pair2 IS NOT NULL
      UNION ALL SELECT h_pair3, key FROM events WHERE key > ?1 AND key <= ?2 AND h_pair3 IS NOT NULL
      ORDER BY 1, 2`,
  "person-times": `INSERT INTO person_times SELECT h_person, h_name, time, key FROM events WHERE key > ?1 AND key <= ?2 ORDER BY 1, 2, 3, 4`,
  moments: `INSERT INTO moments SELECT ?3, time, key FROM events WHERE key > ?1 AND key <= ?2 ORDER BY 2, 3`,
};

/** The parts that every environment has: what the history is filtered by. */
export const historyParts = (db: Db): IndexPart[] =>
  Object.entries(queries).map(([name, query]) => ({
    name,
    needed: () => true,
    index: (n, low, high) => {
      prepared(db, query).run(name === "moments" ? [low, high, n] : [low, high]);
      return sequenceOf(high);
    },
  }));
