import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { endAll, program, type Running, run } from "../helpers/built-program.ts";
import { cliHere } from "../helpers/cli-here.ts";
import { eventually } from "../helpers/eventually.ts";
import { ownPort } from "../helpers/own-port.ts";
import { repeat } from "../helpers/repeat.ts";
import { startServerHere, startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let folder: string;
let count = 0;
beforeAll(async () => {
  server = await startServerHere();
  folder = await mkdtemp(join(tmpdir(), "understudy-events-"));
});
// Each test has a name of its own for its events.
beforeEach(() => {
  count += 1;
});
afterEach(endAll);
afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

const env = () => ({ UNDERSTUDY_PLATFORM_URL: server.platformUrl, UNDERSTUDY_TOKEN: server.token });
const events = (...args: string[]): Running => run(program, ["events", ...args], { env: env(), cwd: folder });
const eventsHere = (...args: string[]) => cliHere(["events", ...args], { env: env(), cwd: folder });
const name = () => `test/number-${count}`;
const time = "2026-11-20T14:32:06.240Z";

const track = (...ids: string[]) => trackAt(server, ...ids);
const trackAt = async (at: TestServer, ...ids: string[]) => {
  const sent = ids.map((id) => ({
    id,
    name: name(),
    time,
    userId: "ana",
    metadata: { pair1: { key: "id", value: id } },
  }));
  expect((await at.sdk("POST", "/sdk/v1/events", { events: sent })).status).toBe(202);
};
const listed = async (environment: string) => {
  const path = `/v2/spaces/my-first-space/environments/${environment}/events?order=asc&name=${name()}`;
  return (await server.api("GET", path)).body.data;
};
test("tail prints what arrives and the filters find, one a line, until it is told to stop", async () => {
  const tail = events("tail", "--name", name(), "--where", "id:a-1", "--user", "ana");
  const other = events("tail", "--name", "another/name");
  const pair = (value: string) => ({
    name: name(),
    time,
    userId: "ana",
    metadata: { pair1: { key: "id", value } },
  });
  await eventually(async () => {
    const another = { name: "another/name", time, userId: "ben" };
    await server.sdk("POST", "/sdk/v1/events", { events: [pair("a-1"), pair("b-1"), another] });
    expect([tail.stdout.length > 0, other.stdout.length > 0]).toEqual([true, true]);
  });
  expect(other.stdout[0]).toMatch(/^\S+ {2}✓ {2}another\/name {2}ben$/);
  for (const line of tail.stdout) expect(line).toBe(`${time}  ✓  ${name()}  ana  id=a-1`);
  expect(await tail.end("SIGINT")).toBe(0);
  expect(await other.end("SIGTERM")).toBe(0);
});

test("tail --json gives events as they are, refused ones with the reason, and ends after --limit", async () => {
  const tail = events("tail", "--json", "--limit", "2", "--status", "rejected");
  await eventually(async () => {
    await server.sdk("POST", "/sdk/v1/events", { events: [{ name: "Bad Name", userId: "ben" }] });
    expect(tail.stdout.length).toBe(2);
  });
  expect(await tail.ended).toBe(0);
  expect(JSON.parse(tail.stdout[0] ?? "")).toMatchObject({
    status: "rejected",
    problem: { code: "invalid-name" },
  });
});

test("tail goes on without a gap where the connection breaks, and says so", async () => {
  const first = await startTestServer({ port: await ownPort() });
  const tail = run(program, ["events", "tail", "--name", name()], {
    env: { UNDERSTUDY_PLATFORM_URL: first.platformUrl, UNDERSTUDY_TOKEN: first.token },
  });
  let sent = 0;
  await eventually(async () => {
    sent += 1;
    await trackAt(first, `before-${sent}`);
    expect(tail.stdout.length).toBeGreaterThan(0);
  });
  const port = Number(new URL(first.platformUrl).port);
  await first.stop("SIGKILL");
  const second = await startTestServer({ dataDir: first.dataDir, port });
  await trackAt(second, "after-1", "after-2");
  await eventually(() => expect(tail.stdout.join("\n")).toContain("id=after-2"));
  expect(tail.stdout.slice(-2).map((line) => line.split("id=")[1])).toEqual(["after-1", "after-2"]);
  expect(new Set(tail.stdout).size).toBe(tail.stdout.length);
  expect(tail.stderr).toEqual(["The connection was lost; trying again.", "Connected again."]);
  await tail.end();
  await second.remove();
});

test("tail goes on where it began where the connection breaks before its first event", async () => {
  const asked: (string | undefined)[] = [];
  const fake = createServer((req, res) => {
    asked.push(req.headers["last-event-id"] as string | undefined);
    res.writeHead(200, { "content-type": "text/event-stream" });
    res.write(`: connected after ${asked.length + 6}\n\n`);
    if (asked.length === 1) setImmediate(() => res.destroy());
  }).listen(0, "127.0.0.1");
  await once(fake, "listening");
  const { port } = fake.address() as AddressInfo;
  const tail = run(program, ["events", "tail", "--space", "any"], {
    env: { UNDERSTUDY_PLATFORM_URL: `http://127.0.0.1:${port}`, UNDERSTUDY_TOKEN: server.token },
  });
  await eventually(() => expect(asked).toEqual([undefined, "7"]));
  await tail.end();
  fake.closeAllConnections();
  fake.close();
});

const badGateway = (res: ServerResponse) =>
  res.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");

test("tail goes on where a proxy says for a moment that nobody is behind it, or the server that it is busy", async () => {
  const asked: (string | undefined)[] = [];
  const busy = {
    type: "about:blank",
    title: "Busy",
    status: 503,
    detail: "Busy.",
    instance: "/",
    code: "busy",
  };
  const fake = createServer((req, res) => {
    asked.push(req.headers["last-event-id"] as string | undefined);
    if (asked.length === 2) return void badGateway(res);
    if (asked.length === 3)
      return void res
        .writeHead(503, { "content-type": "application/problem+json", "retry-after": "1" })
        .end(JSON.stringify(busy));
    res.writeHead(200, { "content-type": "text/event-stream" });
    res.write(": connected after 7\n\n");
    if (asked.length === 1) setImmediate(() => res.destroy());
  }).listen(0, "127.0.0.1");
  await once(fake, "listening");
  const { port } = fake.address() as AddressInfo;
  const tail = run(program, ["events", "tail", "--space", "any"], {
    env: { UNDERSTUDY_PLATFORM_URL: `http://127.0.0.1:${port}`, UNDERSTUDY_TOKEN: server.token },
  });
  await eventually(() => expect(asked).toEqual([undefined, "7", "7", "7"]));
  await eventually(() =>
    expect(tail.stderr).toEqual(["The connection was lost; trying again.", "Connected again."]),
  );
  await tail.end();
  fake.closeAllConnections();
  fake.close();
});

test("a proxy's 502 at first is an error that says what it is", async () => {
  const fake = createServer((_req, res) => void badGateway(res)).listen(0, "127.0.0.1");
  await once(fake, "listening");
  const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  const tail = await cliHere(["events", "tail", "--space", "any", "--json"], {
    env: { UNDERSTUDY_PLATFORM_URL: url, UNDERSTUDY_TOKEN: server.token },
  });
  expect(tail.code).toBe(1);
  expect(JSON.parse(tail.err.split("\n").at(-1) ?? "")).toMatchObject({
    event: "error",
    code: "unreachable",
    status: 502,
  });
  fake.close();
});

test.each(["a page", "nothing", "half of it"])(
  "%s of another program's is an error, and changes no file",
  async (what) => {
    const file = join(folder, "kept.ndjson");
    await writeFile(file, "kept\n");
    const fake = createServer((req, res) => {
      req.resume();
      if (what === "half of it") res.setHeader("content-length", 100);
      res.writeHead(200, { "content-type": "text/html" }).write(what === "nothing" ? "" : "<h1>Sign in</h1>");
      // What was sent goes first.
      if (what === "half of it") setTimeout(() => res.destroy(), 50);
      else res.end();
    }).listen(0, "127.0.0.1");
    await once(fake, "listening");
    const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
    const commands = [
      ["events", "export", "--space", "any", "--out", file],
      ["events", "export", "--space", "any"],
      ["events", "tail", "--space", "any"],
      ["events", "replay", file, "--space", "any"],
      ["snapshot", "import", file],
    ];
    for (const command of commands) {
      const { code, out, err } = await cliHere(command, {
        env: { UNDERSTUDY_PLATFORM_URL: url, UNDERSTUDY_TOKEN: server.token },
      });
      expect([command, code, out, err]).toEqual([
        command,
        1,
        "",
        expect.stringMatching(`^${url} (gave an|answered with 200).*$`),
      ]);
    }
    expect(await readFile(file, "utf8")).toBe("kept\n");
    fake.closeAllConnections();
    fake.close();
  },
);

test("a replay is waited for over a moment in which a proxy says that nobody is behind it", async () => {
  const replay = {
    id: "rpl_1",
    state: "running",
    from: "development",
    speed: 1,
    times: "moved",
    total: 2,
    played: 1,
    skipped: 0,
    startedAt: time,
    endsAt: time,
  };
  let asked = 0;
  const fake = createServer((req, res) => {
    req.resume();
    asked += req.method === "GET" ? 1 : 0;
    if (asked === 1) return void badGateway(res);
    const body = asked === 0 ? replay : { replay: { ...replay, state: "done", played: 2 } };
    res.writeHead(asked === 0 ? 201 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(fake, "listening");
  const { port } = fake.address() as AddressInfo;
  const play = await cliHere(["events", "replay", "--space", "any", "--json"], {
    env: { UNDERSTUDY_PLATFORM_URL: `http://127.0.0.1:${port}`, UNDERSTUDY_TOKEN: server.token },
  });
  expect(play.code, play.err).toBe(0);
  expect(JSON.parse(play.out.split("\n").at(-1) ?? "")).toMatchObject({ state: "done", played: 2 });
  expect(play.err).toBe("The connection was lost; trying again.\nConnected again.");
  fake.closeAllConnections();
  fake.close();
});

test("each filter finds what it names, and nothing else", async () => {
  const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;
  const metadata = { pair1: { key: "genre", value: "drama" } };
  const sdk = (events: readonly object[], as = "browser") =>
    server.sdk("POST", "/sdk/v1/events", { events, sdk: { name: as, version: "1.0.0" } });
  await sdk([
    { id: "first", name: name(), time: at(11), userId: "ana", sessionId: "ses-1" },
    { id: "second", name: name(), time: at(12), anonymousId: "v-1", experienceId: "exp_banner", metadata },
    // It is kept as of when it came.
    { id: "wrong", name: name(), time: at(10) },
  ]);
  await sdk([{ id: "third", name: name(), time: at(13), userId: "a needle" }], "kotlin");
  const segment = { messageId: "fourth", event: name(), timestamp: at(14), userId: "ben" };
  const { apiKey } = (await server.api("GET", "/v2/spaces/my-first-space/environments")).body.data[0];
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}` };
  expect((await server.sdk("POST", "/v1/track", segment, headers)).status).toBe(200);
  const found = async (flag: string) => {
    const { out } = await eventsHere("export", "--name", name(), flag);
    return out.split("\n").map((line) => JSON.parse(line || "{}").id);
  };
  await eventually(async () => expect(await found("--since=2026-11-20T10:00:00.000Z")).toHaveLength(5));
  for (const [flag, ids] of [
    ["--user=ana", ["first"]],
    ["--visitor=v-1", ["second"]],
    ["--session=ses-1", ["first"]],
    ["--experience=exp_banner", ["second"]],
    ["--sdk=kotlin", ["third"]],
    ["--source=segment", ["fourth"]],
    ["--since=2026-11-20T12:00:00.000Z", ["second", "wrong", "third", "fourth"]],
    ["--until=2026-11-20T11:00:00.000Z", ["first"]],
    ["--text=needle", ["third"]],
    ["--where=genre:drama", ["second"]],
    ["--status=rejected", ["wrong"]],
  ])
    expect([flag, await found(flag as string)]).toEqual([flag, ids]);
});

test("what was exported is played again, into another environment, as other people", async () => {
  await track("x-1", "x-2", "x-3");
  const file = join(folder, "saved.ndjson");
  const saved = await eventsHere("export", "--name", name(), "--out", file);
  expect(saved).toMatchObject({ code: 0, out: `✓ ${file} holds 3 events.` });
  const printed = await eventsHere("export", "--name", name());
  expect(printed.code).toBe(0);
  expect(`${printed.out}\n`).toBe(await readFile(file, "utf8"));
  const play = await eventsHere(
    "replay",
    file,
    "--environment",
    "staging",
    "--speed",
    "max",
    "--times",
    "kept",
    "--prefix",
    "demo-",
  );
  expect(play).toMatchObject({ code: 0, out: "✓ Played 3 of 3 events." });
  const staged = await listed("staging");
  expect(staged.map(({ userId, time: at, source }: Record<string, string>) => [userId, at, source])).toEqual(
    Array(3).fill(["demo-ana", time, "replay"]),
  );
});

test("kept events that the filters find are played again, and --json tells the replay", async () => {
  await track("k-1", "k-2");
  const play = await eventsHere(
    "replay",
    "--from",
    "development",
    "--name",
    name(),
    "--environment",
    "production",
    "--speed",
    "max",
    "--json",
  );
  expect(play.code).toBe(0);
  expect(JSON.parse(play.out.split("\n")[0] ?? "")).toMatchObject({
    state: "done",
    played: 2,
    total: 2,
    from: "development",
  });
  expect((await listed("production")).length).toBe(2);
});

test("a slow replay is stopped by a signal, with what was played", async () => {
  await track("s-1");
  const recorded = ["2026-11-20T14:00:00Z", "2026-11-20T15:00:00Z"].map((at) =>
    JSON.stringify({
      id: `slow-${at}`,
      name: name(),
      time: at,
      receivedAt: at,
      userId: "ana",
      status: "accepted",
    }),
  );
  const file = join(folder, "slow.ndjson");
  await writeFile(file, `${recorded.join("\n")}\n`);
  const play = events("replay", file);
  await eventually(async () => expect((await listed("development")).length).toBe(2));
  expect(await play.end("SIGINT")).toBe(1);
  expect(play.stdout.join()).toMatch(/^■ Played 1 of 2 events/);
});

test("a signal ends a replay while standard input still comes, and nothing of it is played", async () => {
  const got: string[] = [];
  const asked: string[] = [];
  const fake = createServer((req) => {
    asked.push(`${req.method} ${req.url}`);
    req.on("data", (chunk: Buffer) => got.push(chunk.toString()));
    req.on("error", () => asked.push("broken off"));
  }).listen(0, "127.0.0.1");
  await once(fake, "listening");
  const { port } = fake.address() as AddressInfo;
  const play = run(program, ["events", "replay", "-", "--space", "any", "--environment", "staging"], {
    env: { UNDERSTUDY_PLATFORM_URL: `http://127.0.0.1:${port}`, UNDERSTUDY_TOKEN: server.token },
    stdin: "pipe",
  });
  play.child.stdin?.write("a line of many\n");
  await eventually(() => expect(got).toEqual(["a line of many\n"]));
  expect(await play.end("SIGINT")).toBe(1);
  expect(play.stderr).toEqual(["Stopped before anything was played."]);
  await eventually(() =>
    expect(asked).toEqual([
      "POST /v2/spaces/any/environments/staging/events/replay?speed=1&times=moved",
      "broken off",
    ]),
  );
  fake.closeAllConnections();
  fake.close();
});

test("a replay of standard input that ends without an event says so", async () => {
  const play = run(program, ["events", "replay", "-"], { env: env(), cwd: folder, stdin: "pipe" });
  play.child.stdin?.end();
  expect(await play.ended).toBe(1);
  expect(play.stderr.join()).toMatch(/^There is nothing to replay: the file holds no event\./);
});

test("an export that breaks off leaves no file; one of nothing is an empty file", async () => {
  const file = join(folder, "nothing.ndjson");
  expect(await eventsHere("export", "--name", "no/such", "--out", file)).toMatchObject({ code: 0 });
  expect(await readFile(file, "utf8")).toBe("");
  const nowhere = await eventsHere("export", "--out", join(folder, "no/such/folder.ndjson"));
  expect(nowhere).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Nothing can be written into ${join(folder, "no/such")}`),
  });
  expect((await readdir(folder)).filter((entry) => entry.endsWith(".part"))).toEqual([]);
});

test("an export is for its owner's eyes, and touches no other file", async () => {
  const file = join(folder, "own.ndjson");
  await writeFile(`${file}.part`, "somebody's");
  expect(await eventsHere("export", "--name", "no/such", "--out", file)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(`${file}.part`, "utf8")).toBe("somebody's");
  await rm(`${file}.part`);
});

test("both end where nobody reads any more", async () => {
  await track(...Array.from({ length: 400 }, (_, index) => `many-${index}`));
  for (const command of ["export", "tail --json"]) {
    const script = `"${process.execPath}" "${program}" events ${command} | head -1`;
    const ran = spawn("bash", ["-c", `${script}; exit \${PIPESTATUS[0]}`], {
      env: { ...process.env, ...env() },
    });
    const ended = once(ran, "exit");
    let sent = 0;
    const stopSending = repeat(() => track(`more-${++sent}`), 50);
    const [code] = await ended;
    await stopSending();
    expect([command, code]).toEqual([command, 0]);
  }
});

test.each([
  [["tail", "--where", "nocolon"], 1, "must be key:value"],
  [["tail", "--status", "both"], 1, "--status"],
  [["tail", "--since", "yesterday"], 1, "--since"],
  [["replay", "--speed", "0"], 1, "from 1 to 1000, or max"],
  [["replay", "missing.ndjson"], 1, "missing.ndjson can't be read"],
  [["replay", "missing.ndjson", "--name", "a/b"], 2, "a file is played whole"],
  [["tail", "--space", "none"], 1, "none"],
  [["watch"], 2, "unknown command"],
])("%j is refused", async (args, code, words) => {
  const refused = await eventsHere(...args);
  expect(refused).toMatchObject({ code, err: expect.stringContaining(words) });
});
