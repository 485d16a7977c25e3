import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { autostartEntry, canOpenAtLogin, openAtLogin, opensAtLogin } from "../../../src/main/login-item.ts";
import { app, resetFakeElectron } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "understudy-login-"));
  resetFakeElectron(base);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));
const entry = () => join(base, "autostart/understudy.desktop");

it.each(["darwin", "win32"] as const)("asks the system on %s", (platform) => {
  app.isPackaged = true;
  openAtLogin(true, platform, {});
  openAtLogin(false, platform, {});
  expect(app.loginItems).toEqual([true, false].map((openAtLogin) => ({ openAtLogin, args: ["--hidden"] })));
});

it("writes and removes a file on Linux, naming the AppImage and not where it is mounted", () => {
  app.isPackaged = true;
  openAtLogin(true, "linux", { XDG_CONFIG_HOME: base, APPIMAGE: "/apps/Understudy.AppImage" });
  expect(readFileSync(entry(), "utf8")).toContain('\nExec="/apps/Understudy.AppImage" --hidden\n');
  openAtLogin(false, "linux", { XDG_CONFIG_HOME: base });
  expect(existsSync(entry())).toBe(false);
});

it("does nothing for a checkout's Electron", () => {
  expect(canOpenAtLogin()).toBe(false);
  openAtLogin(true, "linux", { XDG_CONFIG_HOME: base });
  expect(existsSync(entry())).toBe(false);
});

it.each([
  ["/a b/app", '"/a b/app"'],
  ['/a"b', '"/a\\\\"b"'],
  ["/a$b`c", '"/a\\\\$b\\\\`c"'],
  ["/100%", '"/100%%"'],
])("quotes %s", (program, want) => expect(autostartEntry(program)).toContain(`\nExec=${want} --hidden\n`));

const both = [false, true];
it.each([
  ["darwin", "openAtLogin"],
  ["win32", "executableWillLaunchAtLogin"],
] as const)("tells what the system says on %s", (platform, name) => {
  app.isPackaged = true;
  const said = both.map((on) => {
    app.loginItem = {
      openAtLogin: !on,
      executableWillLaunchAtLogin: !on,
      wasOpenedAtLogin: false,
      [name]: on,
    };
    return opensAtLogin(platform, {});
  });
  expect(said).toEqual(both);
});

it("tells on Linux what the file says, which the desktop's settings change too", () => {
  app.isPackaged = true;
  const env = { XDG_CONFIG_HOME: base };
  const says = () => opensAtLogin("linux", env);
  expect(says()).toBe(false);
  openAtLogin(true, "linux", env);
  expect(says()).toBe(true);
  const written = readFileSync(entry(), "utf8");
  for (const off of ["Hidden=true", "X-GNOME-Autostart-enabled=false"]) {
    writeFileSync(entry(), `${written}${off}\n`);
    expect(says()).toBe(false);
    openAtLogin(true, "linux", env);
    expect(says()).toBe(true);
  }
  openAtLogin(false, "linux", env);
  expect(says()).toBe(false);
});

it("says that it could not be done", () => {
  app.isPackaged = true;
  writeFileSync(join(base, "autostart"), "a file, not a folder");
  expect(() => openAtLogin(true, "linux", { XDG_CONFIG_HOME: base })).toThrow(/EEXIST|ENOTDIR/);
});

it("leaves what is there as it was where it can't be written anew", () => {
  app.isPackaged = true;
  mkdirSync(entry(), { recursive: true });
  writeFileSync(join(entry(), "x"), "");
  expect(() => openAtLogin(true, "linux", { XDG_CONFIG_HOME: base })).toThrow();
  expect(existsSync(join(entry(), "x"))).toBe(true);
});

it("a checkout's Electron is not what the system starts", () => {
  app.loginItem = { openAtLogin: true, executableWillLaunchAtLogin: true, wasOpenedAtLogin: true };
  expect(["darwin", "win32"].map((platform) => opensAtLogin(platform as "darwin", {}))).toEqual([
    false,
    false,
  ]);
});
