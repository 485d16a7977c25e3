import type { EnvironmentState, EnvironmentTable } from "./environment-table.ts";
import type { EventIndexer } from "./event-indexer.ts";
import type { EventFacts, RuleTimes } from "./rule-times.ts";
import { type Db, eventKey } from "./schema.ts";

/** How many rows of a kind go at a time, so that events keep getting their turn. */
const chunk = 2000;
const indexedColumns = "h_id, h_name, h_group, h_person, h_experience, h_pair1, h_pair2, h_pair3";

type Row = [
  key: number,
  received: number,
  time: number,
  name: string,
  pairs: string | null,
  ...hashes: (number | null)[],
];

/**
 * Removes up to one chunk of what has had its time from each environment, index entries and all: events received before
 * `before` (ms UTC), and whatever a dropped environment holds. `more`: it is worth calling again.
 */
export function prune(
  db: Db,
  environments: EnvironmentTable,
  indexer: EventIndexer,
  ruleTimes: RuleTimes,
  before: number,
): { removed: number; more: boolean } {
  let removed = 0;
  let more = false;
  for (const state of environments.all()) {
    const old = oldEvents(db, state.n, indexer, state.dropped ? Number.POSITIVE_INFINITY : before);
    const through = ruleTimes.removeOf(state.n, old.map(factsOf)) ?? Number.POSITIVE_INFINITY;
    const events = removeEvents(
      db,
      state.n,
      old.filter(([key]) => key <= through),
    );
    const others = state.dropped ? dropOthers(db, state) : 0;
    state.events -= events;
    environments.touch(state);
    removed += events;
    more ||= old.length === chunk || events < old.length || others === chunk;
  }
  if (!more) {
    db.prepare("DELETE FROM rejected WHERE received < ?").run(before);
    db.prepare("DELETE FROM sessions WHERE started < ?").run(before);
  }
  return { removed, more };
}

/** What is old among the first chunk of the events that the whole index holds. */
function oldEvents(db: Db, n: number, indexer: EventIndexer, before: number): Row[] {
  const rows = db
    .prepare(
      `SELECT key, received, time, name, pairs, ${indexedColumns} FROM events WHERE key > ? AND key < ? ORDER BY key LIMIT ${chunk}`,
    )
    .raw()
    .all(eventKey(n, 0), eventKey(n, indexer.throughAll(n)) + 1) as Row[];
  return rows.filter(([, received]) => received < before);
}

const factsOf = ([key, , , name, pairs]: Row): EventFacts => [key, name, JSON.parse(pairs ?? "[]")];

/** Gives how many there were. */
function removeEvents(db: Db, n: number, rows: readonly Row[]): number {
  const removeEvent = db.prepare("DELETE FROM events WHERE key = ?");
  const removeTerm = db.prepare("DELETE FROM terms WHERE term = ? AND key = ?");
  const removeMoment = db.prepare("DELETE FROM moments WHERE n = ? AND time = ? AND key = ?");
  const removeTime = db.prepare(
    "DELETE FROM person_times WHERE person = ? AND name = ? AND time = ? AND key = ?",
  );
  for (const [key, , time, , , ...hashes] of rows) {
    for (const hash of hashes) if (hash !== null) removeTerm.run(hash, key);
    removeMoment.run(n, time, key);
    removeTime.run(hashes[3] ?? 0, hashes[1] ?? 0, time, key);
    removeEvent.run(key);
  }
  return rows.length;
}

/** A dropped environment's users, rejected events and publications, a chunk of each. Gives how many rows the largest part had. */
function dropOthers(db: Db, { n }: EnvironmentState): number {
  const users = db
    .prepare(
      "DELETE FROM users WHERE n = ?1 AND (known, id) IN (SELECT known, id FROM users WHERE n = ?1 LIMIT ?2)",
    )
    .run(n, chunk);
  const rejected = db
    .prepare("DELETE FROM rejected WHERE key IN (SELECT key FROM rejected WHERE key > ? AND key < ? LIMIT ?)")
    .run(eventKey(n, 0), eventKey(n + 1, 0), chunk);
  const publications = db
    .prepare(
      "DELETE FROM publications WHERE n = ?1 AND (collection, version) IN (SELECT collection, version FROM publications WHERE n = ?1 LIMIT ?2)",
    )
    .run(n, chunk);
  return Math.max(users.changes, rejected.changes, publications.changes);
}
