import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenePut } from "../../src/core/scene.ts";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";

const example = scenePut.meta()?.example as { people: object; intents: object[] };
const scenes = "/v2/spaces/cinema/scenes";
let server: TestServer;
let api: TestServer["api"];

beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder(), seed: "demo" });
  api = checkedCallers(server).api;
});
afterAll(() => server.remove());

const exported = async (environment: string): Promise<Record<string, unknown>[]> => {
  const { body } = await api("GET", `/v2/spaces/cinema/environments/${environment}/events/export`);
  return String(body)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
};

describe("Scenes", () => {
  it("are made, read, listed, changed and deleted, a file each in the Space's folder", async () => {
    const made = await api("PUT", `${scenes}/friday`, example);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ schemaVersion: 1, key: "friday", name: "Friday premiere", days: 7 });
    const file = join(server.dataDir, "spaces/cinema/scenes/friday.json");
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(made.body);
    expect((await api("GET", `${scenes}/friday`)).body).toEqual(made.body);
    expect((await api("GET", scenes)).body.data).toEqual([made.body]);

    const ifMatch = { "if-match": made.headers.get("etag") ?? "" };
    const changed = await api("PUT", `${scenes}/friday`, { ...made.body, seed: 8 }, ifMatch);
    expect([changed.status, changed.body.seed]).toEqual([200, 8]);
    expect((await api("PUT", `${scenes}/friday`, made.body, ifMatch)).body.code).toBe("stale");
    expect((await api("DELETE", `${scenes}/friday`, undefined, ifMatch)).body.code).toBe("stale");
    expect((await api("DELETE", `${scenes}/friday`)).status).toBe(204);
    expect((await api("GET", `${scenes}/friday`)).status).toBe(404);
    expect((await readdir(join(server.dataDir, ".understudy/trash"))).join()).toContain("cinema-friday");
  });

  it.each([
    ["a member that is not known", { ...example, sed: 1 }, "/sed"],
    [
      "a distribution without a weight",
      { ...example, people: { count: 1, fields: { plan: { weights: {} } } } },
      "/people/fields/plan/weights",
    ],
    [
      "somebody in the script who is not named",
      { ...example, script: [{ title: "x", do: [{ be: "nobody" }] }] },
      "/script/0/do/0",
    ],
    [
      "more events a day than can be laid",
      {
        ...example,
        people: { count: 20_000 },
        intents: [
          { ...example.intents[0], perDay: 48, steps: [{ event: "a/b", times: { from: 50, to: 50 } }] },
        ],
      },
      "/intents",
    ],
    [
      "more people and intents than can be asked each day",
      {
        ...example,
        people: { count: 20_000 },
        intents: Array.from({ length: 50 }, (_, at) => ({ ...example.intents[0], key: `i${at}`, perDay: 0 })),
      },
      "/people/count",
    ],
    [
      "a chance above 1",
      { ...example, intents: [{ ...example.intents[0], steps: [{ event: "a/b", chance: 2 }] }] },
      "/intents/0/steps/0/chance",
    ],
    [
      "an event that only the SDK may send",
      { ...example, intents: [{ ...example.intents[0], steps: [{ event: "system/started" }] }] },
      "/intents/0/steps/0/event",
    ],
    [
      "a script that tracks one",
      {
        ...example,
        script: [{ title: "Boot", do: [{ track: { person: "maya-okafor", event: "system/boot" } }] }],
      },
      "/script/0/do/0/track/event",
    ],
  ])("are refused for %s, with its path", async (_, body, path) => {
    const { status, body: problem } = await api("PUT", `${scenes}/wrong`, body);
    expect(status).toBe(400);
    expect(problem.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it("are laid whatever year they play in", async () => {
    await api("PUT", `${scenes}/ancient`, { ...example, begins: "0001-01-01T20:00:00Z" });
    const laid = await api("POST", `${scenes}/ancient/lay`, { environment: "production", days: 2 });
    expect([laid.status, laid.body.events > 20]).toEqual([200, true]);
    await api("DELETE", `${scenes}/ancient`);
  });

  it("come and change from outside; one that is wrong is named with its line, and the state before it stays", async () => {
    const made = await api("PUT", `${scenes}/outside`, example);
    const file = join(server.dataDir, "spaces/cinema/scenes/outside.json");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("Friday premiere", "Saturday"));
    await expect.poll(async () => (await api("GET", `${scenes}/outside`)).body.name).toBe("Saturday");
    await writeFile(file, text.replace('"seed": 7', '"seed": "seven"'));
    await expect
      .poll(async () => (await api("GET", "/v2/status")).body.warnings.join())
      .toMatch(/outside\.json, line \d+: \/seed/);
    expect((await api("GET", `${scenes}/outside`)).body).toEqual({ ...made.body, name: "Saturday" });
  });

  it("of a file that has an event of the SDK's own are played as they are, and refused to be laid", async () => {
    await api("PUT", `${scenes}/older`, example);
    const file = join(server.dataDir, "spaces/cinema/scenes/older.json");
    await writeFile(file, (await readFile(file, "utf8")).replace('"app/opened"', '"system/started"'));
    const firstEvent = async () => (await api("GET", `${scenes}/older`)).body.intents[0].steps[0].event;
    await expect.poll(firstEvent).toBe("system/started");
    expect(
      (await api("POST", `${scenes}/older/lay`, { environment: "production" })).body.errors,
    ).toMatchObject([{ path: "/intents" }]);
    // Its people came before its events, and stay.
    const [noted] = (await api("GET", "/v2/audit")).body.data;
    expect(noted).toMatchObject({ action: "layScene", status: 400 });
    expect((await api("DELETE", `${scenes}/older`)).status).toBe(204);
  });

  it("have a JSON Schema for editors", async () => {
    const { body } = await api("GET", "/v2/scene.schema.json");
    expect(body).toMatchObject({
      type: "object",
      required: expect.arrayContaining(["name", "seed", "people"]),
    });
  });

  it("are laid with the same events in each place, once, through the checks of an SDK's", async () => {
    await api("PUT", `${scenes}/laid`, example);
    const lay = async (environment: string) =>
      (await api("POST", `${scenes}/laid/lay`, { environment })).body;
    const [first, there] = [await lay("development"), await lay("staging")];
    expect(first).toMatchObject({ people: 42, hash: there.hash });
    expect(Date.parse(first.to) - Date.parse(first.from)).toBe(7 * 86_400_000);
    const relative = async (environment: string, to: string) =>
      (await exported(environment)).map(({ time, receivedAt, ...event }) =>
        JSON.stringify([
          event,
          Date.parse(String(time)) - Date.parse(to),
          Date.parse(String(receivedAt)) - Date.parse(to),
        ]),
      );
    const events = await relative("development", first.to);
    expect(events.length).toBe(first.events);
    expect(await relative("staging", there.to)).toEqual(events);

    expect(await lay("development")).toEqual(first);
    expect((await exported("development")).length).toBe(first.events);
    const maya = (await api("GET", "/v2/spaces/cinema/environments/development/users/maya-okafor")).body;
    expect(maya).toMatchObject({ fields: { plan: "gold", name: "Maya Okafor" }, platform: "web" });
    const mine = (await exported("development")).filter(({ userId }) => userId === "maya-okafor");
    expect(maya.sessions).toBe(new Set(mine.map(({ sessionId }) => sessionId)).size);
    const apart = (at: string, time: unknown) => Math.abs(Date.parse(at) - Date.parse(String(time)));
    expect(apart(maya.lastSeenAt, mine.at(-1)?.time)).toBeLessThan(3_600_000);
    expect(apart(maya.firstSeenAt, mine[0]?.time)).toBeLessThan(3_600_000);
    expect(mine[0]).toMatchObject({ source: "simulator", sdk: { name: "simulator" }, status: "accepted" });
  });

  it("leave what somebody has written about people who are there already", async () => {
    await api("PUT", `${scenes}/written`, example);
    const maya = "/v2/spaces/cinema/environments/production/users/maya-okafor";
    const written = { fields: { plan: "free" }, labels: ["mine"] };
    expect((await api("PUT", maya, written)).body).toMatchObject(written);
    expect((await api("POST", `${scenes}/written/lay`, { environment: "production" })).status).toBe(200);
    expect((await api("GET", maya)).body).toMatchObject(written);
  });

  it("are laid once, however much their people were simulated to do since", async () => {
    const ida = { id: "ida", name: "Ida" };
    const intents = [{ key: "film", name: "A film", perDay: 20, steps: [{ event: "movie/watched" }] }];
    await api("PUT", `${scenes}/one`, {
      ...example,
      people: { count: 1, named: [ida] },
      intents,
      script: [],
    });
    const lay = () => api("POST", `${scenes}/one/lay`, { environment: "production", days: 2 });
    const first = (await lay()).body;
    const events = Array.from({ length: 60 }, (_, at) => ({
      id: `evt_simulated_${at}`,
      name: "app/opened",
      time: new Date().toISOString(),
      userId: "ida",
    }));
    const sent = await server.sdk(
      "POST",
      "/sdk/v1/events",
      { sentAt: new Date().toISOString(), sdk: { name: "simulator", version: "1" }, events },
      { "x-api-key": server.keys.production },
    );
    expect(sent.body.accepted).toBe(60);
    const before = (await exported("production")).length;
    expect((await lay()).body).toEqual(first);
    expect(await exported("production")).toHaveLength(before);
  });
});

const sampleApp = join(import.meta.dirname, "../../examples/web/src/space");

/** What `understudy update` in examples/web would write is there already. */
async function expectSampleApp(own: TestServer): Promise<void> {
  const asked = { platform: "browser", lang: "typescript" };
  const { files } = (await own.api("POST", "/v2/spaces/cinema/codegen", asked)).body;
  for (const { path, text } of files)
    expect(
      await readFile(join(sampleApp, path), "utf8"),
      `${path}: run the command of examples/web/README.md`,
    ).toBe(text);
}

describe("What comes with Understudy", () => {
  it.each([
    ["premiere", "cinema", { "experience-types": 9, tribes: 12, collections: 5, personas: 6 }, 180],
    ["shop", "shop", { "experience-types": 3, tribes: 4, collections: 2, personas: 2 }, 120],
  ] as const)(
    "%s has its people, and every persona gets what it expects",
    async (seed, key, parts, people) => {
      const own = await startServerHere({ seed });
      try {
        const space = `/v2/spaces/${key}`;
        for (const [part, count] of Object.entries(parts))
          expect((await own.api("GET", `${space}/${part}?limit=200`)).body.data).toHaveLength(count);
        const run = (await own.api("POST", `${space}/personas/run?environment=development`)).body;
        expect(run.personas.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([]);
        const { users, visitors, events } = (await own.api("GET", `${space}/environments/development/stats`))
          .body;
        expect(users + visitors).toBe(people);
        expect(events).toBeGreaterThan(people * 20);
        expect((await own.api("GET", `${space}/scenes`)).body.data[0].key).toBe(seed);
        if (seed === "premiere") await expectSampleApp(own);
      } finally {
        await own.remove();
      }
    },
  );
});
