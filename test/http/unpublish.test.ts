import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { liveStates } from "../helpers/live-states.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { setUpBanner, startSession } from "../helpers/targeting-setup.ts";

let server: TestServer;
let api: TestServer["api"];
let space: string;
let bannerId: string;
let publications: string;

beforeAll(async () => {
  server = await startTestServer();
  api = checkedCallers(server).api;
  ({ space, bannerId } = await setUpBanner(server, []));
  publications = `${space}/collections/page/publications`;
});
afterAll(() => server.remove());

const revision = async (name: string): Promise<number> =>
  (await api("GET", `${space}/environments`)).body.data.find((one: { key: string }) => one.key === name)
    .revision;
const rename = (headline: string) =>
  api("PATCH", `${space}/collections/page/experiences/banner`, {
    scenarios: [{ serve: { data: { headline } } }],
  });

describe("A version of a Collection", () => {
  it("is shown with all that was in it, also once another one is served", async () => {
    const first = await api("GET", `${publications}/development/1`);
    expect(first.body).toMatchObject({
      publication: { version: 1, environment: "development" },
      content: { key: "page", experiences: [{ id: bannerId }], types: [{ key: "hero" }] },
    });
    await rename("Second");
    await api("POST", publications, { environment: "development", note: "two" });
    expect((await api("GET", `${publications}/development/1`)).body).toEqual(first.body);
    const { publication, content } = (await api("GET", `${publications}/development/2`)).body;
    expect(publication).toEqual((await api("GET", publications)).body.data[0]);
    expect(content.experiences[0].scenarios[0].serve.data).toEqual({ headline: "Second" });
  });

  it.each(["development/3", "staging/1", "moon/1", "development/0", "development/x", "development/1e3"])(
    "%s is not there",
    async (path) => {
      const answer = await api("GET", `${publications}/${path}`);
      expect([answer.status, answer.body.code]).toEqual([404, "not-found"]);
    },
  );
});

describe("A Collection that is withdrawn", () => {
  it("is served there no more, and sessions are told at once", async () => {
    await api("POST", publications, { environment: "staging", from: "development" });
    const session = await startSession(server, { userId: "ana" });
    expect(Object.keys(session.states)).toEqual([bannerId]);
    const live = await liveStates(server, session.session.id);
    await live.next();
    const [before, staging] = [await revision("development"), await revision("staging")];
    const done = await api("DELETE", `${publications}/development`);
    expect([done.status, done.body]).toEqual([204, ""]);
    expect(await live.next()).toEqual({ revision: before + 1, changed: [bannerId] });
    live.stop();
    const states = await server.sdk("GET", `/sdk/v1/sessions/${session.session.id}/states`);
    expect(states.body).toMatchObject({ revision: before + 1, states: {} });
    expect([await revision("development"), await revision("staging")]).toEqual([before + 1, staging]);
    const { status } = (await api("GET", `${space}/collections/page`)).body;
    expect([status.development.state, status.staging.state]).toEqual(["unpublished", "published"]);
  });

  it("stays served where another version is served than the one that the caller has seen", async () => {
    const seen = async (version: number) =>
      (await api("GET", `${publications}/staging/${version}`)).headers.get("etag") ?? "none";
    const withdraw = (ifMatch: string) =>
      api("DELETE", `${publications}/staging`, undefined, { "if-match": ifMatch });
    const first = await seen(1);
    await api("POST", publications, { environment: "staging" });
    const refused = await withdraw(first);
    expect([refused.status, refused.body.code]).toEqual([412, "stale"]);
    expect((await withdraw(await seen(2))).status).toBe(204);
    expect((await withdraw("*")).body.code).toBe("stale");
  });

  it("keeps its history, can be brought back, and goes on counting", async () => {
    const versions = async () =>
      (await api("GET", `${publications}?environment=development`)).body.data.map(
        (one: { version: number }) => one.version,
      );
    expect(await versions()).toEqual([2, 1]);
    const again = await api("DELETE", `${publications}/development`);
    expect([again.status, again.body.code]).toEqual([404, "not-found"]);
    await server.stop("SIGKILL");
    server = await startTestServer({ dataDir: server.dataDir });
    api = checkedCallers(server).api;
    const { status } = (await api("GET", `${space}/collections/page`)).body;
    expect(status.development).toEqual({ state: "unpublished", version: null, publishedAt: null });
    const back = await api("POST", publications, { environment: "development", version: 1 });
    expect(back.body).toMatchObject({ version: 3, note: "Rolled back to version 1" });
    expect(await versions()).toEqual([3, 2, 1]);
  });

  it.each([
    ["in an environment that is not there", "moon", "editor", 404, "not-found"],
    ["by a viewer", "development", "viewer", 403, "forbidden"],
  ])("is not so %s", async (_name, environment, role, status, code) => {
    const { body } = await api("POST", "/v2/tokens", { name: role, role });
    const headers = { authorization: `Bearer ${body.token}` };
    const answer = await api("DELETE", `${publications}/${environment}`, undefined, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await api("GET", `${publications}/development/3`, undefined, headers)).status).toBe(200);
  });
});
