import fs, { rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";

const place = "/v2/spaces/cinema/environments/development";
const rename = fs.rename;
let server: TestServer;

beforeEach(async () => {
  server = await startServerHere({ dataDir: await newFolder(), seed: "demo" });
});
afterEach(async () => {
  failRenames(() => false);
  await server.remove();
});

function failRenames(fails: (from: string) => boolean): void {
  fs.rename = async (from, to) => {
    if (fails(String(from))) throw new Error("EIO: i/o error, rename");
    await rename(from, to);
  };
  syncBuiltinESMExports();
}
const track = (id: string) =>
  server.sdk("POST", "/sdk/v1/events", {
    events: [{ id, name: "movie/watched", time: new Date().toISOString(), userId: "ana-ribeiro" }],
  });
const nameOfCinema = async () => (await server.api("GET", "/v2/spaces/cinema")).body.name;
const events = async () => (await server.api("GET", `${place}/stats`)).body.events;
const snapshots = async () =>
  (await server.api("GET", "/v2/snapshots")).body.data.map(({ id }: { id: string }) => id);
async function startAgain(): Promise<void> {
  await server.stop();
  server = await startServerHere({ dataDir: server.dataDir });
}

it("A restore that can't be finished is taken back: what is acknowledged afterwards stays", async () => {
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  const { id } = (await server.api("POST", "/v2/spaces", { orgId, name: "Later", key: "later" })).body;
  await track("before");
  const saved = (await server.api("POST", "/v2/snapshots", { name: "before" })).body.id;
  await server.api("DELETE", `/v2/spaces/${id}`);
  // What is in its place lets no folder be made: by then the store and other documents are in place.
  await writeFile(join(server.dataDir, "spaces/later"), "");
  await track("after");

  const refused = await server.api("POST", `/v2/snapshots/${saved}/restore`);
  expect(refused).toMatchObject({ status: 503, body: { code: "storage-failed" } });
  expect(refused.body.detail).toMatch(/EEXIST|ENOTDIR/);
  expect(await events()).toBe(2);
  expect((await server.api("PATCH", "/v2/spaces/cinema", { name: "Edited" })).status).toBe(200);
  expect((await track("acknowledged")).status).toBe(202);
  expect(await snapshots()).toEqual([saved]);

  await startAgain();
  expect([await nameOfCinema(), await events(), await snapshots()]).toEqual(["Edited", 3, [saved]]);
  await rm(join(server.dataDir, "spaces/later"));
  expect((await server.api("POST", `/v2/snapshots/${saved}/restore`)).status).toBe(200);
  expect([await nameOfCinema(), await events()]).toEqual(["Cinema", 1]);
  expect((await server.api("PATCH", "/v2/spaces/later", { name: "There again" })).body.id).toBe(id);
});

it("A restore that can't be taken back either lets nothing be changed, and the next start finishes it", async () => {
  await track("before");
  const saved = (await server.api("POST", "/v2/snapshots", { name: "before" })).body.id;
  await server.api("PATCH", "/v2/spaces/cinema", { name: "Edited" });
  await track("after");
  // The disk fails as soon as the first document is to be put in place.
  let hasFailed = false;
  let waiting: ReturnType<TestServer["api"]> | undefined;
  failRenames((from) => {
    if (hasFailed) waiting ??= server.api("PATCH", "/v2/spaces/cinema", { name: "Lost" });
    hasFailed ||= from.includes(join("restoring", "coming")) && !from.includes(".part-");
    return hasFailed;
  });
  const refused = await server.api("POST", `/v2/snapshots/${saved}/restore`);
  expect(refused).toMatchObject({ status: 503, body: { code: "storage-failed" } });
  expect(refused.body.detail).toMatch("until Understudy is started again, which finishes it");
  expect((await waiting)?.status).toBe(503);
  failRenames(() => false);
  expect((await server.api("PATCH", "/v2/spaces/cinema", { name: "Lost" })).status).toBe(503);
  expect((await server.api("POST", "/v2/orgs", { name: "Lost" })).status).toBe(503);
  expect((await track("lost")).status).toBe(503);

  await startAgain();
  expect([await nameOfCinema(), await events()]).toEqual(["Cinema", 1]);
  expect(await snapshots()).toHaveLength(2);
  const noted = (await server.api("GET", "/v2/audit")).body.data;
  expect(noted).toContainEqual(expect.objectContaining({ action: "restoreSnapshot", status: 503 }));
});
