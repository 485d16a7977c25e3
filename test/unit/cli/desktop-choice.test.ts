import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseDesktop, type Machine } from "../../../src/cli/desktop-choice.ts";
import { findElectron } from "../../../src/cli/electron-binary.ts";

const electron = "/electron";
const linux = (given: Partial<Machine>): Machine => ({
  platform: "linux",
  env: { DISPLAY: ":0" },
  electron,
  isRoot: false,
  ...given,
});
const headless = (missing: string) => ({ kind: "headless", missing });

describe("chooseDesktop", () => {
  it.each<[string, Machine, unknown]>([
    ["an X display", linux({}), { kind: "desktop", electron }],
    ["a Wayland display", linux({ env: { WAYLAND_DISPLAY: "wayland-0" } }), { kind: "desktop", electron }],
    [
      "macOS, which always has one",
      linux({ platform: "darwin", env: {}, isRoot: true }),
      { kind: "desktop", electron },
    ],
    ["Windows likewise", linux({ platform: "win32", env: {} }), { kind: "desktop", electron }],
    ["no display", linux({ env: { DISPLAY: "" } }), headless("there is no display")],
    ["no binary", linux({ electron: null }), headless("Electron's program is not installed")],
    [
      "neither",
      linux({ electron: null, env: {} }),
      headless("Electron's program is not installed and there is no display"),
    ],
    ["root on Linux", linux({ isRoot: true }), headless("Electron does not run as root")],
  ])("%s", (_name, machine, want) => {
    expect(chooseDesktop(machine)).toEqual(want);
  });
});

describe("findElectron", () => {
  let folder: string;
  const electronFolder = () => join(folder, "node_modules/electron");
  const from = () => pathToFileURL(join(folder, "out/main/cli.js")).href;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "understudy-electron-"));
    mkdirSync(join(electronFolder(), "dist"), { recursive: true });
    writeFileSync(join(electronFolder(), "package.json"), '{"name":"electron"}');
    // Loading the package would start a download.
    writeFileSync(join(electronFolder(), "index.js"), "throw new Error('loaded');");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("gives the executable that the installer left", () => {
    writeFileSync(join(electronFolder(), "path.txt"), "electron");
    writeFileSync(join(electronFolder(), "dist/electron"), "");
    expect(findElectron(from())).toBe(join(electronFolder(), "dist/electron"));
  });

  it("gives null where the installer was interrupted", () => {
    writeFileSync(join(electronFolder(), "path.txt"), "electron");
    expect(findElectron(from())).toBeNull();
  });

  it("gives null where the binary was never fetched", () => {
    expect(findElectron(from())).toBeNull();
  });

  it("gives null where the package is not installed", () => {
    rmSync(electronFolder(), { recursive: true });
    expect(findElectron(from())).toBeNull();
  });
});
