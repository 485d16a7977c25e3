import { cp, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let space: string;
let publications: string;

beforeAll(async () => {
  server = await startTestServer();
  space = `/v2/spaces/${server.spaceKey}`;
  publications = `${space}/collections/homepage/publications`;
  await server.api("POST", `${space}/experience-types`, {
    name: "Hero",
    properties: [{ key: "headline", type: "string", default: "Welcome" }],
  });
  await server.api("POST", `${space}/tribes`, {
    name: "Gold",
    rules: { field: "plan", op: "equals", value: "gold" },
  });
  await server.api("POST", `${space}/collections`, { name: "Homepage" });
  await server.api("POST", `${space}/collections/homepage/experiences`, {
    name: "Banner",
    typeId: "hero",
    scenarios: [
      { name: "Gold", audience: { anyOf: ["gold"] }, serve: { data: { headline: "Hi, Gold" } } },
      { serve: { data: { headline: "Hi" } } },
    ],
  });
  for (const [id, plan] of [
    ["ana", "gold"],
    ["omar", "free"],
  ] as const)
    await server.api("PUT", `${space}/environments/development/users/${id}`, { fields: { plan } });
});
afterAll(() => server.remove());

const publish = (body: object, query = "") => server.api("POST", `${publications}${query}`, body);
const status = async () => (await server.api("GET", `${space}/collections/homepage`)).body.status;
const patchBanner = (headline: string) =>
  server.api("PATCH", `${space}/collections/homepage/experiences/banner`, {
    scenarios: [
      { name: "Gold", audience: { anyOf: ["gold"] }, serve: { data: { headline } } },
      { serve: { data: { headline: "Hi" } } },
    ],
  });
const headlines = async (key: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const userId of ["ana", "omar"]) {
    const started = await server.sdk(
      "POST",
      "/sdk/v1/sessions",
      {
        userId,
        fields: { plan: userId === "ana" ? "gold" : "free" },
        sdk: { name: "browser", version: "1" },
        device: { id: "d", platform: "web" },
      },
      { "x-api-key": key },
    );
    for (const state of Object.values(started.body.states as Record<string, { data: { headline: string } }>))
      found[userId] = state.data.headline;
  }
  return found;
};

describe("a publication with the ETag of its dry run", () => {
  it("serves what that showed, or nothing", async () => {
    await server.api("POST", `${space}/collections`, { name: "Landing" });
    const landing = `${space}/collections/landing`;
    const put = (name: string) => server.api("POST", `${landing}/experiences`, { name, typeId: "hero" });
    const body = { environment: "staging" };
    const look = async () =>
      (await server.api("POST", `${landing}/publications?dryRun=1`, body)).headers.get("ETag") ?? "";
    const send = (seen: string) => server.api("POST", `${landing}/publications`, body, { "If-Match": seen });
    await put("Banner");
    const seen = await look();
    expect(await look()).toBe(seen);
    await put("Slipped in");
    const refused = await send(seen);
    expect([refused.status, refused.body.code]).toEqual([412, "stale"]);
    expect((await server.api("GET", landing)).body.status.staging.state).toBe("unpublished");
    await server.api("DELETE", `${landing}/experiences/slipped-in`);
    expect((await send(seen)).status, "the draft is as it was shown").toBe(201);
    expect((await send(seen)).status, "but it would change nothing any more").toBe(412);
    expect((await send(await look())).status).toBe(201);
    expect((await server.api("DELETE", landing)).status).toBe(204);
  });
});

describe("a draft that is replaced by what a version held", () => {
  it("has every part again under its id, and differs in nothing", async () => {
    const page = `${space}/collections/page`;
    await server.api("POST", `${space}/collections`, { name: "Page" });
    await server.api("POST", `${page}/experiences`, { name: "Banner", typeId: "hero" });
    await server.api("POST", `${page}/sections`, {
      name: "Body",
      typeIds: ["hero"],
      experiences: [{ name: "Promo", typeId: "hero" }],
      scenarios: [{ serve: { children: ["promo"] } }],
    });
    await server.api("POST", `${page}/publications`, { environment: "staging" });
    const { content } = (await server.api("GET", `${page}/publications/staging/1`)).body;
    const { id: _id, types: _types, ...draft } = content;
    const before = await server.api("GET", page);
    const again = (body: object, headers = {}) => server.api("PUT", `${page}/draft`, body, headers);

    await server.api("DELETE", `${page}/sections/body`);
    await server.api("PATCH", `${page}/experiences/banner`, { name: "Other", key: "other" });
    const stale = await again(draft, { "If-Match": before.headers.get("ETag") ?? "" });
    expect([stale.status, stale.body.code]).toEqual([412, "stale"]);
    const made = await again(draft);
    expect(made.status).toBe(200);
    expect(made.body.status.staging.state).toBe("published");
    expect(made.body.sections[0].experiences[0].id).toBe(content.sections[0].experiences[0].id);
    expect((await server.api("GET", page)).headers.get("ETag")).toBe(made.headers.get("ETag"));

    const [banner] = draft.experiences;
    const homepage = (await server.api("GET", `${space}/collections/homepage`)).body.experiences[0];
    const other = { ...banner, key: "second" };
    const refused: readonly [object, number][] = [
      [{ ...draft, experiences: [banner, other] }, 400],
      [{ ...draft, experiences: [banner, { ...other, id: "exp_2", key: "body" }] }, 400],
      [{ ...draft, experiences: [{ ...banner, id: homepage.id }] }, 400],
      [{ ...draft, experiences: [{ ...banner, typeId: "nothing" }] }, 400],
      [{ ...draft, sections: [{ ...draft.sections[0], typeIds: [] }] }, 400],
      [{ ...draft, key: "homepage" }, 409],
    ];
    for (const [body, status] of refused)
      expect((await again(body)).status, JSON.stringify(body)).toBe(status);
    expect((await server.api("GET", page)).headers.get("ETag")).toBe(made.headers.get("ETag"));
    await server.api("DELETE", page);
  });
});

describe("publishing", () => {
  it("says before the first time that all would be new, and for whom", async () => {
    expect((await status()).development).toEqual({ state: "unpublished", version: null, publishedAt: null });
    const said = await publish({ environment: "development" }, "?dryRun=1");
    expect(said.status).toBe(200);
    expect(said.body.diff.map(({ path }: { path: string }) => path)).toContain("/experiences/banner");
    expect(said.body.affected).toMatchObject({ checked: 2, changed: 2, sampled: false, of: 2 });
    expect((await status()).development.state).toBe("unpublished");
  });

  it("serves what was published, and no draft", async () => {
    const first = await publish({ environment: "development", note: "first" });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ version: 1, environment: "development", note: "first" });
    expect(first.body.publishedBy).not.toBe("");
    expect((await status()).development).toMatchObject({ state: "published", version: 1 });
    expect(await headlines(server.keys.development)).toEqual({ ana: "Hi, Gold", omar: "Hi" });
    expect(await headlines(server.keys.staging)).toEqual({});
    await patchBanner("Hello, Gold");
    expect((await status()).development).toMatchObject({ state: "changed", version: 1 });
    expect(await headlines(server.keys.development)).toEqual({ ana: "Hi, Gold", omar: "Hi" });
    await patchBanner("Hi, Gold");
  });

  it("names exactly what a second publication would change, and the one user for whom", async () => {
    await patchBanner("Hello, Gold");
    const said = await publish({ environment: "development" }, "?dryRun=1");
    expect(said.body.diff).toEqual([
      {
        path: "/experiences/banner/scenarios/0/serve/data/headline",
        before: "Hi, Gold",
        after: "Hello, Gold",
      },
    ]);
    expect(said.body.affected).toMatchObject({ checked: 2, changed: 1, sampled: false, of: 2 });
    expect(said.body.affected.sample).toEqual([
      {
        userId: "ana",
        experience: "homepage.banner",
        before: { enabled: true, data: { headline: "Hi, Gold" } },
        after: { enabled: true, data: { headline: "Hello, Gold" } },
      },
    ]);
  });

  it("publishes version 2, promotes it, and rolls back", async () => {
    const revision = async (key: string) =>
      (await server.api("GET", `${space}/environments`)).body.data.find(
        (one: { key: string }) => one.key === key,
      ).revision;
    const before = await revision("development");
    expect((await publish({ environment: "development" })).body.version).toBe(2);
    expect(await revision("development")).toBeGreaterThan(before);
    const promoted = await publish({ environment: "production", from: "development" });
    expect(promoted.body).toMatchObject({ environment: "production", version: 1 });
    expect(await headlines(server.keys.production)).toEqual({ ana: "Hello, Gold", omar: "Hi" });
    const back = await publish({ environment: "development", version: 1 });
    expect(back.status).toBe(201);
    expect(back.body.version).toBe(3);
    expect(await headlines(server.keys.development)).toEqual({ ana: "Hi, Gold", omar: "Hi" });
    expect((await status()).production).toMatchObject({ state: "published", version: 1 });
    expect((await status()).development).toMatchObject({ state: "changed", version: 3 });
  });

  it("keeps the history, newest first, page by page", async () => {
    const first = await server.api("GET", `${publications}?limit=3`);
    expect(first.body.data).toHaveLength(3);
    const second = await server.api("GET", `${publications}?limit=3&cursor=${first.body.next}`);
    expect(second.body.next).toBeNull();
    const all = [...first.body.data, ...second.body.data];
    expect(all.map(({ environment, version }) => `${environment} ${version}`)).toEqual([
      "development 3",
      "production 1",
      "development 2",
      "development 1",
    ]);
    const production = await server.api("GET", `${publications}?environment=production`);
    expect(production.body.data).toHaveLength(1);
  });

  it.each([
    [
      "an environment that has nothing to promote",
      { environment: "production", from: "staging" },
      409,
      "conflict",
    ],
    ["a version that never was", { environment: "development", version: 99 }, 404, "not-found"],
    ["both at once", { environment: "development", from: "staging", version: 1 }, 400, "invalid-body"],
    ["itself", { environment: "staging", from: "staging" }, 400, "invalid-body"],
    ["no environment", { note: "x" }, 400, "invalid-body"],
  ])("refuses %s", async (_name, body, code, problem) => {
    const answer = await publish(body);
    expect([answer.status, answer.body.code]).toEqual([code, problem]);
  });

  it("keeps a Tribe that is served, and says where", async () => {
    const answer = await server.api("DELETE", `${space}/tribes/gold`);
    expect([answer.status, answer.body.code]).toEqual([409, "in-use"]);
    expect(answer.body.detail).toContain("homepage.banner");
    expect(answer.body.detail).toContain("in production");
  });

  it("lies in the workspace, fit for git", async () => {
    const path = join(server.dataDir, "spaces", server.spaceKey, "published", "production.json");
    const document = JSON.parse(await readFile(path, "utf8"));
    expect(document).toMatchObject({ schemaVersion: 1, environment: "production", revision: 1 });
    expect(document.collections[0].publication.version).toBe(1);
  });

  it("serves the same after the Space's key changed and after a restart", async () => {
    await server.api("PATCH", space, { key: "renamed" });
    expect(await headlines(server.keys.production)).toEqual({ ana: "Hello, Gold", omar: "Hi" });
    await server.api("POST", "/v2/spaces/renamed/collections/homepage/publications", {
      environment: "staging",
    });
    expect(await headlines(server.keys.staging)).toEqual({ ana: "Hello, Gold", omar: "Hi" });
    const { dataDir } = server;
    await server.stop("SIGKILL");
    server = await startTestServer({ dataDir });
    expect(await headlines(server.keys.production)).toEqual({ ana: "Hello, Gold", omar: "Hi" });
    const history = await server.api("GET", "/v2/spaces/renamed/collections/homepage/publications");
    expect(history.body.data).toHaveLength(5);
  });

  it("has what is served in the history of a clone, which brings documents alone", async () => {
    const clone = await mkdtemp(join(tmpdir(), "understudy-clone-"));
    for (const name of ["workspace.json", "spaces"])
      await cp(join(server.dataDir, name), join(clone, name), { recursive: true });
    const other = await startTestServer({ dataDir: clone });
    const history = async () => {
      const { body } = await other.api("GET", "/v2/spaces/renamed/collections/homepage/publications");
      return body.data.map(
        (one: { environment: string; version: number }) => `${one.environment} ${one.version}`,
      );
    };
    await expect.poll(history).toEqual(["staging 1", "development 3", "production 1"]);
    await other.remove();
  });

  it("is refused where another Collection still serves under the key, also in the dry run", async () => {
    const collections = "/v2/spaces/renamed/collections";
    const publishTo = (key: string, environment: string, query = "") =>
      server.api("POST", `${collections}/${key}/publications${query}`, { environment });
    await server.api("POST", collections, { name: "Late", key: "late" });
    expect((await publishTo("late", "staging")).status).toBe(201);
    await server.api("PATCH", `${collections}/late`, { key: "later" });
    await server.api("POST", collections, { name: "Later", key: "late" });
    for (const query of ["", "?dryRun=true"]) {
      const { status, body } = await publishTo("late", "staging", query);
      expect([status, body.code, body.detail]).toEqual([
        409,
        "conflict",
        expect.stringContaining('Staging serves "Late"'),
      ]);
    }
    expect((await publishTo("late", "development")).status).toBe(201);
    expect((await publishTo("later", "staging")).status).toBe(201);
    expect((await publishTo("late", "staging")).status).toBe(201);
    for (const key of ["late", "later"]) await server.api("DELETE", `${collections}/${key}`);
  });

  it("stops serving a Collection that is deleted", async () => {
    await server.api("DELETE", "/v2/spaces/renamed/collections/homepage");
    expect(await headlines(server.keys.production)).toEqual({});
    expect((await server.api("DELETE", "/v2/spaces/renamed/tribes/gold")).status).toBe(204);
  });
});
