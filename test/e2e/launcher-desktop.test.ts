import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endAll, root, run } from "../helpers/built-program.ts";
import { isGone, writeProgram } from "../helpers/fake-program.ts";

/** Electron refuses root on Linux, and so does the launcher: as root these tests run as nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
let folder: string;

/** A copy of the built program, which no test changes: to copy it for each of them took a tenth of a second of the processor. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-desktop-"));
  for (const path of ["out/main", "out/renderer", "out/docs", "bin", "package.json", "resources"])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  cpSync(join(root, "node_modules/@libsql"), join(folder, "node_modules/@libsql"), { recursive: true });
  chmodSync(folder, 0o777);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ofATest = ["data", "config", "node_modules/electron"];

/** Beside it an Electron whose executable is a script. */
beforeEach(() => {
  for (const path of [...ofATest, "node_modules/electron/dist"]) {
    mkdirSync(join(folder, path), { recursive: true });
    chmodSync(join(folder, path), 0o777);
  }
  writeFileSync(join(folder, "node_modules/electron/package.json"), '{"name":"electron","version":"1.2.3"}');
  writeFileSync(join(folder, "node_modules/electron/index.js"), "throw new Error('a download would start');");
});
afterEach(async () => {
  await endAll();
  for (const path of ofATest) rmSync(join(folder, path), { recursive: true });
});

const electronFile = (name: string) => join(folder, "node_modules/electron", name);

function installElectron(script: string): void {
  writeFileSync(electronFile("path.txt"), "electron");
  writeProgram(electronFile("dist/electron"), script);
}

const installer = (script: string) => writeFileSync(electronFile("install.js"), script);

const command = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  run(join(folder, "bin/understudy.mjs"), args, {
    env: {
      DISPLAY: ":99",
      ELECTRON_RUN_AS_NODE: "1",
      UNDERSTUDY_TOKEN: "t".repeat(16),
      UNDERSTUDY_CONFIG_DIR: join(folder, "config"),
      // What the app remembers is in the one, the default workspace in the other.
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "config/data-home"),
      ...env,
    },
    ...nobody,
  });
const anyPorts = ["--port", "0", "--sdk-port", "0"];
const open = (...flags: string[]) => command(["open", "--data", join(folder, "data"), ...anyPorts, ...flags]);

/** The sentence about the missing window, and the server that runs all the same. */
async function runsHeadless(app: ReturnType<typeof run>, why: string): Promise<void> {
  expect(await app.nextLine()).toBe(`No desktop app (${why}): running headless.`);
  expect(await app.nextLine()).toMatch(/^Understudy \S+ is ready\.$/);
  expect(await app.end()).toBe(0);
}

const shown = 'console.log("understudy-desktop: started"); console.log("understudy-desktop: shown");';
const handed = 'console.log("understudy-desktop: handed");';
const stay = "setInterval(() => {}, 1000);";
const notePid = () =>
  `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "data/pid"))}, String(process.pid));`;
const notedPid = () => Number(readFileSync(join(folder, "data/pid"), "utf8"));

describe("open, with a display and Electron's program", () => {
  it("runs the app with the flags, says when its window is there, and passes its exit code on", async () => {
    installElectron(`
      ${shown}
      console.log(JSON.stringify({ args: process.argv.slice(2), node: process.env.ELECTRON_RUN_AS_NODE ?? null, token: process.env.UNDERSTUDY_TOKEN }));
      process.exitCode = 7;`);
    const app = open("--lan");
    expect(await app.ended).toBe(7);
    const [window, told = ""] = app.stdout;
    expect(window).toBe("Understudy's window is open. Ctrl-C quits it.");
    expect(JSON.parse(told)).toEqual({
      args: [folder, `--data=${join(folder, "data")}`, "--port=0", "--sdk-port=0", "--lan"],
      node: null,
      token: "t".repeat(16),
    });
  });

  it("tells a program by one JSON line that the window is there", async () => {
    installElectron(`${notePid()} ${shown}`);
    const app = open("--json");
    expect(await app.ended).toBe(0);
    expect(app.stdout.map((line) => JSON.parse(line))).toEqual([
      { event: "window", pid: notedPid(), dataDir: join(folder, "data") },
    ]);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "asks the app to end on %s, and waits for it",
    async (signal) => {
      installElectron(`
      process.on("SIGTERM", () => { console.log("draining"); setTimeout(() => process.exit(0), 200); });
      ${stay} ${shown} console.log(process.pid);`);
      const app = open();
      await app.nextLine();
      const electron = Number(await app.nextLine());
      expect(await app.end(signal)).toBe(0);
      expect(app.stdout.at(-1)).toBe("draining");
      expect(await isGone(electron)).toBe(true);
    },
  );

  it("leaves nothing behind when the launcher is killed, neither the app nor what it has started", async () => {
    installElectron(`
      require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(`${notePid()} process.on("SIGTERM", () => {}); ${stay}`)}], { stdio: "ignore" });
      const timer = setInterval(() => {
        if (!require("node:fs").statSync(${JSON.stringify(join(folder, "data/pid"))}, { throwIfNoEntry: false })?.size) return;
        clearInterval(timer);
        ${shown} console.log(process.pid);
      }, 10);
      ${stay}`);
    const app = open();
    await app.nextLine();
    const electron = Number(await app.nextLine());
    app.child.kill("SIGKILL");
    expect(await isGone(electron)).toBe(true);
    expect(await isGone(notedPid())).toBe(true);
  });
});

describe("open, where Electron does not come up", () => {
  it("crashes at once: headless, and why", async () => {
    installElectron("console.error('libnss3.so: cannot open shared object file'); process.exitCode = 127;");
    await runsHeadless(
      open(),
      "Electron ended at its start with exit code 127: libnss3.so: cannot open shared object file",
    );
  });

  it("crashes before its window is there: headless, and why", async () => {
    installElectron(
      "console.log('understudy-desktop: started'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);",
    );
    await runsHeadless(open(), "Electron ended before its window was there by SIGKILL");
  });

  it("--desktop is an error then", async () => {
    installElectron("process.exitCode = 1;");
    const app = open("--desktop");
    expect(await app.ended).toBe(1);
    expect(app.stderr).toEqual(["The desktop app cannot run: Electron ended at its start with exit code 1."]);
    expect(app.stdout).toEqual([]);
  });

  it("--headless does not even try", async () => {
    installElectron(notePid());
    const app = open("--headless");
    expect(await app.nextLine()).toMatch(/is ready/);
    expect(existsSync(join(folder, "data/pid"))).toBe(false);
  });
});

describe("open, where Electron's program was never fetched", () => {
  const missing = "Electron's program is not installed";

  it("has it fetched once, and runs it", async () => {
    installer(`
      const fs = require("node:fs");
      fs.writeFileSync(${JSON.stringify(electronFile("dist/electron"))}, ${JSON.stringify(`#!${process.execPath}\n${shown}`)}, { mode: 0o755 });
      fs.writeFileSync(${JSON.stringify(electronFile("path.txt"))}, "electron");`);
    const app = open();
    expect(await app.ended).toBe(0);
    expect(app.stderr).toEqual(["Fetching Electron 1.2.3 for the desktop app, once …"]);
    expect(app.stdout).toEqual(["Understudy's window is open. Ctrl-C quits it."]);
  });

  it("runs headless where nothing answers, does not ask again today, and does when told to", async () => {
    const tries = join(folder, "data/tries");
    installer(`
      require("node:fs").appendFileSync(${JSON.stringify(tries)}, "x");
      console.error("TypeError: fetch failed"); process.exitCode = 1;`);
    const why = `${missing} and could not be fetched: the server that has it does not answer`;
    await runsHeadless(open(), why);
    await runsHeadless(open(), `${why}; \`--desktop\` tries again`);
    expect(readFileSync(tries, "utf8")).toBe("x");
    const insisting = open("--desktop");
    expect(await insisting.ended).toBe(1);
    expect(insisting.stderr.at(-1)).toBe(`The desktop app cannot run: ${why}.`);
    expect(readFileSync(tries, "utf8")).toBe("xx");
  });

  it("ends the fetching when the launcher is killed", async () => {
    installer(`${notePid()} ${stay}`);
    const app = open();
    await expect.poll(() => existsSync(join(folder, "data/pid")) && notedPid() > 0).toBe(true);
    app.child.kill("SIGKILL");
    expect(await isGone(notedPid())).toBe(true);
  });

  it("leaves nothing behind when the launcher is killed between its first program and the next", async () => {
    installer(stay);
    // The launcher stands still once one of the two is started: the installer, and what ends that with it.
    const preload = join(folder, "data/preload.cjs");
    writeFileSync(
      preload,
      `const processes = require("node:child_process");
      const { spawn } = processes;
      let first;
      processes.spawn = (...args) => {
        if (first === undefined) return (first = spawn(...args));
        ${notePid().replace("process.pid", "first.pid")}
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      };
      require("node:module").syncBuiltinESMExports();`,
    );
    const app = command(["open", "--data", join(folder, "data"), ...anyPorts], {
      NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
    });
    await expect.poll(() => existsSync(join(folder, "data/pid")) && notedPid() > 0).toBe(true);
    app.child.kill("SIGKILL");
    expect(await isGone(notedPid())).toBe(true);
  });

  it("runs headless where there is no installer either", async () => {
    await runsHeadless(open(), missing);
  });
});

describe("open, where a copy runs on the workspace", () => {
  const noteArgs = () =>
    `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "data/args"))}, JSON.stringify(process.argv.slice(3)));`;
  const notedArgs = () => JSON.parse(readFileSync(join(folder, "data/args"), "utf8"));
  const locator = () => join(folder, "data/.understudy/server.json");

  /** A server that says of itself that the app runs it. */
  async function runCopy(host: "desktop" | "headless"): Promise<number> {
    const copy = command(["serve", "--json", "--data", join(folder, "data"), ...anyPorts]);
    await copy.nextLine();
    const found = JSON.parse(readFileSync(locator(), "utf8"));
    expect(found.host).toBe("headless");
    writeFileSync(locator(), JSON.stringify({ ...found, host }));
    return copy.pid;
  }

  it("has the app bring its window back", async () => {
    const pid = await runCopy("desktop");
    installElectron(`${noteArgs()} ${handed}`);
    const app = open();
    expect(await app.ended).toBe(0);
    expect(app.stdout).toEqual([
      `Understudy already runs on ${join(folder, "data")} (process ${pid}); flags for a new server do not change it: stop it first, or name another folder with --data.`,
      "Its window comes to the front.",
    ]);
    expect(notedArgs()).toEqual([`--data=${join(folder, "data")}`, "--port=0", "--sdk-port=0"]);
  });

  it("tells a program where the app runs, all the same", async () => {
    const pid = await runCopy("desktop");
    installElectron(`${noteArgs()} ${handed}`);
    const app = open("--json", "--desktop");
    expect(await app.ended).toBe(0);
    expect(app.stdout.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: "running", pid, consoleUrl: expect.stringContaining("/launch") }),
    ]);
    expect(existsSync(join(folder, "data/args"))).toBe(true);
  });

  it("gives the console's address where the app can't be reached, and fetches nothing for that", async () => {
    const pid = await runCopy("desktop");
    installer(notePid());
    const app = open();
    expect(await app.ended).toBe(0);
    expect(app.stdout).toEqual([
      expect.stringContaining(`(process ${pid})`),
      expect.stringMatching(/^ {2}Console {7}http:/),
    ]);
    expect(existsSync(join(folder, "data/pid"))).toBe(false);
  });

  it.each([["headless", "--desktop"], ["desktop", "--headless"], ["headless"]] as const)(
    "starts no app for a copy that is %s, with %s",
    async (host, ...flags) => {
      await runCopy(host);
      installElectron(noteArgs());
      const app = open(...flags);
      const refused = flags[0] === "--desktop";
      expect(await app.ended).toBe(refused ? 1 : 0);
      expect(app.stderr).toEqual(
        refused
          ? [
              expect.stringMatching(
                /headless: http:\S+ \(process \d+\)\. Stop it, then open the desktop app\.$/,
              ),
            ]
          : [],
      );
      expect(existsSync(join(folder, "data/args"))).toBe(false);
    },
  );
});

describe("open, without a workspace's name", () => {
  const memory = () => join(folder, "config/Understudy Desktop/desktop.json");
  const remember = (lastWorkspace: string) => {
    mkdirSync(join(folder, "config/Understudy Desktop"));
    writeFileSync(memory(), JSON.stringify({ lastWorkspace }));
  };
  const nameless = (...flags: string[]) => command(["open", ...anyPorts, ...flags], { DISPLAY: "" });
  const crash = "process.exitCode = 3;";

  it("leaves the choice to the app", async () => {
    installElectron(`${shown} console.log(JSON.stringify(process.argv.slice(3)));`);
    const app = command(["open", "--seed", "demo"]);
    expect(await app.ended).toBe(0);
    expect(app.stdout.at(-1)).toBe('["--seed=demo"]');
  });

  it("says that the running app was asked, in words and for a program", async () => {
    installElectron(handed);
    const app = command(["open"]);
    expect([await app.ended, app.stdout]).toEqual([
      0,
      ["The desktop app already runs, and opens its window."],
    ]);
    const other = open("--json");
    expect(await other.ended).toBe(0);
    expect(other.stdout.map((line) => JSON.parse(line))).toEqual([
      { event: "handed", dataDir: join(folder, "data") },
    ]);
  });

  it("opens the default one headless where the app never ran", async () => {
    const app = nameless();
    await app.nextLine();
    expect(await app.nextLine()).toMatch(/^Understudy \S+ is ready\.$/);
    await expect.poll(() => app.stdout.at(-2)).toContain(join(folder, "config/data-home/understudy"));
    expect(await app.end()).toBe(0);
  });

  it.each<[string, boolean, ...string[]]>([
    ["there is no display", false],
    ["the app crashed", true],
    ["it is told to, with --headless", false, "--headless"],
  ])("opens the app's last one headless, and says which: %s", async (_name, crashes, ...flags) => {
    const first = command(["serve", "--json", "--data", join(folder, "data"), ...anyPorts]);
    await first.nextLine();
    await first.end();
    remember(join(folder, "data"));
    installElectron(crash);
    const app = crashes ? command(["open", ...anyPorts]) : nameless(...flags);
    if (flags.length === 0) await app.nextLine();
    expect(await app.nextLine()).toBe(
      `Opening the last workspace: ${join(folder, "data")}. \`--data\` opens another.`,
    );
    expect(await app.nextLine()).toMatch(/is ready/);
    expect(existsSync(join(folder, "data/.understudy/server.json"))).toBe(true);
    expect(await app.end()).toBe(0);
  });

  it("makes none in the place of one that is gone", async () => {
    remember(join(folder, "gone"));
    const app = nameless("--json");
    expect(await app.ended).toBe(1);
    expect(JSON.parse(app.stderr.at(-1) ?? "")).toMatchObject({
      event: "error",
      code: "workspace-gone",
      dataDir: join(folder, "gone"),
    });
    expect(existsSync(join(folder, "gone"))).toBe(false);
    expect(existsSync(join(folder, "config/data-home"))).toBe(false);
  });
});
