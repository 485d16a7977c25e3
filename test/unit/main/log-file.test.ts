import { spawnSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LogFile, readLogs } from "../../../src/main/log-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("makes its folder, and writes a line with its time that only its owner can read", () => {
  const log = new LogFile(folder);
  log.write("one");
  log.write("two");
  const [first, second] = readFileSync(log.path, "utf8").split("\n");
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z one$/);
  expect(second).toMatch(/ two$/);
  expect(statSync(log.path).mode & 0o077).toBe(0);
});

it("keeps three full files beside the one that it writes to, and no more", () => {
  const log = new LogFile(folder);
  for (let round = 0; round < 6; round += 1) {
    log.write(`round ${round}`);
    writeFileSync(log.path, "x".repeat(1_000_001));
  }
  log.write("last");
  expect(readdirSync(dirname(log.path)).sort()).toEqual([
    "desktop.log",
    "desktop.log.1",
    "desktop.log.2",
    "desktop.log.3",
  ]);
  expect(readFileSync(log.path, "utf8")).toMatch(/ last\n$/);
});

it.each([
  ["http://127.0.0.1:4747/launch?token=abc-DEF_1", "http://127.0.0.1:4747/launch?token=…"],
  ["http://127.0.0.1:4747/#console=abc", "http://127.0.0.1:4747/#console=…"],
  ["the key us_prd_Ab3 was used", "the key us_prd_… was used"],
  ["us_pat_A1 and code=us_inv_B2", "us_pat_… and code=us_inv_…"],
  ["Authorization: Bearer utk.abc-/+= was refused", "Authorization: Bearer … was refused"],
  ["postgres://user:p@ss@db:5432/x is away", "postgres://…@db:5432/x is away"],
  ["token=a%2Fb.c&then=1", "token=…&then=1"],
])("keeps what opens something out: %s", (line, want) => {
  const log = new LogFile(folder);
  log.write(line);
  expect(readFileSync(log.path, "utf8").trimEnd().split("Z ")[1]).toBe(want);
});

it("stops nothing where it can't be written", () => {
  writeFileSync(join(folder, ".understudy"), "");
  expect(() => new LogFile(folder).write("one")).not.toThrow();
});

it("is one line for each message, whatever is in it", () => {
  const log = new LogFile(folder);
  log.write("one\r\n2026-01-01T00:00:00.000Z forged\u001b[2J\u2028");
  expect(readFileSync(log.path, "utf8")).toMatch(
    /^\S+ one\\r\\n2026-01-01T00:00:00\.000Z forged\\u001b\[2J\\u2028\n$/,
  );
});

it("is read without what opens something, also where an earlier version wrote it", () => {
  const log = new LogFile(folder);
  log.write("one");
  writeFileSync(`${log.path}.1`, "Bearer abc\nus_pat_abc\n");
  expect(readLogs(folder)).toEqual({
    "desktop.log": readFileSync(log.path, "utf8"),
    "desktop.log.1": "Bearer …\nus_pat_…\n",
  });
});

describe.skipIf(process.platform === "win32")("in a workspace from elsewhere", () => {
  const logs = () => join(folder, ".understudy/logs");
  const theirs = () => readFileSync(join(folder, "outside/theirs"), "utf8");
  beforeEach(() => {
    mkdirSync(join(folder, "outside"));
    writeFileSync(join(folder, "outside/theirs"), "theirs");
    mkdirSync(logs(), { recursive: true });
  });

  it("follows no link, to write or to read", () => {
    for (const [end, link] of [
      ["", symlinkSync],
      [".1", linkSync],
      [".2", symlinkSync],
      [".3", linkSync],
    ] as const)
      link(join(folder, "outside/theirs"), join(logs(), `desktop.log${end}`));
    new LogFile(folder).write("one");
    expect([theirs(), readLogs(folder)]).toEqual(["theirs", {}]);
  });

  it("begins anew where the log has a second name elsewhere, which keeps what it has", () => {
    linkSync(join(folder, "outside/theirs"), join(logs(), "desktop.log"));
    for (const line of ["one", "two"]) new LogFile(folder).write(line);
    expect(theirs()).toBe("theirs");
    expect(readLogs(folder)).toEqual({ "desktop.log": expect.stringMatching(/ one\n.* two\n$/) });
  });

  it.each([".understudy", ".understudy/logs"])("writes and reads nothing where %s is a link", (name) => {
    mkdirSync(join(folder, "outside/logs"));
    for (const at of ["outside", "outside/logs"]) writeFileSync(join(folder, at, "desktop.log"), "x");
    rmSync(join(folder, name), { recursive: true });
    symlinkSync(join(folder, "outside"), join(folder, name));
    new LogFile(folder).write("one");
    expect(readLogs(folder)).toEqual({});
    for (const at of ["outside", "outside/logs"])
      expect(readFileSync(join(folder, at, "desktop.log"), "utf8")).toBe("x");
  });

  it("reads of a file of any size the lines at its end", () => {
    const secret = `Bearer ${"x".repeat(4_000_000)}`;
    writeFileSync(join(logs(), "desktop.log"), `${secret}\nlast\n`);
    writeFileSync(join(logs(), "desktop.log.1"), secret);
    expect(readLogs(folder)).toEqual({ "desktop.log": "last\n", "desktop.log.1": "" });
  });

  it("waits for nobody at the end of a pipe", () => {
    spawnSync("mkfifo", [join(logs(), "desktop.log")]);
    new LogFile(folder).write("one");
    expect(readLogs(folder)).toEqual({});
    expect(readdirSync(logs())).toEqual(["desktop.log"]);
  });
});
