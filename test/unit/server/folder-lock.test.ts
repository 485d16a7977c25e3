import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tryLock } from "../../../src/server/file-lock.ts";
import { lockFolder } from "../../../src/server/folder-lock.ts";
import { findRunningCopy, writeLocator } from "../../../src/server/locator.ts";
import { type RunningServer, startServer } from "../../../src/server/start-server.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lock = () => join(folder, ".understudy/owner.lock");
/** As a copy does it that starts before the deletion is seen. */
async function tryLockAnother() {
  await rm(lock());
  return tryLock(lock());
}
const letGo = (release: () => void): string => {
  release();
  return "It was free.";
};

describe("a data folder", () => {
  it("has one owner, until that one lets go", async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder, 150)).rejects.toThrow("Another process has");
    release();
    (await lockFolder(folder, 150))();
    expect(await readdir(join(folder, ".understudy"))).toEqual(["owner.lock"]);
  });

  it("has its owner still where the lock was deleted beside it", async () => {
    const release = await lockFolder(folder);
    await rm(join(folder, ".understudy/owner.lock"));
    await expect.poll(() => readdir(join(folder, ".understudy"))).toEqual(["owner.lock"]);
    await expect(lockFolder(folder, 150)).rejects.toThrow("Another process has");
    release();
    (await lockFolder(folder, 150))();
  });

  it("has its owner still where another file took the lock's place, once nobody holds that", async () => {
    const release = await lockFolder(folder);
    const other = await tryLockAnother();
    await expect(lockFolder(folder, 150)).rejects.toThrow("Another process has");
    other?.();
    await expect
      .poll(() => lockFolder(folder, 0).then(letGo, String), { timeout: 3000, interval: 300 })
      .toContain("Another process has");
    release();
    (await lockFolder(folder, 150))();
  });

  it("is served by one of eight that start at once; the others say where", async () => {
    const starts = await Promise.allSettled(
      Array.from({ length: 8 }, () => startServer({ dataDir: folder, port: 0, sdkPort: 0 })),
    );
    const served = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const [owner] = served as [RunningServer];
    const refusals = starts.flatMap((one) => (one.status === "rejected" ? [String(one.reason.message)] : []));
    await Promise.all(served.map((one) => one.stop()));
    expect(served).toHaveLength(1);
    expect(new Set(refusals)).toEqual(
      new Set([`A copy already runs on ${folder}, at ${owner.platformUrl} (pid ${process.pid}).`]),
    );
  });
});

describe("what came with a folder", () => {
  beforeEach(() => mkdir(join(folder, ".understudy")));

  it.each<[string, () => Promise<unknown>]>([
    ["a file with something in it", () => writeFile(lock(), "SQLite format 3")],
    ["a journal beside it", () => writeFile(`${lock()}-journal`, "x")],
    ["a folder", () => mkdir(lock())],
    ["a link to another file", () => symlink(join(folder, "elsewhere"), lock())],
  ])("is no lock where it is %s: it is named, and nothing is done with it", async (_name, plant) => {
    await plant();
    await expect(startServer({ dataDir: folder, port: 0, sdkPort: 0 })).rejects.toThrow(
      /owner\.lock(-journal)? is not a lock of Understudy's/,
    );
    expect(existsSync(join(folder, "elsewhere"))).toBe(false);
  });

  it("is not played back: a database's journal is refused before the database is opened", async () => {
    await writeFile(join(folder, ".understudy/data.db-journal"), "x");
    await expect(startServer({ dataDir: folder, port: 0, sdkPort: 0 })).rejects.toThrow(
      "data.db-journal is not of",
    );
  });

  it("gives the new locator neither its place nor its owner", async () => {
    const victim = join(folder, "victim");
    await writeFile(victim, "precious");
    await symlink(victim, join(folder, ".understudy/server.json"));
    const server = await startServer({ dataDir: folder, port: 0, sdkPort: 0 });
    expect(await readFile(victim, "utf8")).toBe("precious");
    expect(await findRunningCopy(folder)).toMatchObject({ platformUrl: server.platformUrl });
    await server.stop();
    expect(existsSync(join(folder, ".understudy/server.json"))).toBe(false);
  });

  it("a running copy whose locator others may read is told at once, and takes it away when it stops", async () => {
    const server = await startServer({ dataDir: folder, port: 0, sdkPort: 0 });
    await chmod(join(folder, ".understudy/server.json"), 0o644);
    await expect(lockFolder(folder)).rejects.toThrow("server.json is not your own, or others may read it");
    await server.stop();
    expect(existsSync(join(folder, ".understudy/server.json"))).toBe(false);
  });
});

describe("a locator", () => {
  const told = {
    pid: process.pid,
    startedAt: "2026-11-22T12:00:00.000Z",
    version: "0.1.0",
    token: "t".repeat(32),
  };

  it("is believed where it is this person's own, and names a place on this machine", async () => {
    const server = await startServer({ dataDir: folder, port: 0, sdkPort: 0 });
    expect(await findRunningCopy(folder)).toMatchObject({ platformUrl: server.platformUrl });
    await chmod(join(folder, ".understudy/server.json"), 0o644);
    expect(await findRunningCopy(folder)).toBeNull();
    await server.stop();
  });

  it("of a copy that is gone is not believed, whoever has its number and its port now", async () => {
    (await lockFolder(folder))();
    const asked: string[] = [];
    const other = createServer((req, res) => {
      asked.push(String(req.headers.authorization));
      res.end("{}");
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const platformUrl = `http://127.0.0.1:${(other.address() as { port: number }).port}`;
    await writeLocator(folder, { ...told, platformUrl, sdkUrl: platformUrl });
    expect(await findRunningCopy(folder)).toBeNull();
    // Nor while a backup or a copy of the store has the lock.
    const release = await lockFolder(folder);
    expect(await findRunningCopy(folder)).toBeNull();
    release();
    const server = await startServer({ dataDir: folder, port: 0, sdkPort: 0 });
    expect(await findRunningCopy(folder)).toMatchObject({ platformUrl: server.platformUrl });
    await server.stop();
    other.close();
    expect(asked).toEqual([]);
  });

  it.each([
    "http://example.com",
    "https://127.0.0.1:4747",
    "file:///etc/passwd",
    "http://127.0.0.1:4747@example.com",
  ])("that sends to %s is not believed", async (platformUrl) => {
    await mkdir(join(folder, ".understudy"));
    await writeLocator(folder, { ...told, platformUrl, sdkUrl: platformUrl });
    let asked = false;
    const { fetch } = globalThis;
    globalThis.fetch = async () => {
      asked = true;
      return Response.json({});
    };
    expect(await findRunningCopy(folder)).toBeNull();
    globalThis.fetch = fetch;
    expect(asked).toBe(false);
  });

  it("behind a link is not believed", async () => {
    const server = await startServer({ dataDir: folder, port: 0, sdkPort: 0 });
    const other = await mkdtemp(join(tmpdir(), "understudy-lock-"));
    await mkdir(join(other, ".understudy"));
    await symlink(join(folder, ".understudy/server.json"), join(other, ".understudy/server.json"));
    expect(await findRunningCopy(other)).toBeNull();
    await server.stop();
    await rm(other, { recursive: true, force: true });
  });

  it("that is no JSON is no copy", async () => {
    await mkdir(join(folder, ".understudy"));
    await writeFile(join(folder, ".understudy/server.json"), "{", { mode: 0o600 });
    expect(await findRunningCopy(folder)).toBeNull();
  });
});
