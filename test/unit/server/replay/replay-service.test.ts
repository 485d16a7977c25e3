import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import type { EnvironmentRef } from "../../../../src/core/refs.ts";
import { replayOptions } from "../../../../src/core/replay.ts";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import type { Recorded } from "../../../../src/server/replay/replay-recording.ts";
import { ReplayService } from "../../../../src/server/replay/replay-service.ts";
import type { IngestItem, NewEvent } from "../../../../src/server/store/events.ts";
import { eventually } from "../../../helpers/eventually.ts";
import { asRecorded, began, recorded } from "./recorded.ts";

const staging: EnvironmentRef = { spaceId: "spc_1", environment: "staging" };
const production: EnvironmentRef = { spaceId: "spc_1", environment: "production" };
const hour = 3_600_000;
const max = { speed: "max" } as const;
const busy = () => new Problem("busy", "Come again.");

let privateDir: string;
let spaces: Set<string>;
let replays: ReplayService;
let taken: NewEvent[];
let batches: { readonly count: number; readonly at: number }[];
/** What the store says instead of taking anything. */
let refusal: (() => Error) | null;
const clock = new PlatformClock();

const ingest = {
  isPaused: false,
  async submit(_environment: EnvironmentRef, items: readonly IngestItem[]) {
    if (refusal !== null) throw refusal();
    batches.push({ count: items.length, at: performance.now() });
    for (const item of items) if (item.kind === "event") taken.push(item.event);
  },
};

beforeEach(async () => {
  privateDir = await mkdtemp(join(tmpdir(), "understudy-replay-"));
  spaces = new Set(["spc_1"]);
  taken = [];
  batches = [];
  refusal = null;
  ingest.isPaused = false;
  clock.set({ mode: "system" });
  replays = new ReplayService({
    workspace: { privateDir, findSpace: (id) => (spaces.has(id) ? ({} as never) : undefined) },
    clock,
    ingest,
  });
});
afterEach(async () => {
  await replays.close();
  await rm(privateDir, { recursive: true, force: true });
});

const start = (events: readonly (Recorded | null)[], options: object = {}, environment = staging) =>
  replays.start(environment, { from: "file", events: asRecorded(events) }, replayOptions.parse(options));
const ended = (environment = staging) =>
  eventually(() => {
    const found = replays.find(environment);
    if (found === null || found.state === "running") throw new Error("it runs");
    return found;
  });
const files = () => readdir(join(privateDir, "replays")).catch(() => []);
const times = () => taken.map(({ time }) => time - (taken[0]?.time ?? 0));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("a replay", () => {
  test("plays every event once and in order, in batches, and cleans up", async () => {
    const began = await start([null, ...upTo(1234).map((ms) => recorded(ms)), null], max);
    expect(began).toMatchObject({ state: "running", total: 1234, played: 0, skipped: 2, speed: "max" });
    expect(await ended()).toMatchObject({
      id: began.id,
      state: "done",
      total: 1234,
      played: 1234,
      skipped: 2,
    });
    expect(times()).toEqual(upTo(1234));
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1234);
    expect(batches.map(({ count }) => count)).toEqual([500, 500, 234]);
    await expect.poll(files).toEqual([]);
  });

  test("plays nothing before it is due, and all that is due", async () => {
    const before = performance.now();
    await start([recorded(0), recorded(0), recorded(60), recorded(hour)]);
    await eventually(() => expect(taken).toHaveLength(3));
    // All three are due at once where the first turn comes late.
    expect([[2, 1], [3]]).toContainEqual(batches.map(({ count }) => count));
    expect((batches.at(-1)?.at ?? 0) - before).toBeGreaterThanOrEqual(60);
    expect(replays.find(staging)).toMatchObject({ state: "running", played: 3 });
  });

  test("keeps the order of arrival where the recording's clock was set back", async () => {
    await start([recorded(0), recorded(40), recorded(-hour), recorded(20), recorded(50)]);
    expect(await ended()).toMatchObject({ state: "done", played: 5 });
    expect(times()).toEqual([0, 40, -hour, 20, 50]);
  });

  test("says when the last one is due, by this machine's clock", async () => {
    clock.set({ mode: "frozen", at: "2020-01-01T00:00:00.000Z" });
    const from = Date.now();
    const { startedAt, endsAt } = await start([recorded(0), recorded(hour)], { speed: 10 });
    expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(hour / 10);
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(from);
  });

  test.each([
    [
      "frozen",
      { mode: "frozen", at: "2020-01-01T00:00:00.000Z" } as const,
      Date.parse("2020-01-01T00:00:00.000Z"),
    ],
    ["the real one", { mode: "system" } as const, null],
  ])("moves times to the platform's clock: %s", async (_name, setting, want) => {
    clock.set(setting);
    const from = Date.now();
    await start([recorded(-hour), recorded(0)], max);
    await ended();
    const last = taken[1]?.time ?? 0;
    if (want === null) expect(last).toBeGreaterThanOrEqual(from);
    expect(last).toBeLessThanOrEqual(want ?? Date.now());
    expect(times()).toEqual([0, hour]);
  });

  test("keeps times and writes a prefix where it is told to", async () => {
    await start([recorded(7)], { ...max, times: "kept", prefix: "x-" });
    expect(await ended()).toMatchObject({ times: "kept", prefix: "x-" });
    expect(taken).toMatchObject([{ time: began + 7, person: { id: "x-ana" } }]);
  });
});

describe("where events are not taken", () => {
  const full = () => new Problem("storage-failed", "The disk is full");
  const replica = () => new Problem("read-only", "The database takes no changes.");

  test.each([
    [true, "busy", busy, "Ingestion is paused."],
    [false, "busy", busy, "Too much is waiting to be stored"],
    [false, "storage-failed", full, "The disk is full. The replay goes on"],
    [false, "read-only", replica, "The database takes no changes. The replay goes on"],
  ])("it waits and says so, then goes on: paused %s, %s", async (isPaused, _code, why, detail) => {
    refusal = why;
    ingest.isPaused = isPaused;
    await start(
      upTo(700).map((ms) => recorded(ms)),
      max,
    );
    await eventually(() =>
      expect(replays.find(staging)).toMatchObject({
        state: "running",
        played: 0,
        detail: expect.stringContaining(detail),
      }),
    );
    refusal = null;
    const done = await ended();
    expect(done).toMatchObject({ state: "done", played: 700 });
    expect(done.detail).toBeUndefined();
    expect(times()).toEqual(upTo(700));
  });

  test("it can be stopped meanwhile", async () => {
    refusal = busy;
    await start([recorded(0)], max);
    expect(await replays.stop(staging)).toMatchObject({ state: "stopped", played: 0 });
    expect(await files()).toEqual([]);
  });

  test("for good it fails, and says why", async () => {
    refusal = () => new Problem("internal-error", "Nobody knows why.");
    await start([recorded(0)], max);
    expect(await ended()).toMatchObject({
      state: "failed",
      played: 0,
      detail: "It could not go on: Nobody knows why.",
    });
    await expect.poll(files).toEqual([]);
  });
});

describe("one at a time", () => {
  const long = [recorded(0), recorded(hour)];

  test("a second one is refused while one runs, in that environment alone", async () => {
    const first = await start(long);
    await expect(start(long)).rejects.toMatchObject({ code: "conflict" });
    await start(long, {}, production);
    expect(await replays.stop(staging)).toMatchObject({ id: first.id, state: "stopped", total: 2 });
    expect(replays.isRunning).toBe(true);
    await start(long);
    expect(await files()).toHaveLength(2);
  });

  test("of two that are prepared at once one is played", async () => {
    const both = await Promise.allSettled([start(long), start(long)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await files()).toHaveLength(1);
  });

  test("a Space that goes takes its replays along", async () => {
    await start(long);
    replays.dropSpace("spc_2");
    expect(replays.isRunning).toBe(true);
    spaces.clear();
    replays.dropSpace("spc_1");
    expect([replays.isRunning, replays.find(staging)]).toEqual([false, null]);
    await expect(start(long)).rejects.toMatchObject({ code: "not-found" });
    await eventually(async () => expect(await files()).toEqual([]));
  });

  test("none begins once the server stops", async () => {
    await start(long);
    await replays.close();
    expect([replays.isRunning, replays.find(staging)?.state, await files()]).toEqual([false, "stopped", []]);
    await expect(start(long)).rejects.toMatchObject({ code: "busy" });
  });
});

test("what a crashed copy left is removed", async () => {
  await start([recorded(0)], max);
  await ended();
  await writeFile(join(privateDir, "replays", "rpl_old.ndjson"), "{}");
  await replays.clear();
  expect(await readdir(privateDir)).toEqual([]);
});

describe("it is refused, and leaves nothing,", () => {
  const long = { kind: "known", id: "a".repeat(190) } as const;
  const old = recorded(0, { receivedAt: Date.parse("0001-01-01T00:00:00Z") });
  const young = recorded(0, { receivedAt: Date.parse("9000-01-01T00:00:00Z") });
  const ahead = recorded(0, {
    receivedAt: Date.parse("1990-01-01T00:00:00Z"),
    time: Date.parse("9990-01-01T00:00:00Z"),
  });

  test.each([
    ["where there is nothing", [], {}, "invalid-body", "the file holds no event. Send"],
    [
      "where all was refused",
      [null, null],
      {},
      "invalid-body",
      "no event that was accepted (2 were refused)",
    ],
    [
      "where a prefix is too long",
      [recorded(0, { person: long })],
      { prefix: "elevenchars" },
      "invalid-query",
      "at most 10",
    ],
    ["where it would take for ever", [old, young], { times: "kept" }, "invalid-body", "0 to 9999"],
    ["where a time can't be moved so far", [ahead], max, "invalid-body", "0 to 9999"],
  ])("%s", async (_name, events, options, code, detail) => {
    await expect(start(events, options)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(detail),
    });
    expect([replays.find(staging), await files()]).toEqual([null, []]);
  });
});
