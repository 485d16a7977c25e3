import fs, { existsSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import Database from "libsql";
import { expect, onTestFinished, test } from "vitest";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { Closing } from "../../../../src/server/closing.ts";
import { openFolder } from "../../../../src/server/open-data.ts";
import type { Services } from "../../../../src/server/services.ts";
import { SnapshotService } from "../../../../src/server/snapshots/snapshot-service.ts";
import type { Store, StoreFile } from "../../../../src/server/store/ports.ts";
import { otherProgram } from "../../../helpers/other-program.ts";

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

const environment = { spaceId: "spc_1", environment: "production" } as const;
const importUsers = (store: Store, ...ids: readonly string[]) =>
  store.users.import({
    environment,
    at: 0,
    users: ids.map((id) => ({ kind: "known", id, fields: {}, labels: [] })),
  });
/** Those that go on with the store say nothing. */
function quiet(services: object): SnapshotService {
  const said = async () => undefined;
  const others = { live: { hold: said, release: said }, log: { restart: said }, recent: { restart: said } };
  return new SnapshotService({ ...others, ...services } as unknown as Services);
}

test("another program that has data.db open is no harm to what is restored, nor to what is kept", async () => {
  const { dataDir, clock, workspace, store } = await opened();
  const snapshots = quiet({ workspace, clock, store });
  const small = await snapshots.save("small");
  await importUsers(store, ...Array.from({ length: 5_000 }, (_, at) => `user-${at}`));
  const large = await snapshots.save("large");
  await snapshots.restore(small.id);
  await importUsers(store, "of the small one");
  const other = await otherProgram(join(dataDir, ".understudy/data.db"));
  expect(await other.count()).toBe(1);

  const { kept } = await snapshots.restore(large.id);
  await importUsers(store, "afterwards");
  expect(await store.users.find({ environment, kind: "known", id: "user-4999" })).not.toBeNull();
  // It reads on what it had open, which is the snapshot's by now, and takes nothing along when it goes.
  expect(await other.count()).toBe(1);
  await other.close();
  await snapshots.restore(kept);
  expect(await store.figures(environment)).toMatchObject({ users: 1 });
  expect(await snapshots.list()).toHaveLength(4);
});

test("sessions go on: those that begin while it gets ready, too, whatever time the clock said at their start", async () => {
  const { clock, workspace, store } = await opened();
  const session = {
    environment,
    person: { kind: "known", id: "ana" },
    anonymousId: null,
    fields: {},
    sdk: { name: "browser", version: "1.0.0" },
    device: { id: "tv", platform: "web" },
  } as const;
  const begin = (id: string, at: number) => store.users.startSession({ ...session, id, at });
  const { file } = store;
  if (file === undefined) throw new Error("the store is no file");
  const snapshots = quiet({
    workspace,
    clock,
    store: {
      ...store,
      file: {
        ...file,
        whileClosed: async (work, staysClosed) => {
          await begin("ses_meanwhile", clock.now());
          return file.whileClosed(work, staysClosed);
        },
      } satisfies StoreFile,
    },
  });
  await importUsers(store, "ana");
  const { id } = await snapshots.save("before");
  await begin("ses_long_ago", clock.now() - 10 * 86_400_000);
  await snapshots.restore(id);
  for (const known of ["ses_long_ago", "ses_meanwhile"])
    expect(await store.users.session({ spaceId: environment.spaceId, id: known })).toMatchObject({
      id: known,
    });
});

test("it has the API keys of its moment, also of a Space that is deleted while it is written", async () => {
  const { dataDir, clock, workspace, store } = await opened();
  const { file } = store;
  if (file === undefined) throw new Error("the store is no file");
  const keys = (apiKey: string) => ({ apiKey, previous: [] });
  const of = { development: keys("us_dev_a"), staging: keys("us_stg_a"), production: keys("us_prd_a") };
  const data: { apiKeys: object } = { apiKeys: { spc_1: of } };
  const copyTo = async (path: string) => {
    await file.copyTo(path);
    void setImmediate().then(() => {
      data.apiKeys = {};
    });
  };
  const snapshots = quiet({
    workspace: Object.assign(Object.create(workspace), { secrets: { data } }),
    clock,
    store: { ...store, file: { ...file, copyTo } },
  });
  const { id } = await snapshots.save("before");
  const head = await readFile(join(dataDir, ".understudy/snapshots", id, "snapshot.json"), "utf8");
  expect(JSON.parse(head).apiKeys).toEqual({ spc_1: of });
});

test("what is changed while one is made waits, so that it is of one moment, and is made afterwards", async () => {
  const { dataDir, clock, workspace, store } = await opened();
  const { file } = store;
  const [space] = workspace.spaces();
  if (file === undefined || space === undefined) throw new Error("the workspace is not whole");
  const edits: Promise<void>[] = [];
  const copyTo = async (path: string) => {
    const edit = space.update((draft) => {
      draft.space.name = `Edit ${edits.length}`;
    });
    edits.push(edit);
    await file.copyTo(path);
    const turns = async () => {
      for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
    };
    await Promise.race([edit, turns()]);
  };
  const snapshots = quiet({ workspace, clock, store: { ...store, file: { ...file, copyTo } } });
  const { id } = await snapshots.save("while it is edited");
  await Promise.all(edits);
  const documents = await readFile(join(dataDir, ".understudy/snapshots", id, "documents.json"), "utf8");
  expect(documents).toContain("My first Space");
  expect(space.data.space.name).toBe("Edit 1");
});

test("what was edited from outside is taken in first; where it can't be read nothing is restored", async () => {
  const { dataDir, clock, workspace, store } = await opened();
  const snapshots = quiet({ workspace, clock, store });
  const { id } = await snapshots.save("before");
  const [space] = workspace.spaces();
  if (space === undefined) throw new Error("the workspace has no Space");
  const text = await readFile(space.path, "utf8");
  const edited = text.replace('"My first Space"', '"Edited by hand"');
  await writeFile(space.path, edited);
  const { kept } = await snapshots.restore(id);
  expect([await readFile(space.path, "utf8"), space.data.space.name]).toEqual([text, "My first Space"]);
  await snapshots.restore(kept);
  expect([await readFile(space.path, "utf8"), space.data.space.name]).toEqual([edited, "Edited by hand"]);

  const torn = edited.replace("{", "{,");
  for (const path of [space.path, workspace.document.path]) {
    const whole = await readFile(path, "utf8");
    await writeFile(path, torn);
    await expect(snapshots.restore(id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Repair it first"),
    });
    expect(await readFile(path, "utf8")).toBe(torn);
    await writeFile(path, whole);
  }
  expect(existsSync(join(dataDir, ".understudy/restoring"))).toBe(false);
  await snapshots.restore(id);
  expect(existsSync(join(dataDir, ".understudy/trash"))).toBe(false);
});

test("nothing is put in the place of a store whose log could not be taken in", async () => {
  const { dataDir, store } = await opened();
  const path = join(dataDir, ".understudy/data.db");
  await importUsers(store, "before");
  // Whoever reads it holds its log open, as a backup of somebody else's does.
  const reader = new Database(path);
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM sqlite_master").get();
  await importUsers(store, "meanwhile");
  let worked = false;
  const work = async () => {
    worked = true;
  };
  const closed = store.file?.whileClosed(work, () => null);
  await expect(closed).rejects.toMatchObject({
    code: "storage-failed",
    message: expect.stringContaining("another program is reading data.db"),
  });
  expect(worked).toBe(false);
  reader.exec("COMMIT");
  reader.close();
  await importUsers(store, "after");
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

test.each(["EACCES", "EIO"])("one that nobody here can read (%s) hides no other", async (code) => {
  const { dataDir, clock, workspace, store } = await opened();
  const snapshots = quiet({ workspace, clock, store });
  const mine = await snapshots.save("mine");
  const { id } = await snapshots.save("another's");
  const dir = join(dataDir, ".understudy/snapshots", id);
  // Whoever owns it, root reads it.
  const { lstatSync } = fs;
  const restored = () => {
    Object.assign(fs, { lstatSync });
    syncBuiltinESMExports();
  };
  onTestFinished(restored);
  const refused = (path: string, ...rest: []) => {
    if (path === join(dir, "snapshot.json"))
      throw Object.assign(new Error(`${code}: refused`), { code, path });
    return lstatSync(path, ...rest);
  };
  Object.assign(fs, { lstatSync: refused });
  syncBuiltinESMExports();

  expect(await snapshots.list()).toEqual([mine]);
  expect(workspace.warnings.get(dir)).toContain("A snapshot can't be used.");
  await expect(snapshots.find(id)).rejects.toMatchObject({ code: "conflict" });
  await expect(snapshots.delete(id)).rejects.toMatchObject({ code: "conflict" });
  restored();
  expect(await snapshots.list()).toHaveLength(2);
  expect(workspace.warnings.has(dir)).toBe(false);
});
