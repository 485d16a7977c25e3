import { type EnvironmentRef, environmentName } from "../../../core/refs.ts";
import type { Database, Queryable } from "./database.ts";

/** The numbers of environments. A Space that was dropped and comes back gets new ones. */
export class Environments {
  private readonly database: Database;
  private readonly known = new Map<string, number>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Null where nothing was stored there yet. */
  async find(ref: EnvironmentRef): Promise<number | null> {
    const name = environmentName(ref);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const [row] = await this.database.rows<{ n: number }>(
      "SELECT n FROM understudy.environments WHERE space = $1 AND environment = $2",
      [ref.spaceId, ref.environment],
    );
    if (row === undefined) return null;
    this.known.set(name, row.n);
    return row.n;
  }

  async get(ref: EnvironmentRef): Promise<number> {
    const found = await this.find(ref);
    if (found !== null) return found;
    await this.database.transaction(async (client) => {
      const [made] = await client.rows<{ n: number }>(
        "INSERT INTO understudy.environments (space, environment) VALUES ($1, $2) ON CONFLICT (space, environment) DO NOTHING RETURNING n",
        [ref.spaceId, ref.environment],
      );
      if (made !== undefined) await client.rows("INSERT INTO understudy.marks (n) VALUES ($1)", [made.n]);
    });
    return this.get(ref);
  }

  /** By name, in the same order; null for one where nothing was stored. */
  async all(refs: readonly EnvironmentRef[]): Promise<(number | null)[]> {
    return Promise.all(refs.map((ref) => this.find(ref)));
  }

  /** Another server may have dropped the Space. */
  forget(ref: EnvironmentRef): void {
    this.known.delete(environmentName(ref));
  }

  /** Hides a Space's environments at once; what they hold is removed step by step. */
  async drop(spaceId: string): Promise<void> {
    await this.database.transaction(async (client) => {
      await holdSpace(client, spaceId);
      await client.rows(
        "UPDATE understudy.environments SET dropped = true, space = 'deleted ' || n || ' ' || space WHERE space = $1",
        [spaceId],
      );
    });
    for (const name of this.known.keys()) if (name.startsWith(`${spaceId}/`)) this.known.delete(name);
  }
}

/** Whoever else holds the Space waits until the transaction's end. In one order, so that nobody waits for each other. */
export async function holdSpace(client: Queryable, spaceId: string): Promise<void> {
  await client.rows("SELECT n FROM understudy.environments WHERE space = $1 ORDER BY n FOR UPDATE", [
    spaceId,
  ]);
}
