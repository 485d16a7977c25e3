import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { introduceApp } from "../../../src/main/system-identity.ts";
import { app, BrowserWindow, resetFakeElectron } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
beforeEach(() => resetFakeElectron("/nowhere"));

it("is on Windows the app that the installer installs", () => {
  introduceApp("win32");
  const config = readFileSync(resolve(import.meta.dirname, "../../../electron-builder.config.mjs"), "utf8");
  expect(/appId: "([^"]+)"/.exec(config)?.[1]).toBe(app.userModelId);
  expect(new BrowserWindow({}).icons).toEqual([]);
});

it("gives each window the app's icon on Linux", () => {
  introduceApp("linux");
  const [icon = "", ...others] = new BrowserWindow({}).icons;
  expect([existsSync(icon), others]).toEqual([true, []]);
  expect(new BrowserWindow({}).icons).toEqual([icon]);
  expect(app.userModelId).toBeNull();
});

it("is known to macOS by its bundle", () => {
  introduceApp("darwin");
  expect([app.userModelId, new BrowserWindow({}).icons]).toEqual([null, []]);
});
