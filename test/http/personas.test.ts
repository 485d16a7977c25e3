import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
let space: string;
let personas: string;

beforeAll(async () => {
  server = await startServerHere({ seed: "demo" });
  api = checkedCallers(server).api;
  space = "/v2/spaces/cinema";
  personas = `${space}/personas`;
});
afterAll(() => server.remove());

const create = (body: object) => api("POST", personas, { name: "Somebody", ...body });
const run = async (body: object | undefined, query = "environment=development") =>
  (await api("POST", `${personas}/run?${query}`, body)).body;
const expecting = (...experiences: object[]) => ({ expected: { experiences } });

describe("Personas", () => {
  it("are made with their defaults, references by id, and read, listed, changed and deleted", async () => {
    const made = await create({
      name: "Ana on a Monday",
      user: { fields: { plan: "gold" } },
      events: [{ name: "movie/watched", ago: { days: 2 } }],
      expected: {
        tribes: [{ tribe: "gold-members", member: true }],
        experiences: [
          { experience: "homepage.banner", scenario: "exp_banner_default" },
          { experience: "homepage.body", children: ["drama-week", "exp_family"] },
        ],
      },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      key: "ana-on-a-monday",
      user: { kind: "known", fields: { plan: "gold" }, labels: [], sessions: 0 },
      events: [{ name: "movie/watched", ago: { days: 2 }, count: 1, metadata: {} }],
      at: null,
      expected: {
        tribes: [{ tribe: "trb_gold", member: true }],
        experiences: [
          { experience: "exp_banner", scenario: "exp_banner_default" },
          { experience: "sec_body", children: ["exp_drama", "exp_family"] },
        ],
      },
    });
    expect((await api("GET", `${personas}/ana-on-a-monday`)).body).toEqual(made.body);
    const keys = (await api("GET", personas)).body.data.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(["drama-fan", "first-visit", "ana-on-a-monday"]);

    const changed = await api("PATCH", `${personas}/${made.body.id}`, {
      key: "ana",
      user: { fields: { plan: null, age: 34 }, locale: "pt" },
      at: "2026-12-24T18:00:00Z",
      expected: { tribes: [] },
    });
    expect(changed.body).toMatchObject({ id: made.body.id, key: "ana", name: "Ana on a Monday" });
    expect(changed.body.user).toEqual({
      kind: "known",
      fields: { age: 34 },
      labels: [],
      locale: "pt",
      sessions: 0,
    });
    expect(changed.body.expected).toEqual({ tribes: [], experiences: made.body.expected.experiences });
    const back = await api("PATCH", `${personas}/ana`, { at: null, user: { locale: null } });
    expect([back.body.at, back.body.user.locale]).toEqual([null, undefined]);
    expect((await api("DELETE", `${personas}/ana`)).status).toBe(204);
    expect((await api("GET", `${personas}/ana`)).status).toBe(404);
  });

  it("take If-Match, and keys once", async () => {
    const made = await create({ name: "Twin" });
    const headers = { "if-match": made.headers.get("etag") ?? "" };
    expect((await api("PATCH", `${personas}/twin`, { name: "Other" }, headers)).status).toBe(200);
    const stale = await api("PATCH", `${personas}/twin`, { name: "Third" }, headers);
    expect([stale.status, stale.body.code]).toEqual([412, "stale"]);
    expect((await api("DELETE", `${personas}/twin`, undefined, headers)).status).toBe(412);
    const taken = await create({ key: "twin" });
    expect([taken.status, taken.body.code]).toEqual([409, "conflict"]);
    expect((await create({ name: "Twin" })).body.key).toBe("twin-2");
    for (const key of ["twin", "twin-2"]) await api("DELETE", `${personas}/${key}`);
  });

  it.each<[string, object, string]>([
    [
      "a Tribe that is not there",
      { expected: { tribes: [{ tribe: "x", member: true }] } },
      "/expected/tribes/0/tribe",
    ],
    [
      "an Experience that is not there",
      expecting({ experience: "homepage.x" }),
      "/expected/experiences/0/experience",
    ],
    [
      "a scenario of another Experience",
      expecting({ experience: "exp_banner", scenario: "exp_drama_default" }),
      "/expected/experiences/0/scenario",
    ],
    [
      "children of what is no Section",
      expecting({ experience: "exp_banner", children: [] }),
      "/expected/experiences/0/children",
    ],
    [
      "a child of another Section",
      expecting({ experience: "sec_body", children: ["exp_drama", "x"] }),
      "/expected/experiences/0/children/1",
    ],
    ["an event that is none", { events: [{ name: "watched", ago: { days: 1 } }] }, "/events/0/name"],
    ["a member that is not known", { plan: "gold" }, "/plan"],
  ])("are refused with %s, at the very place", async (_name, body, path) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid-body"]);
    expect(answer.body.errors[0].path).toBe(path);
  });

  it("pass where all is as expected, and else say what is not, and why", async () => {
    const all = await run(undefined);
    expect(all).toMatchObject({ environment: "development", content: "published", passed: 2, failed: 0 });
    expect(all.personas[0].outcomes).toHaveLength(4);
    expect(all.personas[0].explanation).toMatchObject({
      user: { id: "per_drama_fan" },
      content: "published",
    });

    const wrong = await create({
      name: "Wrong",
      expected: {
        tribes: [{ tribe: "drama-fans", member: true }],
        experiences: [{ experience: "exp_banner", data: { headline: "Another drama, just for you" } }],
      },
    });
    await create({ name: "No expectations" });
    const some = await run({ personas: ["wrong", "no-expectations", "drama-fan"] });
    expect([some.passed, some.failed]).toEqual([2, 1]);
    expect(
      some.personas.map(({ name, passed }: { name: string; passed: boolean }) => [name, passed]),
    ).toEqual([
      ["Wrong", false],
      ["No expectations", true],
      ["Drama fan on gold", true],
    ]);
    expect(some.personas[0].outcomes).toMatchObject([
      { kind: "tribe", name: "Drama fans", expected: true, actual: false, why: { matched: false, count: 0 } },
      {
        kind: "experience",
        name: "homepage.banner",
        path: "/data/headline",
        actual: "Tonight at seven",
        passed: false,
      },
    ]);
    expect(some.personas[1].outcomes).toEqual([]);
    const missing = await api("POST", `${personas}/run?environment=development`, { personas: ["nobody"] });
    expect([missing.status, missing.body.code]).toEqual([404, "not-found"]);
    await api("DELETE", `${personas}/${wrong.body.id}`);
    await api("DELETE", `${personas}/no-expectations`);
  });

  it("are decided at their own time, and what they did moves along with the clock", async () => {
    await create({
      name: "Late",
      at: "2020-01-01T00:00:00Z",
      events: [{ name: "movie/watched", ago: { days: 6 }, count: 3, metadata: drama }],
      expected: { tribes: [{ tribe: "drama-fans", member: true }] },
    });
    const [late] = (await run({ personas: ["late"] })).personas;
    expect(late).toMatchObject({ passed: true, explanation: { at: "2020-01-01T00:00:00.000Z" } });
    await api("PUT", "/v2/clock", { mode: "frozen", at: "2031-05-05T00:00:00Z" });
    const moved = await run({ personas: ["drama-fan"] });
    await api("PUT", "/v2/clock", { mode: "system" });
    expect(moved).toMatchObject({ at: "2031-05-05T00:00:00.000Z", passed: 1 });
    await api("DELETE", `${personas}/late`);
  });

  it("see drafts or what is published, and tell what is gone from what is not served", async () => {
    const made = await api("POST", `${space}/collections/homepage/experiences`, {
      name: "New",
      typeId: "hero",
      scenarios: [
        { name: "Gold", audience: { anyOf: ["gold-members"] }, serve: { data: { headline: "Gold" } } },
        { serve: {} },
      ],
    });
    const [gold] = made.body.scenarios;
    await create({
      name: "Gold",
      user: { fields: { plan: "gold" } },
      ...expecting({ experience: "homepage.new", scenario: gold.id }),
    });
    const outcome = async (content: string) => {
      const { personas: found } = await run({ personas: ["gold"] }, `environment=staging&content=${content}`);
      return found[0].outcomes[0];
    };
    expect(await outcome("draft")).toMatchObject({
      passed: true,
      path: "/scenario",
      actual: { id: gold.id, name: "Gold" },
    });
    expect(await outcome("published")).toMatchObject({ passed: false, actual: "is not served here" });
    await api("PATCH", `${space}/collections/homepage/experiences/new`, { scenarios: [{ serve: {} }] });
    expect(await outcome("draft")).toMatchObject({ passed: false, actual: "is gone" });
    await api("DELETE", `${space}/collections/homepage/experiences/new`);
    expect(await outcome("draft")).toMatchObject({ passed: false, name: made.body.id, actual: "is gone" });
    // What is gone does not stand in the way of other changes.
    const renamed = await api("PATCH", `${personas}/gold`, { name: "Golden" });
    expect([renamed.status, renamed.body.expected.experiences[0].experience]).toEqual([200, made.body.id]);
    await api("DELETE", `${personas}/gold`);
  });

  it("keep a Tribe that they expect from being deleted", async () => {
    await api("POST", `${space}/tribes`, { name: "Short-lived" });
    await create({ name: "Fan", expected: { tribes: [{ tribe: "short-lived", member: true }] } });
    const refused = await api("DELETE", `${space}/tribes/short-lived`);
    expect([refused.status, refused.body.code]).toEqual([409, "in-use"]);
    expect(refused.body.detail).toContain('the persona "Fan"');
    await api("DELETE", `${personas}/fan`);
    expect((await api("DELETE", `${space}/tribes/short-lived`)).status).toBe(204);
  });

  it("count in no revision, and stay over a restart", async () => {
    const revisions = async () =>
      (await api("GET", `${space}/environments`)).body.data.map((one: { revision: number }) => one.revision);
    const before = await revisions();
    const made = await create({ name: "Kept" });
    expect(await revisions()).toEqual(before);
    await server.stop();
    server = await startServerHere({ dataDir: server.dataDir });
    api = checkedCallers(server).api;
    expect((await api("GET", `${personas}/kept`)).body).toEqual(made.body);
  });

  it("are 200 at most", async () => {
    const there = (await api("GET", `${personas}?limit=200`)).body.data.length;
    for (let n = there; n < 200; n += 1) expect((await create({ name: `P ${n}` })).status).toBe(201);
    const more = await create({});
    expect([more.status, more.body.code]).toEqual([409, "conflict"]);
    expect((await run(undefined)).personas).toHaveLength(200);
  });
});

const drama = { pair1: { key: "genre", value: "drama" } };
