import { type Db, prepared, sequenceOf } from "./schema.ts";

/** A part of the index, brought up to date in steps behind the writer. */
export interface IndexPart {
  readonly name: string;
  /** Whether the environment has anything for this part; if not, no query uses it. */
  needed(n: number): boolean;
  /** Indexes the events with `low < key <= high`, or the first of them. Gives the sequence through which it got. */
  index(n: number, low: number, high: number): number;
  /** Where its rows lie all over their table: the rows to sort, for many events at once (`SortedRun`). */
  readonly scattered?: ScatteredRows;
}

/** The rows that a part makes of events: four columns of integers, of which the table takes `columns`, "a, b" or all. */
export interface ScatteredRows {
  readonly table: string;
  readonly columns: string;
  /** The rows of the events with `?1 < key <= ?2`. */
  readonly select: string;
}

const range = "FROM events WHERE key > ?1 AND key <= ?2";
const termsOf = (column: string): string =>
  `SELECT ${column} AS a, key AS b, 0 AS c, 0 AS d ${range} AND ${column} IS NOT NULL`;
const terms = (...columns: string[]): ScatteredRows => ({
  table: "terms",
  columns: "a, b",
  select: columns.map(termsOf).join(" UNION ALL "),
});

const rowsOf = {
  id: terms("h_id"),
  name: terms("h_name"),
  group: terms("h_group"),
  person: terms("h_person"),
  experience: terms("h_experience"),
  pairs: terms("h_pair1", "h_pair2", "h_pair3"),
  "person-times": {
    table: "person_times",
    columns: "a, b, c, d",
    select: `SELECT h_person AS a, h_name AS b, time AS c, key AS d ${range}`,
  },
  moments: {
    table: "moments",
    columns: "a, b, c",
    select: `SELECT key >> 40 AS a, time AS b, key AS c, 0 AS d ${range}`,
  },
};
/** Parts whose rows lie together: there are few names, and new times are near each other. */
const together = ["name", "group", "moments"];

/** The parts that every environment has: what the history is filtered by. */
export const historyParts = (db: Db): IndexPart[] =>
  Object.entries(rowsOf).map(([name, rows]) => ({
    name,
    needed: () => true,
    index: (_n, low, high) => {
      const { table, columns, select } = rows;
      const sql = `INSERT OR IGNORE INTO ${table} SELECT ${columns} FROM (${select}) ORDER BY a, b, c, d`;
      prepared(db, sql).run(low, high);
      return sequenceOf(high);
    },
    ...(together.includes(name) ? {} : { scattered: rows }),
  }));
