import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endAll, root, run } from "../helpers/built-program.ts";

// A program that does not end is a failure soon enough.
vi.setConfig({ testTimeout: 20_000 });

/** Electron refuses root on Linux, and so does the launcher: as root these tests run as nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
let folder: string;

/** A copy of the built program beside an Electron whose executable is a script. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-desktop-"));
  for (const path of ["out/main", "bin", "package.json"])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  mkdirSync(join(folder, "node_modules/electron/dist"), { recursive: true });
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "node_modules/electron/package.json"), '{"name":"electron"}');
  writeFileSync(join(folder, "node_modules/electron/index.js"), "throw new Error('a download would start');");
  writeFileSync(join(folder, "node_modules/electron/path.txt"), "electron");
  for (const path of [folder, join(folder, "data")]) chmodSync(path, 0o777);
});
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

function installElectron(script: string): void {
  const path = join(folder, "node_modules/electron/dist/electron");
  writeFileSync(path, `#!${process.execPath}\n${script}`);
  chmodSync(path, 0o755);
}

const open = (...flags: string[]) =>
  run(join(folder, "bin/understudy.mjs"), ["open", "--data", join(folder, "data"), ...flags], {
    env: { DISPLAY: ":99", ELECTRON_RUN_AS_NODE: "1", UNDERSTUDY_TOKEN: "t".repeat(16) },
    ...nobody,
  });

describe("open, with a display and Electron's program", () => {
  it("runs the app with the flags, and passes its exit code on", async () => {
    installElectron(`
      console.log(JSON.stringify({ args: process.argv.slice(2), node: process.env.ELECTRON_RUN_AS_NODE ?? null, token: process.env.UNDERSTUDY_TOKEN }));
      process.exit(7);`);
    const app = open("--port", "0", "--lan");
    expect(await app.ended).toBe(7);
    expect(app.stdout.map((line) => JSON.parse(line))).toEqual([
      {
        args: [folder, `--data=${join(folder, "data")}`, "--port=0", "--lan"],
        node: null,
        token: "t".repeat(16),
      },
    ]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("passes %s on and waits for the app to end", async (signal) => {
    installElectron(`
      for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => { console.log(name); setTimeout(() => process.exit(0), 200); });
      setInterval(() => {}, 1000);
      console.log(process.pid);`);
    const app = open();
    const electron = Number(await app.nextLine());
    expect(await app.end(signal)).toBe(0);
    expect(app.stdout.at(-1)).toBe(signal);
    expect(() => process.kill(electron, 0)).toThrow("ESRCH");
  });

  it("runs headless where its executable was never fetched", async () => {
    const app = open("--desktop");
    expect(await app.ended).toBe(1);
    expect(app.stderr).toEqual(["The desktop app cannot run: Electron's program is not installed."]);
  });
});
