import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDesktop } from "../../../src/cli/run-desktop.ts";
import { type DesktopSign, quitOrder, signLine } from "../../../src/core/desktop-sign.ts";
import { isGone, writeProgram } from "../../helpers/fake-program.ts";
import { patience } from "../../helpers/patience.ts";

let folder: string;
let printed: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-run-desktop-"));
  printed = "";
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed += text;
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const say = (sign: DesktopSign) => `console.log(${JSON.stringify(signLine(sign))});`;
const stay = "setInterval(() => {}, 1000);";
const pidFile = () => join(folder, "pid");
const notePid = () => `require("node:fs").writeFileSync(${JSON.stringify(pidFile())}, String(process.pid));`;
const pidOf = (file: string) => Number(readFileSync(file, "utf8"));

const path = () => join(folder, "electron");
const runScript = (script: string) => {
  writeProgram(path(), script);
  return runDesktop(path(), { dataDir: folder }, { patience: { start: 20_000, stop: 20_000 } });
};

/** The same with a script of the shell's, for short patience: Node alone may take seconds to start on a busy machine. */
function runShell(lines: readonly string[], start: number, onShown: (pid: number) => void = () => {}) {
  writeFileSync(path(), `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(path(), 0o755);
  return runDesktop(path(), { dataDir: folder }, { patience: { start, stop: 20_000 }, onShown });
}

describe("runDesktop", () => {
  it.each<[string, string, unknown]>([
    [
      "a crash at once, with the last line that it said",
      "console.error('noise'); console.error('libnss3.so: cannot open shared object file\\n'); process.exitCode = 127;",
      {
        kind: "failed",
        why: "Electron ended at its start with exit code 127: libnss3.so: cannot open shared object file",
      },
    ],
    [
      "a crash by a signal, without a word",
      "process.kill(process.pid, 'SIGKILL');",
      { kind: "failed", why: "Electron ended at its start by SIGKILL" },
    ],
    [
      "a crash of the graphics before the window is there",
      `${say("started")} setTimeout(() => process.kill(process.pid, "SIGKILL"), 50);`,
      { kind: "failed", why: "Electron ended before its window was there by SIGKILL" },
    ],
    [
      "a crash once the window was there",
      `${say("shown")} process.exitCode = 134;`,
      { kind: "ended", code: 134 },
    ],
    [
      "the app's own failure, which it has told itself",
      `${say("started")} process.exitCode = 1;`,
      { kind: "ended", code: 1 },
    ],
    ["a usual end", `${say("started")} ${say("shown")}`, { kind: "ended", code: 0 }],
    ["a second launch that is handed to the first", say("handed"), { kind: "handed" }],
    ["an end without a sign", "", { kind: "failed", why: "Electron ended at its start with exit code 0" }],
    [
      "a sandbox whose helper is not root's, with what to run",
      `console.error("[7:0101/1.1:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I'm aborting now. You need to make sure that /opt/a very long folder/electron/dist/chrome-sandbox is owned by root and has mode 4755."); process.kill(process.pid, "SIGTRAP");`,
      {
        kind: "failed",
        why: "Electron ended at its start by SIGTRAP: Chromium's sandbox needs its helper to belong to root. Run: sudo chown root:root '/opt/a very long folder/electron/dist/chrome-sandbox' && sudo chmod 4755 '/opt/a very long folder/electron/dist/chrome-sandbox'",
      },
    ],
    [
      "a sandbox that the system forbids",
      `console.error("[7:0101/1.1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+ …\\nsee https://example.test"); process.exitCode = 133;`,
      { kind: "failed", why: expect.stringContaining("Install the deb, which brings a profile for it") },
    ],
  ])("%s", async (_name, script, want) => {
    expect(await runScript(script)).toEqual(want);
  });

  it("a program that is no program", async () => {
    const missing = join(folder, "not-there");
    expect(await runDesktop(missing, { dataDir: folder })).toEqual({
      kind: "failed",
      why: expect.stringContaining("ENOENT"),
    });
  });

  it("a hang: it and what it has started are ended, even where they don't listen", async () => {
    const lines = [`trap '' TERM`, `sleep 1000 & echo $! > "${pidFile()}"`, "wait"];
    expect(await runShell(lines, 3_000)).toEqual({
      kind: "failed",
      why: "Electron did not answer within 3 seconds",
    });
    expect(await isGone(pidOf(pidFile()))).toBe(true);
  });

  it("what is left of the group after a usual end is ended too", async () => {
    const script = `
      const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(`${notePid()} ${stay}`)}], { stdio: "ignore" });
      ${say("shown")}
      const fs = require("node:fs");
      const timer = setInterval(() => fs.statSync(${JSON.stringify(pidFile())}, { throwIfNoEntry: false })?.size > 0 && process.exit(0), 10);`;
    expect(await runScript(script)).toEqual({ kind: "ended", code: 0 });
    expect(await isGone(pidOf(pidFile()))).toBe(true);
  });

  it("takes its time once Electron works, and tells when the window is there", async () => {
    const shown: number[] = [];
    const lines = [
      `echo $$ > "${pidFile()}"`,
      `echo '${signLine("started")}'`,
      "sleep 2.3",
      `echo '${signLine("shown")}'`,
    ];
    expect(await runShell(lines, 2_000, (pid) => shown.push(pid))).toEqual({ kind: "ended", code: 0 });
    expect(shown).toEqual([pidOf(pidFile())]);
  });

  it("prints the app's own lines, and neither signs nor the noise of one that does not come up", async () => {
    await runScript(`console.log("own"); ${say("shown")} console.error("aside");`);
    expect(printed.split("\n").sort()).toEqual(["", "aside", "own"].sort());
    printed = "";
    await runScript("console.error('noise'); process.exitCode = 1;");
    expect(printed).toBe("");
  });

  it("asks by the app's channel too, for systems without signals, and waits for the app's own end", async () => {
    // It hears no signal, as on Windows.
    const script = `
      process.on("SIGTERM", () => {});
      process.on("message", (order) => {
        if (order === ${JSON.stringify(quitOrder)}) setTimeout(() => { console.log("drained"); process.exit(0); }, 50);
      });
      ${say("shown")} ${notePid()}`;
    const outcome = runScript(script);
    await vi.waitUntil(() => existsSync(pidFile()) && pidOf(pidFile()) > 0, { timeout: patience });
    process.emit("SIGTERM");
    expect(await outcome).toEqual({ kind: "ended", code: 0 });
    expect(printed).toContain("drained\n");
  });

  it("ends it by force where it does not obey within the grace", async () => {
    const script = `process.on("SIGTERM", () => {}); process.on("message", () => {}); ${say("shown")} ${notePid()} ${stay}`;
    const outcome = runDesktop(writeProgram(path(), script), {}, { patience: { start: 20_000, stop: 100 } });
    await vi.waitUntil(() => existsSync(pidFile()) && pidOf(pidFile()) > 0, { timeout: patience });
    process.emit("SIGTERM");
    expect(await outcome).toEqual({ kind: "ended", code: 128 + 9 });
    expect(await isGone(pidOf(pidFile()))).toBe(true);
  });

  it("a signal while it starts ends it, and is no failure", async () => {
    const script = `${notePid()} ${stay}`;
    const outcome = runScript(script);
    await vi.waitUntil(() => existsSync(pidFile()) && pidOf(pidFile()) > 0, { timeout: patience });
    process.emit("SIGTERM");
    expect(await outcome).toEqual({ kind: "ended", code: 0 });
  });
});
