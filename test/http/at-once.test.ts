import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

// Two changes that arrive together: one of them meets what the other left, whichever comes first.
let server: TestServer;
let space: string;
beforeAll(async () => {
  server = await startServerHere();
  space = `/v2/spaces/${server.spaceKey}`;
  await server.api("POST", `${space}/experience-types`, {
    name: "Hero",
    properties: [{ key: "headline", type: "string", default: "Welcome" }],
  });
});
afterAll(() => server.remove());

const rounds = Array.from({ length: 8 }, (_, round) => round);

const forEveryone = { serve: { data: {} } };

/** A Collection with one Experience that is for a Tribe. */
async function made(round: number) {
  const tribe = await server.api("POST", `${space}/tribes`, {
    name: `Gold ${round}`,
    rules: { field: "plan", op: "equals", value: "gold" },
  });
  const { body } = await server.api("POST", `${space}/collections`, { name: `Home ${round}` });
  const at = `${space}/collections/${body.id}`;
  const forTribe = { name: "Gold", audience: { anyOf: [tribe.body.id] }, serve: { data: {} } };
  const experience = { name: "Banner", typeId: "hero", scenarios: [forTribe, forEveryone] };
  expect((await server.api("POST", `${at}/experiences`, experience)).status).toBe(201);
  const { headers } = await server.api("GET", at);
  return { at, id: body.id as string, tribeId: tribe.body.id as string, tag: headers.get("etag") ?? "" };
}

const served = async (): Promise<string[]> => {
  const text = await readFile(
    join(server.dataDir, "spaces", server.spaceKey, "published/development.json"),
    "utf8",
  ).catch(() => '{"collections":[]}');
  return JSON.parse(text).collections.map((one: { content: { id: string } }) => one.content.id);
};

it("a Collection that somebody changes is not deleted by who has seen it before", async () => {
  for (const round of rounds) {
    const { at, tag } = await made(round);
    const [changed, deleted] = await Promise.all([
      server.api("PATCH", at, { name: `Other ${round}` }),
      server.api("DELETE", at, undefined, { "if-match": tag }),
    ]);
    expect([
      [200, 412],
      [404, 204],
    ]).toContainEqual([changed.status, deleted.status]);
  }
});

it("a Tribe is not deleted while what is for it is published", async () => {
  for (const round of rounds) {
    const { at, tribeId } = await made(100 + round);
    const publish = () => server.api("POST", `${at}/publications`, { environment: "development" });
    expect((await publish()).status).toBe(201);
    const banner = { scenarios: [forEveryone] };
    expect((await server.api("PATCH", `${at}/experiences/banner`, banner)).status).toBe(200);
    expect((await publish()).status).toBe(201);
    // Version 1 is for the Tribe, and nothing else is any more.
    const [back, gone] = await Promise.all([
      server.api("POST", `${at}/publications`, { environment: "development", version: 1 }),
      server.api("DELETE", `${space}/tribes/${tribeId}`),
    ]);
    expect([
      [201, 409],
      [409, 204],
    ]).toContainEqual([back.status, gone.status]);
  }
});

it("a Collection that is deleted while it is published is not served", async () => {
  for (const round of rounds) {
    const { at, id } = await made(200 + round);
    const [published, deleted] = await Promise.all([
      server.api("POST", `${at}/publications`, { environment: "development" }),
      server.api("DELETE", at),
    ]);
    expect([201, 404]).toContain(published.status);
    expect(deleted.status).toBe(204);
    expect(await served()).not.toContain(id);
  }
});
