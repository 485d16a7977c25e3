import { chmod, link, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { AuditFile } from "../../../../src/server/audit/audit-file.ts";
import { type AuditLines, AuditLog } from "../../../../src/server/audit/audit-log.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-audit-"));
  path = join(folder, "audit.log");
});
afterEach(() => rm(folder, { recursive: true }));

const entriesOf = async (log: AuditLog) => (await log.page({ limit: 1000 })).data;
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
  const found = await entriesOf(log);
  const kept = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  expect(found).toHaveLength(kept.join("").trimEnd().split("\n").length);
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
  expect((await entriesOf(log)).map(({ action }) => action)).toEqual(["second", "first"]);
});

test("keeps what it has when something else links to the file, and writes only into its own", async () => {
  const log = new AuditLog(new AuditFile(path));
  log.record(done("first"));
  await log.settled();
  const before = await readFile(path, "utf8");
  const snapshot = join(folder, "snapshot");
  await link(path, snapshot);
  log.record(done("second"));
  expect((await entriesOf(log)).map(({ action }) => action)).toEqual(["second", "first"]);
  expect(await readFile(snapshot, "utf8")).toBe(before);
  expect((await readdir(folder)).sort()).toEqual(["audit.log", "snapshot"]);
});

describe("lines that could not be written", () => {
  const broken = () => {
    const there: string[] = [];
    const disk = { full: true, writes: 0 };
    const lines: AuditLines = {
      append: async (added) => {
        disk.writes += 1;
        await Promise.resolve();
        if (disk.full) throw new Error("There is no space left.");
        there.push(...added.map((line) => JSON.parse(line).action));
      },
      page: async () => ({ data: [], next: null }),
    };
    return { log: new AuditLog(lines), there, disk };
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("are written as soon as they can be, in their order, and it is said once", async () => {
    const { log, there, disk } = broken();
    log.record(done("first"));
    await vi.advanceTimersByTimeAsync(2_500);
    log.record(done("second"));
    expect([there, disk.writes]).toEqual([[], 3]);
    disk.full = false;
    await vi.advanceTimersByTimeAsync(1_000);
    log.record(done("third"));
    await log.settled();
    expect(there).toEqual(["first", "second", "third"]);
    expect(vi.mocked(process.stderr.write).mock.calls).toEqual([
      ["The audit log could not be written: There is no space left. It is tried again.\n"],
    ]);
  });

  test("are tried once more at the end, and are 10,000 at most", async () => {
    const { log, there, disk } = broken();
    log.record(done("n0"));
    await log.settled();
    for (let n = 1; n <= 10_005; n += 1) log.record(done(`n${n}`));
    disk.full = false;
    await log.settled();
    expect([there.length, there[0], there.at(-1)]).toEqual([10_000, "n6", "n10005"]);
  });
});

test("what a full disk took of some lines spoils none after it, and none is there twice", async () => {
  const file = new AuditFile(path);
  const lineOf = (action: string) =>
    JSON.stringify({ id: `aud_${action}`, at: "2026-11-25T00:00:00.000Z", ...done(action) });
  await writeFile(path, `${lineOf("first")}\n${lineOf("second").slice(0, 40)}`);
  await file.append(["first", "second", "third"].map(lineOf), true);
  expect((await entriesOf(new AuditLog(file))).map(({ action }) => action)).toEqual([
    "third",
    "second",
    "first",
  ]);
});

// Between the log's last look at what waits and its end lie turns of the microtask queue.
test.each([0, 1, 2, 3, 4, 5, 6])(
  "a line that is recorded %i turns after the one before was written is written, and whoever waits for it told",
  async (turns) => {
    let write = () => {};
    const append = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          write = resolve;
        }),
    );
    const log = new AuditLog({ append, page: async () => ({ data: [], next: null }) });
    log.record(done("first"));
    write();
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    const onWritten = vi.fn();
    log.record(done("second"), onWritten);
    await expect.poll(() => append.mock.calls.length).toBe(2);
    expect(onWritten).not.toHaveBeenCalled();
    write();
    await expect.poll(() => onWritten.mock.calls.length).toBe(1);
  },
);

test("whoever is refused at a sign-in pushes nothing out either", async () => {
  const log = new AuditLog(new AuditFile(path));
  for (let at = 0; at < limits.auditRefusals.value + 20; at += 1)
    await log.tried({ ...done("signIn"), status: 403 });
  await log.tried(done("signIn"));
  expect(await entriesOf(log)).toHaveLength(limits.auditRefusals.value + 1);
});

test("refusals are noted again within a minute where the clock was set back", async () => {
  const written: string[] = [];
  let now = 3_600_000;
  const lines = {
    append: async (all: readonly string[]) => void written.push(...all),
    page: async () => ({ data: [], next: null }),
  };
  const audit = new AuditLog(lines, () => now);
  const refuse = () => {
    for (let at = 0; at <= limits.auditRefusals.value; at += 1)
      audit.record({ account: null, by: null, action: "x", path: "/", status: 403 });
    return audit.settled();
  };
  await refuse();
  // One that had done a part is a change.
  await audit.written({ account: null, by: null, action: "playStep", path: "/", status: 409 });
  expect(written.pop()).toContain("playStep");
  now = 0;
  await refuse();
  expect(written.length).toBe(2 * limits.auditRefusals.value);
});
