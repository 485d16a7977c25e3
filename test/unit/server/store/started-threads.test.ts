import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Problem } from "../../../../src/core/problem.ts";
import { ReaderThread } from "../../../../src/server/store/sqlite/reader-thread.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { startThread } from "../../../../src/server/store/sqlite/worker-entry.ts";

vi.mock(import("../../../../src/server/store/sqlite/worker-entry.ts"), async (original) => {
  const module = await original();
  return { ...module, startThread: vi.fn(module.startThread) };
});

const environment = { spaceId: "spc_1", environment: "development" } as const;
const ana = { environment, at: 0, users: [{ kind: "known", id: "ana", fields: {}, labels: [] }] } as const;
let folder: string;
let path: string;
let store: SqliteStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-no-thread-"));
  path = join(folder, "data.db");
  store = await SqliteStore.open(path);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** As where the system gives no more threads, or the program's files are being replaced. */
const noThread = () =>
  vi.mocked(startThread).mockImplementationOnce(() => {
    throw new Error("no thread");
  });

test("a question for which no thread can be started is refused; those that wait and the next are answered", async () => {
  const reader = new ReaderThread(path, { atOnce: 1, waiting: 2, heapMb: 64 });
  noThread();
  const asked = [1, 2].map(() => reader.ask("lastSequences", [environment]));
  expect(await Promise.allSettled(asked)).toMatchObject([
    {
      status: "rejected",
      reason: { code: "storage-failed", message: "The event store can't be read: no thread" },
    },
    { status: "fulfilled", value: [0] },
  ]);
  expect(await reader.ask("lastSequences", [environment])).toEqual([0]);
  await reader.close();
});

test("where no other thread can be started to write, the store goes on with the one that it has", async () => {
  const work = vi.fn(async () => undefined);
  noThread();
  await expect(store.file.whileClosed(work, () => null)).rejects.toThrow("no thread");
  expect(work).not.toHaveBeenCalled();
  await store.users.import(ana);
  await store.file.whileClosed(work, () => null);
  expect(work).toHaveBeenCalledOnce();
});

test("no thread has the file open while it is closed, also where the one that writes dies as that begins", async () => {
  vi.mocked(startThread).mockClear();
  (Reflect.get(store, "writer") as Worker).postMessage({ type: "close" });
  const inFlight = store.users.import(ana).catch(({ code }: Problem) => code);
  const alive = () => vi.mocked(startThread).mock.results.filter(({ value }) => value.threadId !== -1).length;
  // The next one loads its code.
  await store.file.whileClosed(
    async () => expect(alive()).toBe(1),
    () => null,
  );
  expect(await inFlight).toBe("busy");
  await store.users.import(ana);
});
