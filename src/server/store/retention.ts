import type { EnvironmentTable } from "./environment-table.ts";
import { type EventIndexer, indexParts } from "./event-indexer.ts";
import { type Db, eventKey } from "./schema.ts";

const chunk = 2000;
const indexedColumns = "h_id, h_name, h_group, h_person, h_experience, h_pair1, h_pair2, h_pair3";

type Row = [key: number, received: number, time: number, ...hashes: (number | null)[]];

/** Removes up to one chunk of events received before `before` (ms UTC) from each environment, index entries and all. */
export function prune(
  db: Db,
  environments: EnvironmentTable,
  indexer: EventIndexer,
  before: number,
): { removed: number; more: boolean } {
  const oldest = db
    .prepare(
      `SELECT key, received, time, ${indexedColumns} FROM events WHERE key > ? AND key < ? ORDER BY key LIMIT ${chunk}`,
    )
    .raw();
  const removeEvent = db.prepare("DELETE FROM events WHERE key = ?");
  const removeTerm = db.prepare("DELETE FROM terms WHERE term = ? AND key = ?");
  const removeMoment = db.prepare("DELETE FROM moments WHERE n = ? AND time = ? AND key = ?");
  const removeTime = db.prepare(
    "DELETE FROM person_times WHERE person = ? AND name = ? AND time = ? AND key = ?",
  );
  let removed = 0;
  let more = false;
  for (const state of environments.all()) {
    const indexedThrough = Math.min(...indexParts.map((part) => indexer.through(state.n, part.name)));
    const rows = (oldest.all(eventKey(state.n, 0), eventKey(state.n, indexedThrough) + 1) as Row[]).filter(
      (row) => row[1] < before,
    );
    for (const [key, , time, ...hashes] of rows) {
      for (const hash of hashes) if (hash !== null) removeTerm.run(hash, key);
      removeMoment.run(state.n, time, key);
      removeTime.run(hashes[3] ?? 0, hashes[1] ?? 0, time, key);
      removeEvent.run(key);
    }
    removed += rows.length;
    more ||= rows.length === chunk;
    state.events -= rows.length;
    environments.touch(state);
  }
  db.prepare("DELETE FROM rejected WHERE received < ?").run(before);
  db.prepare("DELETE FROM sessions WHERE started < ?").run(before);
  return { removed, more };
}

/** Removes all that the store holds of these environments. */
export function dropEnvironments(db: Db, numbers: readonly number[]): void {
  for (const n of numbers) {
    const range = [eventKey(n, 0), eventKey(n + 1, 0)];
    db.prepare("DELETE FROM events WHERE key > ? AND key < ?").run(range);
    db.prepare("DELETE FROM rejected WHERE key > ? AND key < ?").run(range);
    db.prepare("DELETE FROM terms WHERE key > ? AND key < ?").run(range);
    db.prepare("DELETE FROM person_times WHERE key > ? AND key < ?").run(range);
    db.prepare("DELETE FROM moments WHERE n = ?").run(n);
    db.prepare("DELETE FROM users WHERE n = ?").run(n);
    db.prepare("DELETE FROM sessions WHERE n = ?").run(n);
  }
}
