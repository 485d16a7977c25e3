import pg from "pg";
import { Problem } from "../../../core/problem.ts";
import { StartError } from "../../start-error.ts";
import { busy } from "../busy.ts";

/** Whatever statements can be sent to. */
export interface Queryable {
  rows<Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** How many connections a server holds at most, and how long a request waits for one, in ms. */
const mostConnections = 10;
const connectTime = 5_000;
/** How often a transaction that collided with another server's is made anew. */
const mostAttempts = 6;
/** Sequences and times are numbers everywhere: none comes near 2^53. */
const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as "text"),
};

/** Another server got there first: the transaction has to be made anew. */
export class Collision extends Error {}

/** A PostgreSQL database. Statements are not prepared by name, so that a pooler may stand between. */
export class Database implements Queryable {
  private readonly url: string;
  private readonly pool: pg.Pool;
  /** When it last could not be reached; null once it answers. */
  private awaySince: number | null = null;
  private closed = false;

  constructor(url: string) {
    this.url = url;
    this.pool = new pg.Pool({
      ...configOf(url),
      max: mostConnections,
      connectionTimeoutMillis: connectTime,
    });
    // A connection that breaks while nobody uses it is replaced by the next one.
    this.pool.on("error", () => undefined);
  }

  /** The address without its user, password and parameters. */
  get where(): string {
    const url = URL.canParse(this.url) ? new URL(this.url) : null;
    return url === null ? "PostgreSQL" : `${url.protocol}//${url.host}${url.pathname}`;
  }

  get isAway(): boolean {
    return this.awaySince !== null;
  }

  async rows<Row = Record<string, unknown>>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.using((client) => client.rows<Row>(sql, values));
  }

  /** All or nothing; made anew where it collides with another server's. */
  async transaction<T>(work: (client: Queryable) => Promise<T>, mode = ""): Promise<T> {
    return this.using(async (client) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await client.rows(`BEGIN ${mode}`);
          const result = await work(client);
          await client.rows("COMMIT");
          return result;
        } catch (error) {
          await client.rows("ROLLBACK").catch(() => undefined);
          if (!isCollision(error) || attempt === mostAttempts) throw error;
        }
      }
    });
  }

  /** @throws Problem busy where it is closing */
  async using<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    if (this.closed) throw busy("The server is stopping.");
    try {
      const client = await this.pool.connect();
      let broken: Error | undefined;
      const onError = (error: Error) => {
        broken = error;
      };
      client.on("error", onError);
      try {
        const result = await work({
          rows: async <Row>(sql: string, values: readonly unknown[] = []) =>
            (await client.query(sql, [...values])).rows as Row[],
        });
        this.awaySince = null;
        return result;
      } catch (error) {
        if (isAway(error)) broken = error as Error;
        throw error;
      } finally {
        client.off("error", onError);
        client.release(broken);
      }
    } catch (error) {
      if (isAway(error)) this.awaySince ??= Date.now();
      throw error;
    }
  }

  /** A connection of its own, outside of the pool: what is listened to. */
  ownClient(): pg.Client {
    return new pg.Client({
      ...configOf(this.url),
      connectionTimeoutMillis: connectTime,
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.pool.end();
  }
}

/** @throws StartError where the address can't be read */
function configOf(url: string): pg.ClientConfig {
  return { connectionString: url, types, keepAlive: true, application_name: "understudy" };
}

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code ?? "");

const isCollision = (error: unknown): boolean =>
  error instanceof Collision || ["40001", "40P01"].includes(codeOf(error));

/** The connection is gone or can't be had, for now: nothing is wrong with what was asked. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|57P0|53300|53400)/.test(code)) return true;
  if (/^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|ENOENT)/.test(code)) return true;
  const message = error instanceof Error ? error.message : "";
  return /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|connection ended/i.test(
    message,
  );
}

/** Anything that went wrong in the database, as what is answered. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const message = error instanceof Error ? error.message : String(error);
  const after = (seconds: number) => ({ headers: { "Retry-After": String(seconds) }, cause: error });
  if (isAway(error))
    return new Problem(
      "not-ready",
      "The database can't be reached for the moment; try again shortly.",
      after(1),
    );
  if (codeOf(error) === "25006")
    return new Problem(
      "read-only",
      "The database takes no changes: it is a replica, or was set to read-only.",
      after(5),
    );
  if (isCollision(error)) return busy("Others change the same at this moment; try again shortly.");
  return new Problem("storage-failed", `The store refused the change: ${message}`, after(5));
}

/** Why a database can't be used, in words for the operator; null where it may be there in a moment. */
export function startErrorOf(error: unknown): StartError | null {
  if (error instanceof StartError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (code === "28P01" || code === "28000" || /password must be a string|no password/i.test(message))
    return new StartError(`The database refuses this user or password: ${message}.`);
  if (code === "3D000") return new StartError(`${capital(message)}. Make it first: createdb.`);
  if (code === "42501") return new StartError(`The database's user may not do that: ${message}.`);
  if (code === "25006") return new StartError(readOnlyReplica);
  return isAway(error) ? null : new StartError(`The database can't be used: ${message}`);
}

export const readOnlyReplica =
  "The database takes no changes: it is a replica, or was set to read-only. Name the primary with --store.";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
