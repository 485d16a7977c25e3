import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { liveStates } from "../helpers/live-states.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";
import { setUpBanner, startSession } from "../helpers/targeting-setup.ts";

let server: TestServer;
let bannerId: string;
let folder: string;

beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder() });
  await server.api("POST", `/v2/spaces/${server.spaceKey}/tribes`, {
    name: "Gold",
    rules: { field: "plan", op: "equals", value: "gold" },
  });
  ({ bannerId } = await setUpBanner(server, [
    { audience: { anyOf: ["gold"] }, serve: { data: { headline: "Hi, Gold" } } },
  ]));
  folder = join(server.dataDir, "spaces", server.spaceKey);
});
afterAll(() => server.remove());

const published = () => join(folder, "published", "development.json");
const edit = async (path: string, change: (text: string) => string) =>
  writeFile(path, change(await readFile(path, "utf8")));
const until = (holds: () => Promise<boolean>) => expect.poll(holds).toBe(true);
const warnings = async (): Promise<string[]> => (await server.api("GET", "/v2/status")).body.warnings;
const revision = async (): Promise<number> =>
  (await server.api("GET", `/v2/spaces/${server.spaceKey}/environments`)).body.data[0].revision;

describe("edits from outside, as git makes them", () => {
  it("of what is served are served, and told", async () => {
    const { session } = await startSession(server, { userId: "u", fields: { plan: "gold" } });
    const live = await liveStates(server, session.id);
    await live.next();
    const before = await revision();
    await edit(published(), (text) => text.replace("Hi, Gold", "Hello, Gold"));
    expect((await live.next()).changed).toEqual([bannerId]);
    const states = await server.sdk("GET", `/sdk/v1/sessions/${session.id}/states`);
    expect(states.body.states[bannerId].data.headline).toBe("Hello, Gold");
    expect(await revision()).toBeGreaterThan(before);
    live.stop();
  });

  it("are told to sessions where a save of a draft finds them first", async () => {
    const { session } = await startSession(server, { userId: "u", fields: { plan: "gold" } });
    const live = await liveStates(server, session.id);
    await live.next();
    await edit(join(folder, "space.json"), (text) => text.replace('"value": "gold"', '"value": "bronze"'));
    await server.api("POST", `/v2/spaces/${server.spaceKey}/collections`, { name: "Beside it" });
    expect((await live.next()).changed).toEqual([bannerId]);
    live.stop();
    await edit(join(folder, "space.json"), (text) => text.replace('"value": "bronze"', '"value": "gold"'));
    const tribe = async () =>
      (await server.api("GET", `/v2/spaces/${server.spaceKey}/tribes/gold`)).body.rules.value;
    await expect.poll(tribe).toBe("gold");
  });

  it("of Tribes take effect at once", async () => {
    const { session } = await startSession(server, { userId: "u", fields: { plan: "silver" } });
    const live = await liveStates(server, session.id);
    await live.next();
    await edit(join(folder, "space.json"), (text) => text.replace('"value": "gold"', '"value": "silver"'));
    expect((await live.next()).changed).toEqual([bannerId]);
    live.stop();
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ["that are not JSON", (text) => text.slice(0, 50), /development\.json/],
    ["with a version of words", (text) => text.replace('"version": 1', '"version": "one"'), /version/],
    [
      "for another environment",
      (text) => text.replace('"environment": "development"', '"environment": "staging"'),
      /staging/,
    ],
  ])("of what is served %s are refused, and the state before it stays", async (_name, change, reason) => {
    const good = await readFile(published(), "utf8");
    await edit(published(), change);
    await until(async () => (await warnings()).some((warning) => reason.test(warning)));
    const started = await startSession(server, { userId: "u" });
    expect(started.states[bannerId].data.headline).toBe("Hello, Gold");
    await writeFile(published(), good);
    await until(async () => (await warnings()).length === 0);
  });

  it("of a Tribe into a cycle are refused by line", async () => {
    const path = join(folder, "space.json");
    const good = await readFile(path, "utf8");
    const document = JSON.parse(good);
    document.tribes[0].rules = { tribe: document.tribes[0].id };
    await writeFile(path, JSON.stringify(document, null, 2));
    await until(async () =>
      (await warnings()).some((warning) => /cycle/.test(warning) && /line \d+/.test(warning)),
    );
    await writeFile(path, good);
    await until(async () => (await warnings()).length === 0);
  });

  it("that leave a conflict in the Space keep it from being published", async () => {
    const path = join(folder, "space.json");
    const good = await readFile(path, "utf8");
    await writeFile(path, `<<<<<<< ours\n${good}`);
    const publish = () =>
      server.api("POST", `/v2/spaces/${server.spaceKey}/collections/page/publications`, {
        environment: "staging",
      });
    const refused = await publish();
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.detail).toContain("space.json");
    await writeFile(path, good);
    expect((await publish()).status).toBe(201);
  });

  it("that take a publication away withdraw it", async () => {
    await rm(published());
    await until(async () => Object.keys((await startSession(server, { userId: "u" })).states).length === 0);
    const { body } = await server.api("GET", `/v2/spaces/${server.spaceKey}/collections/page`);
    expect(body.status.development.state).toBe("unpublished");
  });
});
