import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { autostartEntry, canOpenAtLogin, openAtLogin } from "../../../src/main/login-item.ts";
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
  expect(app.loginItems).toEqual([{ openAtLogin: true }, { openAtLogin: false }]);
});

it("writes and removes a file on Linux, naming the AppImage and not where it is mounted", () => {
  app.isPackaged = true;
  openAtLogin(true, "linux", { XDG_CONFIG_HOME: base, APPIMAGE: "/apps/Understudy.AppImage" });
  expect(readFileSync(entry(), "utf8")).toContain('\nExec="/apps/Understudy.AppImage"\n');
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
])("quotes %s", (program, want) => expect(autostartEntry(program)).toContain(`\nExec=${want}\n`));
