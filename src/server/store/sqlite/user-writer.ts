import { holds } from "../../../core/precondition.ts";
import type { PersonRef } from "../../../core/refs.ts";
import type { User, UserFieldsPatch } from "../../../core/user.ts";
import type { SavedUser } from "../ports.ts";
import { changedUser, deviceText, type UserChange, type UserRow, userFromRow } from "../user-record.ts";
import { readableLines } from "./damaged-text.ts";
import type { EnvironmentState, EnvironmentTable } from "./environment-table.ts";
import { knownOf } from "./event-rows.ts";
import type { Jobs } from "./messages.ts";
import { type Db, eventKey, type Statement } from "./schema.ts";
import { deletedSince, namedByEvents, readUser, userColumns, userReadColumns } from "./user-rows.ts";

/** How many events are looked at in one step: the longest that a commit waits for it. */
const seenStep = 4_096;

/** Users, visitors and their sessions. */
export class UserWriter {
  private readonly db: Db;
  private readonly environments: EnvironmentTable;
  private readonly select: Statement;
  private readonly upsert: Statement;
  private readonly remove: Statement;
  private readonly insertSession: Statement;
  private readonly acts: Statement;
  private readonly unknown: Statement;
  private readonly see: Statement;
  private readonly noteDeleted: Statement;
  private readonly forgetDeleted: Statement;

  constructor(db: Db, environments: EnvironmentTable) {
    this.db = db;
    this.environments = environments;
    this.select = db
      .prepare(`SELECT ${userReadColumns} FROM users WHERE n = ? AND known = ? AND id = ?`)
      .raw();
    this.upsert = db.prepare(
      `INSERT INTO users (n, ${userColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (n, known, id) DO UPDATE SET fields = excluded.fields, labels = excluded.labels,
         first_seen = excluded.first_seen, last_seen = excluded.last_seen, sessions = excluded.sessions, device = excluded.device`,
    );
    this.remove = db.prepare("DELETE FROM users WHERE n = ? AND known = ? AND id = ?");
    this.insertSession = db.prepare("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.acts = db
      .prepare(
        `SELECT CAST('[' || group_concat(json_array(known, person, first, last), ',' || char(10)) || ']' AS BLOB) FROM (
           SELECT known, person, min(received) AS first, max(received) AS last FROM events AS e
           WHERE key > ?2 AND key <= ?3 AND NOT ${deletedSince} GROUP BY known, person)`,
      )
      .raw();
    this.unknown = db
      .prepare(
        `SELECT ifnull(sum(value ->> 0), 0), count(*) FROM json_each(?2)
         WHERE NOT EXISTS (SELECT 1 FROM users WHERE n = ?1 AND known = value ->> 0 AND id = value ->> 1)`,
      )
      .raw();
    this.see = db.prepare(
      `INSERT INTO users (n, ${userColumns}) SELECT ?1, value ->> 0, value ->> 1, '{}', '[]', value ->> 2, value ->> 2, value ->> 3, 0, NULL
       FROM json_each(?2) WHERE true ON CONFLICT (n, known, id) DO UPDATE SET
         first_seen = min(ifnull(first_seen, excluded.first_seen), excluded.first_seen),
         last_seen = max(ifnull(last_seen, excluded.last_seen), excluded.last_seen)`,
    );
    this.noteDeleted = db.prepare("INSERT OR REPLACE INTO deleted_users VALUES (?, ?, ?, ?)");
    this.forgetDeleted = db.prepare("DELETE FROM deleted_users WHERE n = ? AND through <= ?");
  }

  startSession(state: EnvironmentState, job: Jobs["startSession"]["ask"]): User {
    const { person, at } = job;
    const known = knownOf(person);
    this.insertSession.run([
      job.id,
      state.n,
      known,
      person.id,
      job.anonymousId,
      at,
      job.sdk.name,
      job.sdk.version,
      JSON.stringify(job.device),
    ]);
    const newSession = deviceText(job.device);
    return this.take(state, person, { fields: job.fields, at, seen: true, newSession });
  }

  save(state: EnvironmentState, job: Jobs["saveUser"]["ask"]): SavedUser {
    const existing = this.find(state, job.person);
    if (existing === null && job.mode === "merge") return { outcome: "not-found" };
    if (existing !== null && job.mode === "create") return { outcome: "exists" };
    if (!holds(job.precondition, existing)) return { outcome: "stale" };
    const changed = this.change(state, job.person, { ...job, replace: job.mode !== "merge" });
    if (changed === "full") return { outcome: "full" };
    return { outcome: changed.created ? "created" : "updated", user: changed.user };
  }

  import(state: EnvironmentState, job: Jobs["importUsers"]["ask"]): Jobs["importUsers"]["answer"] {
    let created = 0;
    const full: number[] = [];
    for (const [place, { kind, id, fields, labels, past }] of job.users.entries()) {
      const changed = this.change(state, { kind, id }, { fields, labels, at: job.at, past });
      if (changed === "full") full.push(place);
      else if (changed.created) created += 1;
    }
    return { created, updated: job.users.length - full.length - created, full };
  }

  identify(state: EnvironmentState, person: PersonRef, fields: UserFieldsPatch, at: number): void {
    this.take(state, person, { fields, at, seen: true });
  }

  delete(state: EnvironmentState, job: Jobs["deleteUser"]["ask"]): Jobs["deleteUser"]["answer"] {
    const existing = this.find(state, job.person);
    if (existing === null) return "not-found";
    if (!holds(job.precondition, existing)) return "stale";
    const known = knownOf(job.person);
    this.remove.run(state.n, known, job.person.id);
    this.count(state, job.person, -1);
    if (state.seenThrough < state.lastSequence)
      this.noteDeleted.run(state.n, known, job.person.id, eventKey(state.n, state.lastSequence));
    return "deleted";
  }

  /**
   * Brings `firstSeenAt` and `lastSeenAt` up to date with the events, and makes the users that only events have named. Events
   * from before a user was deleted do not make them again. One step of it, behind the writer; after a crash `seen_through` says
   * where to go on.
   */
  catchUpSeen(state: EnvironmentState): void {
    const through = Math.min(state.lastSequence, state.seenThrough + seenStep);
    const [after, to] = [eventKey(state.n, state.seenThrough), eventKey(state.n, through)];
    const [bytes] = this.acts.get(state.n, after, to) as [Uint8Array | null];
    if (bytes !== null) {
      const acts = readableLines(bytes);
      const [users, all] = this.unknown.get(state.n, acts) as [number, number];
      this.see.run(state.n, acts);
      state.users += users;
      state.visitors += all - users;
    }
    this.forgetDeleted.run(state.n, to);
    state.seenThrough = through;
    this.environments.touch(state);
  }

  /** Makes somebody whom only events have named, where that is still to be done. */
  private find(state: EnvironmentState, person: PersonRef): User | null {
    const known = knownOf(person);
    const row = readUser(this.select.get(state.n, known, person.id));
    if (row !== undefined) return userFromRow(row);
    const named = namedByEvents(this.db, state, known, person.id);
    return named === undefined ? null : this.keep(state, person, named, true);
  }

  private change(
    state: EnvironmentState,
    person: PersonRef,
    change: UserChange,
  ): { user: User; created: boolean } | "full" {
    const { row, isFull, created } = this.changed(state, person, change);
    return isFull ? "full" : { user: this.keep(state, person, row, created), created };
  }

  /** Leaves out what has no room: an app goes on. */
  private take(state: EnvironmentState, person: PersonRef, change: UserChange): User {
    const { row, created } = this.changed(state, person, change);
    return this.keep(state, person, row, created);
  }

  private changed(state: EnvironmentState, person: PersonRef, change: UserChange) {
    const known = knownOf(person);
    const before = readUser(this.select.get(state.n, known, person.id));
    return { ...changedUser(before, known, person.id, change), created: before === undefined };
  }

  private keep(state: EnvironmentState, person: PersonRef, row: UserRow, created: boolean): User {
    this.upsert.run([state.n, ...row]);
    if (created) this.count(state, person, 1);
    return userFromRow(row);
  }

  private count(state: EnvironmentState, person: PersonRef, by: 1 | -1): void {
    if (person.kind === "known") state.users += by;
    else state.visitors += by;
    this.environments.touch(state);
  }
}
