import { Collision, type Database } from "./database.ts";

/** How many rows of a kind are removed at a time, so that events get their turn. */
const chunk = 2_000;

/**
 * One step of forgetting: of each environment some of what was received before a time (ms UTC), and of dropped ones some of
 * all that they hold. `more`: call again soon.
 */
export async function prune(database: Database, before: number): Promise<{ removed: number; more: boolean }> {
  const environments = await database.rows<{ n: number; dropped: boolean }>(
    "SELECT n, dropped FROM understudy.environments ORDER BY n",
  );
  let removed = 0;
  let more = false;
  for (const { n, dropped } of environments) {
    const step = await pruneEvents(database, n, dropped ? Number.MAX_SAFE_INTEGER : before);
    removed += step.removed;
    more ||= step.looked === chunk;
    const sessions = await removeSome(
      database,
      "sessions",
      "id",
      n,
      dropped ? Number.MAX_SAFE_INTEGER : before,
    );
    more ||= sessions === chunk;
    if (!dropped) continue;
    const users = await removeSome(database, "users", "known, id", n);
    const publications = await removeSome(database, "publications", "collection, version", n);
    const recordings = await removeSome(database, "recordings", "id, first", n);
    const most = Math.max(step.looked, sessions, users, publications, recordings);
    more ||= most === chunk || !(await forget(database, n));
  }
  return { removed, more };
}

/** Events, their ids, and the marks that count them. Times of the future are left where the clock was moved. */
async function pruneEvents(
  database: Database,
  n: number,
  before: number,
): Promise<{ removed: number; looked: number }> {
  return database.transaction(async (client) => {
    const gone = await client.rows<{ id: string | null; refused: boolean }>(
      `DELETE FROM understudy.events WHERE n = $1 AND sequence IN (
         SELECT sequence FROM understudy.events WHERE n = $1 AND received < $2 ORDER BY received LIMIT ${chunk})
       RETURNING id, code IS NOT NULL AS refused`,
      [n, before],
    );
    if (gone.length === 0) return { removed: 0, looked: 0 };
    const ids = gone.flatMap(({ id, refused }) => (refused || id === null ? [] : [id])).sort();
    await client.rows("DELETE FROM understudy.event_ids WHERE n = $1 AND id = ANY ($2)", [n, ids]);
    await client.rows("UPDATE understudy.marks SET events = events - $2 WHERE n = $1", [n, ids.length]);
    return { removed: ids.length, looked: gone.length };
  });
}

async function removeSome(
  database: Database,
  table: "sessions" | "users" | "publications" | "recordings",
  key: string,
  n: number,
  before?: number,
): Promise<number> {
  const old = before === undefined ? "" : "AND started < $2";
  const gone = await database.rows(
    `DELETE FROM understudy.${table} WHERE n = $1 AND (${key}) IN (
       SELECT ${key} FROM understudy.${table} WHERE n = $1 ${old} LIMIT ${chunk}) RETURNING 1`,
    before === undefined ? [n] : [n, before],
  );
  return gone.length;
}

/**
 * Removes an environment once nothing is left in it; a server that does not know yet may just have stored something. Gives
 * whether it is gone.
 */
async function forget(database: Database, n: number): Promise<boolean> {
  return database
    .transaction(async (client) => {
      // Whoever appends waits for this row, and then finds none.
      await client.rows("DELETE FROM understudy.marks WHERE n = $1", [n]);
      const [row] = await client.rows<{ left: boolean }>(
        "SELECT EXISTS (SELECT 1 FROM understudy.events WHERE n = $1) AS left",
        [n],
      );
      if (row?.left === true) throw new Collision("something is left");
      for (const table of ["event_ids", "people_marks", "people_changes", "environments"])
        await client.rows(`DELETE FROM understudy.${table} WHERE n = $1`, [n]);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Collision) return false;
      throw error;
    });
}
