import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
const environments = "/v2/spaces/my-first-space/environments";
const replay = (environment: string) => `${environments}/${environment}/events/replay`;
const day = 86_400_000;
const june = Date.parse("2025-06-01T12:00:00.000Z");
const drama = { pair1: { key: "genre", value: "drama" } };

/** In June 2025, as the platform's clock then said: Ana watches three dramas in four days, Bo in twenty. */
const watched: readonly (readonly [person: string, day: number])[] = [
  ["bo", 0],
  ["bo", 10],
  ["ana", 16],
  ["ana", 18],
  ["bo", 20],
  ["ana", 20],
];

beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder() });
  api = checkedCallers(server).api;
  for (const [userId, after] of watched) {
    const time = new Date(june + after * day).toISOString();
    await api("PUT", "/v2/clock", { mode: "frozen", at: time });
    const events = [
      { name: "movie/watched", time, userId, sessionId: `ses_${userId}`, metadata: drama },
      { name: "not a name", time, userId },
    ];
    await server.sdk("POST", "/sdk/v1/events", { events });
  }
  await api("PUT", "/v2/clock", { mode: "system" });
  await api("POST", "/v2/spaces/my-first-space/tribes", {
    name: "Drama lovers",
    rules: {
      event: "movie/watched",
      count: { op: "moreThan", value: 2 },
      window: { last: { days: 7 } },
      where: [{ key: "genre", op: "equals", value: "drama" }],
    },
  });
});
afterAll(() => server.remove());

async function eventsOf(environment: string, query = ""): Promise<Event[]> {
  const { body } = await api("GET", `${environments}/${environment}/events?order=asc&limit=200${query}`);
  return body.data;
}
const loversIn = async (environment: string): Promise<string[]> =>
  (await api("GET", `${environments}/${environment}/users?tribe=drama-lovers`)).body.data.map(
    (one: { id: string }) => one.id,
  );
const ended = async (environment: string) => {
  const read = async () => (await api("GET", replay(environment))).body.replay;
  await expect.poll(async () => (await read()).state).not.toBe("running");
  return read();
};
const upload = (environment: string, query: string, body: string) =>
  api("POST", `${replay(environment)}?${query}`, body, { "content-type": "application/x-ndjson" });
const peopleAndTimes = (events: readonly Event[]) => {
  const last = Math.max(...events.map(({ time }) => Date.parse(time)));
  return events.map(({ userId, sessionId, time }) => [userId, sessionId, (last - Date.parse(time)) / day]);
};
const asWatched = (prefix = "") =>
  watched.map(([person, after]) => [`${prefix}${person}`, `${prefix}ses_${person}`, 20 - after]);

describe("kept events", () => {
  test("are played into another environment, once each and in order, and count for its Tribes", async () => {
    expect((await api("GET", replay("staging"))).body).toEqual({ replay: null });
    expect(await loversIn("development")).toEqual([]);
    const started = await api("POST", `${replay("staging")}?speed=max`, { environment: "development" });
    expect([started.status, started.body]).toEqual([
      201,
      expect.objectContaining({ from: "development", speed: "max", times: "moved", total: 6, skipped: 6 }),
    ]);
    expect(await ended("staging")).toMatchObject({ id: started.body.id, state: "done", played: 6 });
    const events = await eventsOf("staging");
    expect(peopleAndTimes(events)).toEqual(asWatched());
    expect(new Set(events.map(({ source, status }) => `${source} ${status}`))).toEqual(
      new Set(["replay accepted"]),
    );
    expect(events.every(({ time, receivedAt }) => time <= receivedAt)).toBe(true);
    await expect.poll(() => loversIn("staging")).toEqual(["ana"]);
    expect(await loversIn("development")).toEqual([]);
  });

  test("are played where they were recorded, and what is played is no part of it", async () => {
    const before = await eventsOf("development", "&status=accepted");
    await api("POST", `${replay("development")}?speed=max&times=kept&prefix=again-`, {});
    expect(await ended("development")).toMatchObject({
      state: "done",
      total: 6,
      played: 6,
      prefix: "again-",
    });
    const after = await eventsOf("development", "&status=accepted");
    expect(after.length).toBe(12);
    expect(peopleAndTimes(after.slice(6))).toEqual(asWatched("again-"));
    expect(after.slice(6).map(({ time }) => time)).toEqual(before.map(({ time }) => time));
  });

  test("are played from one sequence to another, and as filters say", async () => {
    const stretch = { environment: "development", after: 2, before: 9, userId: "bo" };
    const started = await api("POST", `${replay("production")}?speed=max`, stretch);
    expect(started.body).toMatchObject({ total: 1, skipped: 1 });
    expect(await ended("production")).toMatchObject({ state: "done", played: 1 });
  });
});

test("an exported stretch is played from its file", async () => {
  const exported = await api("GET", `${environments}/development/events/export?after=1&before=11`);
  const lines = String(exported.body).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const before = (await eventsOf("production")).length;
  const started = await upload("production", "speed=max&prefix=file-", exported.body);
  expect(started.body).toMatchObject({ from: "file", total: 4, skipped: 5 });
  await ended("production");
  const events = (await eventsOf("production")).slice(before);
  expect(events.map(({ userId }) => userId)).toEqual(["file-bo", "file-ana", "file-ana", "file-bo"]);
});

const refusals: readonly (readonly [string, string, unknown, number, string, string])[] = [
  [
    "nothing matches",
    "",
    { environment: "staging", name: "no/thing" },
    400,
    "invalid-body",
    "nothing to replay: no event of staging",
  ],
  ["the file is empty", "", "\n", 400, "invalid-body", "nothing to replay: the file holds no event"],
  [
    "a line is wrong",
    "",
    '{"status":"rejected"}\n\n{"name":"a/b"}\n',
    400,
    "invalid-body",
    "/3 /time must be",
  ],
  ["two people are asked for", "", { userId: "a", anonymousId: "b" }, 400, "invalid-body", "/anonymousId"],
  ["a status is asked for", "", { status: "rejected" }, 400, "invalid-body", "/status"],
  ["it is too fast", "speed=1001", {}, 400, "invalid-query", "/speed"],
  ["it is too slow", "speed=0.5", {}, 400, "invalid-query", "/speed"],
  ["the prefix is too long", `prefix=${"x".repeat(41)}`, {}, 400, "invalid-query", "/prefix"],
];
test.each(refusals)("is refused where %s", async (_name, query, body, status, code, detail) => {
  const answer =
    typeof body === "string"
      ? await upload("staging", query, body)
      : await api("POST", `${replay("staging")}?${query}`, body);
  expect(answer).toMatchObject({ status, body: { code, detail: expect.stringContaining(detail) } });
});

describe("one that takes long", () => {
  const start = () => api("POST", replay("staging"), { environment: "development", before: 13 });

  test("is alone in its environment, can be stopped, and keeps what it played", async () => {
    const before = (await eventsOf("staging")).length;
    const { body } = await start();
    expect(Date.parse(body.endsAt) - Date.parse(body.startedAt)).toBe(20 * day);
    await expect.poll(async () => (await api("GET", replay("staging"))).body.replay.played).toBe(1);
    const second = await start();
    expect([second.status, second.body.code]).toEqual([409, "conflict"]);
    const stopped = await api("DELETE", replay("staging"));
    expect(stopped.body.replay).toMatchObject({ id: body.id, state: "stopped", total: 6, played: 1 });
    expect((await eventsOf("staging")).length).toBe(before + 1);
    expect((await api("DELETE", replay("staging"))).body).toEqual(stopped.body);
  });

  test("is a viewer's to look at, an editor's to start and stop", async () => {
    const { token } = (await api("POST", "/v2/tokens", { name: "viewer", role: "viewer" })).body;
    const as = { authorization: `Bearer ${token}` };
    const answers = [
      await api("GET", replay("staging"), undefined, as),
      await api("POST", replay("staging"), {}, as),
      await api("DELETE", replay("staging"), undefined, as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
  });

  test("goes with its Space", async () => {
    const { orgId } = (await api("GET", "/v2/spaces/my-first-space")).body;
    await api("POST", "/v2/spaces", { orgId, name: "Gone soon", key: "gone-soon" });
    const path = "/v2/spaces/gone-soon/environments/staging/events/replay";
    const exported = String((await api("GET", `${environments}/development/events/export`)).body);
    const headers = { "content-type": "application/x-ndjson" };
    expect((await api("POST", path, exported, headers)).status).toBe(201);
    expect((await api("DELETE", "/v2/spaces/gone-soon")).status).toBe(204);
    expect((await api("GET", path)).status).toBe(404);
    await expect.poll(() => readdir(join(server.dataDir, ".understudy", "replays"))).toEqual([]);
  });

  test("ends with the server, cleanly, and leaves nothing behind", async () => {
    await start();
    expect(await server.stop()).toBe(0);
    expect(await readdir(join(server.dataDir, ".understudy", "replays"))).toEqual([]);
    const again = await startServerHere({ dataDir: server.dataDir });
    expect((await again.api("GET", replay("staging"))).body).toEqual({ replay: null });
    await again.stop();
  });
});
