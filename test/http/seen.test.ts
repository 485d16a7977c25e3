import { afterAll, beforeAll, expect, it } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent, startSession } from "../helpers/targeting-setup.ts";

let server: TestServer;
let api: TestServer["api"];
const seen = async (environment: string) =>
  (await api("GET", `/v2/spaces/${server.spaceKey}/environments/${environment}/seen`)).body;

beforeAll(async () => {
  server = await startServerHere();
  api = checkedCallers(server).api;
});
afterAll(() => server.remove());

it("suggests what events and people of the environment have really shown", async () => {
  await startSession(server, { userId: "ana", fields: { plan: "gold", age: 34 } });
  const ana = { userId: "ana" };
  await server.sdk("POST", "/sdk/v1/events", {
    sdk: { name: "browser", version: "1.0.0" },
    events: [
      anEvent("movie/watched", ana, { pairs: { genre: "drama", title: "t1" } }),
      anEvent("movie/watched", ana, { pairs: { genre: "drama" } }),
      anEvent("order/completed", ana),
      anEvent("not a name", ana),
    ],
  });
  expect(await seen("development")).toMatchObject({
    events: [
      {
        name: "movie/watched",
        count: 2,
        pairs: [
          { key: "genre", values: ["drama"] },
          { key: "title", values: ["t1"] },
        ],
      },
      { name: "order/completed", count: 1, pairs: [] },
    ],
    fields: [
      { key: "plan", types: ["string"], values: ["gold"] },
      { key: "age", types: ["number"], values: [34] },
    ],
    labels: [],
    platforms: ["web"],
    locales: ["en-GB"],
    timeZones: ["Europe/London"],
    sdks: [{ name: "browser", versions: ["1.0.0"] }],
  });
});

it("keeps environments apart, and is for whoever may look", async () => {
  expect((await seen("production")).events).toEqual([]);
  const { body } = await api("POST", "/v2/tokens", { name: "viewer", role: "viewer" });
  const path = `/v2/spaces/${server.spaceKey}/environments/development/seen`;
  const answer = await api("GET", path, undefined, { authorization: `Bearer ${body.token}` });
  expect([answer.status, answer.body.events.length]).toEqual([200, 2]);
  expect((await api("GET", path, undefined, { authorization: "Bearer none" })).status).toBe(401);
});
