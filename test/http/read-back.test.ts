import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { Bodies } from "../helpers/legal-bodies.ts";
import { Random } from "../helpers/random.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

// Whatever the API takes is taken by the next start, and is the same then: random legal and nearly legal documents, users,
// events and settings, of a stated seed. What is refused is refused with a reason that is the sender's to mend.

const seed = 20_261_122;
const rounds = 220;

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server.remove());

const space = "/v2/spaces/my-first-space";
const users = `${space}/environments/development/users`;

/** One write of some kind; what it answered is right where it is no 5xx. */
async function writeSomething(bodies: Bodies, random: Random, index: number) {
  const { api, sdk, keys } = server;
  const { data: types } = (await api("GET", `${space}/experience-types`)).body;
  const { data: collections } = (await api("GET", `${space}/collections`)).body;
  const idOf = (list: { id: string }[]) => (list.length === 0 ? "none" : random.pick(list).id);
  const typeId = idOf(types);
  const collection = idOf(collections);
  const writes = [
    () => api("POST", `${space}/experience-types`, bodies.type()),
    () => api("PATCH", `${space}/experience-types/${typeId}`, bodies.type()),
    () => api("POST", `${space}/collections`, bodies.collection()),
    () => api("POST", `${space}/collections/${collection}/experiences`, bodies.experience(typeId)),
    () => api("POST", `${space}/collections/${collection}/sections`, bodies.section([typeId])),
    () =>
      api("POST", `${space}/collections/${collection}/publications`, {
        environment: "development",
        note: bodies.text(),
      }),
    () => api("POST", `${space}/tribes`, bodies.tribe()),
    () => api("POST", `${space}/personas`, bodies.persona()),
    () => api("POST", users, { id: `${bodies.text()} ${index}`, ...bodies.user() }),
    () =>
      api("PUT", `${users}/${encodeURIComponent(bodies.text().replace(/\p{Cs}/gu, "_"))}`, {
        fields: bodies.fields(),
      }),
    () => api("PATCH", space, { name: bodies.text() }),
    () => api("PATCH", "/v2/settings", bodies.settings()),
    () => sdk("POST", "/sdk/v1/events", { events: [bodies.event(index)] }, { "x-api-key": keys.development }),
    () =>
      sdk(
        "POST",
        "/sdk/v1/sessions",
        {
          userId: bodies.text(),
          fields: bodies.fields(),
          sdk: { name: "x", version: "1" },
          device: { id: bodies.text(), platform: "web" },
        },
        { "x-api-key": keys.development },
      ),
  ];
  const kind = random.below(writes.length);
  const answer = await writes[kind]?.();
  expect(answer?.status, JSON.stringify(answer?.body)).toBeLessThan(500);
  return { kind, accepted: (answer?.status ?? 500) < 300 };
}

/** All that can be read of it. */
async function everything(): Promise<unknown> {
  const lists = [
    space,
    "/v2/settings",
    `${space}/experience-types?limit=200`,
    `${space}/collections?limit=200`,
    `${space}/tribes?limit=200`,
    `${space}/personas?limit=200`,
    `${users}?limit=200&kind=known`,
    `${space}/environments/development/events?limit=200`,
  ];
  const found: unknown[] = [];
  for (const path of lists) {
    const answer = await server.api("GET", path);
    expect(answer.status, path).toBe(200);
    found.push(answer.body);
  }
  return found;
}

test(`what was accepted is read back by the next start, ${rounds} writes of seed ${seed}`, async () => {
  const random = new Random(seed);
  const bodies = new Bodies(random);
  const accepted = new Map<number, number>();
  for (let round = 1; round <= rounds; round += 1) {
    const written = await writeSomething(bodies, random, round);
    accepted.set(written.kind, (accepted.get(written.kind) ?? 0) + Number(written.accepted));
    if (round % 55 !== 0) continue;
    // When people were seen is counted behind the events.
    await expect.poll(async () => (await server.api("GET", "/v2/status")).body.store.behind?.events).toBe(0);
    const before = await everything();
    await server.stop();
    server = await startServerHere({ dataDir: server.dataDir });
    expect(await everything()).toEqual(before);
  }
  // Each kind of write was accepted some time: a generator whose bodies are all refused shows nothing.
  expect([...accepted].filter(([, times]) => times === 0)).toEqual([]);
});

test("a property called Constructor has a key that the next start takes", async () => {
  const made = await server.api("POST", `${space}/experience-types`, {
    name: "Stage",
    properties: [{ name: "Constructor", type: "string" }],
  });
  expect([made.status, made.body.properties?.[0].key]).toEqual([201, "constructor2"]);
});

describe("a member called __proto__", () => {
  const fields = JSON.parse('{"__proto__":"x","constructor":"y"}');
  const value = JSON.parse('{"list":[{"__proto__":{"polluted":1}}]}');

  it.each<[string, string, string, unknown, string]>([
    ["a user", "PUT", `${users}/pp`, { fields }, "/fields/__proto__"],
    ["a user's change", "PATCH", `${users}/proto`, { fields }, "/fields/__proto__"],
    ["a new user", "POST", users, { id: "pp", fields }, "/fields/__proto__"],
    [
      "a trial",
      "POST",
      `${space}/environments/development/explain`,
      { user: { kind: "known", fields } },
      "/user/fields/__proto__",
    ],
    [
      "a persona",
      "POST",
      `${space}/personas`,
      { name: "P", user: { kind: "known", fields } },
      "/user/fields/__proto__",
    ],
    [
      "a default",
      "POST",
      `${space}/experience-types`,
      { name: "T", properties: [{ name: "J", type: "json", default: value }] },
      "/properties/0/default/list/0/__proto__",
    ],
    [
      "what an Experience shows",
      "POST",
      `${space}/collections/proto/experiences`,
      {
        name: "E",
        typeId: "proto",
        scenarios: [{ name: "All", serve: { enabled: true, data: { j: value } } }],
      },
      "/scenarios/0/serve/data/j/list/0/__proto__",
    ],
  ])("is refused in %s: it would not be kept", async (_of, method, path, body, at) => {
    await server.api("POST", `${space}/collections`, { name: "Proto" });
    await server.api("PUT", `${users}/proto`, {});
    const answer = await server.api(method, path, body);
    expect([answer.status, answer.body.errors]).toMatchObject([
      400,
      [{ path: at, detail: "is not allowed as a name" }],
    ]);
  });

  it("is left out of a session's fields, and the others are kept", async () => {
    const [device, sdk] = [
      { id: "d", platform: "web" },
      { name: "x", version: "1" },
    ];
    const started = await server.sdk("POST", "/sdk/v1/sessions", {
      userId: "of-a-session",
      fields,
      sdk,
      device,
    });
    expect(started.status).toBe(201);
    const { body } = await server.api("GET", `${users}/of-a-session`);
    expect(Object.entries(body.fields)).toEqual([["constructor", "y"]]);
  });

  it("is refused in a row of an import", async () => {
    const { body } = await server.api("POST", `${users}/import`, [{ id: "good" }, { id: "pp", fields }]);
    expect(body).toMatchObject({
      created: 1,
      rejected: [{ index: 1, detail: expect.stringContaining("__proto__") }],
    });
  });
});
