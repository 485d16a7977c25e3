import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { premiereSeed } from "../../src/server/seed/premiere-seed.ts";
import { endAll, program, run } from "../helpers/built-program.ts";
import { cliHere } from "../helpers/cli-here.ts";
import { eventually } from "../helpers/eventually.ts";

// Its own folder for temporary files: what is left behind is seen there.
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), "understudy-exec-test-"));
});
afterEach(endAll);
afterAll(() => rm(temporary, { recursive: true, force: true }));

const exec = (...args: string[]) => run(program, ["exec", ...args], { env: { TMPDIR: temporary } });
const execHere = (...args: string[]) => cliHere(["exec", ...args], { env: { TMPDIR: temporary } });
const node = (script: string) => ["--", process.execPath, "-e", script];
const leftBehind = () => readdir(temporary);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** What the command prints first: its variables, its own pid, and that of something it has started. */
const reports = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith("UNDERSTUDY_"));
  console.log(JSON.stringify({ ...Object.fromEntries(variables), pids: [process.pid, child.pid] }));`;

test("the command gets a platform of its own, and nothing is left behind when it succeeds", async () => {
  const running = exec("--seed", "demo", ...node(`${reports}; setTimeout(() => process.exit(0), 50)`));
  const said = JSON.parse(await running.nextLine());
  expect(await running.ended).toBe(0);
  expect(said).toMatchObject({
    UNDERSTUDY_PLATFORM_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    UNDERSTUDY_SDK_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    UNDERSTUDY_TOKEN: expect.stringMatching(/^\w{48}$/),
    UNDERSTUDY_API_KEY_DEVELOPMENT: expect.stringMatching(/^us_dev_/),
    UNDERSTUDY_API_KEY_STAGING: expect.stringMatching(/^us_/),
    UNDERSTUDY_API_KEY_PRODUCTION: expect.stringMatching(/^us_/),
  });
  await expect(fetch(`${said.UNDERSTUDY_SDK_URL}/healthz`)).rejects.toThrow("fetch failed");
  await eventually(() => expect(said.pids.map(isAlive)).toEqual([false, false]));
  expect(await leftBehind()).toEqual([]);
});

test("the platform answers the command, with the Space that was asked for", async () => {
  const running = exec(
    ...["--space", "my-first-space"],
    ...node(`
      const { UNDERSTUDY_PLATFORM_URL: url, UNDERSTUDY_TOKEN: token, UNDERSTUDY_API_KEY_DEVELOPMENT: key } = process.env;
      (async () => {
        const answer = await fetch(url + "/v2/spaces", { headers: { authorization: "Bearer " + token } });
        console.log((await answer.json()).data[0].key, key.slice(0, 7));
      })();`),
  );
  expect(await running.nextLine()).toBe("my-first-space us_dev_");
  expect(await running.ended).toBe(0);
});

test.each([
  ["1", "process.exit(1)", 1],
  ["137", "process.exit(137)", 137],
  ["that of a signal", 'process.kill(process.pid, "SIGTERM")', 143],
  ["that of kill -9", 'process.kill(process.pid, "SIGKILL")', 137],
])("the command's exit code is passed on: %s", async (_name, script, code) => {
  expect(await execHere(...node(script))).toMatchObject({ code });
  expect(await leftBehind()).toEqual([]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends the command and all that it has started",
  async (signal) => {
    const running = exec(...node(`${reports}; setInterval(() => {}, 1000)`));
    const { pids } = JSON.parse(await running.nextLine());
    expect(await running.end(signal)).toBe(128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal]);
    await eventually(() => expect(pids.map(isAlive)).toEqual([false, false]));
    expect(await leftBehind()).toEqual([]);
  },
);

test("kill -9 leaves no process and no folder behind", async () => {
  const running = exec(...node(`${reports}; setInterval(() => {}, 1000)`));
  const { pids } = JSON.parse(await running.nextLine());
  await running.end("SIGKILL");
  await eventually(async () => {
    await eventually(() => expect(pids.map(isAlive)).toEqual([false, false]));
    expect(await leftBehind()).toEqual([]);
  });
});

test("a command that obeys Ctrl-C in its own way gives its own exit code", async () => {
  const running = exec(
    ...node('process.on("SIGINT", () => process.exit(3)); setInterval(() => {}, 1000); console.log("on")'),
  );
  await running.nextLine();
  expect(await running.end("SIGINT")).toBe(3);
});

test("a proxy is not between the command and its platform, whatever Node is told of proxies", async () => {
  const script = `
    const { UNDERSTUDY_PLATFORM_URL: url, NO_PROXY: direct } = process.env;
    (async () => console.log((await fetch(url + "/healthz")).status, direct))();`;
  // Port 9: nobody is there. Node 20 asks no proxy of itself, so that only the variable tells.
  const env = {
    TMPDIR: temporary,
    NODE_USE_ENV_PROXY: "1",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "a.example",
  };
  const running = run(program, ["exec", ...node(script)], { env });
  expect(await running.nextLine()).toBe("200 a.example,127.0.0.1,localhost,[::1]");
  expect(await running.ended).toBe(0);
});

test("what can't be run is said, with a shell's exit code", async () => {
  const missing = await execHere("--", "no-such-command");
  expect(missing.code).toBe(127);
  expect(missing.err).toContain("no-such-command can't be run: there is no such command.");
  const space = await execHere("--space", "none", ...node(""));
  expect(space.code).toBe(1);
  expect(space.err).toContain('There is no Space "none" here. Known: my-first-space.');
  expect((await execHere()).code).toBe(2);
  for (const empty of ["", " "]) {
    const unset = await execHere("--", empty, "an argument");
    expect(unset.code).toBe(1);
    expect(unset.err).toContain("It must begin with a program to run.");
  }
  expect((await execHere(...node(""), "", "after an empty one")).code).toBe(0);
  const seed = await execHere("--seed", "nope", ...node(""));
  expect(seed.code).toBe(1);
  expect(seed.err).toMatch(/nope can't be read: it is not there\. Name a file, .*: demo, premiere, shop\./);
  expect(await leftBehind()).toEqual([]);
});

test("a workspace that is to be kept is kept, in a folder that was empty", async () => {
  const folder = join(temporary, "kept");
  expect((await execHere("--keep", folder, ...node(""))).code).toBe(0);
  expect(existsSync(join(folder, "workspace.json"))).toBe(true);
  expect(existsSync(join(folder, ".understudy/server.json"))).toBe(false);
  const again = await execHere("--keep", folder, ...node(""));
  expect(again.code).toBe(1);
  expect(again.err).toContain("kept is not empty");
  await rm(folder, { recursive: true });
});

test("without a place for temporary files it says how to go on", async () => {
  const env = { TMPDIR: join(temporary, "none") };
  const refused = await cliHere(["exec", ...node("0")], { env });
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^.*ENOENT.*--keep.*$/)]);
});

test("a folder that can't be made is said in a sentence", async () => {
  const file = join(temporary, "file");
  await writeFile(file, "");
  const kept = await execHere("--keep", join(file, "below"), ...node(""));
  expect([kept.code, kept.err]).toEqual([1, expect.stringMatching(/^.*is a file and no folder.*$/)]);
  await rm(file);
});

test("flags after -- are the command's own", async () => {
  const script = join(temporary, "script.cjs");
  await writeFile(
    script,
    'require("node:fs").writeFileSync(process.argv[2], JSON.stringify(process.argv.slice(3)))',
  );
  const out = join(temporary, "out.json");
  const called = await execHere("--", process.execPath, script, out, "--json", "--seed", "x");
  expect(called.code).toBe(0);
  expect(JSON.parse(await readFile(out, "utf8"))).toEqual(["--json", "--seed", "x"]);
  await Promise.all([rm(script), rm(out)]);
});

test("of two runs at once the one that can't be done takes nothing of the other's", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "understudy-kept-")), "runs");
  const failing = exec("--keep", join(folder, "one"), "--seed", "shop", "--space", "nope", ...node(""));
  await eventually(() => expect(existsSync(join(folder, "one"))).toBe(true));
  const other = exec("--keep", join(folder, "two"), ...node(""));
  expect(await Promise.all([failing.ended, other.ended])).toEqual([1, 0]);
  expect(await readdir(folder)).toEqual(["two"]);

  const both = join(folder, "both");
  await mkdir(both);
  const [, ran] = await Promise.all(
    [["--", "no-such-command"], node("")].map((command) => exec("--keep", both, ...command).ended),
  );
  expect(existsSync(join(both, "workspace.json"))).toBe(ran === 0);
  await rm(folder, { recursive: true });
});

test("a signal before the command is started keeps it from being started", async () => {
  const running = exec(...node('console.log("started")'));
  // As soon as the folder is there the platform is starting.
  await eventually(async () => expect((await leftBehind()).length).toBe(1));
  const code = await running.end("SIGTERM");
  expect(await leftBehind()).toEqual([]);
  expect([code, running.stdout]).toEqual([143, []]);
});

test("a signal while a seed is laid ends that: a long one would go on for minutes", async () => {
  const { scenes = [], ...seed } = premiereSeed(Date.now());
  const long = scenes.map((one) => ({
    ...one,
    scene: { ...one.scene, days: 90, people: { ...one.scene.people, count: 10_000 } },
  }));
  const text = JSON.stringify({ ...seed, scenes: long }).replaceAll('"orgId":""', '"orgId":"any"');
  const folder = await mkdtemp(join(tmpdir(), "understudy-exec-long-"));
  await writeFile(join(folder, "seed.json"), text);
  const kept = join(folder, "kept");
  const running = exec(
    "--seed",
    join(folder, "seed.json"),
    "--keep",
    kept,
    ...node('console.log("started")'),
  );
  const shows = join(kept, ".understudy/shows.json");
  await eventually(async () => expect(JSON.parse(await readFile(shows, "utf8")).laying.length).toBe(1));
  expect([await running.end("SIGTERM"), running.stdout]).toEqual([143, []]);
  expect(await readdir(folder)).toEqual(["seed.json"]);
  await rm(folder, { recursive: true });
});

test("a signal that comes while the platform stops changes nothing of how the command ended", async () => {
  const running = exec(...node("console.log(process.pid)"));
  const pid = Number(await running.nextLine());
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
  expect([await running.end("SIGTERM"), running.stderr]).toEqual([0, []]);
  expect(await leftBehind()).toEqual([]);
});
