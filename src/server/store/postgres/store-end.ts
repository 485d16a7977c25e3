import type { EnvironmentRef } from "../../../core/refs.ts";
import { StartError } from "../../start-error.ts";
import {
  beforeAll,
  type Cell,
  type EnvironmentCopied,
  type Row,
  type StoreSource,
  type StoreTarget,
  type TableName,
  tables,
} from "../store-end.ts";
import { Database, type Queryable, startErrorOf } from "./database.ts";
import { keepUp, takeLease } from "./leases.ts";
import { migrate, newer, schemaNumber, versionOf } from "./schema.ts";

/** The types of columns that are not text. */
const types: Readonly<Record<string, string>> = {
  sequence: "bigint",
  received: "bigint",
  known: "smallint",
  time: "bigint",
  created: "bigint",
  first_seen: "bigint",
  last_seen: "bigint",
  sessions: "bigint",
  started: "bigint",
  version: "bigint",
  published_at: "bigint",
  place: "bigint",
};
const stored: Readonly<Record<TableName, { readonly keys: number; readonly columns: readonly string[] }>> = {
  ...tables,
  publications: {
    keys: 2,
    columns: ["collection", "version", "published_at", "publication", "content", "place"],
  },
};
/** How long a statement may take, in ms: no request waits for it. */
const within = 10 * 60_000;

/** Does `work` with all that a database holds at one moment. @throws StartError */
export async function withDatabaseSource<T>(
  url: string,
  work: (source: StoreSource) => Promise<T>,
): Promise<T> {
  return withDatabase(url, async (database) => {
    const [there] = await database.rows<{ meta: string | null }>(
      "SELECT to_regclass('understudy.meta') AS meta",
    );
    if (there?.meta == null) throw new StartError(`There is no Understudy in ${database.where}.`);
    const version = await versionOf(database);
    if (version > schemaNumber) throw new StartError(newer(version));
    if (version < schemaNumber)
      throw new StartError(
        "The database is an older Understudy's. Start a server of this version over it once.",
      );
    await assertWhole(database);
    return database.transaction(async (client) => {
      // The other end takes its time.
      await client.rows("SET LOCAL idle_in_transaction_session_timeout = 0");
      return work(new DatabaseEnd(client, database.where));
    }, "ISOLATION LEVEL REPEATABLE READ READ ONLY");
  });
}

/** Does `work` with an empty database, or with one into which the same has been copied in part. @throws StartError */
export async function withDatabaseTarget<T>(
  url: string,
  identity: string,
  work: (target: StoreTarget) => Promise<T>,
): Promise<T> {
  return withDatabase(url, async (database) => {
    await migrate(database);
    return alone(database, () => intoEmpty(database, identity, work));
  });
}

/** How long a copy waits for another one, in ms: longer than the lease of one that was cut off lasts. */
const patience = 8_000;

/** Two copies at once would write each other's rows, and one that ends late over what a server has begun to serve. @throws StartError */
async function alone<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patience;
  let lease = await takeLease(database, "copy");
  for (; lease === null; lease = await takeLease(database, "copy")) {
    if (performance.now() > until)
      throw new StartError(
        `Another copy into ${database.where} is under way. Nothing of this one was copied.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const release = keepUp(lease);
  return work().finally(release);
}

async function intoEmpty<T>(
  database: Database,
  identity: string,
  work: (target: StoreTarget) => Promise<T>,
): Promise<T> {
  const [row] = await database.rows<{ used: boolean; copied: string | null }>(
    `SELECT EXISTS (SELECT 1 FROM understudy.documents) OR EXISTS (SELECT 1 FROM understudy.environments) AS used,
         (SELECT value FROM understudy.meta WHERE name = 'copied') AS copied`,
  );
  if (row?.copied != null && row.copied !== identity)
    throw new StartError(`Another copy was begun into ${database.where}. Drop the schema understudy first.`);
  if (row?.used === true && row.copied === null)
    throw new StartError(
      `${database.where} is not empty. Name another database, or drop the schema understudy.`,
    );
  await database.rows(
    "INSERT INTO understudy.meta VALUES ('copied', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [identity],
  );
  return work(new DatabaseEnd(database, database.where));
}

/** A server has nothing to serve where only a part was copied. @throws StartError */
export async function assertWhole(database: Queryable): Promise<void> {
  const [copied] = await database.rows("SELECT 1 FROM understudy.meta WHERE name = 'copied'");
  if (copied !== undefined)
    throw new StartError(
      "`understudy store copy` into this database was not finished. Run it again: it goes on where it was.",
    );
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database(url);
  try {
    return await work(database);
  } catch (error) {
    throw startErrorOf(error) ?? new StartError(`The database can't be reached: ${(error as Error).message}`);
  } finally {
    await database.close();
  }
}

class DatabaseEnd implements StoreTarget {
  private readonly client: Queryable;
  readonly identity: string;
  private readonly numbers = new Map<string, number>();

  constructor(client: Queryable, where: string) {
    this.client = client;
    this.identity = where;
  }

  async epoch(): Promise<string> {
    const [row] = await this.client.rows<{ value: string }>(
      "SELECT value FROM understudy.meta WHERE name = 'epoch'",
    );
    return row?.value ?? "";
  }

  async environments(): Promise<EnvironmentCopied[]> {
    return this.client.rows<EnvironmentCopied>(
      `SELECT e.space AS "spaceId", e.environment, m.last_sequence AS "lastSequence", m.events, m.rejected
       FROM understudy.environments AS e JOIN understudy.marks AS m ON m.n = e.n WHERE NOT e.dropped ORDER BY 1, 2`,
    );
  }

  async rows(environment: EnvironmentRef, table: TableName, after: Row, limit: number): Promise<Row[]> {
    const { keys, columns } = stored[table];
    const key = columns.slice(0, keys).join(", ");
    const found = await this.client.rows<Readonly<Record<string, Cell>>>(
      `SELECT ${columns.join(", ")} FROM understudy.${table}
       WHERE n = $1 AND (${key}) > (${after.map((_, at) => `$${at + 3}`).join(", ")}) ORDER BY ${key} LIMIT $2`,
      [await this.number(environment), limit, ...after],
      within,
    );
    const rows = found.map((row) => columns.map((column) => row[column] ?? null));
    return table === "publications" ? rows.map(unpacked) : rows;
  }

  async documents(): Promise<Map<string, string>> {
    const rows = await this.client.rows<{ name: string; text: string }>(
      // Not what was deleted, nor the clock, which a folder does not keep.
      `SELECT name, text FROM understudy.documents WHERE name = 'workspace.json' OR starts_with(name, 'spaces/')
         OR name IN ('.understudy/secrets.json', '.understudy/oauth.json') ORDER BY name`,
    );
    return new Map(rows.map(({ name, text }) => [name, text]));
  }

  async audit(): Promise<string[]> {
    return (await this.client.rows<{ line: string }>("SELECT line FROM understudy.audit ORDER BY id")).map(
      ({ line }) => line,
    );
  }

  async put(environment: EnvironmentRef, table: TableName, rows: readonly Row[]): Promise<void> {
    const { columns } = stored[table];
    const packed = table === "publications" ? rows.map((row) => packedFor(environment, row)) : rows;
    const values = columns.map((_, at) => packed.map((row) => row[at] ?? null));
    const arrays = columns.map((column, at) => `$${at + 2}::${types[column] ?? "text"}[]`).join(", ");
    const ids =
      "INSERT INTO understudy.event_ids (n, id, received) SELECT $1, id, received FROM input WHERE code IS NULL";
    await this.client.rows(
      `WITH input AS (SELECT * FROM unnest(${arrays}) AS t (${columns.join(", ")}))
       ${table === "events" ? `, ids AS (${ids})` : ""}
       INSERT INTO understudy.${table} (n, ${columns.join(", ")}) SELECT $1, ${columns.join(", ")} FROM input`,
      [await this.number(environment), ...values],
      within,
    );
  }

  async last(environment: EnvironmentRef, table: TableName): Promise<Row> {
    const { keys, columns } = stored[table];
    const names = columns.slice(0, keys);
    const [row] = await this.client.rows<Readonly<Record<string, Cell>>>(
      `SELECT ${names.join(", ")} FROM understudy.${table} WHERE n = $1
       ORDER BY ${names.map((name) => `${name} DESC`).join(", ")} LIMIT 1`,
      [await this.number(environment)],
      within,
    );
    return row === undefined ? beforeAll[table] : names.map((name) => row[name] ?? null);
  }

  async putRest({
    epoch,
    environments,
    documents,
    audit,
  }: Parameters<StoreTarget["putRest"]>[0]): Promise<void> {
    for (const one of environments)
      await this.client.rows(
        "UPDATE understudy.marks SET last_sequence = $2, events = $3, rejected = $4 WHERE n = $1",
        [await this.number(one), one.lastSequence, one.events, one.rejected],
      );
    await this.client.rows("UPDATE understudy.meta SET value = $1 WHERE name = 'epoch'", [epoch]);
    // A copy that was cut off may have come so far.
    await this.client.rows("DELETE FROM understudy.documents");
    await this.client.rows("DELETE FROM understudy.audit");
    await this.client.rows(
      "INSERT INTO understudy.documents (name, revision, head, text) SELECT name, 1, 1, text FROM unnest($1::text[], $2::text[]) AS t (name, text)",
      [[...documents.keys()], [...documents.values()]],
    );
    await this.client.rows("UPDATE understudy.meta SET value = '1' WHERE name = 'documents'");
    await this.client.rows("INSERT INTO understudy.audit (line) SELECT * FROM unnest($1::text[])", [audit]);
  }

  async finish(): Promise<void> {
    await this.client.rows("DELETE FROM understudy.meta WHERE name = 'copied'");
  }

  private async number({ spaceId, environment }: EnvironmentRef): Promise<number> {
    const name = `${spaceId}/${environment}`;
    const known =
      this.numbers.get(name) ??
      (await this.find(spaceId, environment)) ??
      (await this.make(spaceId, environment));
    this.numbers.set(name, known);
    return known;
  }

  private async find(space: string, environment: string): Promise<number | undefined> {
    const [row] = await this.client.rows<{ n: number }>(
      "SELECT n FROM understudy.environments WHERE space = $1 AND environment = $2",
      [space, environment],
    );
    return row?.n;
  }

  private async make(space: string, environment: string): Promise<number> {
    const [row] = await this.client.rows<{ n: number }>(
      "INSERT INTO understudy.environments (space, environment) VALUES ($1, $2) RETURNING n",
      [space, environment],
    );
    if (row === undefined) throw new Error("an environment was not made");
    await this.client.rows("INSERT INTO understudy.marks (n) VALUES ($1)", [row.n]);
    return row.n;
  }
}

interface Packed {
  readonly id: string;
  readonly publishedBy: string;
  readonly note: string | null;
}

function unpacked([
  collection = null,
  version = null,
  at = null,
  json,
  content = null,
  place = null,
]: Row): Row {
  const { id, publishedBy, note } = JSON.parse(String(json)) as Packed;
  return [collection, version, at, id, publishedBy, note, content, place];
}

function packedFor({ environment }: EnvironmentRef, row: Row): Row {
  const [collectionId = null, version = null, at = null, id, publishedBy, note, ...rest] = row;
  const publishedAt = new Date(Number(at)).toISOString();
  const publication = { id, collectionId, environment, version, publishedAt, publishedBy, note };
  return [collectionId, version, at, JSON.stringify(publication), ...rest];
}
