import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentKeys } from "../../src/core/primitives.ts";
import { GeneratedRequests, type OpenApi, type Target, targetsOf } from "../helpers/generated-requests.ts";
import { KeepAliveClient } from "../helpers/keep-alive-client.ts";
import { Random } from "../helpers/random.ts";
import { faultOf } from "../helpers/refusal-faults.ts";
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

/** Of those that come at once. */
const atOnce = 16;

let server: TestServer;
let client: KeepAliveClient;
const folder = mkdtempSync(join(tmpdir(), "understudy-fuzz-"));
const told = join(folder, "watch");

beforeAll(async () => {
  const watch = pathToFileURL(join(import.meta.dirname, "../helpers/loop-watch.mjs"));
  server = await startTestServer({ env: { NODE_OPTIONS: `--import=${watch}`, LOOP_WATCH: told } });
  client = new KeepAliveClient(atOnce);
});
afterAll(async () => {
  client?.close();
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

/** A Space of this run's own, with one of each noun. */
async function placesToTry() {
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  const made = async (path: string, body: object) => (await server.api("POST", path, body)).body.id as string;
  const spaceId = await made("/v2/spaces", { orgId, name: "Tried" });
  const space = `/v2/spaces/${spaceId}`;
  const environments = (await server.api("GET", `${space}/environments`)).body.data;
  const apiKey = environments.find((one: { key: string }) => one.key === "development").apiKey as string;
  await server.api("PUT", `${space}/environments/development/users/u1`, { fields: { plan: "gold" } });
  const typeId = await made(`${space}/experience-types`, {
    name: "Tried",
    properties: [{ key: "headline", type: "string" }],
  });
  const collectionId = await made(`${space}/collections`, { name: "Tried" });
  return {
    orgId,
    spaceId,
    typeId,
    collectionId,
    envKey: "development",
    environment: "development",
    userId: "u1",
    writeKey: apiKey,
  };
}

/** Takes away all that requests have made: their Spaces, organizations, tokens and accounts. */
async function cleanUp(): Promise<void> {
  for (const path of ["/v2/spaces", "/v2/tokens", "/v2/orgs", "/v2/accounts"]) {
    const { data } = (await server.api("GET", `${path}?limit=200`)).body;
    for (const { id } of data) await server.api("DELETE", `${path}/${id}`);
  }
}

async function run(count: number, randomSeed: number, atOnce = 1): Promise<Map<number, number>> {
  const random = new Random(randomSeed);
  const [platform, sdk] = await Promise.all(
    ["/v2/openapi.json", "/v2/openapi-sdk.json"].map(
      async (path) => (await server.api("GET", path)).body as OpenApi,
    ),
  );
  const api: OpenApi = {
    paths: { ...platform?.paths, ...sdk?.paths },
    components: { schemas: { ...platform?.components.schemas, ...sdk?.components.schemas } },
  };
  const targets = targetsOf(api);
  expect(targets.length).toBeGreaterThan(100);
  const places = await placesToTry();
  const requests = new GeneratedRequests(api, random, places);
  const answered = new Map<number, number>();
  const faults: string[] = [];
  const send = async (number: number) => {
    const target = targets[number % targets.length] as Target;
    const request = requests.next(target);
    const credentials =
      target.plane === "platform"
        ? { authorization: `Bearer ${server.token}` }
        : { "x-api-key": places.writeKey };
    const headers = {
      ...credentials,
      ...request.headers,
      "x-request-id": `generated.${randomSeed}.${number}`,
    };
    const origin = target.plane === "platform" ? server.platformUrl : server.sdkUrl;
    const about = `${number}: ${request.method} ${request.path} ${String(request.body ?? "").slice(0, 300)}`;
    try {
      const answer = await client.send(origin, { ...request, headers });
      answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
      requests.learn(target, answer);
      const fault = faultOf(target.plane, request, answer);
      if (fault !== null) faults.push(`${about}: ${fault}`);
      if (process.env.FUZZ_SHOW === String(number)) console.info(about, answer.status);
    } catch (error) {
      faults.push(`${about}: ${String(error)}`);
    }
  };
  let number = 0;
  const sendOn = async () => {
    while (number < count && faults.length < 20) await send(number++);
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  expect(faults).toEqual([]);
  return answered;
}

test("requests made from the OpenAPI document and mutations of them: no 5xx, no crash, no stall, nothing left", {
  timeout: 1_800_000,
}, async () => {
  await run(500, seed + 1);
  await cleanUp();
  const before = await watched("/begin");
  const started = performance.now();
  const answered = await run(wanted, seed);
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

/** What the platform's API shows of everything that is kept; an environment's revision and the clock are counted from each start. */
async function everything(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const keep = async (path: string): Promise<{ id: string }[]> => {
    const { status, body } = await server.api("GET", path);
    expect([path, status]).toEqual([path, 200]);
    found[path] = body;
    return body.data;
  };
  for (const list of ["orgs", "accounts", "tokens", "snapshots", "settings"]) await keep(`/v2/${list}`);
  for (const { id } of await keep("/v2/spaces?limit=200")) {
    const space = `/v2/spaces/${id}`;
    for (const list of ["tribes", "experience-types", "personas", "scenes"])
      await keep(`${space}/${list}?limit=200`);
    for (const collection of await keep(`${space}/collections?limit=200`)) {
      await keep(`${space}/collections/${collection.id}`);
      await keep(`${space}/collections/${collection.id}/publications?limit=200`);
    }
    for (const key of environmentKeys)
      for (const list of ["users", "events"]) await keep(`${space}/environments/${key}/${list}?limit=200`);
  }
  return found;
}

test("sixteen at a time, restores among them: no 5xx, and the next start has all that was there", {
  timeout: 1_800_000,
}, async () => {
  const count = wanted / 2;
  const answered = await run(count, seed + 2, atOnce);
  console.info(`${count} requests, ${atOnce} at a time (seed ${seed + 2}); ${statusesOf(answered)}`);
  const before = await everything();
  expect(await server.stop()).toBe(0);
  server = await startTestServer({ dataDir: server.dataDir });
  expect(await everything()).toEqual(before);
});

const statusesOf = (answered: ReadonlyMap<number, number>): string =>
  [...answered]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(", ");
const megabytes = ({ heapUsed }: Watched): string => (heapUsed / 1024 / 1024).toFixed(0);
