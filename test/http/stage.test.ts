import http from "node:http";
import { createParser } from "eventsource-parser";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { scenePut } from "../../src/core/scene.ts";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { folderOfPeople } from "../helpers/people.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";

const example = scenePut.meta()?.example as object;
const maya = { id: "maya-okafor", name: "Maya Okafor" };
const watches = (times: number) => ({
  track: { person: maya.id, event: "movie/watched", times, metadata: { genre: "drama" } },
});
const script = [
  { title: "Maya comes", do: [{ be: maya.id }] },
  { title: "Two dramas", do: [watches(2)] },
  { title: "A third", do: [watches(1)] },
  { title: "A week later", do: [{ forward: { days: 8 } }] },
  { title: "Today", do: [{ clock: "system" }] },
  { title: "On the air", do: [{ publish: { collection: "homepage", environment: "production" } }] },
  { title: "Everybody", do: [{ simulate: { rate: 5 } }] },
  { title: "Nobody", do: [{ simulate: { rate: 0 } }] },
  { title: "Publish what is not there", do: [{ be: maya.id }, { publish: { collection: "no-such" } }] },
];
const place = "/v2/spaces/cinema/environments/development";
let server: TestServer;
let api: TestServer["api"];
const play = (step: number) => api("POST", `${place}/stage/play`, { step });

beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder(), seed: "demo" });
  api = checkedCallers(server).api;
  await api("PUT", "/v2/spaces/cinema/scenes/evening", { ...example, script });
});
afterEach(() => api("PUT", "/v2/clock", { mode: "system" }));
afterAll(() => server.remove());

const headline = async () => {
  const { experiences } = (await api("GET", `${place}/users/${maya.id}/explain`)).body;
  return experiences.find(({ key }: { key: string }) => key === "homepage.banner").data.headline;
};

describe("A stage", () => {
  it("plays the script step by step: a person, what they do, the clock, a publication, everybody else", async () => {
    const begins = { scene: "evening", person: null, next: 1, simulation: null };
    expect((await api("GET", `${place}/stage`)).body).toEqual(begins);
    expect((await play(1)).body).toEqual({ ...begins, person: maya, next: 2 });
    await play(2);
    expect(await headline()).toBe("Tonight at seven");
    await play(3);
    expect(await headline()).toBe("Another drama, just for you");
    const ahead = (await api("GET", `${place}/stage/ahead?days=8`)).body;
    expect(ahead.tribes).toContainEqual(expect.objectContaining({ name: "Drama fans", ahead: 0 }));
    await play(4);
    expect(await headline()).toBe("Tonight at seven");
    expect((await api("GET", "/v2/clock")).body).toMatchObject({ mode: "offset", seconds: 8 * 86_400 });
    expect((await api("GET", `${place}/stage/ahead`)).body.tribes).toContainEqual(
      expect.objectContaining({ name: "Drama fans", ahead: 0 }),
    );
    expect((await play(5)).body.next).toBe(6);
    expect((await api("GET", "/v2/clock")).body.mode).toBe("system");
    const versions = async () =>
      (await api("GET", "/v2/spaces/cinema/collections/homepage/publications?environment=production")).body
        .data.length;
    const before = await versions();
    await play(6);
    expect(await versions()).toBe(before + 1);
    expect((await play(7)).body.simulation).toMatchObject({ state: "running", rate: 5 });
    expect((await api("GET", `${place}/simulation`)).body).toMatchObject({ state: "running", rate: 5 });
    expect((await play(8)).body.simulation).toBeNull();
    expect((await api("GET", `${place}/simulation`)).status).toBe(404);
  });

  it("tells whoever holds the environment's key who is on stage, and nobody else", async () => {
    const [{ apiKey }] = (await api("GET", "/v2/spaces/cinema/environments")).body.data;
    await api("PATCH", `${place}/stage`, { person: null });
    const told: unknown[] = [];
    const parser = createParser({ onEvent: ({ event, data }) => told.push([event, JSON.parse(data)]) });
    const asked = http.get(`${server.sdkUrl}/sdk/v1/stage`, { headers: { "x-api-key": apiKey } }, (answer) =>
      answer.setEncoding("utf8").on("data", (chunk) => parser.feed(chunk)),
    );
    await expect.poll(() => told).toEqual([["stage", { person: null }]]);
    await api("PATCH", `${place}/stage`, { next: 2 });
    await play(1);
    await expect.poll(() => told.slice(1)).toEqual([["stage", { person: maya }]]);
    asked.destroy();
    expect((await fetch(`${server.sdkUrl}/sdk/v1/stage?key=nobody`)).status).toBe(401);
  });

  it("moves the clock no further than it can be set", async () => {
    await api("PUT", "/v2/clock", { mode: "frozen", at: "9999-12-30T00:00:00Z" });
    expect((await play(4)).body.code).toBe("conflict");
    await api("PUT", "/v2/clock", { mode: "offset", seconds: 3_153_600_000 });
    expect((await play(4)).body.code).toBe("conflict");
    expect((await api("GET", "/v2/clock")).status).toBe(200);
  });

  it("stays at a step that is refused, with what came before it done", async () => {
    await api("PATCH", `${place}/stage`, { person: null, next: 9 });
    expect((await play(9)).body.code).toBe("not-found");
    expect((await api("GET", `${place}/stage`)).body).toMatchObject({ person: maya, next: 9 });
    expect((await play(10)).body.code).toBe("not-found");
    const noted = (await api("GET", "/v2/audit?limit=2")).body.data;
    expect(noted).toMatchObject([{ action: "playStep", status: 404 }, { action: "changeStage" }]);
  });

  it("is of no scene whose Space is there without it", async () => {
    const { body } = await api("POST", "/v2/shows", { scene: "premiere" });
    expect(body).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("understudy open --show premiere"),
    });
  });

  it("plays and changes nothing where it stands elsewhere than it was seen", async () => {
    await api("PATCH", `${place}/stage`, { next: 2 });
    const seen = (next: number, scene = "evening") => ({ seen: { scene, next } });
    const conflict = { status: 409, body: expect.objectContaining({ code: "conflict" }) };
    for (const stale of [seen(1), seen(2, "another")]) {
      expect(await api("POST", `${place}/stage/play`, { step: 1, ...stale })).toMatchObject(conflict);
      expect(await api("PATCH", `${place}/stage`, { next: 3, ...stale })).toMatchObject(conflict);
    }
    expect((await api("GET", `${place}/stage`)).body.next).toBe(2);
    const twice = [1, 2].map(() => api("POST", `${place}/stage/play`, { step: 2, ...seen(2) }));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await api("PATCH", `${place}/stage`, { next: 1, ...seen(3) })).body.next).toBe(1);
  });

  it("changes scene, person and step, and refuses what the Space does not have", async () => {
    await api("PUT", "/v2/spaces/cinema/scenes/matinee", { ...example, script: [] });
    expect((await api("PATCH", `${place}/stage`, { scene: "matinee" })).body).toEqual({
      scene: "matinee",
      person: null,
      next: 1,
      simulation: null,
    });
    expect((await api("PATCH", `${place}/stage`, { scene: "no-such" })).status).toBe(400);
    expect((await api("PATCH", `${place}/stage`, { person: "nobody" })).status).toBe(400);
    await api("DELETE", "/v2/spaces/cinema/scenes/matinee");
    expect((await api("GET", `${place}/stage`)).body.scene).toBe("evening");
    await api("PATCH", `${place}/stage`, { scene: "evening", next: 3 });
    const staging = (await api("GET", "/v2/spaces/cinema/environments/staging/stage")).body;
    expect(staging).toMatchObject({ scene: "evening", person: null, next: 1 });
  });
});

it("a show begins by itself: Space, history, start and simulator, and begins again as it stands", async () => {
  const { api, sdkUrl, remove } = await startServerHere({ dataDir: await newFolder() });
  const [begun, again] = await Promise.all([1, 2].map(() => api("POST", "/v2/shows", { scene: "premiere" })));
  expect([begun?.status, again?.status]).toEqual([201, 201]);
  expect(begun?.body).toEqual({
    spaceKey: "cinema",
    environment: "development",
    scene: "premiere",
    consolePath: "/spaces/cinema/development/stage",
    demoUrl: `${sdkUrl}/demo`,
  });
  expect((await api("GET", `${place}/simulation`)).body).toMatchObject({ state: "running", people: 180 });
  expect((await api("GET", "/v2/snapshots")).body.data).toMatchObject([{ name: "premiere: start" }]);
  await api("PATCH", `${place}/stage`, { next: 4 });
  expect((await api("POST", "/v2/shows", { scene: "premiere" })).status).toBe(201);
  expect((await api("GET", `${place}/stage`)).body).toMatchObject({
    scene: "premiere",
    person: null,
    next: 1,
    simulation: { people: 180 },
  });
  expect((await api("GET", "/v2/snapshots")).body.data).toHaveLength(1);
  expect((await api("POST", "/v2/shows", { scene: "no-such" })).body.code).toBe("not-found");
  await remove();
});

it("a show stands where it was when the server starts anew", async () => {
  const dataDir = await newFolder();
  const first = await startServerHere({ dataDir, seed: "demo" });
  await first.api("PUT", "/v2/spaces/cinema/scenes/evening", { ...example, script });
  const stands = (await first.api("POST", `${place}/stage/play`, { step: 1 })).body;
  expect(stands).toMatchObject({ scene: "evening", person: maya, next: 2 });
  await first.stop();
  const second = await startServerHere({ dataDir });
  expect((await second.api("GET", `${place}/stage`)).body).toEqual(stands);
  await second.remove();
});

it("an editor plays, but only the workspace's operator moves the clock", async () => {
  const { api, remove } = await startServerHere({ dataDir: await folderOfPeople() });
  const as = (token: string, method: string, path: string, body?: unknown) =>
    api(method, path, body, { authorization: `Bearer ${token}` });
  const scene = {
    ...example,
    intents: [],
    script: [{ title: "Later", do: [{ be: maya.id }, { forward: { days: 1 } }] }],
  };
  await as("us_pat_owner_of_a", "POST", "/v2/spaces", { orgId: "org_a", name: "A", key: "a" });
  await as("us_pat_owner_of_a", "PUT", "/v2/spaces/a/scenes/later", scene);
  const played = await as("us_pat_editor_of_a", "POST", "/v2/spaces/a/environments/development/stage/play", {
    step: 1,
  });
  expect(played.body.code).toBe("forbidden");
  const stage = (await as("us_pat_editor_of_a", "GET", "/v2/spaces/a/environments/development/stage")).body;
  expect(stage).toMatchObject({ scene: "later", person: null, next: 1 });
  await remove();
});
