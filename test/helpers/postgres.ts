import { threadId } from "node:worker_threads";
import pg from "pg";
import { distributed, whole } from "../../scripts/reference/tables.mjs";

/** Where the tests' PostgreSQL listens; null where there is none (`npm test` starts one). */
export const testPostgres: string | null = process.env.UNDERSTUDY_TEST_POSTGRES ?? null;

/**
 * Databases that earlier tests of this process are done with: making one takes ten times as long as emptying it. One that is
 * given (`npm run citus`) has its tables, and is empty.
 */
const free: string[] = process.env.UNDERSTUDY_TEST_DATABASE?.split(" ") ?? [];
let made = 0;

/** An empty database of its own on the tests' PostgreSQL. */
export async function newDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const url = free.pop() ?? (await makeDatabase());
  return {
    url,
    drop: async () => {
      await administer(empty, url);
      free.push(url);
    },
  };
}

const empty = `TRUNCATE ${[...distributed, ...whole].map((table) => `understudy.${table}`).join(", ")}`;

async function makeDatabase(): Promise<string> {
  if (testPostgres === null) throw new Error("there is no PostgreSQL for tests");
  made += 1;
  const name = `test_${process.pid}_${threadId}_${made}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(testPostgres);
  url.pathname = `/${name}`;
  return url.href;
}

/** One statement as the cluster's owner, outside of any transaction. */
export async function administer(sql: string, url = testPostgres ?? ""): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
