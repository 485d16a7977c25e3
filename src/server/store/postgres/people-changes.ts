import { holds } from "../../../core/precondition.ts";
import { type PersonRef, personKey } from "../../../core/refs.ts";
import type { UserFieldsPatch } from "../../../core/user.ts";
import type { ImportedUsers, NewSession, SavedUser, SaveUser, UserBatch, Users } from "../ports.ts";
import { changedUser, deviceText, type UserChange, type UserRow, userFromRow } from "../user-record.ts";
import { Collision, type Queryable } from "./database.ts";

export type PeopleChange =
  | { readonly kind: "session"; readonly session: NewSession }
  | { readonly kind: "save"; readonly change: SaveUser }
  | { readonly kind: "import"; readonly batch: UserBatch }
  | { readonly kind: "delete"; readonly query: Parameters<Users["delete"]>[0] }
  | {
      readonly kind: "identify";
      readonly person: PersonRef;
      readonly fields: UserFieldsPatch;
      readonly at: number;
    };

export const userColumns = "known, id, fields, labels, created, first_seen, last_seen, sessions, device";
export type UserRecord = Readonly<
  Record<"id" | "fields" | "labels", string> &
    Record<"known" | "created" | "sessions", number> &
    Record<"first_seen" | "last_seen", number | null>
> & { readonly device: string | null };
export const userRow = (row: UserRecord): UserRow => [
  row.known,
  row.id,
  row.fields,
  row.labels,
  row.created,
  row.first_seen,
  row.last_seen,
  row.sessions,
  row.device,
];

export const knownOf = ({ kind }: PersonRef): 0 | 1 => (kind === "known" ? 1 : 0);

/** The answer to each change, and who is different now. */
interface ChangedPeople {
  readonly answers: readonly unknown[];
  readonly changed: readonly PersonRef[];
}

/**
 * Does changes of an environment's people in order, within a transaction. `leftOf`: which of them are still to be done, asked once
 * their people are locked: whatever was waited for is seen then.
 */
export async function changePeople(
  client: Queryable,
  n: number,
  changes: readonly PeopleChange[],
  leftOf: () => Promise<readonly PeopleChange[]> = async () => changes,
): Promise<ChangedPeople> {
  const people = new Changing(await lockPeople(client, n, changes.flatMap(personsOf)));
  const answers = (await leftOf()).map((change) => people.apply(change));
  return { answers, changed: await people.write(client, n) };
}

function personsOf(change: PeopleChange): readonly PersonRef[] {
  switch (change.kind) {
    case "session":
      return [change.session.person];
    case "save":
      return [change.change.person];
    case "delete":
      return [change.query.person];
    case "import":
      return change.batch.users;
    case "identify":
      return [change.person];
  }
}

/** Locked in one order, so that two servers never wait for each other in a circle. */
async function lockPeople(
  client: Queryable,
  n: number,
  persons: readonly PersonRef[],
): Promise<ReadonlyMap<string, UserRow>> {
  const rows = await client.rows<UserRecord>(
    `SELECT ${userColumns} FROM understudy.users WHERE n = $1 AND (known, id) IN (SELECT * FROM unnest($2::smallint[], $3::text[]))
     ORDER BY known, id FOR UPDATE`,
    [n, persons.map(knownOf), persons.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [`${row.known === 1 ? "u" : "v"}${row.id}`, userRow(row)]));
}

/** People while a transaction changes them. */
class Changing {
  private readonly before: ReadonlyMap<string, UserRow>;
  private readonly now: Map<string, UserRow>;
  private readonly sessions: NewSession[] = [];

  constructor(before: ReadonlyMap<string, UserRow>) {
    this.before = before;
    this.now = new Map(before);
  }

  apply(change: PeopleChange): unknown {
    switch (change.kind) {
      case "session":
        return this.startSession(change.session);
      case "save":
        return this.save(change.change);
      case "import":
        return this.import(change.batch);
      case "delete":
        return this.delete(change.query);
      case "identify":
        return this.take(change.person, { fields: change.fields, at: change.at, seen: true });
    }
  }

  /** One statement: those who are new, those who changed, those who are gone, and the sessions that began. Gives who that is. */
  async write(client: Queryable, n: number): Promise<readonly PersonRef[]> {
    const rows = [...this.now].filter(([key, row]) => this.before.get(key) !== row);
    const made = rows.flatMap(([key, row]) => (this.before.has(key) ? [] : [row]));
    const changed = rows.flatMap(([key, row]) => (this.before.has(key) ? [row] : []));
    const gone = [...this.before].flatMap(([key, row]) => (this.now.has(key) ? [] : [row]));
    if (made.length + changed.length + gone.length + this.sessions.length === 0) return [];
    const [count] = await client.rows<{ made: number }>(writing, [
      n,
      ...columnsOf(made),
      ...columnsOf(changed),
      gone.map(([known]) => known),
      gone.map(([, id]) => id),
      ...sessionColumns(this.sessions),
    ]);
    // Another server made one of them since they were looked at.
    if (count?.made !== made.length) throw new Collision("somebody was made meanwhile");
    return [...made, ...changed, ...gone].map(([known, id]) => ({
      kind: known === 1 ? "known" : "visitor",
      id,
    }));
  }

  private startSession(session: NewSession): unknown {
    this.sessions.push(session);
    const { person, fields, at, device } = session;
    return userFromRow(this.take(person, { fields, at, seen: true, newSession: deviceText(device) }));
  }

  private save(job: SaveUser): SavedUser {
    const existing = this.find(job.person);
    if (existing === null && job.mode === "merge") return { outcome: "not-found" };
    if (existing !== null && job.mode === "create") return { outcome: "exists" };
    if (!holds(job.precondition, existing)) return { outcome: "stale" };
    const { row, isFull } = this.changed(job.person, { ...job, replace: job.mode !== "merge" });
    if (isFull) return { outcome: "full" };
    const user = userFromRow(this.keep(job.person, row));
    return { outcome: existing === null ? "created" : "updated", user };
  }

  private import({ users, at }: UserBatch): ImportedUsers {
    let created = 0;
    const full: number[] = [];
    for (const [place, { kind, id, fields, labels, past }] of users.entries()) {
      const { row, isFull } = this.changed({ kind, id }, { fields, labels, at, past });
      if (isFull) {
        full.push(place);
        continue;
      }
      if (!this.now.has(personKey({ kind, id }))) created += 1;
      this.keep({ kind, id }, row);
    }
    return { created, updated: users.length - full.length - created, full };
  }

  private delete({
    person,
    precondition,
  }: Parameters<Users["delete"]>[0]): "deleted" | "not-found" | "stale" {
    const existing = this.find(person);
    if (existing === null) return "not-found";
    if (!holds(precondition, existing)) return "stale";
    this.now.delete(personKey(person));
    return "deleted";
  }

  private find(person: PersonRef) {
    const row = this.now.get(personKey(person));
    return row === undefined ? null : userFromRow(row);
  }

  private changed(person: PersonRef, change: UserChange) {
    return changedUser(this.now.get(personKey(person)), knownOf(person), person.id, change);
  }

  /** Leaves out what has no room: an app goes on. */
  private take(person: PersonRef, change: UserChange): UserRow {
    return this.keep(person, this.changed(person, change).row);
  }

  private keep(person: PersonRef, row: UserRow): UserRow {
    this.now.set(personKey(person), row);
    return row;
  }
}

const columnsOf = (rows: readonly UserRow[]): unknown[][] =>
  Array.from({ length: 9 }, (_, column) => rows.map((row) => row[column]));

const sessionColumns = (sessions: readonly NewSession[]): unknown[][] => [
  sessions.map(({ id }) => id),
  sessions.map(({ person }) => knownOf(person)),
  sessions.map(({ person }) => person.id),
  sessions.map(({ anonymousId }) => anonymousId),
  sessions.map(({ at }) => at),
  sessions.map(({ sdk }) => sdk.name),
  sessions.map(({ sdk }) => sdk.version),
  sessions.map(({ device }) => JSON.stringify(device)),
];

const userTypes = ["smallint", "text", "text", "text", "bigint", "bigint", "bigint", "bigint", "text"];
const sessionTypes = ["text", "smallint", "text", "text", "bigint", "text", "text", "text"];
const unnested = (types: readonly string[], first: number): string =>
  `unnest(${types.map((type, at) => `$${first + at}::${type}[]`).join(", ")})`;

const writing = `WITH made AS (
    INSERT INTO understudy.users (n, ${userColumns}) SELECT $1, * FROM ${unnested(userTypes, 2)} AS t (${userColumns}) ORDER BY known, id COLLATE "C"
    ON CONFLICT (n, known, id) DO NOTHING RETURNING 1
  ), changed AS (
    UPDATE understudy.users AS u SET fields = t.fields, labels = t.labels, created = t.created, first_seen = t.first_seen, last_seen = t.last_seen,
      sessions = t.sessions, device = t.device
    FROM ${unnested(userTypes, 11)} AS t (${userColumns}) WHERE u.n = $1 AND u.known = t.known AND u.id = t.id
  ), gone AS (
    DELETE FROM understudy.users AS u USING ${unnested(["smallint", "text"], 20)} AS t (known, id)
    WHERE u.n = $1 AND u.known = t.known AND u.id = t.id
  ), begun AS (
    INSERT INTO understudy.sessions (n, id, known, person, anonymous, started, sdk_name, sdk_version, device)
    SELECT $1, * FROM ${unnested(sessionTypes, 22)}
  )
  SELECT count(*) AS made FROM made`;
