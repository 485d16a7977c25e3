import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedBrowser } from "../helpers/browser.ts";
import { cliHere } from "../helpers/cli-here.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ args: ["--seed", "demo"] });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await server.remove();
});
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-personas-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const test = (...args: string[]) =>
  cliHere(["test", ...args], {
    cwd: folder,
    env: {
      UNDERSTUDY_PLATFORM_URL: server.platformUrl,
      UNDERSTUDY_TOKEN: server.token,
      XDG_DATA_HOME: join(folder, "data-home"),
    },
  });
const api = (method: string, path: string, body?: object) =>
  server.api(method, `/v2/spaces/cinema${path}`, body);

/** What an XML parser finds: the names of the test cases that failed, or an error. */
async function failures(
  xml: string,
): Promise<{ cases: number; failed: (string | null)[]; error: string | null }> {
  const page = await browser.newPage();
  const found = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "application/xml");
    return {
      cases: parsed.querySelectorAll("testsuites > testsuite > testcase").length,
      failed: [...parsed.querySelectorAll("testcase:has(failure)")].map((one) => one.getAttribute("name")),
      error: parsed.querySelector("parsererror")?.textContent ?? null,
    };
  }, xml);
  await page.close();
  return found;
}

describe("test", () => {
  it("runs the personas of the only Space, and ends with 0 where all pass", async () => {
    expect((await server.api("DELETE", "/v2/spaces/my-first-space")).status).toBe(204);
    expect(await test()).toEqual({
      code: 0,
      out: "✓ Drama fan on gold\n✓ First visit\n2 passed, 0 failed: published content in development.",
      err: "",
    });
    const short = await test("--environment", "production", "--content", "draft");
    expect(short.out).toContain("draft content in production.");
  });

  it("says the first thing that differs, ends with 1, and reports all of it", async () => {
    const name = 'Wrong & "odd" <one>';
    const made = await api("POST", "/personas", {
      name,
      expected: {
        tribes: [{ tribe: "gold-members", member: true }],
        experiences: [{ experience: "homepage.banner", enabled: false }],
      },
    });
    const report = join(folder, "reports", "personas.xml");
    const done = await test("--space", "cinema", "--junit", report);
    expect(done).toMatchObject({ code: 1, err: "" });
    expect(done.out.split("\n").slice(-2)).toEqual([
      `✗ ${name}: Tribe "Gold members": expected in it, got not in it (and 1 more)`,
      "2 passed, 1 failed: published content in development.",
    ]);
    expect(await failures(readFileSync(report, "utf8"))).toEqual({ cases: 3, failed: [name], error: null });
    const json = await test("--space", "spc_demo_cinema", "--json");
    const answer = JSON.parse(json.out);
    expect([json.code, answer.passed, answer.failed]).toEqual([1, 2, 1]);
    expect(answer.personas[2].outcomes).toMatchObject([
      { passed: false },
      { path: "/enabled", passed: false },
    ]);
    expect(answer.personas[2].explanation).toBeUndefined();
    await api("DELETE", `/personas/${made.body.id}`);
  });

  it("ends with 1 where nothing can be tested, and says why", async () => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    await server.api("POST", "/v2/spaces", { orgId, name: "Empty" });
    const cases: [args: string[], code: string][] = [
      [["--space", "empty"], "no-personas"],
      [["--space", "nowhere"], "not-found"],
      [[], "no-space"],
      [["--project", folder], "no-config"],
    ];
    for (const [args, code] of cases) {
      const done = await test(...args, "--json");
      expect([args, done.code, done.out, JSON.parse(done.err).code]).toEqual([args, 1, "", code]);
    }
    writeFileSync(join(folder, "file"), "");
    const full = await test("--space", "cinema", "--json", "--junit", join(folder, "file", "x.xml"));
    expect(full.code).toBe(1);
    expect(JSON.parse(full.err)).toMatchObject({
      code: "not-writable",
      message: expect.stringMatching(
        /x\.xml can't be written: a part of this path is a file and no folder\.$/,
      ),
    });
    const odd = await test("--content", "old");
    expect(odd).toMatchObject({ code: 1, err: expect.stringContaining("published or draft") });
  });

  it("takes the Space of understudy.yaml", async () => {
    const project = join(folder, "project", "deep");
    mkdirSync(project, { recursive: true });
    writeFileSync(
      join(folder, "project", "understudy.yaml"),
      "version: 1\norg: o\nspace: spc_demo_cinema\nspaceKey: cinema\ntargets:\n  - {platform: browser, lang: typescript, out: src}\n",
    );
    expect((await test("--project", project)).code).toBe(0);
  });
});
