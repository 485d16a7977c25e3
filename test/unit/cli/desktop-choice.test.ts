import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseDesktop, type Machine } from "../../../src/cli/desktop-choice.ts";
import { findElectron } from "../../../src/cli/electron-binary.ts";

const electron = "/electron";
const fetchable = { folder: "/node_modules/electron", version: "1.2.3" };
const linux = (given: Partial<Machine>): Machine => ({
  platform: "linux",
  env: { DISPLAY: ":0" },
  electron,
  fetchable: null,
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
    [
      "no binary, but its installer",
      linux({ electron: null, fetchable }),
      { kind: "fetch", from: fetchable },
    ],
    [
      "no binary and no display: nothing is fetched for nobody to see",
      linux({ electron: null, fetchable, env: {} }),
      headless("Electron's program is not installed and there is no display"),
    ],
    [
      "no binary as root: nor for nothing",
      linux({ electron: null, fetchable, isRoot: true }),
      headless("Electron's program is not installed and Electron does not run as root"),
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
    expect(findElectron(from(), {})).toBe(join(electronFolder(), "dist/electron"));
  });

  it("gives null where the installer was interrupted", () => {
    writeFileSync(join(electronFolder(), "path.txt"), "electron");
    expect(findElectron(from(), {})).toBeNull();
  });

  it("gives null where the binary was never fetched", () => {
    expect(findElectron(from(), {})).toBeNull();
  });

  it("gives an unpacked one that Electron's own variable names", () => {
    const unpacked = join(folder, "unpacked");
    mkdirSync(unpacked);
    const env = { ELECTRON_OVERRIDE_DIST_PATH: unpacked };
    expect(findElectron(from(), env)).toBeNull();
    const name = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" }[
      process.platform as string
    ];
    const binary = join(unpacked, name ?? "electron");
    mkdirSync(dirname(binary), { recursive: true });
    writeFileSync(binary, "");
    expect(findElectron(from(), env)).toBe(binary);
  });

  it("gives null where the package is not installed", () => {
    rmSync(electronFolder(), { recursive: true });
    expect(findElectron(from(), {})).toBeNull();
  });
});
