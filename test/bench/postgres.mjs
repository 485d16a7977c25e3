// Ingestion with one and with three servers over one PostgreSQL, against pgbench with the same rows and commits on the same
// database; session start and reach over it, as they are measured over a folder.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../scripts/setup/postgres.mjs";
import { postgresDrivers } from "./postgres-drivers.mjs";
import { api, here, processorMs, run, start, temporaryFolder, token } from "./programs.mjs";
import { reach } from "./reach.mjs";
import { sessionStart } from "./session-start.mjs";

const program = here("../../bin/understudy.mjs");
const batch = 20;

const serverOver = (url) =>
  start([program, "serve", "--json", "--store", url, "--port", "0", "--sdk-port", "0"], {
    UNDERSTUDY_TOKEN: token,
  });

/** Processor time of all of PostgreSQL's processes, in ms (Linux): those that are there, and those that have ended. */
function databaseCpu(postmaster) {
  const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").map(Number);
  const ended = statOf(postmaster).slice(13, 15);
  const there = readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && (Number(pid) === postmaster || statOf(pid)[1] === postmaster);
    } catch {
      // It ended just now.
      return false;
    }
  });
  return (ended[0] + ended[1]) * 10 + there.reduce((sum, pid) => sum + (processorMs(pid) || 0), 0);
}

/** How many commits have appended: each moves a mark. Hints and looks are commits, too, which pgbench has not. */
async function look(client) {
  await client.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await client.query(
    "SELECT n_tup_upd::int AS appends FROM pg_stat_user_tables WHERE relname = 'marks'",
  );
  return rows[0].appends;
}

/** So many servers, each with a generator of its own, until all events are acknowledged. */
async function ingest(database, count, events) {
  const servers = [];
  for (let at = 0; at < count; at += 1) servers.push(await serverOver(database.url));
  const [first] = servers;
  const { data } = await api(first, "/v2/spaces/my-first-space/environments");
  const headers = JSON.stringify({ "x-api-key": data[0].apiKey });
  const each = [Math.floor(32 / count), Math.floor(events / count), batch].map(String);
  const load = (server) =>
    // pgbench's load costs next to nothing, and so does this one.
    run([here("load-generator.mjs"), `${server.sdkUrl}/sdk/v1/events`, headers, ...each, "ahead"]);
  const [commits, cpu] = [await look(database.client), databaseCpu(database.pid)];
  const used = servers.map(({ pid }) => processorMs(pid));
  const answers = await Promise.all(servers.map(load));
  // Each begins once its own requests are made; none waits for the others.
  const seconds = Math.max(...answers.map((one) => one.seconds));
  const ours = servers.reduce((sum, { pid }, at) => sum + processorMs(pid) - used[at], 0);
  const theirs = databaseCpu(database.pid) - cpu;
  // The statistics come a little later.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const done = (await look(database.client)) - commits;
  for (const server of servers) await server.stop();
  const total = answers.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const refused = answers.reduce((sum, one) => sum + one.refused, 0);
  return {
    perSecond: Math.round(Math.min(total, events / seconds)),
    rows: events / done,
    server: (ours / events) * 1000,
    database: (theirs / events) * 1000,
    refused,
  };
}

/** The same rows into the same tables, so many a commit, by clients that do nothing else. */
async function floor(database, rowsOfCommit, clients, seconds = 8) {
  const { rows } = await database.client.query("SELECT n FROM understudy.marks ORDER BY n LIMIT 1");
  const n = rows[0].n;
  const size = Math.max(1, Math.round(rowsOfCommit));
  const now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
  const script = `\\set a random(1, 9000000000000)
WITH input AS MATERIALIZED (
  SELECT 'bench-' || :a || '-' || g AS id, 'movie/act-' || g % 30 AS name, 'user-' || (:a + g * 7919) % 5000 AS person, g,
    '[["genre","drama"],["title","title-' || g % 1000 || '"]]' AS pairs, ${now} AS at FROM generate_series(1, ${size}) AS g
), fresh AS (
  INSERT INTO understudy.event_ids (n, id, received) SELECT ${n}, id, at FROM input ORDER BY id ON CONFLICT DO NOTHING
), met AS (
  INSERT INTO understudy.users AS u (n, known, id, fields, labels, created, first_seen, last_seen)
  SELECT ${n}, 1, person, '{}', '[]', min(at), min(at), max(at) FROM input GROUP BY person ORDER BY person
  ON CONFLICT (n, known, id) DO UPDATE SET last_seen = excluded.last_seen WHERE u.last_seen < excluded.last_seen
), mark AS (
  UPDATE understudy.marks SET last_sequence = last_sequence + ${size}, events = events + ${size} WHERE n = ${n}
  RETURNING last_sequence - ${size} AS before
)
INSERT INTO understudy.events (n, sequence, received, id, name, known, person, time, pairs, source)
SELECT ${n}, before + g, at, id, name, 1, person, at, pairs, 'sdk' FROM input, mark;
`;
  const file = join(temporaryFolder(), "floor.sql");
  writeFileSync(file, script);
  const cpu = databaseCpu(database.pid);
  const args = ["-n", "-c", String(clients), "-j", "1", "-T", String(seconds), "-f", file, database.url];
  const { stdout, stderr, status } = spawnSync("pgbench", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`pgbench: ${stderr}`);
  const tps = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const transactions = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  const used = databaseCpu(database.pid) - cpu;
  return { perSecond: Math.round(tps * size), rows: size, database: (used / (transactions * size)) * 1000 };
}

const line = (name, { perSecond, rows, server, database, refused = 0 }) =>
  `  ${name.padEnd(26)} ${String(perSecond).padStart(7)} events/s   ${rows.toFixed(0).padStart(4)} a commit   processor time an event: PostgreSQL ${database.toFixed(0)} µs${server === undefined ? "" : `, servers ${server.toFixed(0)} µs`}${refused > 0 ? `   ${refused} refused` : ""}`;

export async function postgres({ events = 120_000 } = {}) {
  return withPostgres(async (url, client) => {
    const database = { url, client, pid: await postmaster(client) };
    const one = await ingest(database, 1, events);
    const three = await ingest(database, 3, events);
    const alone = await floor(database, one.rows, 4);
    const beside = await floor(database, three.rows, 4);
    process.stdout.write(
      `${[
        `PostgreSQL: ${events.toLocaleString("en")} events in batches of ${batch} over 32 connections, and pgbench with the same rows and commits`,
        line("one server", one),
        line("pgbench, 4 clients", alone),
        line("three servers", three),
        line("pgbench, 4 clients", beside),
        `  ratio by the clock: one server ${(one.perSecond / alone.perSecond).toFixed(2)}, three ${(three.perSecond / beside.perSecond).toFixed(2)}: servers and load take their processors from PostgreSQL here`,
        `  ratio by PostgreSQL's processor time: one server ${(alone.database / one.database).toFixed(2)}, three ${(beside.database / three.database).toFixed(2)} (wanted: 0.70 or more)`,
      ].join("\n")}\n`,
    );
    return alone.database >= 0.7 * one.database && beside.database >= 0.7 * three.database;
  });
}

async function postmaster(client) {
  const { rows } = await client.query(
    "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid",
  );
  return rows[0].pid;
}

/** Does `work` with a PostgreSQL of its own. */
async function withPostgres(work) {
  const made = await startPostgres({ durable: true, flushed: true });
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  try {
    return await work(made.url, client);
  } finally {
    await client.end();
    made.stop();
  }
}

export const postgresSessions = () =>
  withPostgres((url) => sessionStart({ serve: () => serverOver(url), over: " over PostgreSQL" }));

export const driversOfPostgres = () => withPostgres((url, client) => postgresDrivers(url, client));

export const postgresReach = (size = {}) =>
  withPostgres((url, client) =>
    reach({
      ...size,
      over: " over PostgreSQL",
      prepare: async (size) => {
        const server = await serverOver(url);
        await fill(client, server, size);
        const pid = await postmaster(client);
        return { server, settled: async () => {}, databaseMs: () => databaseCpu(pid) };
      },
    }),
  );

/** The rows that reach's bench has in a folder: nobody's time is taken by how they came there. */
async function fill(client, server, { users, events }) {
  const [space] = (await api(server, "/v2/spaces")).data;
  const { rows } = await client.query(
    "INSERT INTO understudy.environments (space, environment) VALUES ($1, 'development') RETURNING n",
    [space.id],
  );
  const { n } = rows[0];
  const now = Date.now();
  const user = (index) => `'user-' || lpad((${index})::text, 7, '0')`;
  await client.query(
    `INSERT INTO understudy.users (n, known, id, fields, labels, created)
     SELECT $1, 1, ${user("i")}, json_build_object('plan', CASE WHEN i % 3 = 0 THEN 'gold' ELSE 'free' END, 'age', i % 80)::text, '[]', $2
     FROM generate_series(0, $3::bigint - 1) AS i`,
    [n, now, users],
  );
  const dramas = Math.ceil(users * 0.4);
  await client.query(
    `WITH made AS (
       SELECT i, ${user(`CASE WHEN i % 2 = 0 THEN (i / 2 * 7919) % ${dramas} ELSE (i * 104729) % ${users} END`)} AS person,
         '[["genre","' || CASE WHEN i % 2 = 0 THEN 'drama' ELSE 'comedy' END || '"],["title","title-' || i % 1000 || '"]]' AS pairs
       FROM generate_series(0, $3::bigint - 1) AS i
     ), ids AS (INSERT INTO understudy.event_ids (n, id, received) SELECT $1, 'e-' || i, $2 FROM made)
     INSERT INTO understudy.events (n, sequence, received, id, name, known, person, time, pairs, source)
     SELECT $1, i + 1, $2, 'e-' || i, 'movie/watched', 1, person, $2 - (i * 9973) % ${6 * 86_400_000}, pairs, 'sdk' FROM made`,
    [n, now, events],
  );
  await client.query("INSERT INTO understudy.marks (n, last_sequence, events) VALUES ($1, $2, $2)", [
    n,
    events,
  ]);
  await client.query("VACUUM ANALYZE understudy.users, understudy.events");
}
