import pg from "pg";
import { Problem } from "../../../core/problem.ts";
import { StartError } from "../../start-error.ts";
import { busy } from "../busy.ts";
import { answerTimeOf, Client, configOf, placeOf } from "./connection.ts";

/** Whatever statements can be sent to. */
export interface Queryable {
  /** `within`: how long to wait for it, in ms, where it is not the usual time. */
  rows<Row = Record<string, unknown>>(
    sql: string,
    values?: readonly unknown[],
    within?: number,
  ): Promise<Row[]>;
}

/** How many connections a server holds at most. */
const mostConnections = 10;
/** How long no more connections are asked for once the database has refused one, in ms. */
const fewTime = 10_000;
/** How long connections may take to close, in ms. */
const partingTime = 2_000;
/** A server that freezes in the middle of a change gives its locks back; those that wait for them are told to try again. */
const locally = "SET LOCAL idle_in_transaction_session_timeout = '5s'; SET LOCAL lock_timeout = '5s'";
/** How often a transaction that collided with another server's is made anew. */
const mostAttempts = 6;

/** Another server was faster: the transaction has to be made anew. */
export class Collision extends Error {}

/** A PostgreSQL database. Statements are not prepared by name, so that a pooler may stand between. */
export class Database implements Queryable {
  private readonly url: string;
  private readonly pool: pg.Pool;
  /** Whether the last attempt could not reach it. */
  private away = false;
  private closed = false;
  private growing: NodeJS.Timeout | undefined;
  private readonly clients = new Set<pg.Client>();

  constructor(url: string) {
    this.url = url;
    this.pool = new pg.Pool({
      ...configOf(url),
      Client,
      max: mostConnections,
    });
    // A connection that breaks while nobody uses it is replaced by the next one.
    this.pool.on("error", () => undefined);
    // The pool's clients are of this class; its types say less of them.
    this.pool.on("connect", (client) => {
      if (client instanceof pg.Client) this.clients.add(client);
      // The pool listens while nobody uses the client, and whoever asked for it listens a moment later. An error may come in
      // between, with the very bytes that make it ready, and would end the process. The next statement reports it.
      client.on("error", () => undefined);
    });
    this.pool.on("remove", (client) => client instanceof pg.Client && this.clients.delete(client));
  }

  /** The address without its user, password and parameters. */
  get where(): string {
    return placeOf(this.url);
  }

  get isAway(): boolean {
    return this.away;
  }

  /** How long a statement is waited for, in ms. */
  get answerTime(): number {
    return answerTimeOf(this.url);
  }

  async rows<Row = Record<string, unknown>>(
    sql: string,
    values: readonly unknown[] = [],
    within?: number,
  ): Promise<Row[]> {
    const statement = (client: Queryable) => client.rows<Row>(sql, values, within);
    try {
      return await this.using(statement);
    } catch (error) {
      // Made anew as a transaction, which waits for others instead of colliding with them.
      if (isUndone(error)) return this.transaction(statement);
      throw error;
    }
  }

  /**
   * All or nothing; made anew where it collides with another server's. Whoever has waited for a lock sees what was changed meanwhile,
   * unless `mode` says otherwise; never by the database's own default, under which most of what waits would be made anew.
   */
  async transaction<T>(
    work: (client: Queryable) => Promise<T>,
    mode = "ISOLATION LEVEL READ COMMITTED",
  ): Promise<T> {
    return this.using(async (client) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          // One round trip. Not as parameters of the connection: some poolers don't pass them on.
          await client.rows(`BEGIN ${mode}; ${locally}`);
          const result = await work(client);
          await client.rows("COMMIT");
          return result;
        } catch (error) {
          // Of a connection that is gone, the database undoes everything by itself.
          if (isAway(error)) throw error;
          await client.rows("ROLLBACK");
          if (!isCollision(error) || attempt === mostAttempts) throw error;
        }
      }
    });
  }

  /** @throws Problem busy where it is closing */
  async using<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    if (this.closed) throw busy("The server is stopping.");
    try {
      const client = await this.connected();
      let broken: Error | undefined;
      const onError = (error: Error) => {
        broken = error;
      };
      client.on("error", onError);
      try {
        const result = await work({
          rows: async <Row>(text: string, values: readonly unknown[] = [], within?: number) =>
            (await client.query({ text, values: [...values], ...(within && { query_timeout: within }) }))
              .rows as Row[],
        });
        this.away = false;
        return result;
      } catch (error) {
        // A connection that was made to a replica, or under `default_transaction_read_only`, may go on refusing when others no longer do.
        if (isAway(error) || isReadOnly(error)) broken = error as Error;
        throw error;
      } finally {
        client.off("error", onError);
        client.release(broken);
      }
    } catch (error) {
      if (isAway(error)) this.away = true;
      throw error;
    }
  }

  /** A connection of the pool. Where the database gives no more, this waits for one that is there. */
  private async connected(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      const there = this.clients.size;
      if (!/^53[34]00$/.test(codeOf(error)) || there === 0 || this.closed) throw error;
      this.pool.options.max = Math.min(this.pool.options.max, there);
      clearTimeout(this.growing);
      this.growing = setTimeout(() => {
        this.pool.options.max = mostConnections;
      }, fewTime).unref();
      return this.pool.connect();
    }
  }

  /** A connection of its own, outside of the pool: what is listened to. */
  ownClient(): pg.Client {
    return new Client(configOf(this.url));
  }

  async close(): Promise<void> {
    this.closed = true;
    const limit = setTimeout(() => this.abandon(), partingTime);
    const parted = [...this.clients].map(
      (client) => new Promise((resolve) => client.connection.stream.once("close", resolve)),
    );
    await Promise.all([this.pool.end(), ...parted]);
    clearTimeout(limit);
  }

  /** Cuts off connections that do not answer: whatever waits for them fails at once, and nothing more is sent. */
  abandon(): void {
    this.closed = true;
    for (const client of this.clients) client.connection.stream.destroy();
  }
}

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code ?? "");

const isCollision = (error: unknown): boolean => error instanceof Collision || isUndone(error);

/** The database has undone it for another transaction's sake. */
const isUndone = (error: unknown): boolean => ["40001", "40P01"].includes(codeOf(error));

/** The connection is gone or can't be had, for now: nothing is wrong with what was asked. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|28|57P0|53300|53400|25P03)/.test(code)) return true;
  if (/^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(code)) return true;
  // The socket of a server that does not run yet. A missing file that the address names is something else.
  if (code === "ENOENT") return (error as NodeJS.ErrnoException).syscall === "connect";
  const message = error instanceof Error ? error.message : "";
  return /connection terminated|timeout exceeded when trying to connect|query read timeout|connection error|not queryable|connection ended/i.test(
    message,
  );
}

/** Somebody else holds a lock, for longer than was waited. */
export const isLocked = (error: unknown): boolean => codeOf(error) === "55P03";

/** It takes no changes, for now or on this connection alone. */
const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006";

/** The database's user lacks a right. */
export const isDenied = (error: unknown): boolean => codeOf(error) === "42501";

/** It took longer than the database's user may, or somebody ended it. */
const isCanceled = (error: unknown): boolean => codeOf(error) === "57014";

const isBusy = (error: unknown): boolean => isCollision(error) || isLocked(error) || isCanceled(error);

/** Whether the failure has nothing to do with what was asked: with less of it, it would fail again. */
export const isPassing = (error: unknown): boolean => isAway(error) || isReadOnly(error) || isBusy(error);

/** Anything that went wrong in the database, as what is answered. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const message = error instanceof Error ? error.message : String(error);
  const after = (seconds: number) => ({ headers: { "Retry-After": String(seconds) }, cause: error });
  // Who reads the answer may be anybody: the user's name is not told.
  if (codeOf(error).startsWith("28"))
    return new Problem(
      "not-ready",
      "The database lets this server in no more: its user, password or address is refused. Its operator has to put that right.",
      after(5),
    );
  if (isAway(error))
    return new Problem(
      "not-ready",
      "The database can't be reached for the moment; try again shortly.",
      after(1),
    );
  if (isReadOnly(error))
    return new Problem(
      "read-only",
      "The database takes no changes: it is a replica, or was set to read-only.",
      after(5),
    );
  if (isCanceled(error)) return busy(`The database ended it: ${message}; try again shortly.`);
  if (isBusy(error)) return busy("Others are changing the same thing; try again shortly.");
  return new Problem("storage-failed", `The store refused the change: ${message}`, after(5));
}

/** Why a database can't be used, in words for the operator; null where it may be there in a moment. */
export function startErrorOf(error: unknown): StartError | null {
  if (error instanceof StartError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (code === "28P01" || code === "28000" || /password must be a string|no password/i.test(message))
    return new StartError(`The database refuses this user or password: ${message}.`);
  if (code === "3D000") return new StartError(`${capital(message)}. Create it first: createdb.`);
  if (code === "42501") return new StartError(`The database's user may not do that: ${message}.`);
  if (isReadOnly(error)) return new StartError(readOnlyReplica);
  if (code === "ENOENT" && !isAway(error))
    return new StartError(`The address names a file that is not there: ${message}.`);
  return isAway(error) ? null : new StartError(`The database can't be used: ${message}`);
}

export const readOnlyReplica =
  "The database takes no changes: it is a replica, or was set to read-only. Name the primary with --store.";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
