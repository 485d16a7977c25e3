import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schemaVersion } from "../../src/core/documents.ts";
import { scenePut } from "../../src/core/scene.ts";
import { newFolder, startServerHere, startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder() });
});
afterAll(() => server.remove());

const spaceFile = (from: TestServer) => join(from.dataDir, "spaces/my-first-space/space.json");
const readSpace = async (from: TestServer) => JSON.parse(await readFile(spaceFile(from), "utf8"));

describe("a first run", () => {
  test("makes an organization, a local operator and one Space", async () => {
    const { body } = await server.api("GET", "/v2/me");
    expect(body.account.name).toBe("Local operator");
    expect(body.organizations).toMatchObject([{ role: "owner" }]);
    expect((await server.api("GET", "/v2/spaces")).body.data).toMatchObject([
      { key: "my-first-space", name: "My first Space" },
    ]);
  });

  test("keeps secrets out of git and to this user alone", async () => {
    execFileSync("git", ["init", "-q"], { cwd: server.dataDir });
    const shown = execFileSync("git", ["status", "--porcelain", "-uall"], {
      cwd: server.dataDir,
      encoding: "utf8",
    });
    expect(shown.trim().split("\n").sort()).toEqual([
      "?? spaces/my-first-space/space.json",
      "?? workspace.json",
    ]);
    for (const name of ["secrets.json", "server.json"]) {
      expect((await stat(join(server.dataDir, ".understudy", name))).mode & 0o777, name).toBe(0o600);
    }
    const committed =
      (await readFile(join(server.dataDir, "workspace.json"), "utf8")) +
      (await readFile(spaceFile(server), "utf8"));
    expect(committed).not.toMatch(/us_(dev|stg|prd|pat)_/);
  });
});

describe("edits from outside", () => {
  test("are noticed and served", async () => {
    const document = await readSpace(server);
    document.space.name = "Renamed by git";
    await writeFile(spaceFile(server), `${JSON.stringify(document, null, 2)}\n`);
    await expect
      .poll(async () => (await server.api("GET", "/v2/spaces/my-first-space")).body.name)
      .toBe("Renamed by git");
  });

  test("that are invalid are refused with file and line, and the state before them stays", async () => {
    const before = await readFile(spaceFile(server), "utf8");
    await writeFile(spaceFile(server), before.replace('"schemaVersion": 1,', '"schemaVersion": 1,,'));
    const warnings = async () => (await server.api("GET", "/v2/status")).body.warnings.join(" ");
    await expect.poll(warnings).toMatch(/space\.json, line 2: /);
    expect((await server.api("GET", "/v2/spaces/my-first-space")).body.name).toBe("Renamed by git");
    const refused = await server.api("POST", "/v2/spaces/my-first-space/collections", { name: "Home" });
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    await writeFile(spaceFile(server), before);
    await expect.poll(warnings).toBe("");
    expect((await server.api("POST", "/v2/spaces/my-first-space/collections", { name: "Home" })).status).toBe(
      201,
    );
  });

  test("that name an organization that is not there hide the Space, say why, and can be mended", async () => {
    const text = await readFile(spaceFile(server), "utf8");
    const document = JSON.parse(text);
    document.space.orgId = "org_gone";
    await writeFile(spaceFile(server), JSON.stringify(document));
    const warnings = async () => (await server.api("GET", "/v2/status")).body.warnings;
    await expect.poll(warnings).toEqual([expect.stringContaining('"org_gone"')]);
    expect((await server.api("GET", "/v2/spaces/my-first-space")).status).toBe(404);
    await writeFile(spaceFile(server), text);
    await expect.poll(warnings).toEqual([]);
    expect((await server.api("GET", "/v2/spaces/my-first-space")).status).toBe(200);
  });

  test("that bring a whole Space give it its API keys", async () => {
    const document = await readSpace(server);
    Object.assign(document.space, { id: "spc_pulled", key: "pulled", name: "Pulled" });
    await mkdir(join(server.dataDir, "spaces/pulled"));
    await writeFile(join(server.dataDir, "spaces/pulled/space.json"), JSON.stringify(document));
    await expect
      .poll(async () => (await server.api("GET", "/v2/spaces/pulled/environments")).status)
      .toBe(200);
    const { body } = await server.api("GET", "/v2/spaces/pulled/environments");
    expect(body.data[0].apiKey).toMatch(/^us_dev_/);
  });
});

test("a branch without Spaces takes them away and brings them back; SDKs keep their events meanwhile", async () => {
  const own = await startServerHere({ dataDir: await newFolder() });
  const spaces = join(own.dataDir, "spaces");
  const events = [{ id: "e1", name: "movie/watched", time: new Date().toISOString(), userId: "ana" }];
  const send = () => own.sdk("POST", "/sdk/v1/events", { events });
  await rename(spaces, `${spaces}-away`);
  await expect.poll(async () => (await send()).status).toBe(503);
  const away = await send();
  expect([away.body.code, away.headers.get("retry-after")]).toEqual(["busy", "5"]);
  expect((await own.api("GET", "/v2/spaces")).body.data).toEqual([]);
  await rename(`${spaces}-away`, spaces);
  await expect.poll(async () => (await send()).status).toBe(202);
  expect((await own.api("GET", "/v2/spaces")).body.data).toHaveLength(1);
  await own.remove();
});

describe("while another Space lies in a Space's folder", () => {
  test.each([
    ["as this Understudy writes it", schemaVersion],
    ["as a newer one does", 99],
  ])("nothing of the first is written or moved there: %s", async (_, version) => {
    const own = await startServerHere({ dataDir: await newFolder(), seed: "demo" });
    const folder = join(own.dataDir, "spaces/cinema");
    const scene = scenePut.meta()?.example as object;
    expect((await own.api("PUT", "/v2/spaces/cinema/scenes/evening", scene)).status).toBe(201);
    const { space, ...rest } = JSON.parse(await readFile(join(folder, "space.json"), "utf8"));
    const other = { ...rest, schemaVersion: version, space: { ...space, id: "spc_other", name: "Other" } };
    await writeFile(join(folder, "space.json"), JSON.stringify(other));
    const files = async () => {
      const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      );
      const paths = names.map((one) => join(one.parentPath, one.name)).sort();
      return Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")]));
    };
    const before = await files();
    const writes: [string, string, object?][] = [
      ["PATCH", "", { name: "Ours" }],
      ["PATCH", "", { key: "moved" }],
      ["DELETE", ""],
      ["PUT", "/scenes/evening", { ...scene, seed: 8 }],
      ["PUT", "/scenes/morning", scene],
      ["DELETE", "/scenes/evening"],
      ["POST", "/collections", { key: "ours", name: "Ours" }],
      ["DELETE", "/collections/homepage"],
      ["POST", "/collections/homepage/publications", { environment: "staging" }],
      ["POST", "/tribes", { name: "Ours", rules: { field: "plan", op: "equals", value: "gold" } }],
      ["POST", "/personas", { name: "Ours" }],
    ];
    for (const [method, path, body] of writes) {
      const { status, body: said } = await own.api(method, `/v2/spaces/cinema${path}`, body);
      expect([method, path, status, said.code]).toEqual([method, path, 409, "conflict"]);
    }
    expect(await files()).toEqual(before);
    await own.remove();
  });
});

describe("what can't be opened", () => {
  const startWith = async (file: string, text: string) => {
    const dataDir = await mkdtemp(join(tmpdir(), "understudy-broken-"));
    const first = await startServerHere({ dataDir });
    await first.stop();
    await writeFile(join(dataDir, file), text);
    const error = await startServerHere({ dataDir }).then(
      (again) => again.stop().then(() => "it started"),
      ({ name, message }: Error) => `${name}: ${message}`,
    );
    const after = await readFile(join(dataDir, file), "utf8");
    await rm(dataDir, { recursive: true });
    return { error, untouched: after === text };
  };

  test.each([
    ["workspace.json", "{", /workspace\.json, line 1: is not JSON/],
    [
      "workspace.json",
      '{\n  "schemaVersion": 99\n}',
      /workspace\.json, line 2: was written by a newer Understudy/,
    ],
    [
      "spaces/my-first-space/space.json",
      '{\n  "schemaVersion": 1,\n  "space": 5\n}',
      /space\.json, line 3: \/space /,
    ],
    [".understudy/secrets.json", "", /secrets\.json, line 1: /],
    [
      ".understudy/data.db",
      "this is not a database, though it is long enough to be looked at as one",
      /data folder can't be used/,
    ],
  ])("%s stops the start with its reason, untouched", async (file, text, message) => {
    const { error, untouched } = await startWith(file, text);
    expect(error).toMatch(/^StartError: /);
    expect(error).toMatch(message);
    expect(untouched).toBe(true);
  });
});

test("a second copy on one folder is refused while the first runs; a stale locator is replaced", async () => {
  await expect(startTestServer({ dataDir: server.dataDir })).rejects.toThrow(/already runs/);
  const dataDir = await mkdtemp(join(tmpdir(), "understudy-stale-"));
  const first = await startTestServer({ dataDir });
  await first.stop("SIGKILL");
  const second = await startServerHere({ dataDir });
  const locator = JSON.parse(await readFile(join(dataDir, ".understudy/server.json"), "utf8"));
  expect(locator).toMatchObject({ pid: second.pid, platformUrl: second.platformUrl });
  await second.remove();
});

test("the demo seed lays its Space once, with its people", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "understudy-demo-"));
  for (let round = 0; round < 2; round += 1) {
    const demo = await startServerHere({ dataDir, seed: "demo", clock: "2026-12-24T18:00:00Z" });
    const { body } = await demo.api("GET", "/v2/spaces/cinema/collections/homepage");
    expect(body.sections[0].experiences.length).toBe(2);
    expect(
      (await demo.api("GET", "/v2/spaces/cinema/environments/staging/users?label=vip")).body.data.length,
    ).toBe(2);
    expect((await demo.api("GET", "/v2/clock")).body).toEqual({
      mode: "frozen",
      at: "2026-12-24T18:00:00.000Z",
    });
    expect((await demo.api("GET", "/v2/spaces")).body.data.length).toBe(2);
    await demo.stop();
  }
  await rm(dataDir, { recursive: true });
});
