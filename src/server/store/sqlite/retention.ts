import { asBytes, rowOf } from "./damaged-text.ts";
import type { EnvironmentState, EnvironmentTable } from "./environment-table.ts";
import type { EventIndexer } from "./event-indexer.ts";
import type { EventFacts, RuleTimes } from "./rule-times.ts";
import { type Db, eventKey, ofEnvironment, prepared, removeFirst } from "./schema.ts";

/** How many rows of a kind are removed at a time: the longest that a commit waits. Each row is in a dozen places of a large file. */
const chunk = 256;
/** How many events are looked at in one step. */
const look = 4_096;
const indexedColumns = "h_id, h_name, h_group, h_person, h_experience, h_pair1, h_pair2, h_pair3";

type Row = [key: number, time: number, nameAndPairs: Uint8Array, ...hashes: (number | null)[]];

/** The search for the sessions of emptied environments, which no index gives: the id through which all sessions were looked at. */
interface SessionWalk {
  readonly of: ReadonlySet<number>;
  through: Uint8Array;
}

/**
 * Removes old rows from each environment, with their index entries, in steps of bounded size: events received before `before`
 * (ms UTC), and whatever a dropped environment holds, in the end itself. Events are looked at one after the other, since after the
 * clock was moved an old one may lie behind newer ones.
 */
export class Retention {
  private readonly db: Db;
  private readonly environments: EnvironmentTable;
  private readonly indexer: EventIndexer;
  private readonly ruleTimes: RuleTimes;
  /** The key through which each environment was looked at in this round; absent where the round has not begun. */
  private readonly looked = new Map<number, number>();
  private walk: SessionWalk | null = null;
  private readonly onRemoved: (numbers: readonly number[]) => void;

  /** `onRemoved`: environments are gone, and their numbers are given again. Whoever remembers anything of them forgets it. */
  constructor(
    db: Db,
    environments: EnvironmentTable,
    indexer: EventIndexer,
    ruleTimes: RuleTimes,
    onRemoved: (numbers: readonly number[]) => void,
  ) {
    this.db = db;
    this.environments = environments;
    this.indexer = indexer;
    this.ruleTimes = ruleTimes;
    this.onRemoved = onRemoved;
  }

  /** After a rollback: what was removed is there again. */
  forget(): void {
    this.looked.clear();
    this.walk = null;
  }

  /** One step. `more`: the round is not over, call again soon. */
  prune(before: number): { removed: number; more: boolean } {
    // A step does this alone, so that it stays short. Nothing comes into dropped environments meanwhile.
    if (this.walk !== null && this.walkSessions(this.walk)) return { removed: 0, more: true };
    let removed = 0;
    let more = false;
    const states = this.environments.all();
    for (const state of states) {
      const step = this.pruneEvents(state, state.dropped ? Number.POSITIVE_INFINITY : before);
      const others = state.dropped ? dropOthers(this.db, state) : 0;
      state.events -= step.removed;
      if (step.removed > 0) this.environments.touch(state);
      removed += step.removed;
      more ||= step.more || others === chunk;
    }
    more = this.pruneRejected(before) || more;
    more = this.pruneSessions(before) || more;
    more = this.removeEmptied(states) || more;
    if (!more) this.looked.clear();
    return { removed, more };
  }

  private pruneEvents({ n }: EnvironmentState, before: number): { removed: number; more: boolean } {
    // Nothing is that old, e.g. while the clock is moved.
    if (before === 0) return { removed: 0, more: false };
    const after = this.looked.get(n) ?? eventKey(n, 0);
    const end = eventKey(n, this.indexer.throughAll(n));
    const seen = prepared(
      this.db,
      "SELECT key, received FROM events WHERE key > ? AND key <= ? ORDER BY key LIMIT ?",
    ).all(after, end, look) as [key: number, received: number][];
    const old = seen.filter(([, received]) => received < before).slice(0, chunk);
    const rows = this.rowsOf(old.map(([key]) => key));
    const through = this.ruleTimes.removeOf(n, rows.map(factsOf)) ?? Number.POSITIVE_INFINITY;
    const removed = removeEvents(
      this.db,
      n,
      rows.filter(([key]) => key <= through),
    );
    const unfinished = old.length === chunk || removed < old.length;
    // A step that removed all that it saw goes on after it; otherwise it goes on after the last removed row.
    this.looked.set(n, unfinished ? (rows[removed - 1]?.[0] ?? after) : (seen.at(-1)?.[0] ?? end));
    return { removed, more: unfinished || seen.length === look };
  }

  /** Removes dropped environments of which nothing is left. Gives whether more is to do. */
  private removeEmptied(states: readonly EnvironmentState[]): boolean {
    const emptied = states.filter((state) => state.dropped && this.isEmptied(state));
    if (emptied.length === 0) return false;
    if (this.walk === null) {
      this.walk = { of: new Set(emptied.map(({ n }) => n)), through: new Uint8Array() };
      return true;
    }
    // It has come to its end: the step before this one looked.
    const { of } = this.walk;
    this.walk = null;
    this.environments.remove(emptied.filter(({ n }) => of.has(n)));
    for (const n of of) this.looked.delete(n);
    this.onRemoved([...of]);
    return emptied.some(({ n }) => !of.has(n));
  }

  /** Whether nothing of it is left but sessions, and its index is through, so that nobody writes into it any more. */
  private isEmptied({ n, lastSequence }: EnvironmentState): boolean {
    if (this.indexer.throughAll(n) < lastSequence) return false;
    const byKey = ofEnvironment.key.map(
      (table) => `EXISTS (SELECT 1 FROM ${table} WHERE key > ?2 AND key < ?3)`,
    );
    const byNumber = ofEnvironment.n.map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE n = ?1)`);
    const isAnyLeft = prepared(this.db, `SELECT ${[...byKey, ...byNumber].join(" OR ")}`);
    const [isLeft] = isAnyLeft.get(n, eventKey(n, 0), eventKey(n + 1, 0)) as [number];
    return isLeft === 0;
  }

  /** A step over all sessions, which removes those of some environments. Gives whether more is to do. */
  private walkSessions(walk: SessionWalk): boolean {
    const [last, count] = this.db
      .prepare(
        "SELECT CAST(max(id) AS BLOB), count(*) FROM (SELECT id FROM sessions WHERE id > CAST(? AS TEXT) ORDER BY id LIMIT ?)",
      )
      .raw()
      .get(walk.through, look) as [Uint8Array | null, number];
    if (last === null) return false;
    const { changes } = this.db
      .prepare(
        `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE id > CAST(? AS TEXT) AND id <= CAST(? AS TEXT)
           AND n IN (SELECT value FROM json_each(?)) LIMIT ?)`,
      )
      .run(walk.through, last, JSON.stringify([...walk.of]), chunk);
    if (changes === chunk) return true;
    walk.through = last;
    return count === look;
  }

  private rowsOf(keys: readonly number[]): Row[] {
    if (keys.length === 0) return [];
    return this.db
      .prepare(
        `SELECT key, time, ${asBytes("name, iif(json_valid(pairs), json(pairs), NULL)")}, ${indexedColumns} FROM events WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key`,
      )
      .raw()
      .all(JSON.stringify(keys)) as Row[];
  }

  private pruneRejected(before: number): boolean {
    const { changes } = this.db
      .prepare("DELETE FROM rejected WHERE key IN (SELECT key FROM rejected WHERE received < ? LIMIT ?)")
      .run(before, chunk);
    return changes === chunk;
  }

  private pruneSessions(before: number): boolean {
    const { changes } = this.db
      .prepare("DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE started < ? LIMIT ?)")
      .run(before, chunk);
    return changes === chunk;
  }
}

/** What rules have counted of it; nothing where it is damaged. */
function factsOf([key, , bytes]: Row): EventFacts {
  const [name, pairs] = rowOf<[string, EventFacts[2] | null]>(bytes) ?? ["", null];
  return [key, name, pairs ?? []];
}

/** Gives how many there were. */
function removeEvents(db: Db, n: number, rows: readonly Row[]): number {
  if (rows.length === 0) return 0;
  const removeEvent = db.prepare("DELETE FROM events WHERE key = ?");
  const removeTerm = db.prepare("DELETE FROM terms WHERE term = ? AND key = ?");
  const removeMoment = db.prepare("DELETE FROM moments WHERE n = ? AND time = ? AND key = ?");
  const removeTime = db.prepare(
    "DELETE FROM person_times WHERE person = ? AND name = ? AND time = ? AND key = ?",
  );
  for (const [key, time, , ...hashes] of rows) {
    for (const hash of hashes) if (hash !== null) removeTerm.run(hash, key);
    removeMoment.run(n, time, key);
    removeTime.run(hashes[3] ?? 0, hashes[1] ?? 0, time, key);
    removeEvent.run(key);
  }
  return rows.length;
}

/** A dropped environment's users, who was deleted of them, rejected events and publications: a chunk of each. Gives the largest part's rows. */
function dropOthers(db: Db, { n }: EnvironmentState): number {
  const users = removeFirst(db, "users", "n, known, id", n, chunk);
  const rejected = prepared(
    db,
    "DELETE FROM rejected WHERE key IN (SELECT key FROM rejected WHERE key > ? AND key < ? LIMIT ?)",
  ).run(eventKey(n, 0), eventKey(n + 1, 0), chunk);
  const publications = removeFirst(db, "publications", "n, collection, version", n, chunk);
  const deleted = removeFirst(db, "deleted_users", "n, known, id", n, chunk);
  return Math.max(users, rejected.changes, publications, deleted);
}
