import type pg from "pg";
import type { Database } from "./database.ts";

const channel = "understudy";
/** The least time between two hints of a kind, in ms: more of them could not be followed. */
const step = 20;
/** How soon a broken connection is made anew, in ms. Until then only polling sees what other servers did. */
const again = 1_000;
/** How long the connection may take to close, in ms. */
const partingTime = 1_000;

/**
 * Tells the other servers that there is something to read. A hint is sent outside of every transaction and may be lost: what it
 * says is also found by polling, somewhat later.
 */
export class Hints {
  private readonly database: Database;
  private readonly listeners: ((name: string) => void)[] = [];
  /** Hints that were sent just now, and whether the same is to be sent again. */
  private readonly waiting = new Map<string, { again: boolean; readonly timer: NodeJS.Timeout }>();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(database: Database) {
    this.database = database;
    void this.listen();
  }

  on(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  say(name: string): void {
    if (this.closed) return;
    const said = this.waiting.get(name);
    if (said !== undefined) {
      said.again = true;
      return;
    }
    const timer = setTimeout(() => {
      const { again } = this.waiting.get(name) ?? { again: false };
      this.waiting.delete(name);
      if (again) this.say(name);
    }, step).unref();
    this.waiting.set(name, { again: false, timer });
    // A hint may be lost, so nobody waits for the disk.
    this.database
      .rows("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [channel, name])
      .catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    const { client } = this;
    if (client === null) return;
    const limit = setTimeout(() => client.connection.stream.destroy(), partingTime);
    await client.end().catch(() => undefined);
    clearTimeout(limit);
  }

  private async listen(): Promise<void> {
    const client = this.database.ownClient();
    this.client = client;
    let gone = false;
    const onGone = () => {
      if (gone) return;
      gone = true;
      void client.end().catch(() => undefined);
      if (!this.closed) this.retry = setTimeout(() => void this.listen(), again).unref();
    };
    client.on("error", onGone).on("end", onGone);
    client.on("notification", ({ payload = "" }) => {
      for (const listener of this.listeners) listener(payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch {
      onGone();
    }
  }
}
