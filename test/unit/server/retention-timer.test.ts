import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropLeftovers, keepRetention } from "../../../src/server/retention-timer.ts";
import type { Services } from "../../../src/server/services.ts";
import { SqliteStore } from "../../../src/server/store/sqlite/sqlite-store.ts";
import type { Workspace } from "../../../src/server/workspace/workspace.ts";

let folder: string;
let store: SqliteStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-leftovers-"));
  store = await SqliteStore.open(join(folder, "data.db"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test("it is looked again soon where another server did it last, and in an hour where all is done", async () => {
  vi.useFakeTimers();
  const answers = [{ elsewhere: true }, { elsewhere: true }, { more: true }];
  const prune = vi.fn(async () => ({ removed: 0, more: false, ...answers.shift() }));
  const services = {
    store: { prune },
    settings: { get: () => ({ retentionDays: 30 }) },
    clock: { isSystem: true, now: () => Date.now() },
    replays: { isRunning: false },
    workspace: { secrets: { data: {} } },
  };
  const stop = keepRetention(services as unknown as Services);
  await vi.advanceTimersByTimeAsync(60_000);
  // The other one is gone meanwhile.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(prune).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(3_000_000);
  expect(prune).toHaveBeenCalledTimes(4);
  stop();
  vi.useRealTimers();
});

test("what fails by a fault of ours is said in the log, and is tried again in an hour", async () => {
  vi.useFakeTimers();
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const prune = vi.fn(async () => ({ removed: 0, more: false }));
  prune.mockRejectedValueOnce(new TypeError("no prune"));
  const dropSpace = vi.fn().mockRejectedValueOnce(new TypeError("no drop")).mockResolvedValue(undefined);
  const services = {
    store: { prune, dropSpace },
    settings: { get: () => ({ retentionDays: 30 }) },
    clock: { isSystem: true, now: () => Date.now() },
    replays: { isRunning: false },
    workspace: {
      findSpace: () => undefined,
      dropsAlone: (work: () => Promise<void>) => work(),
      hold: (work: () => Promise<void>) => work(),
      secrets: { data: { apiKeys: {}, deletedSpaces: ["spc_1"] }, update: async () => undefined },
    },
  };
  const stop = keepRetention(services as unknown as Services);
  await vi.advanceTimersByTimeAsync(60_000);
  const faults = () => said.mock.calls.map(([text]) => String(text).split("\n")[0]);
  expect(faults()).toEqual(["TypeError: no drop", "TypeError: no prune"]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([prune.mock.calls.length, dropSpace.mock.calls.length, faults().length]).toEqual([2, 2, 2]);
  stop();
  said.mockRestore();
  vi.useRealTimers();
});

test("what a deleted Space left is dropped, also what is stored after that; nothing is that was not deleted, or is back", async () => {
  const save = (spaceId: string) =>
    store.users.save({
      environment: { spaceId, environment: "development" },
      mode: "create",
      person: { kind: "known", id: "ana" },
      at: 0,
      precondition: null,
    });
  for (const spaceId of ["spc_back", "spc_away", "spc_gone"]) await save(spaceId);
  const data = { apiKeys: {}, deletedSpaces: ["spc_gone", "spc_back"] };
  const workspace = {
    findSpace: (id: string) => (id === "spc_back" ? {} : undefined),
    dropsAlone: (work: () => Promise<void>) => work(),
    hold: (work: () => Promise<void>) => work(),
    secrets: { data, update: async (change: (draft: typeof data) => void) => change(data) },
  } as unknown as Workspace;
  const dropped = new Map<string, number>();
  await dropLeftovers({ store, workspace }, dropped);
  const left = async (spaceId: string) =>
    (await store.figures({ spaceId, environment: "development" })).users;
  expect(await Promise.all(["spc_back", "spc_away", "spc_gone"].map(left))).toEqual([1, 1, 0]);
  expect(data.deletedSpaces).toEqual(["spc_gone"]);
  // An import that had begun before.
  await save("spc_gone");
  await dropLeftovers({ store, workspace }, dropped);
  expect([await left("spc_gone"), data.deletedSpaces]).toEqual([1, ["spc_gone"]]);
  dropped.set("spc_gone", performance.now() - 3_600_001);
  await dropLeftovers({ store, workspace }, dropped);
  expect([await left("spc_gone"), data.deletedSpaces]).toEqual([0, []]);
});
