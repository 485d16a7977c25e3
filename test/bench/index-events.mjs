// Completes the index of a data.db that nobody has open, all at once: what the store does in small steps behind its writer.
import Database from "libsql";

const terms = (column) =>
  `INSERT OR IGNORE INTO terms SELECT ${column}, key FROM events WHERE key > :low AND ${column} IS NOT NULL ORDER BY 1, 2`;

const parts = {
  id: [terms("h_id")],
  name: [terms("h_name")],
  group: [terms("h_group")],
  person: [terms("h_person")],
  experience: [terms("h_experience")],
  pairs: ["h_pair1", "h_pair2", "h_pair3"].map(terms),
  "person-times": [
    "INSERT OR IGNORE INTO person_times SELECT h_person, h_name, time, key FROM events WHERE key > :low ORDER BY 1, 2, 3, 4",
  ],
  moments: [
    "INSERT OR IGNORE INTO moments SELECT key >> 40, time, key FROM events WHERE key > :low ORDER BY 1, 2, 3",
  ],
};

/** Indexes the events of the one environment that has any: the `wanted` parts. The other parts are marked as complete without being built. */
export function indexEvents(path, wanted = Object.keys(parts)) {
  const db = new Database(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000");
  const [n, last] = db
    .prepare("SELECT n, last_sequence FROM environments ORDER BY last_sequence DESC LIMIT 1")
    .raw()
    .get();
  const mark = db.prepare("INSERT OR REPLACE INTO index_marks VALUES (?, ?, ?)");
  for (const [name, statements] of Object.entries(parts)) {
    const [through] = db
      .prepare("SELECT ifnull(max(through), 0) FROM index_marks WHERE n = ? AND part = ?")
      .raw()
      .get(n, name);
    if (wanted.includes(name))
      for (const sql of statements) db.prepare(sql).run({ low: n * 2 ** 40 + through });
    mark.run(n, name, last);
  }
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}
