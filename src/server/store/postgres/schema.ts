import { StartError } from "../../start-error.ts";
import { type Database, isDenied, isLocked, type Queryable } from "./database.ts";
import { keepUp, takeLease } from "./leases.ts";
import { assertRights } from "./rights.ts";

/**
 * Numbered steps: `meta.version` says how many a database has had. Never change one that has shipped; add another.
 *
 * Every key of what grows begins with the environment's number `n`, and no statement needs rows of two environments, so that
 * the tables can be distributed by it; the small ones are reference tables then. Texts are compared by their bytes ("C"),
 * whatever the database's own collation: that is the order in which people are listed and walked.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE understudy.environments (
    n bigserial PRIMARY KEY, space text COLLATE "C" NOT NULL, environment text COLLATE "C" NOT NULL,
    dropped boolean NOT NULL DEFAULT false, UNIQUE (space, environment)
  );
  CREATE TABLE understudy.marks (
    n bigint PRIMARY KEY, last_sequence bigint NOT NULL DEFAULT 0,
    events bigint NOT NULL DEFAULT 0, rejected bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 20);
  CREATE TABLE understudy.events (
    n bigint NOT NULL, sequence bigint NOT NULL, received bigint NOT NULL, id text COLLATE "C", name text COLLATE "C",
    known smallint, person text COLLATE "C", time bigint NOT NULL, session text COLLATE "C", experience text COLLATE "C",
    pairs text COLLATE "C", source text COLLATE "C" NOT NULL, sdk_name text COLLATE "C", sdk_version text COLLATE "C",
    original text COLLATE "C", code text COLLATE "C", detail text COLLATE "C",
    PRIMARY KEY (n, sequence),
    CHECK (code IS NOT NULL OR (id IS NOT NULL AND name IS NOT NULL AND known IS NOT NULL AND person IS NOT NULL))
  );
  CREATE INDEX events_by_person ON understudy.events (n, known, person, name, time) WHERE code IS NULL;
  CREATE INDEX events_by_name ON understudy.events (n, name, sequence);
  CREATE INDEX events_by_received ON understudy.events (n, received);
  CREATE INDEX events_refused ON understudy.events (n, sequence) WHERE code IS NOT NULL;
  CREATE TABLE understudy.event_ids (
    n bigint NOT NULL, id text COLLATE "C" NOT NULL, received bigint NOT NULL, PRIMARY KEY (n, id)
  );
  CREATE TABLE understudy.users (
    n bigint NOT NULL, known smallint NOT NULL, id text COLLATE "C" NOT NULL, fields text COLLATE "C" NOT NULL,
    labels text COLLATE "C" NOT NULL, created bigint NOT NULL, first_seen bigint, last_seen bigint,
    sessions bigint NOT NULL DEFAULT 0, device text COLLATE "C", PRIMARY KEY (n, known, id)
  );
  CREATE INDEX users_by_created ON understudy.users (n, created, known, id);
  CREATE INDEX users_by_last_seen ON understudy.users (n, last_seen, known, id);
  CREATE TABLE understudy.sessions (
    n bigint NOT NULL, id text COLLATE "C" NOT NULL, known smallint NOT NULL, person text COLLATE "C" NOT NULL,
    anonymous text COLLATE "C", started bigint NOT NULL, sdk_name text COLLATE "C" NOT NULL,
    sdk_version text COLLATE "C" NOT NULL, device text COLLATE "C" NOT NULL, PRIMARY KEY (n, id)
  );
  CREATE INDEX sessions_by_id ON understudy.sessions (id);
  CREATE INDEX sessions_by_start ON understudy.sessions (n, started);
  CREATE TABLE understudy.publications (
    n bigint NOT NULL, collection text COLLATE "C" NOT NULL, version bigint NOT NULL, published_at bigint NOT NULL,
    publication text COLLATE "C" NOT NULL, content text COLLATE "C" NOT NULL, PRIMARY KEY (n, collection, version)
  );
  CREATE TABLE understudy.documents (
    name text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, head bigint NOT NULL, text text COLLATE "C"
  );
  CREATE TABLE understudy.audit (id bigserial PRIMARY KEY, line text NOT NULL);
  CREATE INDEX documents_by_head ON understudy.documents (head);
  INSERT INTO understudy.meta VALUES ('documents', '0'), ('epoch', '');
  `,
  // Sessions are found within the environments of one Space.
  "DROP INDEX understudy.sessions_by_id",
  // Short-lived notes, e.g. of sign-ins that are under way.
  `
  CREATE TABLE understudy.passing (
    kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, uid text COLLATE "C", user_code text COLLATE "C",
    grant_id text COLLATE "C", until bigint NOT NULL, consumed bigint, payload text NOT NULL, PRIMARY KEY (kind, id)
  );
  CREATE INDEX passing_by_uid ON understudy.passing (kind, uid);
  CREATE INDEX passing_by_user_code ON understudy.passing (kind, user_code);
  CREATE INDEX passing_by_until ON understudy.passing (kind, until);
  `,
  // Where a publication stands among those of its Collection; for those that are there by their time, behind the version before.
  `
  ALTER TABLE understudy.publications ADD COLUMN place bigint NOT NULL DEFAULT 0;
  UPDATE understudy.publications AS p SET place = o.place FROM (
    SELECT n, collection, version, max(published_at) OVER (PARTITION BY n, collection ORDER BY version) AS place
    FROM understudy.publications
  ) AS o WHERE o.n = p.n AND o.collection = p.collection AND o.version = p.version
  `,
  // Recordings, until they were played.
  `
  CREATE TABLE understudy.recordings (
    n bigint NOT NULL, id text COLLATE "C" NOT NULL, first bigint NOT NULL, lines text COLLATE "C" NOT NULL,
    PRIMARY KEY (n, id, first)
  )
  `,
  // Two servers that published at once could leave a version above a later one; equal places go by the version.
  `
  UPDATE understudy.publications AS p SET place = o.place FROM (
    SELECT n, collection, version, max(place) OVER (PARTITION BY n, collection ORDER BY version) AS place
    FROM understudy.publications
  ) AS o WHERE o.n = p.n AND o.collection = p.collection AND o.version = p.version AND o.place > p.place
  `,
  // Who was changed lately, for servers whose streams are about them. known = -1: more than 200 people were, and none is named.
  // IF NOT EXISTS: the last step must bear being taken twice, which shared-upgrade.test.ts does.
  `
  CREATE TABLE IF NOT EXISTS understudy.people_marks (n bigint PRIMARY KEY, last bigint NOT NULL) WITH (fillfactor = 20);
  CREATE TABLE IF NOT EXISTS understudy.people_changes (
    n bigint NOT NULL, at bigint NOT NULL, known smallint NOT NULL, id text COLLATE "C" NOT NULL,
    PRIMARY KEY (n, at, known, id)
  )
  `,
];

export const schemaNumber = migrations.length;

const ourTables: readonly string[] = [
  "leases",
  "meta",
  ...migrations
    .flatMap((step) => [...step.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?understudy\.(\w+)/g)])
    .map(([, name = ""]) => name),
];

/** How long a newer server waits for another one, or for a lock that a step needs, in ms. */
const patience = 60_000;
/** How long one statement of a step may take, in ms: it may change a large table. */
const stepTime = 60 * 60_000;

/** @throws StartError where its user may not do all that a server does */
export const assertOurRights = (database: Queryable): Promise<void> => assertRights(database, ourTables);

/**
 * Brings the schema up to date; of several servers that start at once, one does. `onWaiting` is called once, where it has to wait.
 *
 * @throws StartError where it is newer, its user lacks rights, or something was in the way for too long
 */
export async function migrate(
  database: Database,
  onWaiting: (reason: string) => void = () => undefined,
): Promise<void> {
  await assertOurRights(database);
  await makeFoundation(database);
  /** Until when it waits, once something is in the way. */
  let until: number | null = null;
  for (;;) {
    const version = await versionOf(database);
    if (version > schemaNumber) throw new StartError(newer(version));
    if (version === schemaNumber) return;
    const inTheWay = await bringUp(database);
    if (inTheWay === null) continue;
    if (until === null)
      onWaiting(`The database's schema has to change first; ${inTheWay}. Waiting, for a minute at most.`);
    until ??= performance.now() + patience;
    if (performance.now() > until)
      throw new StartError(`The database's schema has to change first; for a minute ${inTheWay}. Try again.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Takes the steps that are left. Gives what is in the way; null where nothing is. */
async function bringUp(database: Database): Promise<string | null> {
  const lease = await takeLease(database, "migration");
  if (lease === null) return "another server has been changing it (look at its log)";
  const release = keepUp(lease);
  try {
    for (let next = await versionOf(database); next < schemaNumber; next += 1) await step(database, next);
    return null;
  } catch (error) {
    if (isLocked(error)) return "somebody else's connection has held a lock on it (look at pg_stat_activity)";
    if (isDenied(error)) throw new StartError(needsOwner(error as Error));
    throw error;
  } finally {
    await release();
  }
}

export async function versionOf(database: Queryable, lock = ""): Promise<number> {
  const [row] = await database.rows<{ value: string }>(
    `SELECT value FROM understudy.meta WHERE name = 'version' ${lock}`,
  );
  return Number(row?.value ?? 0);
}

const needsOwner = ({ message }: Error): string =>
  `The database's schema has to change first, which its user may not (${message}). Start one server of this version as the user that made the tables, until it is ready; then this one again, which names the rights to what is new.`;

export const newer = (version: number): string =>
  `The database was changed by a newer Understudy (schema ${version}; this one knows ${schemaNumber}). Update this server.`;

/**
 * Where this server dies, PostgreSQL ends its statement within this time instead of finishing it: the next server waits for its
 * locks. A PostgreSQL on a system that can't tell (Windows) refuses the setting.
 */
const endWithUs = `DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2s', true);
  EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$`;

/** One step, unless another server has done it. It goes together with its number, so that a server which dies leaves both or none. */
const step = (database: Database, before: number): Promise<void> =>
  database.transaction(async (client) => {
    await client.rows(endWithUs);
    if ((await versionOf(client, "FOR UPDATE")) !== before) return;
    for (const statement of (migrations[before] ?? "").split(";\n"))
      if (statement.trim() !== "") await client.rows(statement, [], stepTime);
    await client.rows(
      "UPDATE understudy.meta SET value = $1 WHERE name = 'version'",
      [String(before + 1)],
      stepTime,
    );
  });

/** What a lease needs. Two servers that make it at once trip over each other's half-made names: the later one looks again. */
async function makeFoundation(database: Database): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const [there] = await database.rows<{ meta: string | null; schema: string | null }>(
        "SELECT to_regclass('understudy.meta') AS meta, to_regnamespace('understudy') AS schema",
      );
      if ((there?.meta ?? null) !== null) return;
      await database.transaction(async (client) => {
        // Also where it is there this needs the right to make one.
        if ((there?.schema ?? null) === null) await client.rows("CREATE SCHEMA IF NOT EXISTS understudy");
        await client.rows(
          "CREATE TABLE IF NOT EXISTS understudy.leases (name text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL)",
        );
        await client.rows(
          "CREATE TABLE IF NOT EXISTS understudy.meta (name text PRIMARY KEY, value text NOT NULL)",
        );
        await client.rows("INSERT INTO understudy.meta VALUES ('version', '0') ON CONFLICT DO NOTHING");
      });
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}
