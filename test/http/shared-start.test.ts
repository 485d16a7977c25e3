import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PlatformClock } from "../../src/server/clock/platform-clock.ts";
import { Closing } from "../../src/server/closing.ts";
import { openShared } from "../../src/server/open-shared.ts";
import type { EventBatch } from "../../src/server/store/ports.ts";
import { Database, isAway, problemOf, type Queryable } from "../../src/server/store/postgres/database.ts";
import { takeLease } from "../../src/server/store/postgres/leases.ts";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { schemaNumber } from "../../src/server/store/postgres/schema.ts";
import { clockKind, systemClock } from "../../src/server/workspace/document-kinds.ts";
import { JsonDocument } from "../../src/server/workspace/json-document.ts";
import { administer, newDatabase } from "../helpers/postgres.ts";

let database: Awaited<ReturnType<typeof newDatabase>>;
beforeAll(async () => {
  database = await newDatabase();
  await (await PostgresStore.open(database.url)).close();
});
afterAll(() => database.drop());

const batchOf = (key: string, count: number, spaceId = "spc_full"): EventBatch => ({
  environment: { spaceId, environment: "development" },
  receivedAt: 1_000,
  items: Array.from({ length: count }, (_, at) => ({
    kind: "event" as const,
    event: {
      id: `${key}-${at}`,
      name: "movie/watched",
      person: { kind: "known" as const, id: "ana" },
      time: 1_000,
      sessionId: null,
      experienceId: null,
      pairs: [],
      source: "sdk" as const,
      sdk: null,
    },
  })),
});
const idsOf = async (store: PostgresStore, spaceId = "spc_full") => {
  const filter = { environment: { spaceId, environment: "development" } as const, where: [] };
  const { events } = await store.log.after({ filter, after: 0, limit: 100 });
  return events.map(({ id }) => id);
};

const reason = (url: string) =>
  PostgresStore.open(url).then(
    () => "it opened",
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

it.each([
  [
    "nobody listens",
    (url: URL) => {
      url.port = "1";
    },
    /^StartError: The database can't be reached: .*ECONNREFUSED.*\. Tried for 0 s\. Is it running, and is the address right\?$/,
  ],
  [
    "there is no such database",
    (url: URL) => {
      url.pathname = "/nowhere";
    },
    /^StartError: Database "nowhere" does not exist\. Create it first: createdb\.$/,
  ],
  [
    "its certificate's authority is not there",
    (url: URL) => {
      url.search = "?sslmode=verify-full&sslrootcert=/nowhere/ca.pem";
    },
    /^StartError: The address names a file that is not there: ENOENT: .*\/nowhere\/ca\.pem'\.$/,
  ],
  [
    "the user is unknown",
    (url: URL) => {
      url.username = "nobody_knows";
    },
    /^StartError: The database refuses this user or password: role "nobody_knows" does not exist\.$/,
  ],
])("a start says why where %s", async (_, change, message) => {
  const url = new URL(database.url);
  change(url);
  expect(await reason(url.href)).toMatch(message);
});

it("a start says why where a newer server has changed the schema; one that runs ends, and says so too", async () => {
  await administer("UPDATE understudy.meta SET value = '99' WHERE name = 'version'", database.url);
  expect(await reason(database.url)).toBe(
    `StartError: The database was changed by a newer Understudy (schema 99; this one knows ${schemaNumber}). Update this server.`,
  );
  await administer(
    `UPDATE understudy.meta SET value = '${schemaNumber}' WHERE name = 'version'`,
    database.url,
  );
});

it("publications that stood against their versions are put right once", async () => {
  const environment = { spaceId: "spc_turned", environment: "development" } as const;
  const publications = [1, 2, 3].map((version) => ({
    content: "{}",
    publication: {
      ...environment,
      id: `pub_${version}`,
      collectionId: "col_1",
      version,
      publishedAt: new Date(version * 1_000).toISOString(),
      publishedBy: "Ana",
      note: null,
    },
  }));
  const older = await PostgresStore.open(database.url);
  await older.publications.record({ environment, publications, justMade: true });
  await older.close();
  // As two servers left them that published at once, before places were given under a lock.
  await administer("UPDATE understudy.publications SET place = 2500 WHERE version = 1", database.url);
  await administer("UPDATE understudy.meta SET value = '5' WHERE name = 'version'", database.url);
  const store = await PostgresStore.open(database.url);
  const query = { spaceId: "spc_turned", collectionId: "col_1", environment: null, before: null, limit: 9 };
  expect((await store.publications.list(query)).map(({ version }) => version)).toEqual([3, 2, 1]);
  await store.close();
});

it("a database without all letters is refused at the start", async () => {
  const name = `latin_${process.pid}`;
  await administer(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'`,
  );
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  try {
    expect(await reason(url.href)).toBe(
      "StartError: The database's encoding is LATIN1, which does not have every letter. Make one for Understudy: createdb --template=template0 --encoding=UTF8 NAME.",
    );
  } finally {
    await administer(`DROP DATABASE ${name}`);
  }
});

it("a user who is refused while the server runs: the database is away, and the user is not named", async () => {
  const role = `refused_${process.pid}`;
  await administer(`CREATE ROLE ${role} LOGIN`);
  const url = new URL(database.url);
  url.username = role;
  const store = new Database(url.href);
  const ask = () => store.rows("SELECT 1 AS one").catch((error: unknown) => problemOf(error));
  try {
    expect(await ask()).toEqual([{ one: 1 }]);
    await administer(`ALTER ROLE ${role} NOLOGIN`);
    await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
    // The first may still find the connection that is gone.
    await ask();
    expect(await ask()).toMatchObject({
      code: "not-ready",
      message: expect.stringMatching(/^The database lets this server in no more(?!.*refused_)/),
    });
    expect(store.isAway).toBe(true);
    await administer(`ALTER ROLE ${role} LOGIN`);
    expect(await ask()).toEqual([{ one: 1 }]);
  } finally {
    await store.close();
    await administer(`DROP ROLE ${role}`);
  }
});

it("a database's name may have every letter, as addresses write it", async () => {
  const name = `odd #?/%23@:ü ${process.pid}`;
  await administer(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  const url = new URL(database.url);
  url.pathname = `/${encodeURIComponent(name)}`;
  const odd = new Database(url.href);
  const own = odd.ownClient();
  try {
    expect(await odd.rows("SELECT current_database() AS name")).toEqual([{ name }]);
    await own.connect();
    expect((await own.query("SELECT current_database() AS name")).rows).toEqual([{ name }]);
  } finally {
    await own.end();
    await odd.close();
    await administer(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  }
});

it("a database that takes nothing for the word NULL is refused at the start", async () => {
  const name = `nulls_${process.pid}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  try {
    await administer(`ALTER DATABASE ${name} SET array_nulls = off`);
    expect(await reason(url.href)).toMatch(/^StartError: The database's setting array_nulls is off/);
  } finally {
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

it("people are found as well where a backslash in SQL is an escape", async () => {
  const name = `escapes_${process.pid}`;
  await administer(`CREATE DATABASE ${name}`);
  await administer(`ALTER DATABASE ${name} SET standard_conforming_strings = off`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const store = await PostgresStore.open(url.href);
  const environment = { spaceId: "spc_full", environment: "development" } as const;
  const find = async (wanted: object) => {
    const all = { environment, kind: null, q: null, label: null, after: null, limit: 9 };
    return (await store.users.list({ ...all, ...wanted })).users.map(({ id }) => id);
  };
  try {
    await store.users.import({
      environment,
      at: 0,
      users: [
        { kind: "known", id: "ana", fields: { place: 'C:\\new "A"' }, labels: ['a\u0001"b"'] },
        { kind: "known", id: "ben", fields: { place: "C:new" }, labels: ["a b"] },
      ],
    });
    expect(await find({ q: "new" })).toEqual(["ana", "ben"]);
    expect(await find({ q: '\\new "a' })).toEqual(["ana"]);
    expect(await find({ q: 'C:\\new "' })).toEqual(["ana"]);
    expect(await find({ label: 'a\u0001"b"' })).toEqual(["ana"]);
    expect(await find({ label: "a b" })).toEqual(["ben"]);
  } finally {
    await store.close();
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

it("what has waited for another change is made to that, whatever isolation the database has by default", async () => {
  const name = `isolation_${process.pid}`;
  await administer(`CREATE DATABASE ${name}`);
  await administer(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const store = await PostgresStore.open(url.href);
  const other = store.database.ownClient();
  await other.connect();
  const raise =
    "UPDATE understudy.meta SET value = (value::bigint + 1)::text WHERE name = 'documents' RETURNING value";
  const raised = vi.fn((client: Queryable) => client.rows(raise));
  try {
    for (const [change, value] of [
      [() => store.database.rows(raise), "2"],
      [() => store.database.transaction(raised), "4"],
    ] as const) {
      await other.query(`BEGIN; ${raise}`);
      const changed = change();
      await expect
        .poll(() =>
          store.database.rows(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          ),
        )
        .toHaveLength(1);
      await other.query("COMMIT");
      expect(await changed).toEqual([{ value }]);
    }
    expect(raised).toHaveBeenCalledOnce();
  } finally {
    await other.end();
    await store.close();
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

it("a user who may make tables in its schema, but no schemas, is enough", async () => {
  const name = `given_${process.pid}`;
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  await administer(`CREATE DATABASE ${name}`);
  await administer(`CREATE ROLE ${name} LOGIN; CREATE SCHEMA understudy AUTHORIZATION ${name}`, url.href);
  try {
    const own = new URL(url);
    own.username = name;
    expect(await reason(own.href)).toBe("it opened");
  } finally {
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    await administer(`DROP ROLE ${name}`);
  }
});

it("the audit log is read by pages, and lines that may be there already are written once", async () => {
  const store = await PostgresStore.open(database.url);
  const pages = async (limit: number) => {
    const found: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const { data, next } = await store.audit.page({ limit, cursor });
      found.push(...data);
      cursor = next ?? undefined;
    }
    return found;
  };
  const lines = Array.from({ length: 7 }, (_, n) => JSON.stringify({ id: `aud_${n}` }));
  await store.audit.append(lines.slice(0, 4), false);
  await store.audit.append(lines.slice(2), true);
  for (const limit of [3, 7, 50]) expect(await pages(limit)).toEqual([...lines].reverse());
  await expect(store.audit.page({ limit: 1, cursor: "nonsense" })).rejects.toMatchObject({
    code: "invalid-query",
  });
  await store.close();
});

it("a replica, or whatever takes no changes, is refused at the start, and later with `read-only`", async () => {
  const store = await PostgresStore.open(database.url);
  expect(await store.takesChanges()).toBe(true);
  const name = new URL(database.url).pathname.slice(1);
  const saving = () =>
    store.users
      .save({
        environment: { spaceId: "spc_refused", environment: "development" },
        mode: "replace",
        person: { kind: "known", id: "ana" },
        at: 0,
        precondition: null,
      })
      .catch((error: { code: string; headers: object }) => [error.code, error.headers]);
  await administer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  try {
    expect(await reason(database.url)).toBe(
      "StartError: The database takes no changes: it is a replica, or was set to read-only. Name the primary with --store.",
    );
    // Connections that are there already have not heard of it.
    await administer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    // A connection that was ended just now may be tried once more before that is heard.
    await expect.poll(saving).toEqual(["read-only", { "Retry-After": "5" }]);
    // What `/metrics` tells as understudy_store_up.
    expect(await store.takesChanges()).toBe(false);
  } finally {
    await administer(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  }
  // Nobody ends its connections, 10 at most, which have not heard of it: each is left once it has refused.
  for (let turn = 0; turn < 10; turn += 1) await saving();
  expect(await saving()).toHaveProperty("user");
  await store.close();
});

it("what a server holds that froze in the middle of a change is free again; who waits for it is told to come again", async () => {
  const [frozen, other] = await Promise.all([new Database(database.url), PostgresStore.open(database.url)]);
  const document = other.documents.file("frozen.json", clockKind);
  const change = frozen.transaction(async (client) => {
    await client.rows("UPDATE understudy.meta SET value = value WHERE name = 'documents'");
    const [limit] = await client.rows("SHOW idle_in_transaction_session_timeout");
    expect(limit).toEqual({ idle_in_transaction_session_timeout: "5s" });
    await client.rows("SET LOCAL idle_in_transaction_session_timeout = '300ms'");
    await document.write(systemClock);
    await client.rows("SELECT 1");
  });
  await expect(change).rejects.toSatisfy(isAway);
  await Promise.all([frozen.close(), other.close()]);
  expect(problemOf({ code: "55P03" })).toMatchObject({ code: "busy" });
  const limit = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  expect(problemOf(limit)).toMatchObject({ code: "busy", message: expect.stringContaining(limit.message) });
});

it("what a server has alone stays its own where the database's clock is set back, and is soon free where that server has died", async () => {
  const shared = new Database(database.url);
  const taken = async () => (await takeLease(shared, "work")) !== null;
  const later = (ms: number) => shared.rows("UPDATE understudy.leases SET until = until + $1", [ms]);
  const lease = await takeLease(shared, "work");
  await later(600_000);
  expect([await taken(), await taken(), await lease?.keep()]).toEqual([false, false, true]);
  await later(600_000);
  expect(await taken()).toBe(false);
  await later(-6_001);
  expect([await taken(), await lease?.keep()]).toEqual([true, false]);
  await shared.close();
});

it("a full disk: what can't be stored is refused with `storage-failed`, and nothing of it is there; then it goes on", async () => {
  const store = await PostgresStore.open(database.url);
  // What PostgreSQL says where it can't extend a file (53100).
  const full = `CREATE FUNCTION understudy.no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON understudy.events EXECUTE FUNCTION understudy.no_room()`;
  try {
    await administer(full, database.url);
    await expect(store.log.append(batchOf("full", 3))).rejects.toMatchObject({
      code: "storage-failed",
      headers: { "Retry-After": "5" },
    });
    expect(await idsOf(store)).toEqual([]);
  } finally {
    await administer("DROP FUNCTION IF EXISTS understudy.no_room CASCADE", database.url);
  }
  await store.log.append(batchOf("full", 3));
  expect(await idsOf(store)).toEqual(["full-0", "full-1", "full-2"]);
  await store.close();
});

it("too few connections: who finds none waits for one that is there, and all is stored once", async () => {
  await administer(
    `CREATE ROLE few LOGIN CONNECTION LIMIT 2; GRANT ALL ON SCHEMA understudy TO few;
     GRANT ALL ON ALL TABLES IN SCHEMA understudy TO few; GRANT ALL ON ALL SEQUENCES IN SCHEMA understudy TO few`,
    database.url,
  );
  const url = new URL(database.url);
  url.username = "few";
  const store = await PostgresStore.open(url.href);
  try {
    const spaces = Array.from({ length: 20 }, (_, at) => `spc_few_${at}`);
    await Promise.all(spaces.map((spaceId) => store.log.append(batchOf(spaceId, 1, spaceId))));
    const stored = await Promise.all(spaces.map((spaceId) => idsOf(store, spaceId)));
    expect(stored).toEqual(spaces.map((spaceId) => [`${spaceId}-0`]));
  } finally {
    await store.close();
    await administer("DROP OWNED BY few; DROP ROLE few", database.url);
  }
});

it("rights that its user lacks: all are named at once, with what gives them", async () => {
  const url = new URL(database.url);
  url.username = "poor";
  const asked = (sql: string) => administer(sql, database.url);
  await asked("CREATE ROLE poor LOGIN");
  try {
    expect(await reason(url.href)).toBe(
      "StartError: The database's user may not use the schema understudy; read, add, change and delete rows of its tables; use its sequences. As the owner of these: " +
        "GRANT USAGE ON SCHEMA understudy TO poor; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA understudy TO poor; " +
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA understudy TO poor",
    );
    await asked(
      "GRANT USAGE ON SCHEMA understudy TO poor; GRANT SELECT ON ALL TABLES IN SCHEMA understudy TO poor",
    );
    const readsOnly = await reason(url.href);
    expect(readsOnly).toContain(
      "may not read, add, change and delete rows of its tables; use its sequences.",
    );
    expect(readsOnly).not.toContain("GRANT USAGE ON SCHEMA");
    await asked("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA understudy TO poor");
    expect(await reason(url.href)).toBe(
      "StartError: The database's user may not use its sequences. As the owner of these: GRANT USAGE ON ALL SEQUENCES IN SCHEMA understudy TO poor",
    );
    await asked("GRANT USAGE ON ALL SEQUENCES IN SCHEMA understudy TO poor");
    expect(await reason(url.href)).toBe("it opened");
    // Either right lets it take a sequence's next number, and that of PostgreSQL's own roles is UPDATE.
    await asked(
      "REVOKE ALL ON ALL SEQUENCES IN SCHEMA understudy FROM poor; GRANT UPDATE ON ALL SEQUENCES IN SCHEMA understudy TO poor",
    );
    expect(await reason(url.href)).toBe("it opened");
    await asked("DROP OWNED BY poor; GRANT pg_read_all_data, pg_write_all_data TO poor");
    expect(await reason(url.href)).toBe("it opened");
    // Lines of the audit log are never changed.
    await asked(
      "REVOKE pg_read_all_data, pg_write_all_data FROM poor; GRANT USAGE ON SCHEMA understudy TO poor; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA understudy TO poor; " +
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA understudy TO poor; REVOKE UPDATE ON understudy.audit FROM poor",
    );
    expect(await reason(url.href)).toBe("it opened");
    const store = await PostgresStore.open(url.href);
    await store.audit.append([JSON.stringify({ id: "aud_poor" })], true);
    // What `/metrics` tells as understudy_store_up.
    expect(await store.takesChanges()).toBe(true);
    await asked("REVOKE INSERT ON understudy.events FROM poor");
    expect(await store.takesChanges().catch((error: unknown) => String(error))).toContain(
      "GRANT SELECT, INSERT, UPDATE, DELETE ON understudy.events TO poor",
    );
    await asked("GRANT INSERT ON understudy.events TO poor");
    await store.close();
    // What it lacks of some tables is given of these alone, so that UPDATE on the audit log stays revoked.
    await asked("REVOKE DELETE ON understudy.audit, understudy.leases, understudy.events FROM poor");
    expect(await reason(url.href)).toBe(
      "StartError: The database's user may not read, add, change and delete rows of its tables. As the owner of these: " +
        "GRANT SELECT, INSERT, UPDATE, DELETE ON understudy.events, understudy.leases TO poor; " +
        "GRANT SELECT, INSERT, DELETE ON understudy.audit TO poor",
    );
    await asked("GRANT DELETE ON understudy.audit, understudy.leases, understudy.events TO poor");
    // A newer version changes what others own.
    await asked("UPDATE understudy.meta SET value = '5' WHERE name = 'version'");
    expect(await reason(url.href)).toBe(
      "StartError: The database's schema has to change first, which its user may not (permission denied for schema understudy). Start one server of this version " +
        "as the user that made the tables, until it is ready; then this one again, which names the rights to what is new.",
    );
    expect(await reason(database.url)).toBe("it opened");
    expect(await reason(url.href)).toBe("it opened");
    // What somebody else keeps in the schema is nobody's business.
    await asked("CREATE TABLE understudy.somebodys (id bigserial)");
    expect(await reason(url.href)).toBe("it opened");
  } finally {
    await asked("DROP TABLE IF EXISTS understudy.somebodys; DROP OWNED BY poor; DROP ROLE poor");
  }
});

it("two Spaces that get one name on two servers in the same moment: one of them is told that it is taken", async () => {
  const stores = await Promise.all([PostgresStore.open(database.url), PostgresStore.open(database.url)]);
  for (const [at, { documents }] of stores.entries())
    await documents.file(`spaces/from-${at}/space.json`, clockKind).write(systemClock);
  // Both have looked whether it is free before one of them moves.
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query("BEGIN; UPDATE understudy.meta SET value = value WHERE name = 'documents'");
  const moves = Promise.allSettled(
    stores.map(({ documents }, at) => documents.move(`spaces/from-${at}`, "spaces/to")),
  );
  await expect
    .poll(
      async () =>
        (
          await holder.query(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          )
        ).rowCount,
    )
    .toBe(2);
  await holder.query("COMMIT");
  await holder.end();
  const failures = (await moves).flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(failures).toEqual(["EEXIST"]);
  await Promise.all(stores.map((store) => store.close()));
});

it("what another server has deleted is not found by whoever changes it in the same moment", async () => {
  const store = await PostgresStore.open(database.url);
  const path = "spaces/doomed/space.json";
  const document = await JsonDocument.open({
    path,
    kind: clockKind,
    initial: systemClock,
    place: store.documents,
  });
  await store.documents.move(path, "trash/space.json");
  await expect(document.update(() => {})).rejects.toMatchObject({ code: "not-found" });
  await store.close();
});

it("two stores over one database append in one order, each event once, and agree about people", async () => {
  const stores = await Promise.all([PostgresStore.open(database.url), PostgresStore.open(database.url)]);
  const environment = { spaceId: "spc_1", environment: "development" } as const;
  const item = (id: string, person: string) => ({
    kind: "event" as const,
    event: {
      id,
      name: "movie/watched",
      person: { kind: "known" as const, id: person },
      time: 1_000,
      sessionId: null,
      experienceId: null,
      pairs: [],
      source: "sdk" as const,
      sdk: null,
    },
  });
  // Both send the same events, in other orders; and both change the same people at the same time.
  const work = stores.flatMap((store, at) =>
    Array.from({ length: 20 }, async (_, round) => {
      const ids = Array.from({ length: 25 }, (_unused, index) => `${round}-${at === 0 ? index : 24 - index}`);
      const items = ids.map((id, index) => item(id, `u${index % 7}`));
      const [sequences] = await Promise.all([
        store.log.append({ environment, receivedAt: round, items }),
        store.users.save({
          environment,
          mode: "replace",
          person: { kind: "known", id: `u${round % 7}` },
          fields: { [`f${at}`]: round },
          at: round,
          precondition: null,
        }),
      ]);
      return sequences;
    }),
  );
  const sequences = (await Promise.all(work)).flat().filter((one) => one > 0);
  expect(sequences.sort((x, y) => x - y)).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
  for (const store of stores)
    expect(await store.figures(environment)).toMatchObject({ events: 500, users: 7, lastSequence: 500 });
  await Promise.all(stores.map((store) => store.close()));
});

it("a start goes on where the database goes away for a moment at any of its statements", async () => {
  const own = await newDatabase();
  const using = Database.prototype.using;
  const lines: string[] = [];
  // Once for each statement, until there is none left.
  for (let at = 1, statements = 1; statements >= at; at += 1) {
    statements = 0;
    const spy = vi.spyOn(Database.prototype, "using").mockImplementation(function (this: Database, work) {
      statements += 1;
      if (statements === at) return Promise.reject(new Error("Connection terminated unexpectedly"));
      return using.call(this, work) as never;
    });
    const closing = new Closing();
    try {
      const data = await openShared(own.url, new PlatformClock(), closing, {
        log: (line) => lines.push(line),
      });
      let isDone = false;
      await data.alone(async () => {
        isDone = true;
      });
      expect([data.workspace.spaces().length, isDone]).toEqual([1, true]);
    } finally {
      spy.mockRestore();
      await closing.run();
    }
  }
  await own.drop();
  expect(new Set(lines.map((line) => line.replace(/: .*unexpectedly/, "")))).toEqual(
    new Set([
      "The database can't be reached. Trying again for 30 s.",
      "The database went away during the start. Trying again for 30 s.",
    ]),
  );
});
