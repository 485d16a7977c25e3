import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everything, sendGenerated, statusesOf } from "../helpers/generated-run.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

/** How many requests every test run makes; `npm run fuzz` makes 100,000. */
const slice = 4_000;
const wanted = Number(process.env.FUZZ_REQUESTS ?? slice);
const seed = Number(process.env.FUZZ_SEED ?? 20261122);
/**
 * The longest that a request may hold the main thread, in ms of its processor time. `npm run fuzz` holds the promise, where
 * the machine does nothing else; every test run finds what holds it for seconds.
 */
const longestStall = process.env.FUZZ_REQUESTS === undefined ? 500 : 50;

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), "understudy-fuzz-"));
const told = join(folder, "watch");

beforeAll(async () => {
  const watch = join(import.meta.dirname, "../helpers/loop-watch.cjs");
  // With --import each thread would load its code as a module, which takes twice as long.
  server = await startTestServer({
    env: { NODE_OPTIONS: `--require=${JSON.stringify(watch)}`, LOOP_WATCH: told },
  });
});
afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true });
});

interface Watched {
  readonly stalls: readonly {
    readonly ms: number;
    readonly collecting: number;
    readonly requests: readonly string[];
  }[];
  readonly heapUsed: number;
}
const watched = async (path: string): Promise<Watched> =>
  (await fetch(`http://127.0.0.1:${readFileSync(told, "utf8")}${path}`)).json();

const send = (count: number, withSeed: number, atOnce = 1) =>
  sendGenerated({ servers: [server], count, seed: withSeed, atOnce });

/** Takes away all that requests have made: their Spaces, organizations, tokens and accounts. */
async function cleanUp(): Promise<void> {
  for (const path of ["/v2/spaces", "/v2/tokens", "/v2/orgs", "/v2/accounts"]) {
    const { data } = (await server.api("GET", `${path}?limit=200`)).body;
    for (const { id } of data) await server.api("DELETE", `${path}/${id}`);
  }
}

test("requests made from the OpenAPI document and mutations of them: no 5xx, no crash, no stall, nothing left", {
  timeout: 1_800_000,
}, async () => {
  await send(500, seed + 1);
  await cleanUp();
  const before = await watched("/begin");
  const started = performance.now();
  const answered = await send(wanted, seed);
  const seconds = (performance.now() - started) / 1000;
  const { stalls } = await watched("/stalls");
  await cleanUp();
  const after = await watched("/end");
  const longest = [...stalls].sort((a, b) => b.ms - a.ms).slice(0, 10);
  console.info(
    `${wanted} requests (seed ${seed}) in ${seconds.toFixed(1)} s; ${statusesOf(answered)}; longest stall ${longest[0]?.ms ?? 0} ms; heap ${megabytes(before)} → ${megabytes(after)} MB`,
  );
  expect([...answered.keys()]).toEqual(expect.arrayContaining([200, 201, 202, 204, 400, 404, 409]));
  // What meets nothing would show nothing.
  expect(answered.get(401) ?? 0).toBeLessThan(wanted / 20);
  expect(longest.filter(({ ms }) => ms > longestStall)).toEqual([]);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(16 * 1024 * 1024);
});

test("sixteen at a time, restores among them: no 5xx, and the next start has all that was there", {
  timeout: 1_800_000,
}, async () => {
  const count = wanted / 2;
  const answered = await send(count, seed + 2, 16);
  console.info(`${count} requests, 16 at a time (seed ${seed + 2}); ${statusesOf(answered)}`);
  // Lists of people are met behind the log.
  await expect.poll(async () => (await server.api("GET", "/v2/status")).body.store.behind.events).toBe(0);
  const before = await everything(server);
  expect(await server.stop()).toBe(0);
  server = await startTestServer({ dataDir: server.dataDir });
  expect(await everything(server)).toEqual(before);
});

const megabytes = ({ heapUsed }: Watched): string => (heapUsed / 1024 / 1024).toFixed(0);
