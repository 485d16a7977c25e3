import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent } from "../helpers/targeting-setup.ts";

let server: TestServer;
let api: TestServer["api"];
const homepage = "/v2/spaces/cinema/collections/homepage";
const matches = (query: string) => api("GET", `${homepage}/matches?${query}`);

beforeAll(async () => {
  server = await startServerHere({ seed: "demo" });
  api = checkedCallers(server).api;
});
afterAll(() => server.remove());

describe("Who gets which scenario", () => {
  it("is counted for what is published, and follows events at once", async () => {
    const { status, body } = await matches("environment=development");
    expect(status).toBe(200);
    expect(body).toMatchObject({ checked: 8, of: 8, sampled: false });
    const [scenario] = (await api("GET", `${homepage}/experiences/banner`)).body.scenarios;
    expect(body.experiences).toEqual({
      exp_banner: { [scenario.id]: none, exp_banner_default: { users: 8, visitors: 0 } },
      exp_drama: { exp_drama_default: { users: 8, visitors: 0 } },
      exp_family: { exp_family_default: { users: 8, visitors: 0 } },
      sec_body: { sec_body_default: { users: 8, visitors: 0 } },
    });
    const { data } = (await api("GET", "/v2/spaces/cinema/environments")).body;
    const watched = () => anEvent("movie/watched", { userId: "ana-ribeiro" }, { pairs: { genre: "drama" } });
    const events = [watched(), watched(), watched()];
    await server.sdk("POST", "/sdk/v1/events", { events }, { "x-api-key": data[0].apiKey });
    const after = (await matches("environment=development")).body;
    expect(after.experiences.exp_banner).toEqual({
      [scenario.id]: { users: 1, visitors: 0 },
      exp_banner_default: { users: 7, visitors: 0 },
    });
    expect((await matches("environment=staging")).body.experiences.exp_banner[scenario.id]).toEqual(none);
  });

  it("is counted for drafts too", async () => {
    await api("PATCH", `${homepage}/experiences/banner`, {
      scenarios: [
        { name: "Gold", audience: { anyOf: ["gold-members"] }, serve: {} },
        { id: "exp_banner_default", serve: {} },
      ],
    });
    const draft = (await matches("environment=development&content=draft")).body.experiences.exp_banner;
    expect(Object.values(draft)).toEqual([
      { users: 3, visitors: 0 },
      { users: 5, visitors: 0 },
    ]);
  });

  it("is nobody's where nothing is published", async () => {
    await api("POST", "/v2/spaces/cinema/collections", { name: "New" });
    const answer = await api("GET", "/v2/spaces/cinema/collections/new/matches?environment=development");
    expect(answer.body).toMatchObject({ checked: 0, of: 8, experiences: {} });
  });

  it.each([
    ["no environment", "/homepage/matches", 400, "invalid-query"],
    ["another environment", "/homepage/matches?environment=moon", 400, "invalid-query"],
    ["another content", "/homepage/matches?environment=staging&content=old", 400, "invalid-query"],
    ["a Collection that is not there", "/nothing/matches?environment=staging", 404, "not-found"],
  ])("is refused with %s", async (_name, path, status, code) => {
    const answer = await api("GET", `/v2/spaces/cinema/collections${path}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

const none = { users: 0, visitors: 0 };
