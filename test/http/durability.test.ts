import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../helpers/random.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

/** A hundred by hand: `KILLS=100 npx vitest run --project http durability`. */
const kills = Number(process.env.KILLS ?? 8);
const writes = kills * 8;
const environment = "/v2/spaces/my-first-space/environments/development";
const random = new Random(20261120);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "understudy-kill-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Posts until the server is gone; ids whose request was answered with success are acknowledged. */
async function loadUntilGone(server: TestServer, acknowledged: Set<string>): Promise<void> {
  const own = async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const time = new Date().toISOString();
    const events = ids.map((id) => ({ id, name: "movie/watched", time, userId: "u1" }));
    const answer = await server.sdk("POST", "/sdk/v1/events", { sentAt: time, events });
    if (answer.status === 202) for (const id of ids) acknowledged.add(id);
  };
  const segment = async () => {
    const messageId = randomUUID();
    const body = {
      writeKey: server.keys.development,
      type: "track",
      event: "Order Completed",
      userId: "u2",
      messageId,
    };
    const answer = await server.sdk("POST", "/v1/track", body);
    if (answer.status === 200) acknowledged.add(messageId);
  };
  const worker = async (post: () => Promise<void>) => {
    for (;;) await post();
  };
  await Promise.all([own, own, own, segment, segment].map((post) => worker(post).catch(() => undefined)));
}

describe("kill -9", () => {
  test(`loses no acknowledged event and stores none twice, ${kills} times under load of both routes`, async () => {
    const acknowledged = new Set<string>();
    let server = await startTestServer({ dataDir });
    for (let round = 0; round < kills; round += 1) {
      const load = loadUntilGone(server, acknowledged);
      const before = acknowledged.size;
      await pause(60 + random.next() * 250);
      // On a busy machine not even one may be answered by then: nothing would have been tried.
      await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(before);
      await server.stop("SIGKILL");
      await load;
      server = await startTestServer({ dataDir });
    }
    const exported = await server.api("GET", `${environment}/events/export`);
    await server.stop();
    const lines = String(exported.body).trim().split("\n");
    const stored = lines.map((line) => JSON.parse(line) as { id: string; sequence: number });
    const ids = new Set(stored.map((event) => event.id));
    expect(acknowledged.size).toBeGreaterThan(kills * 5);
    expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
    expect(stored.length).toBe(ids.size);
    expect(new Set(stored.map((event) => event.sequence)).size).toBe(stored.length);
  });

  test(`loses no acknowledged change of the catalog and damages no document, over ${writes} writes`, async () => {
    const acknowledged = new Set<string>();
    let attempts = 0;
    let server = await startTestServer({ dataDir });
    while (attempts < writes) {
      const until = Math.min(writes, attempts + 5 + Math.floor(random.next() * 20));
      const written = (async () => {
        while (attempts < until) {
          attempts += 1;
          const key = `write-${attempts}`;
          const answer = await server.api("POST", "/v2/spaces/my-first-space/collections", {
            name: key,
            key,
          });
          if (answer.status === 201) acknowledged.add(key);
        }
      })().catch(() => undefined);
      // Killed by how far it is, not by the time: on a busy machine one write may take as long as ten do elsewhere.
      const enough = acknowledged.size + random.below(until - attempts) + 1;
      await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThanOrEqual(enough);
      await pause(random.next() * 5);
      await server.stop("SIGKILL");
      await written;
      server = await startTestServer({ dataDir });
    }
    const keys = await allCollectionKeys(server);
    await server.stop();
    expect(acknowledged.size).toBeGreaterThan(10);
    expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([]);
    const text = await readFile(join(dataDir, "spaces/my-first-space/space.json"), "utf8");
    expect(() => JSON.parse(text)).not.toThrow();
  });
});

async function allCollectionKeys(server: TestServer): Promise<Set<string>> {
  const keys = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await server.api(
      "GET",
      `/v2/spaces/my-first-space/collections?limit=200${cursor === null ? "" : `&cursor=${cursor}`}`,
    );
    for (const collection of page.body.data) keys.add(collection.key);
    cursor = page.body.next;
  } while (cursor !== null);
  return keys;
}

/** All events that are there, the oldest first. */
async function storedIds(server: TestServer): Promise<string[]> {
  const { body } = await server.api("GET", `${environment}/events/export`);
  const lines = String(body).trim().split("\n");
  return lines.map((line) => JSON.parse(line).id as string);
}

test("where no file may become longer, what is refused is 503, and what was acknowledged is there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-long-"));
  let server = await startTestServer({ dataDir: folder, fileBlocks: 4096 });
  const acknowledged: string[] = [];
  let refused = 0;
  for (let batch = 0; batch < 1_000 && refused < 2; batch += 1) {
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const metadata = { title: "x".repeat(200) };
    const events = ids.map((id) => ({ id, name: "movie/watched", userId: "u1", metadata }));
    const { status } = await server.sdk("POST", "/sdk/v1/events", {
      events: events.map((one) => ({ ...one, padding: "x".repeat(25_000) })),
    });
    if (status === 202) acknowledged.push(...ids);
    else refused += 1;
    if (status !== 202) expect(status).toBe(503);
  }
  expect([acknowledged.length > 0, refused]).toEqual([true, 2]);
  expect((await server.api("GET", "/healthz")).status).toBe(200);
  await server.stop();
  server = await startTestServer({ dataDir: folder });
  const stored = await storedIds(server);
  expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
  await server.remove();
});

test("a snapshot that there is no room for is refused and leaves nothing, and events that come meanwhile are there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-no-room-"));
  let server = await startTestServer({ dataDir: folder, fileBlocks: 4096 });
  const acknowledged: string[] = [];
  const track = async () => {
    const id = randomUUID();
    const events = [{ id, name: "movie/watched", userId: "u1" }];
    expect((await server.sdk("POST", "/sdk/v1/events", { events })).status).toBe(202);
    acknowledged.push(id);
  };
  const part = (bytes: number) => ({
    bytes,
    sha256: createHash("sha256").update(" ".repeat(bytes)).digest("hex"),
  });
  const head = {
    understudySnapshot: 1,
    name: "Large",
    createdAt: new Date().toISOString(),
    kept: false,
    clock: { mode: "system" },
    counts: { spaces: 1, users: 0, events: 0 },
    apiKeys: {},
    files: { "documents.json": part(1_000_000), "data.db": part(3_000_000) },
  };
  const packed = createGzip();
  const imported = fetch(`${server.platformUrl}/v2/snapshots/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/octet-stream" },
    body: Readable.toWeb(packed) as ReadableStream,
    duplex: "half",
  } as RequestInit);
  packed.write(`${JSON.stringify(head)}\n${" ".repeat(500_000)}`);
  packed.flush();
  for (let count = 0; count < 5; count += 1) await track();
  packed.end(" ".repeat(3_500_000));
  await track();
  const answer = await imported;
  expect([answer.status, (await answer.json()).code]).toEqual([503, "storage-failed"]);
  await track();
  expect(await readdir(join(folder, ".understudy/snapshots"))).toEqual([]);
  await server.stop("SIGKILL");
  server = await startTestServer({ dataDir: folder });
  const stored = await storedIds(server);
  expect(stored).toEqual(acknowledged);
  await server.remove();
});
