// Both drivers for PostgreSQL at what the store asks of one: a batch of rows as one JSON text, one short question, and 64 of
// them at once over 8 connections. Neither prepares by name, which poolers can't have.
import pg from "pg";
import postgresJs from "postgres";
import { median, processorMs } from "./programs.mjs";

const connections = 8;
const rows = JSON.stringify(
  Array.from({ length: 500 }, (_, index) => ({
    id: `e-${index}`,
    name: `movie/act-${index % 30}`,
    pairs: '[["genre","drama"],["title","title-7"]]',
  })),
);
const append =
  "INSERT INTO bench_rows SELECT id, name, pairs FROM json_to_recordset($1::text::json) AS r (id text, name text, pairs text)";
const question = "SELECT $1::int AS n, 'plan' AS key";

const drivers = {
  pg: (url) => {
    const pool = new pg.Pool({ connectionString: url, max: connections });
    return { ask: (sql, values) => pool.query(sql, values), end: () => pool.end() };
  },
  postgres: (url) => {
    const sql = postgresJs(url, { max: connections, prepare: false });
    return { ask: (text, values) => sql.unsafe(text, values), end: () => sql.end() };
  },
};

const tasks = {
  "a batch of 500 rows": { times: 60, work: ({ ask }) => ask(append, [rows]) },
  "one question": { times: 400, work: ({ ask }) => ask(question, [1]) },
  "64 questions at once": {
    times: 40,
    work: ({ ask }) => Promise.all(Array.from({ length: 64 }, (_, index) => ask(question, [index]))),
  },
};

/** What one call takes: by the clock, and of this process's processor, in ms. */
async function measured({ times, work }, driver) {
  const waits = [];
  const used = processorMs(process.pid);
  for (let call = 0; call < times; call += 1) {
    const began = performance.now();
    await work(driver);
    waits.push(performance.now() - began);
  }
  return { wait: median(waits), cpu: (processorMs(process.pid) - used) / times };
}

/** `url`: of a database that nobody else uses meanwhile. The store's own driver is wanted to be no slower than the other. */
export async function postgresDrivers(url, client, { rounds = 5 } = {}) {
  await client.query("CREATE UNLOGGED TABLE bench_rows (id text, name text, pairs text)");
  const opened = Object.entries(drivers).map(([name, open]) => ({ name, ...open(url) }));
  const found = new Map();
  for (let round = 0; round <= rounds; round += 1)
    for (const [task, what] of Object.entries(tasks))
      for (const driver of opened) {
        const figure = await measured(what, driver);
        // The first round warms up.
        if (round > 0)
          found.set(`${task} ${driver.name}`, [...(found.get(`${task} ${driver.name}`) ?? []), figure]);
      }
  await Promise.all(opened.map(({ end }) => end()));
  await client.query("DROP TABLE bench_rows");
  const figureOf = (task, name, member) => median(found.get(`${task} ${name}`).map((one) => one[member]));
  const shown = (task, name) =>
    `${name} ${figureOf(task, name, "wait").toFixed(2)} ms (${figureOf(task, name, "cpu").toFixed(2)} of processor time)`;
  process.stdout.write(
    `Drivers for PostgreSQL: median of ${rounds} rounds in turn\n${Object.keys(tasks)
      .map((task) => `  ${task.padEnd(22)} ${shown(task, "pg")}   ${shown(task, "postgres")}`)
      .join("\n")}\n`,
  );
  return Object.keys(tasks).every(
    (task) => figureOf(task, "pg", "cpu") <= 1.1 * figureOf(task, "postgres", "cpu"),
  );
}
