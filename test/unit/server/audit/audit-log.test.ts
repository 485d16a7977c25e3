import { chmod, link, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { AuditFile } from "../../../../src/server/audit/audit-file.ts";
import { AuditLog } from "../../../../src/server/audit/audit-log.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-audit-"));
  path = join(folder, "audit.log");
});
afterEach(() => rm(folder, { recursive: true }));

const done = (action: string) => ({ account: null, by: null, action, path: "/v2/x", status: 200 });

test("keeps the newest files and lets the oldest go", async () => {
  const log = new AuditLog(new AuditFile(path));
  const long = "x".repeat(100_000);
  for (let n = 0; n < 60; n += 1) {
    log.record({ ...done(`n${n}`), path: long });
    await log.settled();
  }
  const files = await readdir(folder);
  expect(files.sort()).toEqual(["audit.log", "audit.log.1", "audit.log.2", "audit.log.3"]);
  for (const file of files) {
    const { size, mode } = await stat(join(folder, file));
    expect([size <= limits.auditFileBytes.value + long.length + 500, mode & 0o777]).toEqual([true, 0o600]);
  }
  const found = await log.entries();
  expect(found[0]?.action).toBe("n59");
  expect(found.map(({ action }) => Number(action.slice(1)))).toEqual(
    Array.from({ length: found.length }, (_, n) => 59 - n),
  );
});

test("writes through no link that came with the folder, and closes what others could read", async () => {
  const target = join(folder, "target");
  await writeFile(target, "");
  await symlink(target, path);
  const log = new AuditLog(new AuditFile(path));
  log.record(done("first"));
  await log.settled();
  expect(await readFile(target, "utf8")).toBe("");
  await chmod(path, 0o666);
  log.record(done("second"));
  await log.settled();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await log.entries()).map(({ action }) => action)).toEqual(["second", "first"]);
});

test("keeps what it has when something else links to the file, and writes only into its own", async () => {
  const log = new AuditLog(new AuditFile(path));
  log.record(done("first"));
  await log.settled();
  const before = await readFile(path, "utf8");
  const snapshot = join(folder, "snapshot");
  await link(path, snapshot);
  log.record(done("second"));
  expect((await log.entries()).map(({ action }) => action)).toEqual(["second", "first"]);
  expect(await readFile(snapshot, "utf8")).toBe(before);
  expect((await readdir(folder)).sort()).toEqual(["audit.log", "snapshot"]);
});
