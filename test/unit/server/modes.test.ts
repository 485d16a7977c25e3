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

// A disk without modes, such as one with exFAT: everything has one. This one refuses another, as some network shares do.
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const withoutModes = <S extends { mode: number | bigint }>(stats: S): S =>
    Object.assign(stats, typeof stats.mode === "number" && { mode: stats.mode | 0o755 });
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const file = await real.open(...args);
      const stat = file.stat.bind(file) as typeof file.stat;
      return Object.assign(file, { stat: async (...how: [never]) => withoutModes(await stat(...how)) });
    },
    chmod: async (path: string) => {
      throw Object.assign(new Error(`EPERM: operation not permitted, chmod '${path}'`), { code: "EPERM" });
    },
    lstat: async (...args: Parameters<typeof real.lstat>) => withoutModes(await real.lstat(...args)),
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
