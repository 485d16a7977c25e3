import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Problem } from "../../../../src/core/problem.ts";
import { EventQueries } from "../../../../src/server/store/sqlite/event-queries.ts";
import { historyParts } from "../../../../src/server/store/sqlite/index-parts.ts";
import { ReaderThread } from "../../../../src/server/store/sqlite/reader-thread.ts";
import type { ScanThread } from "../../../../src/server/store/sqlite/scan/scan-thread.ts";
import { openForReading } from "../../../../src/server/store/sqlite/schema.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { by, code, environment, start, writesInto } from "../../../store/writes.ts";

let folder: string;
let store: SqliteStore;
const { ingest, save, user } = writesInto(() => store);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-store-"));
  store = await SqliteStore.open(join(folder, "data.db"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Has a thread end before it hears of what comes next. Terminated within a call of libsql's, it would take this process along. */
const end = (thread: Worker): void => thread.postMessage({ type: "close" });

test("a copy leaves the file locked: another program that looks into it takes nothing away", async () => {
  await save("before");
  await store.file.copyTo(join(folder, "copy.db"));
  const look = `const db = new (require("libsql"))(process.argv[1]); db.prepare("SELECT count(*) FROM users").get(); db.close();`;
  execFileSync(process.execPath, ["-e", look, join(folder, "data.db")]);
  expect(existsSync(join(folder, "data.db-wal"))).toBe(true);
  expect(await save("after")).toMatchObject({ outcome: "created" });
});

test("the log is moved into the file beside the writer, and begins anew before the writer would have to move all of it", async () => {
  const path = join(folder, "data.db-wal");
  /** How often it has begun anew, by the log's own header. */
  const begun = () => readFileSync(path).readUInt32BE(12);
  const before = begun();
  for (let batch = 0; batch < 20; batch += 1)
    await ingest(Array.from({ length: 100 }, (_, n) => by("maya", `${batch}-${n}`, "x".repeat(10_000))));
  const afterOneMore = async () => {
    await save("u1");
    return begun();
  };
  await expect.poll(afterOneMore).toBeGreaterThan(before);
});

describe("a writer that dies", () => {
  const kill = () => end(Reflect.get(store, "writer"));

  test("is started anew: what it did not answer is busy, what waited is stored, nothing acknowledged is lost", async () => {
    await save("before");
    kill();
    const [inFlight, waiting] = [save("in-flight"), save("waiting")];
    expect(await inFlight.catch(code)).toBe("busy");
    expect(await waiting).toMatchObject({ outcome: "created" });
    expect(await user("before")).not.toBeNull();
  });

  test("again and again is a failure that is told, and what waits is answered", async () => {
    let over = false;
    void store.failed.then(() => {
      over = true;
    });
    for (let times = 0; times < 20 && !over; times += 1) {
      kill();
      await save(`u${times}`).catch(code);
    }
    expect(await store.failed).toBe("its thread ended");
    expect(await save("after").catch(code)).toBe("storage-failed");
  });
});

describe("a data.db", () => {
  test.each([
    ["taken away", () => rmSync(join(folder, "data.db"))],
    ["taken away with all that lies beside it", () => rmSync(folder, { recursive: true })],
    [
      "replaced",
      () =>
        copyFileSync(join(folder, "data.db"), join(folder, "x")) ??
        renameSync(join(folder, "x"), join(folder, "data.db")),
    ],
    ["taken away in part", () => rmSync(join(folder, "data.db-wal"))],
  ])("that was %s under it acknowledges nothing more, and says so", async (_name, change) => {
    await save("before");
    change();
    const answer = await save("after").catch((error: Problem) => [error.code, error.message]);
    expect(answer).toEqual(["storage-failed", expect.stringContaining("was taken away or replaced")]);
    expect(await ingest([by("ana", "e1")]).catch(code)).toBe("storage-failed");
  });
});

test("what is read after an answer that was cut short is of now", async () => {
  // More than the 100 rows that libsql reads ahead.
  await ingest(Array.from({ length: 400 }, (_, at) => by("ana", `e${at}`)));
  const db = openForReading(join(folder, "data.db"));
  const last = () => (db.prepare("SELECT max(key) FROM events").raw().get() as [number])[0];
  const inTransaction = <T>(work: () => T): T => {
    db.exec("BEGIN");
    const result = work();
    db.exec("COMMIT");
    return result;
  };
  const events = new EventQueries(db);
  const filter = { environment, where: [] };
  const before = inTransaction(last);
  const cut = inTransaction(() => events.after(1, filter, 0, { events: 400, size: 2_000 }, 400));
  expect(cut.events.length).toBeLessThan(10);
  await ingest([by("ana", "now")]);
  expect(inTransaction(last)).toBe(before + 1);
  db.close();
});

test("a history that is laid says itself when its people were there: they are not made of its events", async () => {
  await store.log.append({ environment, receivedAt: start, items: [by("ana", "laid")], isHistory: true });
  await ingest([by("ben", "live")]);
  await expect.poll(() => user("ben")).not.toBeNull();
  expect(await user("ana")).toBeNull();
  // What lies behind events that nobody has looked at yet is looked at with them: the last two share a transaction.
  await Promise.all([
    ingest([by("ben", "first")]),
    ingest([by("ben", "again")]),
    store.log.append({ environment, receivedAt: start, items: [by("cem", "laid-2")], isHistory: true }),
  ]);
  await expect.poll(() => user("cem")).not.toBeNull();
});

describe("a thread that reads", () => {
  test("and dies is started anew, and everybody is answered", async () => {
    await save("ana");
    await user("ana");
    end(Reflect.get(Reflect.get(store, "decisions") as object, "thread"));
    const asked = Array.from({ length: 40 }, () => user("ana"));
    expect((await Promise.all(asked)).map((one) => one?.id)).toEqual(Array.from({ length: 40 }, () => "ana"));
  });

  test("and runs out of memory fails that question alone", async () => {
    const original = "x".repeat(30_000);
    for (let batch = 0; batch < 20; batch += 1)
      await ingest(Array.from({ length: 100 }, (_, at) => by("ana", `e${batch}-${at}`, original)));
    const thread = new ReaderThread(join(folder, "data.db"), { atOnce: 8, waiting: 100, heapMb: 16 });
    const filter = { environment, where: [] };
    const small = () => thread.ask("figures", environment).then(({ events }) => events);
    const before = Array.from({ length: 3 }, small);
    const fatal = thread.ask("eventsAfter", { filter, after: 0, limit: 100_000, size: 1e9 });
    const after = Array.from({ length: 30 }, small);
    expect(await fatal.then(() => "answered", code)).toBe("storage-failed");
    expect(await Promise.all([...before, ...after])).toEqual(Array.from({ length: 33 }, () => 2000));
    await thread.close();
  });

  test("and is closed answers or refuses everybody, and leaves no thread", async () => {
    await save("ana");
    const thread = new ReaderThread(join(folder, "data.db"), { atOnce: 2, waiting: 100, heapMb: 64 });
    const asked = Array.from({ length: 60 }, () =>
      thread.ask("figures", environment).then(() => "answered", code),
    );
    await setImmediate();
    await thread.close();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["answered", "busy"]));
    expect(Reflect.get(thread, "thread")).toBeNull();
    expect(await thread.ask("figures", environment).catch(code)).toBe("busy");
  });

  test("says that it is busy where too much waits", async () => {
    const thread = new ReaderThread(join(folder, "data.db"), { atOnce: 1, waiting: 5, heapMb: 64 });
    const asked = Array.from({ length: 20 }, () =>
      thread.ask("figures", environment).then(() => "answered", code),
    );
    expect((await Promise.all(asked)).filter((one) => one === "busy")).toHaveLength(14);
    await thread.close();
  });

  test("takes no place for who has gone", async () => {
    const thread = new ReaderThread(join(folder, "data.db"), { atOnce: 1, waiting: 3, heapMb: 64 });
    const gone = AbortSignal.abort(new Error("gone"));
    const asked = Array.from({ length: 12 }, (_, at) =>
      thread.ask("figures", environment, at % 2 === 0 ? gone : undefined).then(
        () => "answered",
        (error: Error) => error.message,
      ),
    );
    expect((await Promise.all(asked)).filter((one) => one === "answered")).toHaveLength(4);
    await thread.close();
  });
});

test("the index is built to its end once it is quiet, also where a reader holds the log back", async () => {
  const reader = openForReading(join(folder, "data.db"));
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM events").get();
  for (let batch = 0; batch < 5; batch += 1)
    await ingest(Array.from({ length: 2_000 }, (_, at) => by(`p${at % 50}`, `e-${batch}-${at}`)));
  const marks = openForReading(join(folder, "data.db"));
  const whole = marks.prepare("SELECT count(*) FROM index_marks WHERE through = 10000").raw();
  await expect.poll(() => whole.get()).toEqual([historyParts(marks).length]);
  marks.close();
  reader.exec("ROLLBACK");
  reader.close();
});

test("events and decisions go on while the file is to be closed and somebody looks at everybody", async () => {
  const scans = Reflect.get(store, "scans") as ScanThread;
  const work = vi.fn(async () => undefined);
  let stopLooking = () => {};
  const looking = new Promise<void>((resolve) => {
    stopLooking = resolve;
  });
  const looked = scans.whileClosed(() => looking);
  const closed = store.file.whileClosed(work, () => null);
  await ingest([by("ana", "meanwhile")]);
  const ana = { kind: "known", id: "ana" } as const;
  expect(await store.users.find({ environment, ...ana })).toMatchObject({ id: "ana" });
  await expect(store.file.copyTo(join(folder, "copy.db"))).rejects.toMatchObject({ code: "busy" });
  expect(work).not.toHaveBeenCalled();
  stopLooking();
  await Promise.all([looked, closed]);
  expect(work).toHaveBeenCalledOnce();
  await ingest([by("ana", "after")]);
});
