import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { complaintsOf, endAll, program, run } from "../helpers/built-program.ts";
import { cliHere, type Ended } from "../helpers/cli-here.ts";
import { ownPort } from "../helpers/own-port.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let folder: string;
let project: string;
let fake: Server | undefined;
const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};

beforeAll(async () => {
  server = await startServerHere({ seed: "demo" });
});
afterAll(() => server.remove());
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-cli-")));
  chmodSync(folder, 0o755);
  project = join(folder, "project");
  mkdirSync(join(project, "src"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{"devDependencies":{"typescript":"7"}}');
});
afterEach(async () => {
  await endAll();
  fake?.close();
  fake = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** For what starts a platform, or waits for one to come back. */
const timeout = 120_000;
type Env = Record<string, string>;
const env = (more: Env = {}): Env => ({
  UNDERSTUDY_PLATFORM_URL: server.platformUrl,
  UNDERSTUDY_TOKEN: server.token,
  // No copy of the person who runs the tests is found by accident.
  XDG_DATA_HOME: join(folder, "data-home"),
  ...more,
});

const cli = (args: readonly string[], more: Env = {}): Promise<Ended> =>
  cliHere(args, { cwd: project, env: env(more) });

/** The built program, as its users start it. */
async function built(args: readonly string[], more: Env = {}, user: { uid?: number } = {}): Promise<Ended> {
  const running = run(program, args, { cwd: project, env: env(more), ...user });
  const code = await running.ended;
  return { code, out: running.stdout.join("\n"), err: complaintsOf(running) };
}

const setupFlags = [
  "setup",
  "--space",
  "cinema",
  "--platform",
  "browser",
  "--lang",
  "typescript",
  "--out",
  "src/code",
];
const code = (path: string) => join(project, "src/code", path);
const filesIn = (where: string): string[] =>
  readdirSync(where, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(where.length + 1))
    .sort();
const addExperience = async (name: string) => {
  const { status } = await server.api("POST", "/v2/spaces/cinema/collections/homepage/experiences", {
    name,
    typeId: "hero",
  });
  expect(status).toBe(201);
};
const api = (method: string, path: string, body?: object) =>
  server.api(method, `/v2/spaces/cinema${path}`, body);

describe("setup", () => {
  it("writes understudy.yaml and the first code by flags alone, and says what comes next", async () => {
    const done = await cli(setupFlags);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toContain('import { client, session, collections } from "./src/code/cinema/index.js";');
    // SDKs ask 4748 by themselves, and this server has another port.
    expect(done.out).toContain(`client.serviceUrl = "${server.sdkUrl}"`);
    expect(done.out).not.toContain("\u001b[");
    expect(readFileSync(join(project, "understudy.yaml"), "utf8")).toMatch(
      /^version: 1\norg: \S+\nspace: spc_demo_cinema\nspaceKey: cinema\ntargets:\n {2}- platform: browser\n {4}lang: typescript\n {4}out: src\/code\n$/,
    );
    expect(filesIn(code(""))).toEqual(
      expect.arrayContaining(["cinema/index.ts", "understudy/index.js", "understudy/index.d.ts"]),
    );
    expect(filesIn(project).filter((path) => path.includes("update"))).toEqual([]);
    expect(await cli(["update", "--check"])).toMatchObject({ code: 0 });
  });

  it("finds out the language, and takes the folder that suits the project", async () => {
    const done = await cli(["setup", "--space", "cinema", "--json"]);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(done.out)).toMatchObject({
      ok: true,
      spaceKey: "cinema",
      targets: [{ lang: "typescript", out: "src/understudy-code", removed: [] }],
    });
    writeFileSync(join(project, "package.json"), "{}");
    const again = await cli(["setup", "--space", "cinema", "--out", "js", "--json"]);
    expect(JSON.parse(again.out).targets).toMatchObject([
      { lang: "typescript" },
      { lang: "javascript", out: "js" },
    ]);
  });

  it("asks for an organization only where neither a Space nor understudy.yaml names one", async () => {
    const { body: acme } = await server.api("POST", "/v2/orgs", { name: "Acme" });
    await server.api("POST", "/v2/spaces", { orgId: acme.id, name: "Theatre", key: "theatre" });
    await server.api("POST", "/v2/spaces", { orgId: acme.id, name: "Cinema", key: "acme-cinema" });
    try {
      expect(await cli(["setup", "--space", "theatre", "--json"])).toMatchObject({ code: 0, err: "" });
      const config = join(project, "understudy.yaml");
      expect(readFileSync(config, "utf8")).toContain(`org: ${acme.id}\n`);
      expect(await cli(["setup", "--out", "src/more"])).toMatchObject({ code: 0, err: "" });
      expect(readFileSync(config, "utf8").match(/(?<=out: )\S+/g)).toEqual([
        "src/understudy-code",
        "src/more",
      ]);
      const text = readFileSync(config, "utf8");
      await server.api("DELETE", "/v2/spaces/theatre");
      expect(await cli(["setup", "--force"])).toMatchObject({
        code: 1,
        err: expect.stringContaining("theatre, is not there. Say which one with --space."),
      });
      expect(readFileSync(config, "utf8")).toBe(text);
      await server.api("POST", "/v2/spaces", { orgId: acme.id, name: "Theatre", key: "theatre" });
      rmSync(config);
      expect((await cli(["setup"])).err).toContain(`${acme.id} (Acme)`);
      expect((await cli(["setup", "--space", "nothing"])).err).toContain(
        'There is no Space "nothing". Known: ',
      );
      expect((await cli(["setup", "--space", "Cinema"])).err).toContain(
        'There is more than one Space "Cinema". Say which with --space: acme-cinema, cinema.',
      );
      expect((await cli(["setup", "--org", "Acme", "--space", "cinema"])).err).toContain(
        'There is no Space "cinema". Known: acme-cinema, theatre.',
      );
    } finally {
      for (const key of ["theatre", "acme-cinema"]) await server.api("DELETE", `/v2/spaces/${key}`);
      await server.api("DELETE", `/v2/orgs/${acme.id}`);
    }
  });

  it("keeps what was put into understudy.yaml while it asked for the code", async () => {
    const config = join(project, "understudy.yaml");
    expect(await cli(setupFlags)).toMatchObject({ code: 0 });
    // In between: another setup adds a target, and somebody a comment.
    const between = createServer(async (request, response) => {
      if (request.url?.endsWith("/codegen") && !readFileSync(config, "utf8").includes("theirs"))
        writeFileSync(
          config,
          `# ours\n${readFileSync(config, "utf8")}  - { platform: browser, lang: typescript, out: src/theirs }\n`,
        );
      const { method = "GET", headers, url } = request;
      const body = method === "GET" ? {} : { body: await text(request) };
      const { authorization = "", "content-type": type = "text/plain" } = headers;
      const sent = { method, headers: { authorization, "content-type": type }, ...body };
      const answer = await fetch(`${server.platformUrl}${url}`, sent);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    });
    await new Promise<void>((done) => between.listen(0, "127.0.0.1", done));
    const { port } = between.address() as AddressInfo;
    const more = { UNDERSTUDY_PLATFORM_URL: `http://127.0.0.1:${port}` };
    const done = await cli([...setupFlags.slice(0, -1), "src/more"], more);
    between.closeAllConnections();
    between.close();
    expect(done).toMatchObject({ code: 0, err: "" });
    const written = readFileSync(config, "utf8");
    expect(written).toMatch(/^# ours\n/);
    expect(written.match(/out: \S+/g)).toEqual(["out: src/code", "out: src/theirs", "out: src/more"]);
  });

  it("has every target where several are set up at once", async () => {
    const outs = ["a", "b", "c", "d"].map((name) => `src/${name}`);
    const done = await Promise.all(outs.map((out) => built([...setupFlags.slice(0, -1), out])));
    expect(done.map(({ code, err }) => [code, err])).toEqual(outs.map(() => [0, ""]));
    const written = readFileSync(join(project, "understudy.yaml"), "utf8");
    expect((written.match(/(?<=out: )\S+/g) ?? []).sort()).toEqual(outs);
  });

  it("knows an Android project, and says which file to make", async () => {
    rmSync(join(project, "package.json"));
    mkdirSync(join(project, "app/src/main/java"), { recursive: true });
    writeFileSync(join(project, "settings.gradle.kts"), "");
    const done = await cli(["setup", "--space", "cinema"]);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toContain("make app/src/main/java/understudy-code/UnderstudyKey.kt");
    expect(done.out).toContain("import understudy.cinema.session");
    const out = join(project, "app/src/main/java/understudy-code");
    expect(filesIn(out)).toEqual(
      expect.arrayContaining(["cinema/Space.kt", "cinema/experience/Hero.kt", "understudy/Client.kt"]),
    );
    expect(await cli(["update", "--check"])).toMatchObject({ code: 0 });
    writeFileSync(join(out, "UnderstudyKey.kt"), "package understudy\n");
    expect(await cli(["update", "--check"])).toMatchObject({ code: 0 });
    expect((await cli(["setup", "--space", "cinema"])).out).not.toContain("UnderstudyKey.kt");
  });

  it("knows an Xcode project, and says which file to make", async () => {
    rmSync(join(project, "package.json"));
    mkdirSync(join(project, "Cinema.xcodeproj"));
    const done = await cli(["setup", "--space", "cinema"]);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toContain("make understudy-code/UnderstudyKey.swift");
    expect(done.out).toContain("await Cinema.session.start()");
    const out = join(project, "understudy-code");
    expect(filesIn(out)).toEqual(
      expect.arrayContaining(["Package.swift", "cinema/Cinema.swift", "cinema/experience/Cinema.Hero.swift"]),
    );
    writeFileSync(join(out, "UnderstudyKey.swift"), 'let understudyApiKey = "us_dev_x"\n');
    expect(await cli(["update", "--check"])).toMatchObject({ code: 0 });
    expect((await cli(["setup", "--space", "cinema"])).out).not.toContain("UnderstudyKey.swift");
  });

  it.each([
    [["setup"], "Say which Space with --space: cinema"],
    [["setup", "--space", "nothing"], 'There is no Space "nothing". Known: cinema'],
    [[...setupFlags, "--lang", "cobol"], 'There is no language "cobol" for browser. Known: typescript'],
    [[...setupFlags, "--out", "../elsewhere"], "must be below the project's"],
    [[...setupFlags, "--out", "."], "must be below the project's"],
    [[...setupFlags, "--org-secret", "abc"], "remove --org-secret"],
  ])("%j ends with 1 and what to do, and writes nothing", async (args, says) => {
    const done = await cli(args);
    expect(done).toMatchObject({ code: 1, out: "", err: expect.stringContaining(says) });
    expect(filesIn(project)).toEqual(["package.json"]);
  });

  it("knows a Roku channel, writes into its own folders, and sees there what an update would change", async () => {
    rmSync(join(project, "package.json"));
    mkdirSync(join(project, "source"));
    writeFileSync(join(project, "manifest"), "title=Cinema\n");
    writeFileSync(join(project, "source/main.brs"), "sub main()\nend sub\n");
    const { code, out } = await cli(["setup", "--space", "cinema"]);
    expect(code).toBe(0);
    expect(out).toContain('Next: in your scene: m.space = CreateObject("roSGNode", "cinema_Space")');
    expect(existsSync(join(project, "components/cinema/experience/Hero.xml"))).toBe(true);
    expect(existsSync(join(project, "source/roku_modules/understudy/values.brs"))).toBe(true);
    expect(readFileSync(join(project, "source/main.brs"), "utf8")).toBe("sub main()\nend sub\n");
    expect((await cli(["update", "--check"])).code).toBe(0);
    rmSync(join(project, "components/cinema/Space.brs"));
    const checked = await cli(["update", "--check"]);
    expect(checked.code).toBe(1);
    expect(checked.out).toContain("components/cinema/Space.brs");
    expect((await cli(["update"])).code).toBe(0);
  });

  it("starts a platform where none runs, and only when it is told to", { timeout }, async () => {
    const dataDir = join(folder, "data");
    const own = { UNDERSTUDY_PLATFORM_URL: "", UNDERSTUDY_TOKEN: "the-token-of-this-run-0123" };
    expect(await cli(["setup", "--data", dataDir], own)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Start it with `understudy open`"),
    });
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(await built(["setup", "--data", file, "--start"], own)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Understudy did not start: [A-Z/][^{}]* can't be used: [^{}]*$/m),
    });
    const done = await built(["setup", "--data", dataDir, "--start", "--json"], own);
    const locator = JSON.parse(readFileSync(join(dataDir, ".understudy/server.json"), "utf8"));
    try {
      expect(done).toMatchObject({ code: 0, err: "" });
      expect(JSON.parse(done.out)).toMatchObject({ ok: true, spaceKey: "my-first-space" });
      // It went on when setup had ended, and update signs in as setup did.
      expect(await cli(["update", "--data", dataDir], own)).toMatchObject({ code: 0 });
      // That it runs on this machine is no sign-in.
      const nobody = { ...own, UNDERSTUDY_TOKEN: "", XDG_CONFIG_HOME: join(folder, "nobody"), HOME: folder };
      expect(await cli(["update", "--data", dataDir], nobody)).toMatchObject({
        code: 1,
        err: expect.stringContaining("`understudy login`"),
      });
    } finally {
      process.kill(locator.pid, "SIGTERM");
      await expect.poll(() => existsSync(join(dataDir, ".understudy/server.json"))).toBe(false);
    }
  });
});

describe("update", () => {
  beforeEach(async () => {
    expect((await cli(setupFlags)).code).toBe(0);
  });

  it("never destroys an edit: it ends with 1 and says which file, until it is forced", async () => {
    appendFileSync(code("cinema/index.ts"), "// mine\n");
    await addExperience("Beside the edit");
    const before = filesIn(project).map((path) => [path, readFileSync(join(project, path), "utf8")]);
    expect(await cli(["update"])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("src/code/cinema/index.ts"),
    });
    const json = await cli(["update", "--json"]);
    expect(json).toMatchObject({ code: 1, out: "" });
    expect(JSON.parse(json.err)).toMatchObject({
      event: "error",
      code: "edited",
      files: ["src/code/cinema/index.ts"],
    });
    expect(filesIn(project).map((path) => [path, readFileSync(join(project, path), "utf8")])).toEqual(before);
    const check = await cli(["update", "--check"]);
    expect(check).toMatchObject({ code: 1, err: "" });
    expect(check.out).toContain("✗ src/code/cinema/index.ts was edited, or is not Understudy's");
    expect(check.out).toContain("    - // mine");
    expect(check.out).toContain("    +   /** Beside the edit */");
    expect(await cli(["update", "--force"])).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(code("cinema/index.ts"), "utf8")).not.toContain("mine");
    expect(await cli(["update", "--check", "--json"])).toMatchObject({
      code: 0,
      out: expect.stringContaining('"ok":true'),
    });
  });

  it("--check is red only where the code differs, and tells in one line of files of an older revision", async () => {
    const tribe = { name: "Another", audience: "everyone", rules: { field: "a", op: "equals", value: "b" } };
    expect((await api("POST", "/tribes", tribe)).status).toBe(201);
    const calm = await cli(["update", "--check"]);
    expect(calm).toMatchObject({ code: 0, err: "" });
    expect(calm.out).toMatch(
      /^✓ Generated code is up to date\. It names an older revision; production is at \d+\.$/,
    );
    expect((await cli(["update", "--check", "--json"])).out).toContain('"differences":[]');
    const publish = [
      "publish",
      "--space",
      "cinema",
      "--collection",
      "homepage",
      "--environment",
      "production",
    ];
    expect((await cli(publish)).code).toBe(0);
    const { code: ended, out } = await cli(["update", "--check"]);
    expect(ended).toBe(1);
    expect(out).toMatch(/^ {2}src\/code: \d+ more of an older revision; production is at \d+$/m);
    expect(out).toContain("✗ src/code/cinema/fallbacks.ts is out of date");
    expect(out).not.toContain("experience/teaser.ts");
  });

  it("removes what it wrote and no longer would, and nothing else", async () => {
    await api("POST", "/experience-types", { name: "Short lived" });
    expect((await cli(["update"])).out).toContain("written");
    const type = code("cinema/experience/short-lived.ts");
    expect(existsSync(type)).toBe(true);
    for (const path of ["mine.ts", "cinema/experience/notes.md", "understudy/patch.js"])
      writeFileSync(code(path), "mine");
    await api("DELETE", "/experience-types/short-lived");
    const check = await cli(["update", "--check", "--json"]);
    expect(check.code).toBe(1);
    expect(JSON.parse(check.out).targets[0].differences).toContainEqual({
      path: "cinema/experience/short-lived.ts",
      kind: "stale",
    });
    expect(await cli(["update"])).toMatchObject({ code: 0, out: expect.stringContaining("1 removed") });
    expect(existsSync(type)).toBe(false);
    for (const path of ["mine.ts", "cinema/experience/notes.md", "understudy/patch.js"])
      expect(readFileSync(code(path), "utf8")).toBe("mine");
  });

  it("works from a folder inside the project, and with line ends that a checkout made", async () => {
    const index = code("cinema/index.ts");
    writeFileSync(index, readFileSync(index, "utf8").replaceAll("\n", "\r\n"));
    const inside = { cwd: join(project, "src"), env: env() };
    expect(await cliHere(["update", "--check"], inside)).toMatchObject({ code: 0 });
  });

  it("writes nowhere else when its folder has become a link", async () => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    rmSync(code(""), { recursive: true });
    symlinkSync(elsewhere, join(project, "src/code"));
    expect(await cli(["update", "--force"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("elsewhere through a link"),
    });
    rmSync(join(project, "src/code"));
    mkdirSync(code(""));
    symlinkSync(elsewhere, code("cinema"));
    expect(await cli(["update", "--force"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("not a folder of its own"),
    });
    expect(filesIn(elsewhere)).toEqual([]);
    expect(filesIn(project)).toEqual(["package.json", "understudy.yaml"]);
  });

  it("takes no Space key that leads out, neither from understudy.yaml nor from a platform", async () => {
    const config = join(project, "understudy.yaml");
    const text = readFileSync(config, "utf8");
    writeFileSync(config, text.replace("spaceKey: cinema", "spaceKey: ../../x"));
    expect(await cli(["update"])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${config}, line 4: spaceKey`),
    });
    writeFileSync(config, text);
    const files = [
      { path: "cinema/index.ts", text: "x" },
      { path: "../../x/index.ts", text: "x" },
    ];
    const url = await fakePlatform(200, { revision: 1, files });
    const done = await cli(["update", "--force"], { UNDERSTUDY_PLATFORM_URL: url });
    expect(done).toMatchObject({
      code: 1,
      err: expect.stringContaining("a path that generated code can't have"),
    });
    expect(existsSync(join(project, "x"))).toBe(false);
    expect(existsSync(join(folder, "x"))).toBe(false);
    expect(await cli(["update", "--check"])).toMatchObject({ code: 0 });
  });

  it.each([
    [
      "a platform that is not there",
      { UNDERSTUDY_PLATFORM_URL: "http://127.0.0.1:1" },
      "unreachable",
      "does not answer",
    ],
    ["an address that is none", { UNDERSTUDY_PLATFORM_URL: "nonsense" }, undefined, "must be an address"],
    ["no platform at all", { UNDERSTUDY_PLATFORM_URL: "" }, "not-running", "understudy serve"],
    ["nobody signed in", { UNDERSTUDY_TOKEN: "" }, "not-signed-in", "understudy login"],
    ["a wrong token", { UNDERSTUDY_TOKEN: "wrong-token-0123456789" }, "unauthorized", "Sign in again"],
    ["an organization secret", { UNDERSTUDY_ORG_SECRET: "x" }, "org-secret-removed", "understudy login"],
  ])("says what to do about %s", async (_, more: Env, problem, says) => {
    const done = await cli(["update", "--json"], more);
    expect(done).toMatchObject({ code: 1, out: "" });
    expect(JSON.parse(done.err)).toMatchObject({
      event: "error",
      message: expect.stringContaining(says),
      ...(problem === undefined ? {} : { code: problem }),
    });
  });

  it.each(["audit", ...["save", "list", "restore", "export x", "import x"].map((one) => `snapshot ${one}`)])(
    "%s sends nobody to a sign-in that is not enough",
    async (line) => {
      const done = await cli([...line.split(" "), "--json"], { UNDERSTUDY_TOKEN: "" });
      expect(JSON.parse(done.err)).toMatchObject({
        code: "not-signed-in",
        message: expect.stringMatching(
          /^This is for the operator .* set UNDERSTUDY_TOKEN to an owner's token/,
        ),
      });
    },
  );

  it("says its version, and what a platform says that wants a newer one", async () => {
    const detail = "This platform needs the understudy command line 9.0.0 or newer.";
    const url = await fakePlatform(426, {
      ...{
        type: "x",
        title: "Upgrade required",
        status: 426,
        detail,
        instance: "/",
        code: "upgrade-required",
      },
    });
    const done = await cli(["update"], { UNDERSTUDY_PLATFORM_URL: url });
    expect(done).toMatchObject({ code: 1, err: detail });
    expect(asked).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("says that a folder is not writable, and has changed nothing", async () => {
    await addExperience("Not to be written");
    const before = filesIn(project);
    const done = await built(["update", "--json"], {}, nobody);
    expect(done).toMatchObject({ code: 1, out: "" });
    expect(JSON.parse(done.err)).toMatchObject({
      code: "not-writable",
      message: expect.stringContaining(code("").replace(/\/$/, "")),
    });
    expect(filesIn(project)).toEqual(before);
  });

  it("says which folder is written, where a later one can't be", async () => {
    await cli([...setupFlags.slice(0, -1), "locked/code"]);
    rmSync(join(project, "locked/code"), { recursive: true });
    chmodSync(join(project, "locked"), 0o555);
    for (const path of [folder, project, join(project, "src")]) chmodSync(path, 0o777);
    rmSync(code(""), { recursive: true });
    const done = await built(["update"], { UNDERSTUDY_CONFIG_DIR: join(folder, "config") }, nobody);
    expect(done).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^src\/code \(typescript, revision \d+\): \d+ written, 0 unchanged$/),
      err: expect.stringContaining(
        `Nothing was changed in ${join(project, "locked/code")}: you may not write`,
      ),
    });
  });

  it("--watch writes on model changes and on publishing to production, survives the platform, and ends with Ctrl-C", {
    timeout,
  }, async () => {
    const port = await ownPort();
    const own = await startServerHere({ seed: "demo", port });
    let second: TestServer | undefined;
    try {
      // What that one has is written already: each update that is seen comes of a change below.
      expect((await cli(["update"], { UNDERSTUDY_PLATFORM_URL: own.platformUrl })).code).toBe(0);
      const watching = run(program, ["update", "--watch", "--json"], {
        cwd: project,
        env: env({ UNDERSTUDY_PLATFORM_URL: own.platformUrl }),
      });
      expect(JSON.parse(await watching.nextLine())).toMatchObject({ event: "watching" });
      const collection = "/v2/spaces/cinema/collections/homepage";
      await own.api("POST", `${collection}/experiences`, {
        ...{ name: "Seen live", typeId: "hero" },
        scenarios: [{ serve: { enabled: true, data: { headline: "Fresh from production" } } }],
      });
      const updated = () => watching.nextLine().then((line) => JSON.parse(line).targets[0].written);
      expect(await updatedWith(updated, "cinema/collection/homepage.ts")).toBe(true);
      expect(readFileSync(code("cinema/collection/homepage.ts"), "utf8")).toContain("seenLive");
      expect(readFileSync(code("cinema/fallbacks.ts"), "utf8")).not.toContain("Fresh from production");
      await own.api("POST", `${collection}/publications`, { environment: "production" });
      expect(await updatedWith(updated, "cinema/fallbacks.ts")).toBe(true);
      expect(readFileSync(code("cinema/fallbacks.ts"), "utf8")).toContain("Fresh from production");
      await own.stop();
      await expect.poll(() => watching.stderr.join("\n")).toContain("does not answer");
      second = await startServerHere({ dataDir: own.dataDir, port });
      await second.api("POST", `${collection}/experiences`, { name: "After a restart", typeId: "hero" });
      expect(await updatedWith(updated, "cinema/collection/homepage.ts")).toBe(true);
      expect(await watching.end("SIGINT")).toBe(0);
      expect(await cli(["update", "--check"], { UNDERSTUDY_PLATFORM_URL: second.platformUrl })).toMatchObject(
        { code: 0 },
      );
    } finally {
      await second?.stop();
      await own.remove();
    }
  });

  it("without understudy.yaml says to set up; --check with --watch is not understood", async () => {
    expect(await cli(["update", "--project", folder])).toMatchObject({
      code: 1,
      err: expect.stringContaining("understudy setup"),
    });
    expect(await cli(["update", "--check", "--watch"])).toMatchObject({ code: 2 });
  });
});

describe("publish", () => {
  const homepage = ["publish", "--space", "cinema", "--collection", "homepage", "--environment"];

  it("shows a dry run, publishes, promotes and rolls back", async () => {
    await addExperience("For publishing");
    const dry = await built([...homepage, "development", "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(dry.out).toContain("/experiences/for-publishing");
    expect(dry.out).toMatch(/Another state for \d+ of \d+ users and visitors\./);
    const published = await cli([...homepage, "development", "--note", "by the CLI", "--json"]);
    const publication = JSON.parse(published.out);
    expect(publication).toMatchObject({ environment: "development", note: "by the CLI" });
    expect((await cli([...homepage, "staging", "--from", "development"])).out).toMatch(
      /^✓ Published version \d+ in staging\.$/,
    );
    const back = await cli([...homepage, "development", "--version", "1", "--json"]);
    expect(JSON.parse(back.out)).toMatchObject({ version: publication.version + 1 });
    const answer = await cli([...homepage, "staging", "--dry-run", "--json"]);
    expect(JSON.parse(answer.out)).toMatchObject({ affected: { of: expect.any(Number) } });
  });

  it("says how many a dry run does not name", async () => {
    await addExperience("For many");
    const people = Array.from({ length: 30 }, (_, at) => ({ id: `somebody-${at}` }));
    await server.api("POST", "/v2/spaces/cinema/environments/staging/users/import", people);
    const { out } = await cli([...homepage, "staging", "--dry-run"]);
    const [, changed] = /Another state for (\d+) of/.exec(out) ?? [];
    const named = out.split("\n").filter((line) => line.includes(": homepage.")).length;
    expect(out.split("\n").at(-1)).toBe(`  … and ${Number(changed) - named} more`);
    expect(Number(changed) - named).toBeGreaterThan(0);
  });

  it.each([
    [["--environment", "moon"], 1, "must be one of: development, staging, production"],
    [["--environment", "staging", "--version", "0"], 1, "number of a publication"],
    [["--environment", "staging", "--from", "staging"], 1, "another environment"],
    [["--environment", "staging", "--from", "production", "--version", "1"], 2, "cannot be used with"],
    [[], 2, "required option '--environment"],
    [["--environment", "staging", "--version", "999"], 1, ""],
  ])("%j ends with %i", async (more, want, says) => {
    const done = await cli(["publish", "--space", "cinema", "--collection", "homepage", ...more]);
    expect(done).toMatchObject({ code: want, out: "" });
    expect(done.err).toContain(says);
    expect(done.err).not.toBe("");
  });

  it("needs no understudy.yaml: it asks which Space where there are several", async () => {
    const done = await cli(["publish", "--collection", "homepage", "--environment", "staging", "--json"]);
    expect([done.code, done.out, JSON.parse(done.err).code]).toEqual([1, "", "no-space"]);
  });

  it("is refused to a viewer, with what to do", async () => {
    const { body } = await server.api("POST", "/v2/tokens", { name: "viewer", role: "viewer" });
    const done = await cli([...homepage, "staging"], { UNDERSTUDY_TOKEN: body.token });
    expect(done).toMatchObject({ code: 1, out: "", err: expect.stringContaining("Ask an owner") });
  });
});

let asked = "";

/** A platform that gives one answer to everything. */
async function fakePlatform(status: number, body: object): Promise<string> {
  const answering = createServer((request, response) => {
    asked = String(request.headers["understudy-cli-version"]);
    response.writeHead(status, { "content-type": "application/json", upgrade: "understudy-cli/9.0.0" });
    response.end(JSON.stringify(body));
  });
  fake = answering;
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
}

/** Whether one of the next updates has written the file. */
async function updatedWith(next: () => Promise<string[]>, path: string): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) if ((await next()).includes(path)) return true;
  return false;
}
