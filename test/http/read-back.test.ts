import { afterAll, beforeAll, expect, test } from "vitest";
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
  expect([made.status, made.body.properties?.[0].key]).toEqual([201, "constructor-2"]);
});
