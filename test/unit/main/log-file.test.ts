import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LogFile } from "../../../src/main/log-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("makes its folder, and writes a line with its time that only its owner can read", () => {
  const log = new LogFile(join(folder, "logs/desktop.log"));
  log.write("one");
  log.write("two");
  const [first, second] = readFileSync(log.path, "utf8").split("\n");
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z one$/);
  expect(second).toMatch(/ two$/);
  expect(statSync(log.path).mode & 0o077).toBe(0);
});

it("keeps three full files beside the one that it writes to, and no more", () => {
  const log = new LogFile(join(folder, "desktop.log"));
  for (let round = 0; round < 6; round += 1) {
    log.write(`round ${round}`);
    writeFileSync(log.path, "x".repeat(1_000_001));
  }
  log.write("last");
  expect(readdirSync(folder).sort()).toEqual([
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
])("keeps what opens something out: %s", (line, want) => {
  const log = new LogFile(join(folder, "desktop.log"));
  log.write(line);
  expect(readFileSync(log.path, "utf8").trimEnd()).toMatch(new RegExp(`Z ${want.replaceAll("?", "\\?")}$`));
});

it("stops nothing where it can't be written", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => new LogFile(join(folder, "file/desktop.log")).write("one")).not.toThrow();
});
