import { afterAll, beforeAll, expect, test } from "vitest";
import { type PlatformRoute, platformApi, routePath } from "../../src/core/api.ts";
import type { RouteSpec } from "../../src/core/route.ts";
import { everything, placesToTry } from "../helpers/generated-run.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let params: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startServerHere();
  const places = await placesToTry(server);
  const space = `/v2/spaces/${places.spaceId}`;
  const collection = `${space}/collections/${places.collectionId}`;
  const made = async (path: string, body: object) => (await server.api("POST", path, body)).body.id as string;
  const experience = { key: "hero", name: "Hero", typeId: places.typeId };
  await server.api("PUT", `${space}/scenes/friday`, {
    ...exampleOf("putScene"),
    key: "friday",
  });
  params = {
    ...nothing,
    ...places,
    experienceId: await made(`${collection}/experiences`, experience),
    sectionId: await made(`${collection}/sections`, { key: "top", name: "Top" }),
    tribeId: await made(`${space}/tribes`, { name: "Gold" }),
    personaId: await made(`${space}/personas`, {
      ...exampleOf("createPersona"),
      expected: undefined,
    }),
    sceneKey: "friday",
  };
});
afterAll(() => server?.remove());

const exampleOf = (name: "putScene" | "createPersona") => platformApi[name].body.meta()?.example as object;

const writes = (Object.keys(platformApi) as PlatformRoute[]).filter(
  (name) => platformApi[name].method !== "get",
);
/** An id for each parameter. */
const nothing = Object.fromEntries(
  writes.flatMap((name) =>
    [...platformApi[name].path.matchAll(/:(\w+)/g)].map(([, param]) => [param, "nope"]),
  ),
);

test("no write is made to a version that is not there", async () => {
  const before = await everything(server);
  const answered: string[] = [];
  for (const name of writes) {
    const { method, path, body, query }: RouteSpec = platformApi[name];
    const where = query === undefined || query.safeParse({}).success ? "" : "?environment=development";
    const answer = await server.api(
      method.toUpperCase(),
      routePath(path, params) + where,
      body?.meta()?.example,
      {
        "if-match": '"nobody has seen this"',
      },
    );
    answered.push(`${name}: ${answer.status} ${answer.body?.code}`);
  }
  expect(answered).toEqual(writes.map((name) => `${name}: 412 stale`));
  expect(await everything(server)).toEqual(before);
});

test("what is to be made is not put in the place of what is there, and what is to be changed is not made", async () => {
  const { spaceId } = params;
  const paths: [string, unknown][] = [
    [`/v2/spaces/${spaceId}/environments/staging/users/new`, { labels: ["vip"] }],
    [`/v2/spaces/${spaceId}/scenes/new`, { ...exampleOf("putScene"), key: undefined }],
  ];
  for (const [path, body] of paths) {
    const put = async (headers: Record<string, string>) =>
      (await server.api("PUT", path, body, headers)).status;
    expect(await put({ "if-match": "*" })).toBe(412);
    expect(await put({ "if-none-match": "*" })).toBe(201);
    expect(await put({ "if-none-match": "*" })).toBe(412);
    expect(await put({ "if-match": "*" })).toBe(200);
    const etag = (await server.api("GET", path)).headers.get("etag");
    expect(await put({ "if-match": `"other", ${etag}` })).toBe(200);
  }
});
