import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LiveStates, liveStates } from "../helpers/live-states.ts";
import { ownPort } from "../helpers/own-port.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const day = 86_400_000;
let server: TestServer;
let space: string;
let tribeId: string;
let bannerId: string;
let environments: string;

beforeAll(async () => {
  server = await startTestServer({ port: await ownPort(), sdkPort: await ownPort() });
  space = `/v2/spaces/${server.spaceKey}`;
  environments = `${space}/environments`;
});
afterAll(() => server.remove());

const session = async (userId: string, key = server.keys.development, more: object = {}) =>
  (
    await server.sdk(
      "POST",
      "/sdk/v1/sessions",
      {
        userId,
        sdk: { name: "browser", version: "1.0.0-beta.8" },
        device: { id: "d1", platform: "web" },
        ...more,
      },
      { "x-api-key": key },
    )
  ).body;

const watched = (userId: string, genre: string, time = Date.now()) => ({
  id: `e-${userId}-${genre}-${time}-${Math.random()}`,
  name: "movie/watched",
  time: new Date(time).toISOString(),
  userId,
  metadata: { pair1: { key: "genre", value: genre } },
});

const track = (events: readonly object[], key = server.keys.development) =>
  server.sdk("POST", "/sdk/v1/events", { events }, { "x-api-key": key });

const explain = async (userId: string, query = "") =>
  (await server.api("GET", `${environments}/development/users/${userId}/explain${query}`)).body;

describe("three dramas in seven days, by HTTP alone", () => {
  it("models, targets and publishes", async () => {
    await server.api("POST", `${space}/experience-types`, {
      name: "Hero",
      properties: [{ key: "headline", type: "string", default: "Welcome" }],
    });
    const tribe = await server.api("POST", `${space}/tribes`, {
      name: "Binge watchers",
      rules: {
        event: "movie/watched",
        did: true,
        count: { op: "moreThan", value: 2 },
        window: { last: { days: 7 } },
        where: [{ key: "genre", op: "equals", value: "drama" }],
      },
    });
    expect(tribe.status).toBe(201);
    tribeId = tribe.body.id;
    await server.api("POST", `${space}/collections`, { name: "Homepage" });
    const banner = await server.api("POST", `${space}/collections/homepage/experiences`, {
      name: "Banner",
      typeId: "hero",
      scenarios: [
        {
          name: "For binge watchers",
          audience: { anyOf: ["binge-watchers"] },
          serve: { data: { headline: "More drama" } },
        },
        { name: "Everyone", serve: { data: {} } },
      ],
    });
    expect(banner.status).toBe(201);
    expect(banner.body.scenarios[0].audience).toEqual({ kind: "everyone", anyOf: [tribeId], noneOf: [] });
    bannerId = banner.body.id;
    const publication = await server.api("POST", `${space}/collections/homepage/publications`, {
      environment: "development",
      note: "first",
    });
    expect(publication.status).toBe(201);
    expect(publication.body).toMatchObject({ environment: "development", version: 1, note: "first" });
  });

  it("changes what the user gets with the third event, and tells", async () => {
    const started = await session("ana");
    expect(started.revision).toBeGreaterThan(0);
    expect(started.states[bannerId]).toMatchObject({
      key: "homepage.banner",
      data: { headline: "Welcome" },
      reason: "default",
    });
    expect(started.tribes).toEqual([]);
    const live: LiveStates = await liveStates(server, started.session.id);
    expect(await live.next()).toMatchObject({ revision: started.revision, changed: [] });

    await track([watched("ana", "drama", Date.now() - 2 * day), watched("ana", "drama", Date.now() - day)]);
    await track([watched("ana", "comedy"), watched("omar", "drama")]);
    expect(live.messages).toHaveLength(1);
    await track([watched("ana", "drama")]);
    expect(await live.next()).toMatchObject({ changed: [bannerId] });
    live.stop();

    const states = await server.sdk("GET", `/sdk/v1/sessions/${started.session.id}/states`);
    expect(states.body.states[bannerId]).toMatchObject({
      data: { headline: "More drama" },
      reason: "targeting",
      scenario: { name: "For binge watchers" },
    });
    expect(states.body.tribes).toEqual([tribeId]);
    const again = await server.sdk("GET", `/sdk/v1/sessions/${started.session.id}/states`, undefined, {
      "if-none-match": states.headers.get("etag") ?? "",
    });
    expect(again.status).toBe(304);
  });

  it("shows nothing of it in staging", async () => {
    const started = await session("ana", server.keys.staging);
    expect(started.states).toEqual({});
    expect(started.tribes).toEqual([]);
  });

  it("explains it by the very events", async () => {
    const said = await explain("ana");
    const why = said.tribes[0];
    expect(why).toMatchObject({ id: tribeId, name: "Binge watchers", matched: true });
    expect(why.why.count).toBe(3);
    expect(why.why.events).toHaveLength(3);
    expect(said.experiences[0]).toMatchObject({
      id: bannerId,
      key: "homepage.banner",
      reason: "targeting",
      scenario: { name: "For binge watchers" },
    });
    expect(said.clock.mode).toBe("system");
  });

  it("is undone by moving the clock 8 days, and says why", async () => {
    const started = await session("ana");
    const live = await liveStates(server, started.session.id);
    await live.next();
    const moved = await server.api("PUT", "/v2/clock", { mode: "offset", seconds: 8 * 86_400 });
    expect(moved.status).toBe(200);
    expect(await live.next()).toMatchObject({ changed: [bannerId] });
    live.stop();
    const states = await server.sdk("GET", `/sdk/v1/sessions/${started.session.id}/states`);
    expect(states.body.states[bannerId]).toMatchObject({ reason: "default" });
    expect(states.headers.get("understudy-clock")).toMatch(/^offset; at=/);
    const said = await explain("ana");
    expect(said.tribes[0]).toMatchObject({ matched: false, why: { count: 0 } });
    expect(said.clock).toMatchObject({ mode: "offset", seconds: 691_200 });
    await server.api("PUT", "/v2/clock", { mode: "system" });
    expect((await explain("ana")).tribes[0].matched).toBe(true);
    const later = new Date(Date.now() + 8 * day).toISOString();
    expect((await explain("ana", `?at=${encodeURIComponent(later)}`)).tribes[0].matched).toBe(false);
  });

  it("reaches her, and lists her", async () => {
    const reach = await server.api("GET", `${space}/tribes/${tribeId}/reach?environment=development`);
    expect(reach.body).toMatchObject({
      users: 2,
      visitors: 0,
      matched: { users: 1, visitors: 0 },
      sample: ["ana"],
    });
    const users = await server.api("GET", `${environments}/development/users?tribe=binge-watchers`);
    expect(users.body.data.map(({ id }: { id: string }) => id)).toEqual(["ana"]);
  });

  it("counts the same after a restart", async () => {
    const { dataDir, platformUrl, sdkUrl } = server;
    await server.stop("SIGKILL");
    server = await startTestServer({
      dataDir,
      port: Number(new URL(platformUrl).port),
      sdkPort: Number(new URL(sdkUrl).port),
    });
    const started = await session("ana");
    expect(started.tribes).toEqual([tribeId]);
    expect(started.states[bannerId].reason).toBe("targeting");
  });
});
