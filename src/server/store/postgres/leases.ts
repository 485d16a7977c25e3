import { randomUUID } from "node:crypto";
import type { Lease } from "../ports.ts";
import type { Queryable } from "./database.ts";

/** How long a lease outlives its holder, in ms: the longest that its work stands still. */
const life = 6_000;
/** How often a lease is prolonged while its work goes on, in ms. */
const step = 2_000;
/** By the database's clock, since those of servers differ. */
const now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * What only one server may do at a time: a row with an expiry. Null where another one has it. An expiry that is too far off was written
 * before the clock was set back: it is brought near, so that whoever still works keeps it, and of a holder that died it lapses.
 */
export async function takeLease(database: Queryable, name: string): Promise<Lease | null> {
  const holder = randomUUID();
  const keep = async () => {
    const [row] = await database.rows(
      `INSERT INTO understudy.leases AS l VALUES ($1, $2, ${now} + ${life})
       ON CONFLICT (name) DO UPDATE SET until = excluded.until,
         holder = CASE WHEN l.until < ${now} THEN excluded.holder ELSE l.holder END
       WHERE l.holder = excluded.holder OR l.until NOT BETWEEN ${now} AND ${now} + ${2 * life} RETURNING l.holder`,
      [name, holder],
    );
    return row?.holder === holder;
  };
  const release = async () => {
    await database.rows("DELETE FROM understudy.leases WHERE name = $1 AND holder = $2", [name, holder]);
  };
  return (await keep()) ? { keep, release } : null;
}

/** Prolongs a lease while its work goes on. Gives the function that gives it back. */
export function keepUp(lease: Lease): () => Promise<void> {
  let keeping: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    keeping ??= lease
      .keep()
      .catch(() => undefined)
      .finally(() => {
        keeping = null;
      });
  }, step).unref();
  return async () => {
    clearInterval(timer);
    // One that is under way would take the lease again.
    await keeping;
    // One that can't be given back lapses by itself.
    await lease.release().catch(() => undefined);
  };
}
