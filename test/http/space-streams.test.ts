import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder() });
});
afterAll(() => server.remove());

/** A new Space with one open stream of each plane; `ended` resolves once both have ended. */
async function spaceWithStreams(key: string) {
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  await server.api("POST", "/v2/spaces", { orgId, name: key, key });
  const { apiKey } = (await server.api("GET", `/v2/spaces/${key}/environments`)).body.data[0];
  const start = () =>
    server.sdk(
      "POST",
      "/sdk/v1/sessions",
      { userId: "u1", sdk: { name: "test", version: "1" }, device: { id: "d", platform: "web" } },
      { "x-api-key": apiKey },
    );
  const { session } = (await start()).body;
  const streams = await Promise.all([
    fetch(new URL(`/v2/spaces/${key}/environments/development/events/stream`, server.platformUrl), {
      headers: { authorization: `Bearer ${server.token}` },
    }),
    fetch(new URL(`/sdk/v1/sessions/${session.id}/stream?key=${apiKey}`, server.sdkUrl)),
  ]);
  expect(streams.map((stream) => stream.status)).toEqual([200, 200]);
  return { start, ended: Promise.all(streams.map((stream) => stream.text())) };
}

describe("the streams of a Space end, and its keys stop, when it", () => {
  test("is deleted", async () => {
    const { start, ended } = await spaceWithStreams("short-lived");
    expect((await server.api("DELETE", "/v2/spaces/short-lived")).status).toBe(204);
    expect((await ended).length).toBe(2);
    expect((await start()).status).toBe(401);
  });

  test("goes away from outside; its keys come back with it", async () => {
    const { start, ended } = await spaceWithStreams("other-branch");
    const folder = join(server.dataDir, "spaces/other-branch");
    await rename(folder, join(server.dataDir, "aside"));
    expect((await ended).length).toBe(2);
    expect((await start()).status).toBe(503);
    await rename(join(server.dataDir, "aside"), folder);
    await expect.poll(async () => (await start()).status).toBe(201);
  });
});

test("a workspace whose whole folder was away is taken back, with what was changed in it meanwhile", async () => {
  const { start } = await spaceWithStreams("on-a-volume");
  const status = async () => (await server.api("GET", "/v2/status")).body.warnings.join("\n");
  const nameOf = async () => (await server.api("GET", "/v2/spaces/on-a-volume")).body.name;
  await rename(server.dataDir, `${server.dataDir}-aside`);
  await expect.poll(status).toContain(`${server.dataDir} is not there`);
  const document = join(`${server.dataDir}-aside`, "spaces/on-a-volume/space.json");
  const text = await readFile(document, "utf8");
  await writeFile(document, text.replace('"name": "on-a-volume"', '"name": "Another name"'));
  await rename(`${server.dataDir}-aside`, server.dataDir);
  await expect.poll(async () => (await start()).status).toBe(201);
  await expect.poll(nameOf).toBe("Another name");
  await expect.poll(status).toBe("");
  // And is watched again.
  await writeFile(join(server.dataDir, "spaces/on-a-volume/space.json"), text);
  await expect.poll(nameOf).toBe("on-a-volume");
});
