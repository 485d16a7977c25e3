import { expect } from "vitest";
import { environmentKeys } from "../../src/core/primitives.ts";
import { GeneratedRequests, type OpenApi, type Target, targetsOf } from "./generated-requests.ts";
import { KeepAliveClient } from "./keep-alive-client.ts";
import { Random } from "./random.ts";
import { faultOf } from "./refusal-faults.ts";
import type { TestServer } from "./server.ts";

/** A Space of this run's own, with one of each noun. */
export async function placesToTry(server: TestServer) {
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

interface Run {
  /** One workspace's; each request goes to the next one. */
  readonly servers: readonly [TestServer, ...TestServer[]];
  readonly count: number;
  readonly seed: number;
  /** How many are under way at any moment. */
  readonly atOnce: number;
}

/** Sends generated requests, and fails where an answer has a fault. How often each status was answered. */
export async function sendGenerated({ servers, count, seed, atOnce }: Run): Promise<Map<number, number>> {
  const [server] = servers;
  const random = new Random(seed);
  const client = new KeepAliveClient(atOnce);
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
  const places = await placesToTry(server);
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
      "x-request-id": `generated.${seed}.${number}`,
    };
    // Another one for the same target next time.
    const turn = number + Math.floor(number / targets.length);
    const at = servers[turn % servers.length] ?? server;
    const origin = target.plane === "platform" ? at.platformUrl : at.sdkUrl;
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
  client.close();
  expect(faults).toEqual([]);
  return answered;
}

/** What the platform's API shows of everything that is kept; an environment's revision and the clock are counted from each start. */
export async function everything(server: TestServer): Promise<Record<string, unknown>> {
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

/** In one line. */
export const statusesOf = (answered: ReadonlyMap<number, number>): string =>
  [...answered]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(", ");
