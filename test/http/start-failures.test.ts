import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backUp, restore } from "../../src/server/backup/backup.ts";
import { emptySpace } from "../../src/server/workspace/first-workspace.ts";
import { program } from "../helpers/built-program.ts";
import { ownPort } from "../helpers/own-port.ts";
import { startServerHere, startTestServer } from "../helpers/server.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "understudy-start-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Why it did not start. The process has ended by then, with its code. */
const failure = (options: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({ dataDir, ...options }).then(
    () => "it started",
    (reason: Error) => reason.message,
  );
const listeners = () => process.getActiveResourcesInfo().filter((one) => one === "TCPServerWrap").length;
/** What of the folder is open in this process, by whichever of its threads. */
const openFiles = async () => {
  const links = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ""));
  return (await Promise.all(links)).filter((path) => path.startsWith(dataDir));
};
/** The same in this process: then no listener and no file is left open. */
const refusal = async (options: Parameters<typeof startServerHere>[0] = {}) => {
  const before = listeners();
  const reason = await startServerHere({ dataDir, ...options }).then(
    (server) => server.stop().then(() => "it started"),
    ({ name, message }: Error) => `${name}: ${message}`,
  );
  await expect.poll(listeners).toBeLessThanOrEqual(before);
  if (process.platform === "linux") await expect.poll(openFiles).toEqual([]);
  return reason;
};

test("an SDK port that is taken ends the start, the platform's listeners with it", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  expect(await failure({ sdkPort: port })).toMatch(/ended with 1 .*Port \d+ for the SDK plane is taken/s);
  taken.close();
});

test.skipIf(process.platform === "win32")(
  "the longest path that is taken has room for a snapshot; beyond it nothing is made, nor backed up or restored there",
  async () => {
    /** A folder's path of so many bytes. */
    const deep = (base: string, bytes: number) => {
      const names = Math.floor((bytes - base.length) / 100);
      return `${base}${`/${"d".repeat(99)}`.repeat(names - 1)}/${"d".repeat(bytes - base.length - names * 100 + 99)}`;
    };
    const base = await realpath(dataDir);
    const [longest, tooLong] = [deep(base, 452), deep(base, 453)];
    const server = await startServerHere({ dataDir: longest });
    expect((await server.api("POST", "/v2/snapshots", { name: "deep" })).status).toBe(201);
    await server.stop();
    const words = "its path has 453 bytes, and its databases can be opened with 452 at the most";
    expect(await refusal({ dataDir: tooLong })).toContain(words);
    await expect(backUp(longest, tooLong)).rejects.toThrow(words);
    const again = { replace: false, now: Date.now() };
    await expect(restore(longest, tooLong, again)).rejects.toThrow(words);
    expect(existsSync(tooLong)).toBe(false);
  },
);

test("a port that can't be had ends the start before anything is made", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  expect(await refusal({ seed: "demo", port })).toContain(`Port ${port} for the platform plane is taken.`);
  expect(await readdir(dataDir)).toEqual([]);
  const show = ["--show", "premiere", "--sdk-port", String(port)];
  expect(await failure({ args: show })).toContain(`Port ${port} for the SDK plane is taken.`);
  expect(await readdir(dataDir)).toEqual([]);
  await new Promise((resolve) => taken.close(resolve));
  const outside = { publicUrl: "https://understudy.example", listen: "192.0.2.1" };
  expect(await refusal({ outside })).toContain("192.0.2.1 is not an address of this machine.");
  expect(await readdir(dataDir)).toEqual([]);
  expect(await refusal({ seed: "demo", port, sdkPort: port })).toContain(
    `Port ${port} for the SDK plane is taken.`,
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test.each<[string, () => Promise<unknown>, RegExp]>([
  [
    "its Spaces lie elsewhere, by a link",
    async () => {
      await mkdir(join(dataDir, "elsewhere"));
      await symlink(join(dataDir, "elsewhere"), join(dataDir, "spaces"));
    },
    /spaces: is a link.*\nNothing was changed\./,
  ],
  [
    "a Space's document is damaged",
    async () => {
      await mkdir(join(dataDir, "spaces/cinema"), { recursive: true });
      await writeFile(join(dataDir, "spaces/cinema/space.json"), "{");
    },
    /space\.json.*is not JSON.*\nNothing was changed\./,
  ],
])("a first start that is refused makes nothing: %s", async (_name, prepare, said) => {
  await prepare();
  const before = await readdir(dataDir, { recursive: true });
  expect(await refusal()).toMatch(said);
  expect(await readdir(dataDir, { recursive: true })).toEqual(before);
});

test("ports that the folder's own copy has: it is said that it runs, and where, however close the starts are", async () => {
  const { startServer } = await import("../../src/server/start-server.ts");
  const [port, sdkPort] = [await ownPort(), await ownPort()];
  const start = () => startServer({ dataDir, port, sdkPort });
  const both = await Promise.allSettled([start(), start()]);
  const [server] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const runs = `A copy already runs on ${dataDir}, at http://127.0.0.1:${port} (pid ${process.pid}).`;
  try {
    expect(both.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []))).toEqual([runs]);
    await expect(start()).rejects.toThrow(runs);
  } finally {
    await server?.stop();
  }
});

test("a port that somebody else has ends the start, whatever the folder is, and changes nothing in it", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const { startServer } = await import("../../src/server/start-server.ts");
  const start = (place: string) => startServer({ dataDir: place, port, sdkPort: 0 });
  try {
    const own = join(dataDir, ".understudy");
    await mkdir(own);
    await writeFile(join(own, "owner.lock"), "");
    await chmod(own, 0o755);
    await expect(start(dataDir)).rejects.toThrow(`Port ${port} for the platform plane is taken.`);
    expect([(await stat(own)).mode & 0o777, await readdir(own)]).toEqual([0o755, ["owner.lock"]]);
    const file = join(dataDir, "file");
    await writeFile(file, "");
    await expect(start(file)).rejects.toThrow(`Port ${port} for the platform plane is taken.`);
  } finally {
    await new Promise((resolve) => taken.close(resolve));
  }
});

test.each([
  ["short", /must have 16 characters or more; it has 5/],
  ["secret\nsecret-secret", /which no request can carry/],
  [`${"x".repeat(16)}\n`, /which no request can carry/],
])("a token that can be none ends the start, whoever starts it: %j", async (token, reason) => {
  const { startServer } = await import("../../src/server/start-server.ts");
  const start = startServer({ dataDir, port: 0, sdkPort: 0, token }).then((server) => server.stop());
  await expect(start).rejects.toThrow(reason);
  expect(await readdir(dataDir)).toEqual([]);
});

test("ports that were asked for are had once the seed is laid", async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  const server = await startServerHere({ dataDir, port, seed: "demo" });
  expect(new URL(server.platformUrl).port).toBe(String(port));
  expect((await server.api("GET", "/v2/spaces/cinema")).status).toBe(200);
  await server.stop();
});

test("a locator that can't be written ends the start", async () => {
  await mkdir(join(dataDir, ".understudy/server.json"), { recursive: true });
  expect(await failure()).toMatch(/ended with 1 .*The data folder can't be used: .*server\.json/s);
});

test("a file where .understudy would be ends the start", async () => {
  await writeFile(join(dataDir, ".understudy"), "");
  expect(await refusal()).toMatch(/^StartError: The data folder can't be used/);
});

test("a seed whose folder holds something else ends the start; mended, the next one lays it whole", async () => {
  await mkdir(join(dataDir, "spaces"), { recursive: true });
  await writeFile(join(dataDir, "spaces/cinema"), "");
  expect(await failure({ args: ["--seed", "demo"] })).toMatch(/ended with 1 .*not saved/s);
  await rm(join(dataDir, "spaces/cinema"));
  const server = await startServerHere({ dataDir, seed: "demo" });
  const users = await server.api("GET", "/v2/spaces/cinema/environments/staging/users");
  expect(users.body.data.length).toBe(8);
  await server.stop();
});

test("a seed file is refused with its line where it names no Space of its own, or is not UTF-8, before anything is made", async () => {
  const seed = join(dataDir, "seed.json");
  const start = '{\n"schemaVersion": 1, "spaces": [],\n';
  for (const [text, words] of [
    [
      `${start}"publish": [{ "space": "kino", "environment": "staging" }]}`,
      '/publish/0/space names no Space of this seed: "kino"',
    ],
    [
      `${start}"users": [{ "space": "kino", "environment": "staging", "users": [] }]}`,
      "/users/0/space names no Space",
    ],
    [`${start}"name": "Kino Müller"}`, "is not UTF-8"],
  ] as const) {
    await writeFile(seed, Buffer.from(text, "latin1"));
    const said = await refusal({ seed });
    expect(said).toContain(`The seed can't be used. ${seed}, line 3: `);
    expect(said).toContain(words);
    expect(await readdir(dataDir)).toEqual(["seed.json"]);
  }
});

test("a seed file is refused where two of its Spaces have one id or key: only the first would be laid", async () => {
  const seed = join(dataDir, "seed.json");
  const space = (key: string) =>
    emptySpace({ orgId: "org_1", key, name: "Kino", at: "2026-11-20T09:00:00Z" });
  const one = space("kino");
  for (const [other, words] of [
    [space("kino"), '/spaces/1/space/key "kino" is there twice'],
    [
      { ...one, space: { ...one.space, key: "kino-2" } },
      `/spaces/1/space/id "${one.space.id}" is there twice`,
    ],
  ] as const) {
    await writeFile(seed, JSON.stringify({ schemaVersion: 1, spaces: [one, other] }));
    expect(await refusal({ seed })).toContain(words);
    expect(await readdir(dataDir)).toEqual(["seed.json"]);
  }
});

test("a seed file is refused where it brings more than the API takes", async () => {
  const seed = join(dataDir, "seed.json");
  const at = "2026-11-20T09:00:00Z";
  const { space, ...rest } = emptySpace({ orgId: "org_1", key: "kino", name: "Kino", at });
  const stamps = { createdAt: at, updatedAt: at };
  const some = <T>(count: number, make: (n: string) => T) =>
    Array.from({ length: count }, (_, index) => make(`n${index}`));
  const rules = { field: "plan", op: "equals", value: "gold" };
  const tribes = some(1001, (n) => ({ id: n, key: n, name: n, audience: "everyone", rules, ...stamps }));
  const made = { user: { fields: {} }, events: [], at: null, expected: {} };
  const personas = some(201, (n) => ({ id: n, key: n, name: n, ...made, ...stamps }));
  const fields = Object.fromEntries(some(65, (n) => [n, "x".repeat(8192)]));
  const users = [{ space: "kino", environment: "staging", users: [{ id: "ana", fields }] }];
  const half = (from: string) => Object.fromEntries(some(40, (n) => [`${from}${n}`, "x".repeat(8192)]));
  const twice = ["a", "b"].map((from) => ({ id: "ana", fields: half(from) }));
  for (const [more, words] of [
    [{ spaces: [{ ...rest, space, tribes }] }, "/spaces/0/tribes must have at most 1000 items"],
    [{ spaces: [{ ...rest, space, personas }] }, "/spaces/0/personas must have at most 200 items"],
    [
      { spaces: [{ ...rest, space }], users },
      "/users/0/users/0/fields must leave the user at most 500 fields",
    ],
  ] as const) {
    await writeFile(seed, JSON.stringify({ schemaVersion: 1, ...more }));
    expect(await refusal({ seed })).toContain(words);
    expect(await readdir(dataDir)).toEqual(["seed.json"]);
  }
  await writeFile(
    seed,
    JSON.stringify({
      schemaVersion: 1,
      spaces: [{ ...rest, space }],
      users: [{ space: "kino", environment: "staging", users: twice }],
    }),
  );
  expect(await refusal({ seed })).toContain(
    'The seed can\'t be used. The fields of "ana" in staging must leave the user at most 500 fields',
  );
});

test("a seed file that is not there ends the start before anything is made", async () => {
  const seed = join(dataDir, "none.json");
  expect(await refusal({ seed })).toMatch(/^StartError: The seed .* can't be read: it is not there/);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a seed that never ends is no file, so nothing is read or made", async () => {
  expect(await refusal({ seed: "/dev/zero" })).toMatch(
    /^StartError: .*can't be read: it is not a plain file/,
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([
  ["before its publications", "published"],
  ["before its history", "scenes"],
])("a show whose start was killed %s is laid whole by the next show", async (_, blocked) => {
  // What a kill leaves: a Space of which some is missing, and the mark that it is not whole.
  await mkdir(join(dataDir, "spaces/cinema"), { recursive: true });
  await writeFile(join(dataDir, "spaces/cinema", blocked), "");
  expect(await refusal({ seed: "premiere" })).toMatch(/^StartError: /);
  await rm(join(dataDir, "spaces/cinema", blocked));
  const server = await startServerHere({ dataDir });
  expect((await server.api("POST", "/v2/shows", { scene: "premiere" })).status).toBe(201);
  const place = "/v2/spaces/cinema/environments/development";
  expect((await server.api("GET", `${place}/stats`)).body.events).toBeGreaterThanOrEqual(17_832);
  const published = await readFile(join(dataDir, "spaces/cinema/published/production.json"), "utf8");
  expect(JSON.parse(published).collections).toHaveLength(5);
  await server.stop();
});

test("a seed that is laid whole later leaves alone what somebody made and changed there meanwhile", async () => {
  await mkdir(join(dataDir, "spaces/cinema"), { recursive: true });
  await writeFile(join(dataDir, "spaces/cinema/published"), "");
  expect(await refusal({ seed: "demo" })).toMatch(/^StartError: /);
  await rm(join(dataDir, "spaces/cinema/published"));
  const space = "/v2/spaces/cinema";
  let server = await startServerHere({ dataDir });
  expect((await server.api("POST", `${space}/collections`, { name: "Mine" })).status).toBe(201);
  const people = `${space}/environments/development/users`;
  const [person] = (await server.api("GET", `${people}?kind=known&limit=1`)).body.data;
  await server.api("PUT", `${people}/${person.id}`, { fields: { plan: "mine" } });
  await server.stop();
  server = await startServerHere({ dataDir, seed: "demo" });
  const { data } = (await server.api("GET", `${space}/collections`)).body;
  const mine = data.find((one: { name: string }) => one.name === "Mine");
  expect((await server.api("GET", `${space}/collections/${mine.id}/publications`)).body.data).toEqual([]);
  expect((await server.api("GET", `${people}/${person.id}`)).body.fields.plan).toBe("mine");
  const published = await readFile(join(dataDir, "spaces/cinema/published/development.json"), "utf8");
  expect(JSON.parse(published).collections).not.toHaveLength(0);
  await server.stop();
});

test("the demo is not laid again beside its own Space under another key", async () => {
  for (const key of ["cinema", "kino", "kino"]) {
    const server = await startServerHere({ dataDir, seed: "demo" });
    const { body } = await server.api("GET", `/v2/spaces/${key}`);
    expect(body.id).toBe("spc_demo_cinema");
    await server.api("PATCH", "/v2/spaces/spc_demo_cinema", { key: "kino" });
    await server.stop();
  }
  await expect(readFile(join(dataDir, "spaces/cinema/space.json"))).rejects.toThrow("ENOENT");
});

test("a workspace.json that is missing beside its Spaces ends the start; put back, all is there", async () => {
  const server = await startServerHere({ dataDir });
  await server.stop();
  const text = await readFile(join(dataDir, "workspace.json"), "utf8");
  await rm(join(dataDir, "workspace.json"));
  expect(await refusal()).toMatch(/^StartError: .*workspace\.json: is missing/);
  await writeFile(join(dataDir, "workspace.json"), text);
  const again = await startServerHere({ dataDir });
  expect((await again.api("GET", "/v2/spaces")).body.data).toHaveLength(1);
  await again.stop();
});

test("a disk without room ends the start with the file's name and what to do; with room the next one starts", async () => {
  expect(await failure({ fileBlocks: 8 })).toMatch(
    /ended with 1 .*\.understudy\/data\.db could not be written: .* Make room there/s,
  );
  await (await startServerHere({ dataDir })).stop();
});

test("a folder where nothing can be kept ends the start", async () => {
  expect(await refusal({ dataDir: "/proc/understudy" })).toMatch(
    /^StartError: .*can't be used: \/proc keeps no files/,
  );
});

test.runIf(process.platform === "linux")(
  "a full disk under what is printed: the server goes on, a command says so and fails",
  async () => {
    const full = openSync("/dev/full", "w");
    const run = (stdio: StdioOptions, ...args: string[]) =>
      spawn(process.execPath, [program, ...args, "--data", dataDir], { stdio });
    const server = run(
      ["ignore", "pipe", full],
      ...["serve", "--json", "--log", "json", "--port", "0", "--sdk-port", "0"],
    );
    try {
      const lines = createInterface({ input: server.stdout as Readable });
      const { platformUrl } = JSON.parse((await once(lines, "line"))[0]);
      for (const _ of [1, 2]) expect((await fetch(`${platformUrl}/healthz`)).status).toBe(200);
      const failing = async (...args: string[]) => {
        const command = run(["ignore", full, "pipe"], ...args);
        const said = await new Response(Readable.toWeb(command.stderr as Readable) as ReadableStream).text();
        expect(command.exitCode ?? (await once(command, "exit"))[0]).toBe(1);
        return said;
      };
      const message = "Standard output takes nothing any more: ENOSPC: no space left on device, write.";
      const inJson = JSON.stringify({ event: "error", message });
      expect(await failing("doctor")).toBe(`${message}\n`);
      expect(await failing("doctor", "--json")).toBe(`${inJson}\n`);
      for (const way of [[], ["--device"]])
        expect(
          (await failing("login", "--json", ...way)).split("\n").map((line) => line && JSON.parse(line)),
        ).toEqual([
          { event: "error", message },
          { event: "error", message: expect.stringContaining("Nobody was told where to sign in") },
          "",
        ]);
      expect(server.exitCode).toBe(null);
    } finally {
      server.kill();
      await once(server, "exit");
      closeSync(full);
    }
  },
);
