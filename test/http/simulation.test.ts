import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { scenePut } from "../../src/core/scene.ts";
import { endAll, program, run } from "../helpers/built-program.ts";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

const example = scenePut.meta()?.example as { people: object };
const place = "/v2/spaces/cinema/environments/development";
const simulation = `${place}/simulation`;
let server: TestServer;
let api: TestServer["api"];

beforeAll(async () => {
  server = await startServerHere({ seed: "demo" });
  api = checkedCallers(server).api;
  const banner = { experience: "homepage.banner", data: { headline: "Another drama, just for you" } };
  const steps = [
    { event: "movie/watched", metadata: { genre: "drama" }, times: { from: 4, to: 4 } },
    { event: "banner/liked", chance: 0, served: [{ ...banner, chance: 1 }] },
  ];
  const intents = [
    { key: "evening", name: "An evening", perDay: 3, between: { from: "20:00", to: "21:00" }, steps },
  ];
  const people = { count: 5 };
  await api("PUT", "/v2/spaces/cinema/scenes/evening", { ...example, people, intents, script: [] });
});
afterEach(endAll);
afterAll(() => server.remove());

const eventsOf = async (name: string) =>
  (await api("GET", `${place}/events?name=${name}&limit=200`)).body.data;

describe("A simulation", () => {
  it("goes through the SDK plane, and people react to what they are served", async () => {
    const started = await api("POST", simulation, { scene: "evening", rate: 400 });
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({ state: "running", rate: 400, people: 5, scene: "evening" });
    expect((await api("POST", simulation, { scene: "evening" })).body.code).toBe("conflict");
    await expect.poll(async () => (await eventsOf("banner/liked")).length).toBeGreaterThan(0);
    const [liked] = await eventsOf("banner/liked");
    expect(liked).toMatchObject({ source: "simulator", sdk: { name: "simulator" }, status: "accepted" });
    const who = `${place}/users/${liked.userId}/explain`;
    const { experiences } = (await api("GET", who)).body;
    expect(experiences.find(({ key }: { key: string }) => key === "homepage.banner").data.headline).toBe(
      "Another drama, just for you",
    );

    const { sent, doing } = (await api("GET", simulation)).body;
    expect(sent).toBeGreaterThan(0);
    expect(doing[0]).toMatchObject({ intent: "An evening", name: expect.any(String) });
    expect((await api("PATCH", simulation, { paused: true })).body.state).toBe("paused");
    expect((await api("PATCH", simulation, { paused: false, rate: 20 })).body).toMatchObject({
      state: "running",
      rate: 20,
    });
    expect((await api("DELETE", simulation)).status).toBe(204);
    expect((await api("GET", simulation)).body.code).toBe("not-found");
    const stopped = (await api("GET", `${place}/stats`)).body.events;
    await api("POST", `${simulation}`, { scene: "evening", rate: 1 });
    await api("DELETE", simulation);
    expect((await api("GET", `${place}/stats`)).body.events).toBe(stopped);
  });

  it.each([
    [{ scene: "evening", rate: 2001 }, 400],
    [{ scene: "evening", rate: 5, speed: 5 }, 400],
    [{ scene: "nobody" }, 404],
  ])("is refused for %j", async (body, status) => {
    expect((await api("POST", simulation, body)).status).toBe(status);
  });

  it("is started, told and ended by `understudy events simulate`", async () => {
    const env = { UNDERSTUDY_PLATFORM_URL: server.platformUrl, UNDERSTUDY_TOKEN: server.token };
    const args = ["--space", "cinema", "--environment", "staging", "--rate", "200", "--for", "1s", "--json"];
    const running = run(program, ["events", "simulate", ...args], { env });
    expect(await running.ended).toBe(0);
    expect(JSON.parse(running.stdout.join(""))).toMatchObject({ scene: "evening", rate: 200 });
    const staging = "/v2/spaces/cinema/environments/staging";
    expect((await api("GET", `${staging}/simulation`)).status).toBe(404);
    expect((await api("GET", `${staging}/events?source=simulator&limit=1`)).body.data).toHaveLength(1);
  });

  it("of a Space without a scene says what to do on any platform, also one without a folder", async () => {
    const env = { UNDERSTUDY_PLATFORM_URL: server.platformUrl, UNDERSTUDY_TOKEN: server.token };
    const { id } = (
      await api("POST", "/v2/spaces", { orgId: (await api("GET", "/v2/orgs")).body.data[0].id, name: "Bare" })
    ).body;
    const refused = run(program, ["events", "simulate", "--space", id], { env });
    expect(await refused.ended).toBe(1);
    expect(refused.stderr.join()).toContain(`PUT /v2/spaces/${id}/scenes/KEY`);
    expect(refused.stderr.join()).not.toContain("folder");
  });
});
