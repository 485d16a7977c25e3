import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findElectron } from "../../../src/cli/electron-binary.ts";
import { canFetchElectron, fetchElectron } from "../../../src/cli/fetch-electron.ts";
import { forgetFailure, recentFailure, rememberFailure } from "../../../src/cli/fetch-memory.ts";
import { isGone } from "../../helpers/fake-program.ts";
import { patience } from "../../helpers/patience.ts";

let folder: string;
const electron = () => ({ folder: join(folder, "electron"), version: "1.2.3" });
const from = () => join(folder, "electron", "index.js");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-fetch-test-"));
  mkdirSync(electron().folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** An installer of the test's own, in the place of Electron's. */
const installer = (script: string) => writeFileSync(join(electron().folder, "install.js"), script);
const temporaryNote = () => join(folder, "temporary");
const begin = () => `
  const fs = require("node:fs"), path = require("node:path"), os = require("node:os");
  fs.writeFileSync(${JSON.stringify(temporaryNote())}, os.tmpdir());
  fs.writeFileSync(path.join(${JSON.stringify(folder)}, "pid"), String(process.pid));`;

describe("fetchElectron", () => {
  it("waits as long as something comes, and says how much", async () => {
    installer(`${begin()}
      const zip = path.join(os.tmpdir(), "electron.zip");
      let parts = 0;
      const timer = setInterval(() => {
        fs.appendFileSync(zip, "x".repeat(1000));
        parts += 1;
        if (parts < 60) return;
        clearInterval(timer);
        fs.mkdirSync(path.join(__dirname, "dist"));
        fs.writeFileSync(path.join(__dirname, "dist/electron"), "");
        fs.writeFileSync(path.join(__dirname, "path.txt"), "electron");
      }, 100);`);
    const seen: number[] = [];
    const outcome = await fetchElectron(electron(), {
      onProgress: (bytes) => seen.push(bytes),
      patience: 5_000,
    });
    expect(outcome).toEqual({ kind: "fetched" });
    expect(Math.max(...seen)).toBeGreaterThan(10_000);
    expect(existsSync(join(electron().folder, "dist/electron"))).toBe(true);
    expect(existsSync(readFileSync(temporaryNote(), "utf8"))).toBe(false);
  });

  it("fails where no temporary folder can be made, and runs no installer", async () => {
    installer(begin());
    vi.stubEnv("TMPDIR", join(folder, "none"));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await fetchElectron(electron())).toEqual({
      kind: "failed",
      why: expect.stringMatching(/ENOENT.*none/),
    });
    expect(existsSync(temporaryNote())).toBe(false);
  });

  it("ends an installer to which nothing comes, and sweeps up", async () => {
    installer(`${begin()} process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`);
    expect(await fetchElectron(electron(), { patience: 5_000 })).toEqual({
      kind: "failed",
      why: "nothing came for 5 seconds",
    });
    expect(await isGone(Number(readFileSync(join(folder, "pid"), "utf8")))).toBe(true);
    expect(existsSync(readFileSync(temporaryNote(), "utf8"))).toBe(false);
  });

  it.each([
    ["TypeError: fetch failed\n    at somewhere", "the server that has it does not answer"],
    ["HTTPError: Response code 404 (Not Found)\n    at x", "HTTPError: Response code 404 (Not Found)"],
    ["", "its installer ended without a message"],
  ])("an installer that says %j", async (said, why) => {
    installer(`process.stderr.write(${JSON.stringify(said)}); process.exitCode = 1;`);
    expect(await fetchElectron(electron())).toEqual({ kind: "failed", why });
  });

  it("a signal stops it", async () => {
    installer(`${begin()} setInterval(() => {}, 1000);`);
    const outcome = fetchElectron(electron(), { patience: 60_000 });
    await vi.waitUntil(() => existsSync(join(folder, "pid")), { timeout: patience });
    process.emit("SIGINT");
    expect(await outcome).toEqual({ kind: "stopped" });
  });

  it("leaves nothing in the folder for temporary files that is not swept up", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("understudy-fetch-"));
    installer("process.exitCode = 1;");
    await fetchElectron(electron());
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith("understudy-fetch-"));
    expect(after).toEqual(before);
  });
});

describe("canFetchElectron", () => {
  it.each<[string, boolean, NodeJS.ProcessEnv, boolean]>([
    ["with its installer", true, {}, true],
    ["without", false, {}, false],
    ["where downloads are forbidden", true, { ELECTRON_SKIP_BINARY_DOWNLOAD: "1" }, false],
  ])("%s", (_name, hasInstaller, env, want) => {
    if (hasInstaller) installer("");
    expect(canFetchElectron(electron(), env)).toBe(want);
  });

  it("not without the package", () => {
    expect(canFetchElectron(null, {})).toBe(false);
    expect(findElectron(from(), {})).toBeNull();
  });
});

describe("what is remembered of a failure", () => {
  const file = () => join(folder, "config/electron-fetch.json");
  const now = Date.parse("2026-11-20T12:00:00Z");
  const hours = 3_600_000;

  it.each<[string, string, number, string | null]>([
    ["at once", "1.2.3", now, "no answer"],
    ["hours later", "1.2.3", now + 23 * hours, "no answer"],
    ["a day later it is worth another try", "1.2.3", now + 24 * hours, null],
    ["another version is", "1.2.4", now, null],
    ["and so it is where the clock went back", "1.2.3", now - hours, null],
  ])("%s", async (_name, version, at, want) => {
    await rememberFailure("1.2.3", "no answer", now, file());
    expect(await recentFailure(version, at, file())).toBe(want);
  });

  it("is nothing before the first, after a success, and where the file is damaged", async () => {
    expect(await recentFailure("1.2.3", now, file())).toBeNull();
    await rememberFailure("1.2.3", "no answer", now, file());
    await forgetFailure(file());
    expect(await recentFailure("1.2.3", now, file())).toBeNull();
    for (const text of ["{", "[]", '{"version":"1.2.3","why":"x","at":"yesterday"}']) {
      writeFileSync(file(), text);
      expect(await recentFailure("1.2.3", now, file())).toBeNull();
    }
  });

  it("is not worth a failure where it can't be written", async () => {
    mkdirSync(file(), { recursive: true });
    await expect(rememberFailure("1.2.3", "no answer", now, file())).resolves.toBeUndefined();
    expect(existsSync(dirname(file()))).toBe(true);
    if (process.platform === "linux")
      await rememberFailure("1.2.3", "no answer", now, "/proc/understudy/file");
  });
});
