import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent, setUpBanner, startSession } from "../helpers/targeting-setup.ts";

let server: TestServer;
let space: string;
let environment: string;
let bannerId: string;

beforeAll(async () => {
  server = await startServerHere();
  space = `/v2/spaces/${server.spaceKey}`;
  environment = `${space}/environments/development`;
  await server.api("POST", `${space}/tribes`, {
    name: "Gold readers",
    rules: {
      all: [
        { field: "plan", op: "equals", value: "gold" },
        {
          event: "article/read",
          count: { op: "moreThan", value: 1 },
          window: { last: { days: 7 } },
          where: [{ key: "topic", op: "equals", value: "film" }],
        },
      ],
    },
  });
  ({ bannerId } = await setUpBanner(server, [
    {
      name: "Christmas",
      schedule: { from: "2030-12-24T00:00:00Z", until: "2030-12-27T00:00:00Z", timeZone: "Europe/Berlin" },
      serve: { data: { headline: "Merry Christmas" } },
    },
    { name: "Readers", audience: { anyOf: ["gold-readers"] }, serve: { data: { headline: "Read on" } } },
    { name: "Nobody", rollout: 0, serve: { data: { headline: "Never" } } },
  ]));
});
afterAll(() => server.remove());

const explain = async (path: string) => (await server.api("GET", `${environment}/users/${path}`)).body;

describe("why somebody gets what they get", () => {
  it("says of each scenario that was tried what it wants and what there is", async () => {
    await startSession(server, { userId: "ana", fields: { plan: "silver" } });
    const first = anEvent("article/read", { userId: "ana" }, { pairs: { topic: "film" } });
    await server.sdk("POST", "/sdk/v1/events", {
      events: [first, anEvent("article/read", { userId: "ana" }, { pairs: { topic: "music" } })],
    });
    const said = await explain("ana/explain");
    expect(said).toMatchObject({
      user: { id: "ana", fields: { plan: "silver" } },
      environment: "development",
      content: "published",
      clock: { mode: "system" },
    });
    const [experience] = said.experiences;
    expect(experience).toMatchObject({
      id: bannerId,
      key: "page.banner",
      collection: "page",
      enabled: true,
      data: { headline: "Welcome" },
      scenario: { name: "Default" },
      reason: "default",
    });
    expect(
      experience.tried.map((one: { scenario: { name: string }; matched: boolean }) => [
        one.scenario.name,
        one.matched,
      ]),
    ).toEqual([
      ["Christmas", false],
      ["Readers", false],
      ["Nobody", false],
      ["Default", true],
    ]);
    const [tribe] = said.tribes;
    expect(tribe).toMatchObject({ name: "Gold readers", matched: false });
    const [plan, read] = tribe.why.children;
    expect(plan).toMatchObject({ matched: false, expected: "gold", actual: "silver" });
    expect(read).toMatchObject({ matched: false, count: 1 });
    expect(read.events).toEqual([{ id: first.id, name: "article/read", time: first.time }]);
    expect(Date.parse(read.window.to) - Date.parse(read.window.from)).toBe(7 * 86_400_000);
  });

  it("tells of another time", async () => {
    const said = await explain("ana/explain?at=2030-12-25T12:00:00Z");
    expect(said.at).toBe("2030-12-25T12:00:00.000Z");
    expect(said.experiences[0]).toMatchObject({
      data: { headline: "Merry Christmas" },
      reason: "schedule",
      scenario: { name: "Christmas" },
    });
    expect(said.experiences[0].tried).toHaveLength(1);
  });

  it("tells of the drafts, as if they were published", async () => {
    await server.api("POST", `${space}/collections/page/experiences`, {
      name: "Unpublished",
      typeId: "hero",
      scenarios: [{ serve: { enabled: false, data: {} } }],
    });
    expect((await explain("ana/explain")).experiences).toHaveLength(1);
    const draft = await explain("ana/explain?content=draft");
    expect(draft.content).toBe("draft");
    expect(draft.experiences.map((one: { key: string; reason: string }) => [one.key, one.reason])).toEqual([
      ["page.banner", "default"],
      ["page.unpublished", "disabled"],
    ]);
  });

  it("tells of visitors, and of none that is not there", async () => {
    await startSession(server, { anonymousId: "v-9" });
    expect((await explain("v-9/explain")).user.kind).toBe("visitor");
    expect((await server.api("GET", `${environment}/users/nobody/explain`)).status).toBe(404);
    expect((await server.api("GET", `${environment}/users/ana/explain?at=yesterday`)).body.code).toBe(
      "invalid-query",
    );
  });

  it("tells of somebody who is made up, and keeps nothing of them", async () => {
    const said = await server.api("POST", `${environment}/explain`, {
      user: { fields: { plan: "gold" }, platform: "tv" },
      events: ["2026-11-01T10:00:00Z", "2026-11-02T10:00:00Z"].map((time) => ({
        name: "article/read",
        time,
        metadata: { pair1: { key: "topic", value: "film" } },
      })),
      at: "2026-11-03T00:00:00Z",
    });
    expect(said.status).toBe(200);
    expect(said.body.tribes[0].matched).toBe(true);
    expect(said.body.experiences[0]).toMatchObject({ reason: "targeting", data: { headline: "Read on" } });
    expect((await server.api("GET", `${environment}/users/preview`)).status).toBe(404);
    const later = await server.api("POST", `${environment}/explain`, {
      user: { fields: { plan: "gold" } },
      at: "2026-11-30T00:00:00Z",
    });
    expect(later.body.tribes[0].why.children[1]).toMatchObject({ matched: false, count: 0, events: [] });
  });

  it("says under which clock", async () => {
    await server.api("PUT", "/v2/clock", { mode: "frozen", at: "2030-12-24T18:00:00Z" });
    const answer = await server.api("GET", `${environment}/users/ana/explain`);
    expect(answer.headers.get("understudy-clock")).toBe("frozen; at=2030-12-24T18:00:00.000Z");
    expect(answer.body).toMatchObject({
      at: "2030-12-24T18:00:00.000Z",
      clock: { mode: "frozen", at: "2030-12-24T18:00:00.000Z" },
    });
    expect(answer.body.experiences[0].scenario.name).toBe("Christmas");
    await server.api("PUT", "/v2/clock", { mode: "system" });
  });
});
