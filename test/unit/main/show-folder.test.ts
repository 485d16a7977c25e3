import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LogFile, logFolder } from "../../../src/main/log-file.ts";
import { showFolder } from "../../../src/main/show-folder.ts";
import { freshComputer, onPlatform } from "../../helpers/desktop.ts";
import { shell } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

let base: string;
let leave: () => void;
beforeEach(() => {
  ({ base, leave } = freshComputer());
  vi.spyOn(shell, "openPath");
});
afterEach(() => {
  vi.restoreAllMocks();
  leave();
});

const program = (path: string): string => {
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
  return path;
};

it("opens a folder, also behind a link", async () => {
  mkdirSync(join(base, "folder"));
  symlinkSync(join(base, "folder"), join(base, "link"));
  await showFolder(join(base, "link"));
  expect(shell.openPath).toHaveBeenCalledExactlyOnceWith(join(base, "folder"));
});

it.each([
  ["a program", () => program(join(base, "it"))],
  ["a link to one", () => symlinkSync(program(join(base, "a.command")), join(base, "it"))],
  ["nothing", () => {}],
])("opens no other thing: %s", async (_name, make) => {
  make();
  await expect(showFolder(join(base, "it"))).rejects.toThrow("is not there, or is no folder");
  expect(shell.openPath).not.toHaveBeenCalled();
});

it("only shows where a folder is that can be a program to a Mac", async () => {
  mkdirSync(join(base, "Cinema.app"));
  symlinkSync(join(base, "Cinema.app"), join(base, "it"));
  await onPlatform("darwin", () => showFolder(join(base, "it")));
  expect([shell.revealed, vi.mocked(shell.openPath).mock.calls]).toEqual([[join(base, "Cinema.app")], []]);
});

it("finds the logs, or the nearest folder where something else is in their place", () => {
  const hidden = join(base, ".understudy");
  new LogFile(base).write("begun");
  expect(logFolder(base)).toBe(join(hidden, "logs"));
  rmSync(join(hidden, "logs"), { recursive: true });
  symlinkSync(program(join(base, "a.command")), join(hidden, "logs"));
  expect(logFolder(base)).toBe(hidden);
  rmSync(hidden, { recursive: true });
  symlinkSync(base, hidden);
  expect(logFolder(base)).toBe(base);
});
