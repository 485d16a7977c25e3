import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import Database from "libsql";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Rule } from "../../../../../src/core/rule.ts";
import { compileTribes } from "../../../../../src/core/targeting/compile-tribes.ts";
import type { Tribe } from "../../../../../src/core/tribe.ts";
import { sampledPlace } from "../../../../../src/server/population/people-walk.ts";
import { ScanThread } from "../../../../../src/server/store/sqlite/scan/scan-thread.ts";
import { SqliteStore } from "../../../../../src/server/store/sqlite/sqlite-store.ts";
import { workerEntry } from "../../../../../src/server/store/sqlite/worker-entry.ts";
import { settled } from "../../../../store/sqlite.ts";
import { ingest } from "../../../../store/stored-people.ts";

// What scans give is held for every store by test/store/people.test.ts.
const spaceId = "spc_1";
const environment = { spaceId, environment: "development" } as const;
const now = Date.parse("2026-11-20T12:00:00Z");

const tribe = (id: string, rules: Rule): Tribe => ({
  id,
  key: id,
  name: id,
  audience: "everyone",
  rules,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
});
const did = (event: string, change: object = {}): Rule =>
  ({ event, did: true, count: { op: "any" }, window: { anyTime: true }, where: [], ...change }) as Rule;
const tribes = [tribe("gold", { field: "plan", op: "equals", value: "gold" })];
const ask = { environment, tribes, tribeId: "gold", now };

let folder: string;
let store: SqliteStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-population-"));
  store = await SqliteStore.open(join(folder, "data.db"));
  const users = Array.from({ length: 500 }, (_, index) => ({
    kind: "known" as const,
    id: `person-${index}`,
    fields: { plan: index % 2 === 0 ? "gold" : "free" },
    labels: [],
  }));
  await store.users.import({ environment, at: now, users });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test("a sample is not deceived by what comes round regularly", () => {
  for (const [every, period] of [
    [6, 3],
    [50, 2],
    [4, 4],
  ] as const) {
    const places = Array.from({ length: 1_000 }, (_, block) => sampledPlace(block, every));
    expect(places.every((place, block) => Math.floor(place / every) === block)).toBe(true);
    const share = places.filter((place) => place % period === 0).length / places.length;
    expect(Math.abs(share - 1 / period)).toBeLessThan(0.05);
  }
});

test("an event is counted once where parts of the index are not equally far", async () => {
  const path = join(folder, "uneven.db");
  const uneven = await SqliteStore.open(path);
  const both = tribe("both", {
    all: [did("movie/watched", { count: { op: "exactly", value: 1 } }), { not: did("order/completed") }],
  });
  const { selectors } = compileTribes([both]);
  await uneven.rules.count({ spaceId, selectors: selectors.slice(0, 1) });
  const one = {
    id: "e",
    name: "movie/watched",
    person: { kind: "known", id: "ana" },
    time: now,
    pairs: [],
  } as const;
  await ingest(uneven, environment, [one], now);
  await settled(path);
  await uneven.close();
  const db = new Database(path);
  db.exec("DELETE FROM terms; UPDATE index_marks SET through = 0 WHERE part = 'name'");
  db.close();
  const scans = new ScanThread(path);
  expect(await scans.reach({ environment, tribes: [both], tribeId: "both", now })).toMatchObject({
    matched: { users: 1 },
  });
  await scans.close();
});

test("more scans than may wait are refused, and one that is closed gives up what is under way", async () => {
  const other = new ScanThread(join(folder, "data.db"));
  const scans = Array.from({ length: 66 }, () =>
    other.reach(ask).then(
      () => "done",
      (error: { code: string; message: string }) => `${error.code}: ${error.message.slice(0, 10)}`,
    ),
  );
  expect(await Promise.race(scans)).toBe("busy: Too many s");
  await other.close();
  const ended = await Promise.all(scans);
  expect(ended.filter((one) => one === "busy: Too many s")).toHaveLength(2);
  expect(ended).toContain("busy: The server");
});

test("the thread ends when it has had nothing to do for a while, and comes back when it is needed", async () => {
  const other = new ScanThread(join(folder, "data.db"));
  const thread = () => (other as unknown as { worker: Worker | null }).worker;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    expect(thread()).toBeNull();
    const first = await other.reach(ask);
    const ended = once(thread() as Worker, "exit");
    vi.advanceTimersByTime(29_000);
    expect(thread()).not.toBeNull();
    vi.advanceTimersByTime(1_500);
    expect(thread()).toBeNull();
    expect(await ended).toEqual([0]);
    expect(await other.reach(ask)).toEqual(first);
  } finally {
    vi.useRealTimers();
  }
  await other.close();
});

test("an answer that can't be read back fails its scan, and the next one has a new thread", async () => {
  const other = new ScanThread(join(folder, "data.db"));
  const first = await other.reach(ask);
  const asked = other.reach(ask);
  const { worker } = other as unknown as { worker: Worker };
  worker.removeAllListeners("message");
  worker.emit("messageerror", new Error("Unable to deserialize cloned data."));
  await expect(asked).rejects.toMatchObject({ code: "storage-failed" });
  expect(await other.reach(ask)).toEqual(first);
  await other.close();
});

test.runIf(process.platform === "linux").each([
  ["is low already, and may not be raised", "os.getPriority = () => 19"],
  ["may not be set at all", ""],
])("people are read where the thread's priority %s", async (_name, system) => {
  const refused = `const os = require("node:os"); ${system}; os.setPriority = () => { throw new Error("EACCES"); };`;
  const preload = join(folder, "priority.cjs");
  await writeFile(preload, refused);
  const thread = new Worker(workerEntry("store-scanner"), {
    workerData: join(folder, "data.db"),
    execArgv: ["--require", preload],
  });
  const answer = once(thread, "message");
  thread.postMessage({ type: "scan", name: "reach", ask, stop: new Int32Array(new SharedArrayBuffer(4)) });
  expect(await answer).toMatchObject([{ type: "answer" }]);
  const ended = once(thread, "exit");
  thread.postMessage({ type: "close" });
  await ended;
});

test("a data.db that can't be read is a problem, not a crash", async () => {
  const broken = new ScanThread(join(folder, "not", "there.db"));
  await expect(broken.reach(ask)).rejects.toMatchObject({ code: "storage-failed" });
  await expect(broken.reach(ask)).rejects.toMatchObject({ code: "storage-failed" });
  await broken.close();
});
