import { type EnvironmentRef, environmentName } from "../../../core/refs.ts";
import { asBytes, mendedRow } from "./damaged-text.ts";
import { type Db, eventKey, keySpan, lastEnvironment, prepared, sequenceOf } from "./schema.ts";

/** What the writer knows of one environment while it runs; written back in the transaction that changed it. */
export interface EnvironmentState {
  readonly n: number;
  /** Its Space was deleted: nothing reaches it any more, and what it holds is removed in the background. */
  readonly dropped: boolean;
  lastSequence: number;
  events: number;
  rejected: number;
  users: number;
  visitors: number;
  /** The sequence up to which `users.last_seen` holds what the events say. */
  seenThrough: number;
}

type StateRow = [
  n: number,
  last: number,
  events: number,
  rejected: number,
  users: number,
  visitors: number,
  seen: number,
];

/** What stands before the Space's id of a dropped environment; no id has a space in it. */
const droppedPrefix = "deleted ";

/** Makes an environment, under the lowest number that is free. @throws Error where none is */
export function makeEnvironment(db: Db, { spaceId, environment }: EnvironmentRef): number {
  const [n] = db
    .prepare(
      `SELECT min(one.n) + 1 FROM (SELECT 0 AS n UNION ALL SELECT n FROM environments) AS one
       WHERE NOT EXISTS (SELECT 1 FROM environments AS next WHERE next.n = one.n + 1)`,
    )
    .raw()
    .get() as [number];
  if (n > lastEnvironment)
    throw new Error(
      `data.db holds ${lastEnvironment} environments, and has room for no more. Delete Spaces that nobody needs: there is room once what they held is removed, which may take an hour`,
    );
  db.prepare("INSERT INTO environments (n, space, environment) VALUES (?, ?, ?)").run(
    n,
    spaceId,
    environment,
  );
  return n;
}

/** The environments that the store holds, by Space and name. */
export class EnvironmentTable {
  private readonly db: Db;
  private readonly known = new Map<string, EnvironmentState>();
  private readonly changed = new Set<EnvironmentState>();

  constructor(db: Db) {
    this.db = db;
  }

  /** The environment's state, made on first use. */
  get(ref: EnvironmentRef): EnvironmentState {
    const name = environmentName(ref);
    const found = this.known.get(name) ?? this.load(ref) ?? this.create(ref);
    this.known.set(name, found);
    return found;
  }

  touch(state: EnvironmentState): void {
    this.changed.add(state);
  }

  /** Writes what changed; part of the transaction that changed it. */
  save(): void {
    if (this.changed.size === 0) return;
    const update = prepared(
      this.db,
      "UPDATE environments SET last_sequence = ?, events = ?, rejected = ?, users = ?, visitors = ?, seen_through = ? WHERE n = ?",
    );
    for (const s of this.changed)
      update.run([s.lastSequence, s.events, s.rejected, s.users, s.visitors, s.seenThrough, s.n]);
    this.changed.clear();
  }

  /** After a rollback: what memory holds may be ahead of the file, so it is read again. */
  forget(): void {
    this.known.clear();
    this.changed.clear();
  }

  all(): EnvironmentState[] {
    const rows = prepared(this.db, `SELECT ${asBytes("space, environment")} FROM environments`).all();
    return (rows as [Uint8Array][]).map(([bytes]) => {
      const [spaceId, environment] = mendedRow<[string, EnvironmentRef["environment"]]>(bytes);
      return this.get({ spaceId, environment });
    });
  }

  /** Puts a Space's environments out of reach. Quick, whatever they hold: `prune` removes that bit by bit. */
  dropSpace(spaceId: string): void {
    // Others may have changed in the same transaction.
    this.save();
    this.db
      .prepare("UPDATE environments SET space = ? || n || ' ' || space WHERE space = ?")
      .run(droppedPrefix, spaceId);
    this.forget();
  }

  /** For dropped ones of which nothing is left: their numbers are free. */
  remove(states: readonly EnvironmentState[]): void {
    const gone = new Set(states);
    for (const [name, state] of this.known) if (gone.has(state)) this.known.delete(name);
    for (const state of states) {
      this.changed.delete(state);
      prepared(this.db, "DELETE FROM environments WHERE n = ?").run(state.n);
    }
  }

  private load(ref: EnvironmentRef): EnvironmentState | null {
    const row = prepared(
      this.db,
      "SELECT n, last_sequence, events, rejected, users, visitors, seen_through FROM environments WHERE space = ? AND environment = ?",
    ).get(ref.spaceId, ref.environment) as StateRow | undefined;
    if (row === undefined) return null;
    const [n, last, events, rejected, users, visitors, seenThrough] = row;
    return {
      n,
      dropped: ref.spaceId.startsWith(droppedPrefix),
      lastSequence: Math.max(last, this.highestSequence(n)),
      events,
      rejected,
      users,
      visitors,
      seenThrough,
    };
  }

  private highestSequence(n: number): number {
    const highest = (table: "events" | "rejected") => {
      const row = prepared(
        this.db,
        `SELECT key FROM ${table} WHERE key > ? AND key < ? ORDER BY key DESC LIMIT 1`,
      ).get(eventKey(n, 0), eventKey(n, keySpan - 1)) as [number] | undefined;
      return row === undefined ? 0 : sequenceOf(row[0]);
    };
    return Math.max(highest("events"), highest("rejected"));
  }

  private create(ref: EnvironmentRef): EnvironmentState {
    return {
      n: makeEnvironment(this.db, ref),
      dropped: false,
      lastSequence: 0,
      events: 0,
      rejected: 0,
      users: 0,
      visitors: 0,
      seenThrough: 0,
    };
  }
}
