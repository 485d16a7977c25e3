import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { desktopRunner } from "../../../scripts/setup/desktop-runner.mjs";

const project = resolve(import.meta.dirname, "../../..");
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "understudy-runner-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const install = () => {
  mkdirSync(join(root, "node_modules/electron/dist"), { recursive: true });
  writeFileSync(join(root, "node_modules/electron/path.txt"), "electron");
  writeFileSync(join(root, "node_modules/electron/dist/electron"), "");
};
const look = (env: NodeJS.ProcessEnv, isRoot = false, platform: NodeJS.Platform = "linux") =>
  desktopRunner({ root, env, platform, isRoot }).problem;

describe("desktopRunner", () => {
  it.each<[string, NodeJS.ProcessEnv, boolean, NodeJS.Platform, string | null]>([
    ["with a display", { DISPLAY: ":0" }, false, "linux", null],
    ["with another kind of display", { WAYLAND_DISPLAY: "wayland-0" }, false, "linux", null],
    ["without", {}, false, "linux", "there is no display"],
    ["as root", { DISPLAY: ":0" }, true, "linux", "Electron does not run as root"],
    ["macOS", {}, true, "darwin", null],
  ])("%s, where the program is installed", (_name, env, isRoot, platform, want) => {
    install();
    expect(look(env, isRoot, platform)).toBe(want);
  });

  it("says that the program is missing", () => {
    expect(look({ DISPLAY: ":0" })).toBe("Electron's program is not installed");
    expect(look({})).toBe("Electron's program is not installed and there is no display");
  });

  it("takes an unpacked one that is named", () => {
    writeFileSync(join(root, "electron"), "");
    expect(look({ DISPLAY: ":0", ELECTRON_OVERRIDE_DIST_PATH: root })).toBeNull();
    install();
    expect(look({ DISPLAY: ":0", ELECTRON_OVERRIDE_DIST_PATH: join(root, "empty") })).toBe(
      "Electron's program is not installed",
    );
  });
});

describe("npm run test:desktop, where nothing can be driven", () => {
  it("says so in one line, and ends with 2: neither passed nor failed", () => {
    const { DISPLAY: _x, WAYLAND_DISPLAY: _w, ...env } = process.env;
    const nowhere = { ...env, ELECTRON_OVERRIDE_DIST_PATH: root };
    const args = [join(project, "scripts/test-desktop.mjs")];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: nowhere, encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^NOT RUN: .*Electron's program is not installed.*\n$/);
  });
});
