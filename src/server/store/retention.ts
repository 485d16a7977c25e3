import type { EnvironmentState, EnvironmentTable } from "./environment-table.ts";
import { type EventIndexer, indexParts } from "./event-indexer.ts";
import { type Db, eventKey } from "./schema.ts";

/** How many rows of a kind go at a time, so that events keep getting their turn. */
const chunk = 2000;
const indexedColumns = "h_id, h_name, h_group, h_person, h_experience, h_pair1, h_pair2, h_pair3";

type Row = [key: number, received: number, time: number, ...hashes: (number | null)[]];

/**
 * Removes up to one chunk of what has had its time from each environment, index entries and all: events received before
 * `before` (ms UTC), and whatever a dropped environment holds. `more`: it is worth calling again.
 */
export function prune(
  db: Db,
  environments: EnvironmentTable,
  indexer: EventIndexer,
  before: number,
): { removed: number; more: boolean } {
  let removed = 0;
  let more = false;
  for (const state of environments.all()) {
    const events = pruneEvents(db, state, indexer, state.dropped ? Number.POSITIVE_INFINITY : before);
    const others = state.dropped ? dropOthers(db, state) : 0;
    state.events -= events;
    environments.touch(state);
    removed += events;
    more ||= events === chunk || others === chunk;
  }
  if (!more) {
    db.prepare("DELETE FROM rejected WHERE received < ?").run(before);
    db.prepare("DELETE FROM sessions WHERE started < ?").run(before);
  }
  return { removed, more };
}

function pruneEvents(db: Db, state: EnvironmentState, indexer: EventIndexer, before: number): number {
  const indexedThrough = Math.min(...indexParts.map((part) => indexer.through(state.n, part.name)));
  const rows = db
    .prepare(
      `SELECT key, received, time, ${indexedColumns} FROM events WHERE key > ? AND key < ? ORDER BY key LIMIT ${chunk}`,
    )
    .raw()
    .all(eventKey(state.n, 0), eventKey(state.n, indexedThrough) + 1) as Row[];
  const removeEvent = db.prepare("DELETE FROM events WHERE key = ?");
  const removeTerm = db.prepare("DELETE FROM terms WHERE term = ? AND key = ?");
  const removeMoment = db.prepare("DELETE FROM moments WHERE n = ? AND time = ? AND key = ?");
  const removeTime = db.prepare(
    "DELETE FROM person_times WHERE person = ? AND name = ? AND time = ? AND key = ?",
  );
  const old = rows.filter(([, received]) => received < before);
  for (const [key, , time, ...hashes] of old) {
    for (const hash of hashes) if (hash !== null) removeTerm.run(hash, key);
    removeMoment.run(state.n, time, key);
    removeTime.run(hashes[3] ?? 0, hashes[1] ?? 0, time, key);
    removeEvent.run(key);
  }
  return old.length;
}

/** A dropped environment's users and rejected events, a chunk of each. Gives how many rows the larger part had. */
function dropOthers(db: Db, { n }: EnvironmentState): number {
  const users = db
    .prepare(
      "DELETE FROM users WHERE n = ?1 AND (known, id) IN (SELECT known, id FROM users WHERE n = ?1 LIMIT ?2)",
    )
    .run(n, chunk);
  const rejected = db
    .prepare("DELETE FROM rejected WHERE key IN (SELECT key FROM rejected WHERE key > ? AND key < ? LIMIT ?)")
    .run(eventKey(n, 0), eventKey(n + 1, 0), chunk);
  return Math.max(users.changes, rejected.changes);
}
