import { existsSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { expect, onTestFinished, test } from "vitest";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { Closing } from "../../../../src/server/closing.ts";
import { openFolder } from "../../../../src/server/open-data.ts";
import type { Services } from "../../../../src/server/services.ts";
import { SnapshotService } from "../../../../src/server/snapshots/snapshot-service.ts";
import type { StoreFile } from "../../../../src/server/store/ports.ts";

/** A new folder, open until the test is over. */
async function opened() {
  const dataDir = await mkdtemp(join(tmpdir(), "understudy-snapshots-"));
  const closing = new Closing();
  onTestFinished(async () => {
    await closing.run();
    await rm(dataDir, { recursive: true, force: true });
  });
  const clock = new PlatformClock();
  const { workspace, store } = await openFolder(dataDir, clock, closing);
  return { dataDir, clock, workspace, store };
}

test("nothing is put in the place of a store whose log could not be taken in", async () => {
  const { dataDir, store } = await opened();
  const path = join(dataDir, ".understudy/data.db");
  const importOne = (id: string) =>
    store.users.import({
      environment: { spaceId: "spc_1", environment: "production" },
      at: 0,
      users: [{ kind: "known", id, fields: {}, labels: [] }],
    });
  await importOne("before");
  // Whoever reads it holds its log open, as a backup of somebody else's does.
  const reader = new Database(path);
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM sqlite_master").get();
  await importOne("meanwhile");
  let worked = false;
  const work = async () => {
    worked = true;
  };
  const closed = store.file?.whileClosed(work, () => null);
  await expect(closed).rejects.toMatchObject({ code: "storage-failed" });
  expect(worked).toBe(false);
  reader.exec("COMMIT");
  reader.close();
  await importOne("after");
  await store.file?.whileClosed(work, () => null);
  expect(worked).toBe(true);
});

test("on a full disk the store has room to open again: it is kept free, and what a failed restore made goes first", async () => {
  const { dataDir, clock, workspace, store } = await opened();
  const { file } = store;
  if (file === undefined) throw new Error("the store is no file");
  const below = (name: string) => join(dataDir, ".understudy", name);
  const seen = { free: 0, left: [""] };
  const watched: StoreFile = {
    ...file,
    whileClosed: (work, staysClosed) =>
      file.whileClosed(async () => {
        seen.free = (await stat(below("restoring/reserve"))).size;
        try {
          return await work();
        } finally {
          seen.left = readdirSync(below("snapshots")).concat(
            existsSync(below("restoring")) ? "restoring" : [],
          );
        }
      }, staysClosed),
  };
  const noted: string[] = [];
  const note = (word: string) => async () => void noted.push(word);
  const snapshots = new SnapshotService({
    workspace,
    clock,
    store: { ...store, file: watched },
    live: { hold: note("hold"), release: note("release") },
    log: { restart: note("log") },
    recent: { restart: note("recent") },
  } as unknown as Services);

  const { id } = await snapshots.save("before");
  const [space] = workspace.spaces();
  if (space === undefined) throw new Error("the workspace has no Space");
  await workspace.removeSpace(
    space,
    () => undefined,
    async () => undefined,
  );
  await writeFile(join(dataDir, "spaces/my-first-space"), "");
  await expect(snapshots.restore(id)).rejects.toMatchObject({ code: "storage-failed" });
  expect(seen).toEqual({ free: 512 * 1024, left: [id] });
  expect(noted).toEqual(["hold", "release"]);

  await rm(join(dataDir, "spaces/my-first-space"));
  const { kept } = await snapshots.restore(id);
  expect(seen.left.sort()).toEqual([id, kept].sort());
  expect(noted).toEqual(["hold", "release", "hold", "recent", "log", "release"]);
});

test("a snapshot that goes while it is asked for is not there", async () => {
  const { dataDir, clock, workspace, store } = await opened();
  const live = { hold: () => undefined, release: async () => undefined };
  const snapshots = new SnapshotService({ workspace, clock, store, live } as unknown as Services);
  const { id } = await snapshots.save("goes");
  // Both have seen that it is there.
  const asked = Promise.allSettled([snapshots.restore(id), snapshots.file(id)]);
  rmSync(join(dataDir, ".understudy/snapshots", id), { recursive: true });
  const gone = { status: "rejected", reason: { code: "not-found" } };
  expect(await asked).toMatchObject([gone, gone]);
});
