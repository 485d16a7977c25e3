import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { schemaNumber } from "../../src/server/store/postgres/schema.ts";
import { endAll, program, run } from "../helpers/built-program.ts";
import { newDatabase } from "../helpers/postgres.ts";

let database: Awaited<ReturnType<typeof newDatabase>>;
let client: pg.Client;

/** A database of an older version, whose next step takes as long as a test wants. */
const hold = `
  CREATE TABLE public.go ();
  UPDATE understudy.meta SET value = '${schemaNumber - 1}' WHERE name = 'version';
  CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    WHILE NOT EXISTS (SELECT FROM public.go) LOOP PERFORM pg_sleep(0.05); END LOOP;
    RETURN NEW;
  END $$;
  CREATE TABLE public.locked ();
  CREATE FUNCTION public.locked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM public.locked) THEN
      RAISE EXCEPTION 'canceling statement due to lock timeout' USING ERRCODE = '55P03';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER earlier BEFORE UPDATE ON understudy.meta FOR EACH ROW WHEN (OLD.name = 'version') EXECUTE FUNCTION public.locked();
  CREATE TRIGGER hold BEFORE UPDATE ON understudy.meta FOR EACH ROW WHEN (OLD.name = 'version') EXECUTE FUNCTION public.hold()`;
const goOn = () => client.query("INSERT INTO public.go DEFAULT VALUES");

beforeEach(async () => {
  database = await newDatabase();
  await (await PostgresStore.open(database.url)).close();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(hold);
});
afterEach(async () => {
  await goOn();
  await endAll();
  await client.query("DROP FUNCTION public.hold, public.locked CASCADE; DROP TABLE public.go, public.locked");
  await client.end();
  await database.drop();
});

/** Who has the lease of a migration, until when, and what time it is, by the database's clock in ms. */
async function lease(): Promise<{ holder: string; until: number; now: number }> {
  const { rows } = await client.query(
    "SELECT holder, until::float8, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now FROM understudy.leases WHERE name = 'migration'",
  );
  return rows[0] ?? { holder: "", until: 0, now: 0 };
}
/** The connections that change the schema at this moment. */
const changing = async (): Promise<number[]> => {
  const { rows } = await client.query(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'UPDATE understudy.meta%'",
  );
  return rows.map(({ pid }) => pid);
};

it("a migration keeps its lease for as long as it takes; who starts meanwhile waits for it", async () => {
  const stores = [PostgresStore.open(database.url), PostgresStore.open(database.url)];
  await expect.poll(changing).toHaveLength(1);
  const first = await lease();
  await expect.poll(async () => (await lease()).now - first.until).toBeGreaterThan(500);
  expect(await lease()).toMatchObject({ holder: first.holder });
  expect(await changing()).toHaveLength(1);
  await goOn();
  for (const store of await Promise.all(stores)) await store.close();
});

it("where a server dies in the middle of a migration, another one takes it over once its lease is over", async () => {
  const args = ["serve", "--json", "--store", database.url, "--port", "0", "--sdk-port", "0"];
  const server = run(program, args);
  await expect.poll(changing).toHaveLength(1);
  const [abandoned] = await changing();
  await server.end("SIGKILL");
  const next = PostgresStore.open(database.url);
  // Before anything lets it go on: PostgreSQL itself ends what nobody waits for.
  await expect.poll(changing).not.toContain(abandoned);
  await goOn();
  const store = await next;
  await store.close();
});

it("where somebody else holds a lock that a migration needs, it says so once and goes on when the lock is gone", async () => {
  await client.query("INSERT INTO public.locked DEFAULT VALUES");
  const said: string[] = [];
  const opening = PostgresStore.open(database.url, { onWaiting: (reason) => said.push(reason) });
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^The database's schema has to change first; somebody else's connection has held a lock on it/,
  );
  await client.query("DELETE FROM public.locked");
  await goOn();
  await (await opening).close();
  expect(said).toHaveLength(1);
});
