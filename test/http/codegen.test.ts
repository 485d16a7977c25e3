import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { GeneratedCode } from "../../src/core/codegen/codegen-request.ts";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
const path = "/v2/spaces/cinema/codegen";
const typescript = { platform: "browser", lang: "typescript" };

beforeAll(async () => {
  server = await startServerHere({ seed: "demo" });
  api = checkedCallers(server).api;
});
afterAll(() => server.remove());

const generated = async (body: object = typescript) => {
  const answer = await api("POST", path, body);
  expect(answer.status).toBe(200);
  return { code: answer.body as GeneratedCode, etag: answer.headers.get("etag") ?? "" };
};
const textOf = (code: GeneratedCode, file: string) => code.files.find((one) => one.path === file)?.text ?? "";

async function zipped(body: object = typescript) {
  const response = await fetch(new URL(path, server.platformUrl), {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.token}`,
      "content-type": "application/json",
      accept: "application/zip",
    },
    body: JSON.stringify(body),
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe("POST …/codegen", () => {
  it("has Production's key in what a Roku gets, under another ETag once it is exchanged", async () => {
    const roku = { platform: "roku", lang: "brightscript" };
    const keyIn = (code: GeneratedCode) =>
      /us_prd_\w+/.exec(textOf(code, "components/cinema/Space.brs"))?.[0];
    const first = await generated(roku);
    const browser = await generated();
    expect(keyIn(first.code)).toBe(server.keys.production);
    const rotated = await api("POST", "/v2/spaces/cinema/environments/production/api-key", {
      graceSeconds: 60,
    });
    const second = await generated(roku);
    expect(keyIn(second.code)).toBe(rotated.body.apiKey);
    expect(second.etag).not.toBe(first.etag);
    expect((await generated()).etag).toBe(browser.etag);
  });

  it.each([
    ["typescript", "ts"],
    ["javascript", "js"],
  ])("gives %s in the layout of the runtime's contract", async (lang, extension) => {
    const { code } = await generated({ platform: "browser", lang });
    expect(code.files.map((file) => file.path)).toEqual([
      `cinema/collection/homepage.${extension}`,
      `cinema/experience/hero.${extension}`,
      `cinema/experience/teaser.${extension}`,
      `cinema/fallbacks.${extension}`,
      `cinema/index.${extension}`,
      `cinema/section/homepage-body.${extension}`,
      "understudy/index.d.ts",
      "understudy/index.js",
      "understudy/react.d.ts",
      "understudy/react.js",
    ]);
    for (const { text } of code.files) {
      expect(text).toMatch(/^\/\/ (Generated|Written) by Understudy/);
      expect(text).not.toContain("\r");
    }
    expect(textOf(code, `cinema/index.${extension}`)).toContain(`revision ${code.revision}.`);
    expect(textOf(code, `cinema/fallbacks.${extension}`)).toContain("Tonight at seven");
  });

  it("has the drafts' classes and Production's states, and Production's revision", async () => {
    const before = await generated();
    const { status } = await api("POST", "/v2/spaces/cinema/collections/homepage/experiences", {
      name: "Draft only",
      typeId: "hero",
      scenarios: [{ serve: { enabled: true, data: { headline: "Not yet" } } }],
    });
    expect(status).toBe(201);
    const drafted = await generated();
    expect(drafted.etag).not.toBe(before.etag);
    expect(drafted.code.revision).toBe(before.code.revision);
    expect(textOf(drafted.code, "cinema/collection/homepage.ts")).toContain("readonly draftOnly: Hero;");
    expect(textOf(drafted.code, "cinema/fallbacks.ts")).not.toContain("Not yet");
    await api("POST", "/v2/spaces/cinema/collections/homepage/publications", { environment: "staging" });
    expect(await generated()).toEqual(drafted);
    await api("POST", "/v2/spaces/cinema/collections/homepage/publications", { environment: "production" });
    const published = await generated();
    expect(published.code.revision).toBeGreaterThan(drafted.code.revision);
    expect(textOf(published.code, "cinema/fallbacks.ts")).toContain("Not yet");
    const environments = await api("GET", "/v2/spaces/cinema/environments");
    expect(environments.body.data.at(-1)).toMatchObject({
      key: "production",
      revision: published.code.revision,
    });
  });

  it("names another revision where it is asked to, and is the same otherwise", async () => {
    const { code } = await generated();
    const { body } = await api("POST", "/v2/spaces/cinema/codegen", {
      platform: "browser",
      lang: "typescript",
      revision: 987654,
    });
    const renamed = JSON.stringify(code).replaceAll(`revision ${code.revision}.`, "revision 987654.");
    expect(textOf(body, "cinema/index.ts")).toBe(textOf(JSON.parse(renamed), "cinema/index.ts"));
    expect(await generated()).toMatchObject({ code });
  });

  it("gives the same as a zip, the same to the byte each time", async () => {
    const { code } = await generated();
    const first = await zipped();
    expect(first.response.status).toBe(200);
    expect(first.response.headers.get("content-type")).toBe("application/zip");
    expect(first.response.headers.get("content-disposition")).toBe(
      "attachment; filename=cinema-typescript.zip",
    );
    expect(first.response.headers.get("vary")).toContain("Accept");
    const files = Object.entries(unzipSync(first.bytes)).map(([name, bytes]) => ({
      path: name,
      text: strFromU8(bytes),
    }));
    expect(files).toEqual(code.files);
    // The server runs in this process: to it, too, it is an hour later. A zip knows times to two seconds.
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ["Date"] });
    const second = await zipped().finally(() => vi.useRealTimers());
    expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
    expect(second.response.headers.get("etag")).toBe(first.response.headers.get("etag"));
  });

  it.each([
    [{ platform: "browser", lang: "rust" }, "/lang", "typescript, javascript"],
    [{ platform: "toaster", lang: "typescript" }, "/platform", "browser"],
    [{ platform: "browser" }, "/lang", ""],
    [{ ...typescript, more: 1 }, "/more", ""],
  ])("refuses %j with what there is", async (body, at, says) => {
    const answer = await api("POST", path, body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid-body" } });
    expect(answer.body.errors[0]).toMatchObject({ path: at, detail: expect.stringContaining(says) });
  });

  it("is for those who may see the Space", async () => {
    expect((await api("POST", "/v2/spaces/nothing/codegen", typescript)).status).toBe(404);
    expect((await api("POST", path, typescript, { authorization: "Bearer wrong" })).status).toBe(401);
    const { body } = await api("POST", "/v2/tokens", { name: "viewer", role: "viewer" });
    const viewer = { authorization: `Bearer ${body.token}` };
    expect((await api("POST", path, typescript, viewer)).status).toBe(200);
  });
});

describe("a command line that says its version", () => {
  it.each([
    ["0.0.9", 426],
    ["0.1.0-beta.1", 426],
    ["nonsense", 426],
    ["0.1.0", 200],
    ["2.0.0", 200],
  ])("%s is answered with %i", async (version, status) => {
    const answer = await api("GET", "/v2/me", undefined, { "understudy-cli-version": version });
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.body).toMatchObject({
      code: "upgrade-required",
      detail: expect.stringContaining("0.1.0 or newer"),
    });
    expect(answer.headers.get("upgrade")).toBe("understudy-cli/0.1.0");
  });
});
