import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent } from "../helpers/targeting-setup.ts";

let server: TestServer;
let api: TestServer["api"];
let space: string;
let goldId: string;

const dramas = (more: number) => ({
  event: "movie/watched",
  count: { op: "moreThan", value: more },
  window: { last: { days: 7 } },
  where: [{ key: "genre", op: "equals", value: "drama" }],
});
const gold = { field: "plan", op: "equals", value: "gold" };
const watched = (userId: string) => anEvent("movie/watched", { userId }, { pairs: { genre: "drama" } });

beforeAll(async () => {
  server = await startServerHere();
  api = checkedCallers(server).api;
  space = `/v2/spaces/${server.spaceKey}`;
  const users = `${space}/environments/development/users`;
  await api("PUT", `${users}/ana`, { fields: { plan: "gold" }, labels: ["vip"] });
  await api("PUT", `${users}/ben`, { fields: { plan: "gold" } });
  await api("PUT", `${users}/eva`, { fields: { plan: "free" }, labels: ["vip"] });
  await server.sdk("POST", "/sdk/v1/events", {
    events: [...Array(3)].map(() => watched("ana")).concat(watched("eva")),
  });
  goldId = (await api("POST", `${space}/tribes`, { name: "Gold", rules: gold })).body.id;
  await api("POST", `${space}/tribes`, { name: "Friends", rules: { tribe: "gold" } });
});
afterAll(() => server.remove());

const attempt = (body: object, environment = "development") =>
  api("POST", `${space}/tribes/trial?environment=${environment}`, body);

describe("A trial of a Tribe", () => {
  it("that is edited says who would come and who would go, and stores nothing", async () => {
    const before = (await api("GET", `${space}/tribes/gold`)).body;
    const revisions = (await api("GET", `${space}/environments`)).body;
    const { status, body } = await attempt({ id: "gold", rules: { label: "vip" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      reach: { users: 3, visitors: 0, matched: { users: 2, visitors: 0 }, sample: ["ana", "eva"] },
      before: { matched: { users: 2, visitors: 0 }, sample: ["ana", "ben"] },
      added: { users: 1, visitors: 0, sample: ["eva"] },
      removed: { users: 1, visitors: 0, sample: ["ben"] },
      person: null,
    });
    expect(body.reach.at).toBe(body.before.at);
    expect((await api("GET", `${space}/tribes/gold`)).body).toEqual(before);
    expect((await api("GET", `${space}/environments`)).body).toEqual(revisions);
    expect((await api("GET", `${space}/tribes`)).body.data).toHaveLength(2);
  });

  it("that is new adds everybody in it, and may refer to others by key", async () => {
    const { body } = await attempt({ rules: { all: [{ tribe: "gold" }, dramas(2)] } });
    expect(body).toMatchObject({
      reach: { matched: { users: 1, visitors: 0 } },
      before: null,
      added: { users: 1, visitors: 0, sample: ["ana"] },
      removed: { users: 0, visitors: 0, sample: [] },
    });
  });

  it("says why somebody would be in it, with the events counted, and whether they were", async () => {
    const { person } = (await attempt({ id: goldId, rules: dramas(0), userId: "eva" })).body;
    expect(person).toMatchObject({
      user: { id: "eva", fields: { plan: "free" } },
      matched: true,
      wasMatched: false,
      why: { matched: true, count: 1, events: [{ name: "movie/watched" }] },
    });
    const fresh = (await attempt({ rules: dramas(2), userId: "eva" })).body.person;
    expect(fresh).toMatchObject({ matched: false, wasMatched: null, why: { count: 1 } });
    expect((await attempt({ rules: dramas(2), userId: "nobody" })).body.person).toBeNull();
  });

  it("counts in the environment that is asked for", async () => {
    const { body } = await attempt({ rules: gold }, "staging");
    expect(body.reach).toMatchObject({ users: 0, matched: { users: 0, visitors: 0 } });
  });

  it.each<[string, object, number, string]>([
    ["a rule that is none", { rules: { colour: "red" } }, 400, "invalid-body"],
    ["a Tribe that is not there", { rules: { tribe: "nobody" } }, 400, "invalid-body"],
    ["an edit of one that is not there", { id: "nobody", rules: gold }, 404, "not-found"],
    ["an edit that leads back to itself", { id: "gold", rules: { tribe: "friends" } }, 409, "cycle"],
    ["an edit that is itself", { id: "gold", rules: { not: { tribe: "gold" } } }, 409, "cycle"],
    ["a member that is not known", { rules: gold, name: "x" }, 400, "invalid-body"],
    ["an id that can't be stored", { rules: gold, userId: "a\u0000b" }, 400, "invalid-body"],
  ])("refuses %s", async (_name, body, status, code) => {
    const answer = await attempt(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("needs its environment", async () => {
    const answer = await api("POST", `${space}/tribes/trial`, { rules: gold });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid-query"]);
  });

  it("that is given up makes way for the next", async () => {
    const url = new URL(`${space}/tribes/trial?environment=development`, server.platformUrl);
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const given = Array.from({ length: 100 }, (_, index) => {
      const abort = new AbortController();
      const asked = fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify({ rules: dramas(1) }),
        signal: abort.signal,
      }).catch(() => null);
      setTimeout(() => abort.abort(), index % 8);
      return asked;
    });
    await Promise.all(given);
    expect((await attempt({ rules: gold })).status).toBe(200);
  });
});
