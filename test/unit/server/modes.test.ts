import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AuditFile } from "../../../src/server/audit/audit-file.ts";
import { AuditLog } from "../../../src/server/audit/audit-log.ts";
import { backUp } from "../../../src/server/backup/backup.ts";
import { lockFolder } from "../../../src/server/folder-lock.ts";
import { findRunningCopy } from "../../../src/server/locator.ts";
import { startServer } from "../../../src/server/start-server.ts";

// A disk as FAT and exFAT are under Linux: everything has one mode, and another one is refused.
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    chmod: async (path: string) => {
      throw Object.assign(new Error(`EPERM: operation not permitted, chmod '${path}'`), { code: "EPERM" });
    },
    lstat: async (...args: Parameters<typeof real.lstat>) => {
      const stats = await real.lstat(...args);
      if (typeof stats.mode === "number") Object.assign(stats, { mode: stats.mode | 0o755 });
      return stats;
    },
  };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-modes-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("a disk that keeps no modes takes a workspace: it starts, is found, is backed up, and starts again", async () => {
  const dataDir = join(folder, "workspace");
  const start = () => startServer({ dataDir, port: 0, sdkPort: 0 });
  const first = await start();
  expect(await findRunningCopy(dataDir)).toMatchObject({ platformUrl: first.platformUrl });
  await expect(lockFolder(dataDir)).rejects.toThrow(`at ${first.platformUrl}`);
  expect(await backUp(dataDir, join(folder, "backup"))).toMatchObject({ spaces: 1 });
  await first.stop();
  await (await start()).stop();
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.includes(".modes"))).toEqual([]);
});

it("and an audit log", async () => {
  const log = new AuditLog(new AuditFile(join(folder, "audit.log")));
  for (const action of ["first", "second"]) {
    log.record({ account: null, by: null, action, path: "/v2/x", status: 200 });
    await log.settled();
  }
  expect((await log.page({ limit: 10 })).data.map(({ action }) => action)).toEqual(["second", "first"]);
  expect(await readdir(folder)).toEqual(["audit.log"]);
});
