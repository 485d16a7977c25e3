import { setTimeout as wait } from "node:timers/promises";
import { type EnvironmentKey, environmentKeys } from "../../../core/primitives.ts";
import { type EnvironmentRef, environmentName, environmentNamed } from "../../../core/refs.ts";
import type { AuditLines } from "../../audit/audit-log.ts";
import { StartError } from "../../start-error.ts";
import { busy } from "../busy.ts";
import type { PeopleScans } from "../people-scans.ts";
import type {
  EventBatch,
  EventLog,
  Figures,
  Lease,
  PublicationHistory,
  RuleTimes,
  SharedWork,
  Store,
  StoredSession,
  Users,
} from "../ports.ts";
import { deviceFacts } from "../user-record.ts";
import { auditRows } from "./audit-rows.ts";
import { Database, problemOf, type Queryable, readOnlyReplica, startErrorOf } from "./database.ts";
import { DocumentRows } from "./document-rows.ts";
import { Environments } from "./environments.ts";
import { EventAppender } from "./event-append.ts";
import { eventCounts, eventsAfter, eventsBefore, lastEvent } from "./event-queries.ts";
import { Hints } from "./hints.ts";
import { keepUp, takeLease } from "./leases.ts";
import { passingRows } from "./passing-rows.ts";
import { changePeople, type PeopleChange } from "./people-changes.ts";
import { changedPeople, tellOfPeople } from "./people-news.ts";
import { peopleScans } from "./people-scans.ts";
import {
  findPublication,
  latestVersion,
  listPublications,
  recordPublications,
} from "./publication-queries.ts";
import { recordingRows } from "./recording-rows.ts";
import { prune } from "./retention.ts";
import { countedEvents, ruleTimes } from "./rule-queries.ts";
import { assertOurRights, migrate, newer, schemaNumber, versionOf } from "./schema.ts";
import { assertWhole } from "./store-end.ts";
import { findUser, listUsers } from "./user-queries.ts";
import { WriteQueue } from "./write-queue.ts";

/** The hint that documents changed; every other one is an environment's name. */
const documentsHint = "documents";
/** How many searches run at a time, so that connections are left for decisions; and how many may wait. */
const searchesAtOnce = 2;
const searchesWaiting = 1_000;
/** How often to check whether a newer server has changed the schema, in ms. */
const schemaLook = 5_000;
/** How long what waits may still be stored when the server stops, in ms. */
const closingTime = 5_000;
/** The oldest PostgreSQL that is supported. */
const leastVersion = 150_000;

interface PostgresOptions {
  /** How long to try again where the database can't be reached, in ms. */
  readonly patience?: number;
  /** Called where it can't be reached at first, and where its schema waits for somebody else. */
  readonly onWaiting?: (reason: string) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** A PostgreSQL database that several servers may share. Changes of an environment take the row lock of its mark. */
export class PostgresStore implements Store {
  readonly database: Database;
  readonly epoch: string;
  readonly documents: DocumentRows;
  readonly audit: AuditLines;
  private readonly hints: Hints;
  private readonly environments: Environments;
  private readonly appender: EventAppender;
  private readonly queue = new WriteQueue();
  private pruning: Lease | null = null;
  private searching = 0;
  private readonly searches: (() => void)[] = [];
  private closed = false;
  private onFailure: (reason: string) => void = () => undefined;
  private failure: string | null = null;
  private readonly timer: NodeJS.Timeout;
  readonly failed: Promise<string> = new Promise((resolve) => {
    this.onFailure = resolve;
  });
  readonly people: PeopleScans;
  readonly shared: SharedWork;

  private constructor(database: Database, epoch: string) {
    this.database = database;
    this.epoch = epoch;
    this.hints = new Hints(database);
    this.documents = new DocumentRows(database, () => this.hints.say(documentsHint));
    this.environments = new Environments(database);
    this.appender = new EventAppender(database, this.environments);
    this.people = peopleScans(database, this.environments);
    const rows: Queryable["rows"] = (sql, values) => this.safely(() => database.rows(sql, values));
    this.audit = auditRows({ rows });
    this.shared = {
      passing: passingRows(rows),
      recordings: recordingRows(rows, this.environments),
      lease: (name) => takeLease({ rows }, name),
      now: () => this.documents.time.now(),
    };
    this.timer = setInterval(() => void this.lookAtSchema(), schemaLook).unref();
  }

  /** @throws StartError where the database can't be used; the signal's reason */
  static async open(
    url: string,
    { patience = 0, onWaiting, signal }: PostgresOptions = {},
  ): Promise<PostgresStore> {
    const until = performance.now() + patience;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const database = new Database(url);
      // One that has fallen silent would be waited for.
      const leave = () => database.abandon();
      signal?.addEventListener("abort", leave);
      try {
        await assertUsable(database);
        await migrate(database, onWaiting);
        await assertWhole(database);
        const [row] = await database.rows<{ value: string }>(
          "SELECT value FROM understudy.meta WHERE name = 'epoch'",
        );
        return new PostgresStore(database, row?.value ?? "");
      } catch (error) {
        await database.close();
        signal?.throwIfAborted();
        const reason = startErrorOf(error);
        if (reason !== null) throw reason;
        const message = `The database can't be reached: ${messageOf(error)}`;
        if (performance.now() >= until)
          throw new StartError(
            `${message}. Tried for ${Math.round(patience / 1000)} s. Is it running, and is the address right?`,
          );
        if (attempt === 1) onWaiting?.(`${message}. Trying again for ${Math.round(patience / 1000)} s.`);
        await wait(Math.min(1_000, 100 * attempt), undefined, { signal }).catch(() => undefined);
      } finally {
        signal?.removeEventListener("abort", leave);
      }
    }
  }

  readonly log: EventLog = {
    append: (batch) =>
      this.write(batch.environment, {
        group: this.append,
        ask: batch,
        rows: batch.items.length,
        apart: () => this.appender.apart(environmentName(batch.environment)),
      }),
    before: (query, gone) =>
      this.search(
        query.filter.environment,
        { events: [], searched: 0, searchedAt: null },
        (client, n) => eventsBefore(client, n, query),
        gone,
      ),
    after: async (query, gone) => {
      gone?.throwIfAborted();
      return this.read(query.filter.environment, { events: [], through: query.after }, (client, n) =>
        eventsAfter(client, n, query),
      );
    },
    counts: (query) =>
      this.search(
        query.filter.environment,
        { accepted: [], rejected: [], through: 0, older: 0 },
        (client, n) => eventCounts(client, n, query),
      ),
    last: (environments) =>
      this.safely(() =>
        this.marksOf(
          environments,
          "SELECT n, last_sequence AS last FROM understudy.marks WHERE n = ANY ($1)",
        ),
      ),
    onHint: (listener) =>
      this.hints.on((name) => {
        if (name !== documentsHint) listener(environmentNamed(name));
      }),
  };
  readonly users: Users = {
    find: ({ environment, id, kind }) =>
      this.read(environment, null, (client, n) => findUser(client, n, id, kind)),
    list: (query) =>
      this.search(query.environment, { users: [], size: 0, through: null }, (client, n) =>
        listUsers(client, n, query),
      ),
    save: (change) => this.changePeople(change.environment, { kind: "save", change }),
    import: (batch) => this.changePeople(batch.environment, { kind: "import", batch }, batch.users.length),
    delete: (query) => this.changePeople(query.environment, { kind: "delete", query }),
    startSession: (session) => this.changePeople(session.environment, { kind: "session", session }),
    session: (query) => this.safely(() => this.session(query)),
    news: {
      marks: (environments) =>
        this.safely(() =>
          this.marksOf(environments, "SELECT n, last FROM understudy.people_marks WHERE n = ANY ($1)"),
        ),
      changed: ({ environment, after, through }) =>
        this.read(environment, null, (client, n) => changedPeople(client, n, after, through)),
    },
  };
  /** The log has an index by person, so nothing is kept beside it. */
  readonly rules: RuleTimes = {
    count: () => Promise.resolve(),
    times: (query) =>
      this.read(
        query.environment,
        { through: 0, last: 0, times: query.selectors.map(() => []) },
        (client, n) => ruleTimes(client, n, query),
      ),
    events: (query) =>
      this.read(
        query.environment,
        query.requests.map(() => ({ count: 0, events: [] })),
        (client, n) => countedEvents(client, n, query),
      ),
    keptThrough: async (environment) => (await this.log.last([environment]))[0] ?? 0,
  };
  readonly publications: PublicationHistory = {
    record: (batch) =>
      this.safely(async () => {
        const { environment, justMade } = batch;
        const n = await this.environments.get(environment);
        const among = justMade ? [...(await this.numbersOf(environment.spaceId)).values()] : [n];
        await recordPublications(this.database, batch, n, among);
      }),
    list: (query) =>
      this.safely(async () => listPublications(this.database, await this.numbersOf(query.spaceId), query)),
    find: ({ environment, collectionId, version }) =>
      this.read(environment, null, (client, n) => findPublication(client, n, collectionId, version)),
    latestVersion: ({ environment, collectionId }) =>
      this.read(environment, 0, (client, n) => latestVersion(client, n, collectionId)),
  };

  /** The numbers of a Space's environments, as far as they exist. */
  private async numbersOf(spaceId: string): Promise<ReadonlyMap<EnvironmentKey, number>> {
    const numbers = await this.environments.all(
      environmentKeys.map((environment) => ({ spaceId, environment })),
    );
    return new Map(environmentKeys.flatMap((key, at) => (numbers[at] == null ? [] : [[key, numbers[at]]])));
  }

  figures(environment: EnvironmentRef): Promise<Figures> {
    const nothing = { events: 0, rejected: 0, users: 0, visitors: 0, lastSequence: 0, lastEvent: null };
    return this.read(environment, nothing, async (client, n) => {
      const [row] = await client.rows<Omit<Figures, "lastEvent">>(
        `SELECT events, rejected, last_sequence AS "lastSequence",
           (SELECT count(*) FROM understudy.users WHERE n = $1 AND known = 1) AS users,
           (SELECT count(*) FROM understudy.users WHERE n = $1 AND known = 0) AS visitors
         FROM understudy.marks WHERE n = $1`,
        [n],
      );
      return row === undefined ? nothing : { ...row, lastEvent: await lastEvent(client, n) };
    });
  }

  prune(before: number): ReturnType<Store["prune"]> {
    return this.safely(async () => {
      this.pruning ??= await takeLease(this.database, "retention");
      if (this.pruning !== null && (await this.pruning.keep())) return prune(this.database, before);
      this.pruning = null;
      return { removed: 0, more: false, elsewhere: true };
    });
  }

  dropSpace(spaceId: string): Promise<void> {
    return this.safely(() => this.environments.drop(spaceId));
  }

  health(): ReturnType<Store["health"]> {
    const { rows, size } = this.queue.waiting;
    const going = this.database.isAway ? "restarting" : "running";
    return { state: this.failure === null ? going : "failed", waiting: { rows, characters: size } };
  }

  /** An append also writes when people were seen. */
  behind(): Promise<{ events: number; seconds: number }> {
    return Promise.resolve({ events: 0, seconds: 0 });
  }

  async takesChanges(): Promise<boolean> {
    return this.safely(async () => {
      await assertOurRights(this.database);
      return !(await lookAt(this.database)).readOnly;
    });
  }

  /** PostgreSQL checks its own pages; a question that meets a damaged one fails and says so. */
  damage(): Promise<string | null> {
    return Promise.resolve(null);
  }

  /** Its address without a password, for the operator. */
  get where(): string {
    return this.database.where;
  }

  /** Waits until nobody else has the lease. Gives the function that gives it back. @throws Problem */
  async waitForLease(name: string, signal?: AbortSignal): Promise<() => Promise<void>> {
    for (;;) {
      signal?.throwIfAborted();
      const lease = await this.safely(() => takeLease(this.database, name));
      if (lease === null) await new Promise((resolve) => setTimeout(resolve, 100));
      else return keepUp(lease);
    }
  }

  /** Told that another server may have changed a document. */
  onDocuments(listener: () => void): void {
    this.hints.on((name) => {
      if (name === documentsHint) listener();
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.timer);
    const limit = setTimeout(() => this.database.abandon(), closingTime);
    await this.queue.close();
    await this.pruning?.release().catch(() => undefined);
    clearTimeout(limit);
    await this.hints.close();
    await this.database.close();
  }

  private readonly append = (environment: string, batches: readonly EventBatch[]) =>
    this.appender.append(environment, batches).finally(() => this.hints.say(environment));

  private readonly people_ = async (environment: string, changes: readonly PeopleChange[]) => {
    const n = await this.environments.get(environmentNamed(environment));
    return this.database.transaction(async (client) => {
      const { answers, changed } = await changePeople(client, n, changes);
      await tellOfPeople(client, n, changed);
      return answers;
    });
  };

  private changePeople<Answer>(environment: EnvironmentRef, ask: PeopleChange, rows = 1): Promise<Answer> {
    return this.write(environment, { group: this.people_, ask, rows }) as Promise<Answer>;
  }

  private async write<Ask, Answer>(
    environment: EnvironmentRef,
    job: Parameters<typeof WriteQueue.prototype.add<Ask, Answer>>[1],
  ): Promise<Answer> {
    return this.queue.add(environmentName(environment), job);
  }

  private read<T>(
    environment: EnvironmentRef,
    nothing: T,
    work: (client: Queryable, n: number) => Promise<T>,
  ): Promise<T> {
    return this.safely(async () => {
      const n = await this.environments.find(environment);
      return n === null ? nothing : await work(this.database, n);
    });
  }

  /** Searches run a few at a time, so that decisions have connections left. */
  private async search<T>(
    environment: EnvironmentRef,
    nothing: T,
    work: (client: Queryable, n: number) => Promise<T>,
    gone?: AbortSignal,
  ): Promise<T> {
    if (this.searches.length >= searchesWaiting)
      throw busy("More searches wait than can be done; try again shortly.");
    if (this.searching >= searchesAtOnce) await new Promise<void>((resolve) => this.searches.push(resolve));
    else this.searching += 1;
    try {
      gone?.throwIfAborted();
      return await this.read(environment, nothing, work);
    } finally {
      const next = this.searches.shift();
      if (next === undefined) this.searching -= 1;
      else next();
    }
  }

  private async safely<T>(work: () => Promise<T>): Promise<T> {
    if (this.closed) throw busy("The server is stopping.");
    try {
      return await work();
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** What `sql` gives as the last of each environment; 0 where there is none yet. */
  private async marksOf(environments: readonly EnvironmentRef[], sql: string): Promise<number[]> {
    const numbers = await this.environments.all(environments);
    const rows = await this.database.rows<{ n: number; last: number }>(sql, [
      numbers.filter((n) => n !== null),
    ]);
    const last = new Map(rows.map((row) => [row.n, row.last]));
    return numbers.map((n) => (n === null ? 0 : (last.get(n) ?? 0)));
  }

  private async session({ spaceId, id }: Parameters<Users["session"]>[0]): Promise<StoredSession | null> {
    const refs = environmentKeys.map((environment) => ({ spaceId, environment }));
    const numbers = await this.environments.all(refs);
    const [row] = await this.database.rows<{
      n: number;
      known: number;
      person: string;
      started: number;
      sdk_name: string;
      sdk_version: string;
      device: string;
    }>(
      `SELECT n, known, person, started, sdk_name, sdk_version, device
       FROM understudy.sessions WHERE n = ANY ($1) AND id = $2`,
      [numbers.filter((n) => n !== null), id.replaceAll("\0", "\ufffd")],
    );
    const environment = refs[numbers.indexOf(row?.n ?? null)];
    if (row === undefined || environment === undefined) return null;
    return {
      id,
      environment,
      person: { kind: row.known === 1 ? "known" : "visitor", id: row.person },
      startedAt: row.started,
      sdk: { name: row.sdk_name, version: row.sdk_version },
      device: deviceFacts(row.device),
    };
  }

  /** An older server ends once a newer one has changed the schema. */
  private async lookAtSchema(): Promise<void> {
    const version = await versionOf(this.database).catch(() => schemaNumber);
    if (version <= schemaNumber || this.failure !== null) return;
    this.failure = newer(version);
    this.onFailure(this.failure);
  }
}

async function assertUsable(database: Database): Promise<void> {
  const { version, name, encoding, nulls, readOnly } = await lookAt(database);
  if (version < leastVersion)
    throw new StartError(`PostgreSQL 15 or newer is needed; the database is ${name}.`);
  if (encoding !== "UTF8")
    throw new StartError(
      `The database's encoding is ${encoding}, which does not have every letter. Make one for Understudy: createdb --template=template0 --encoding=UTF8 NAME.`,
    );
  if (!nulls)
    throw new StartError(
      "The database's setting array_nulls is off, so that the word NULL would be stored where nothing is. Set it on for Understudy's user: ALTER ROLE NAME SET array_nulls = on.",
    );
  if (readOnly) throw new StartError(readOnlyReplica);
}

async function lookAt(
  database: Database,
): Promise<{ version: number; name: string; encoding: string; nulls: boolean; readOnly: boolean }> {
  const [row] = await database.rows<{
    version: string;
    name: string;
    encoding: string;
    nulls: string;
    replica: boolean;
    readonly: string;
  }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS name, current_setting('server_encoding') AS encoding,
       current_setting('array_nulls') AS nulls, pg_is_in_recovery() AS replica, current_setting('transaction_read_only') AS readonly`,
  );
  const { version = "0", name = "", encoding = "", nulls, replica = false, readonly = "off" } = row ?? {};
  return {
    version: Number(version),
    name,
    encoding,
    nulls: nulls !== "off",
    readOnly: replica || readonly === "on",
  };
}

const messageOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(messageOf).join("; ")
    : error instanceof Error
      ? error.message
      : String(error);
