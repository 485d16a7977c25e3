import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endAll, program, type Running, run } from "../helpers/built-program.ts";
import { cliHere } from "../helpers/cli-here.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { SignInBrowser } from "../helpers/sign-in-browser.ts";

let server: TestServer;
let config: string;

beforeAll(async () => {
  server = await startServerHere();
});
afterAll(async () => server?.remove());
beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), "understudy-config-"));
});
afterEach(async () => {
  await endAll();
  await rm(config, { recursive: true, force: true });
});

const env = () => ({ UNDERSTUDY_CONFIG_DIR: config, UNDERSTUDY_PLATFORM_URL: server.platformUrl });
/** What waits for somebody, or runs beside another, in a process of its own. */
const cli = (args: readonly string[]): Running => run(program, args, { env: env() });
const json = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
  const { code, out, err } = await cliHere([...args, "--json"], { env: { ...env(), ...more } });
  return { code, out: out === "" ? [] : out.split("\n").map((line) => JSON.parse(line)), error: err };
};
const storePath = () => join(config, "sign-ins.json");
const stored = async () => JSON.parse(await readFile(storePath(), "utf8"));

/** Runs `login --json`, and signs in with a browser as a person would. */
async function login() {
  const running = cli(["login", "--json"]);
  const asked = JSON.parse(await running.nextLine());
  expect(asked).toEqual({ event: "open", url: expect.any(String) });
  const back = await new SignInBrowser().signIn(asked.url);
  expect((await fetch(back.url)).status).toBe(200);
  const done = JSON.parse(await running.nextLine());
  expect(await running.ended).toBe(0);
  return done;
}

describe("understudy login", () => {
  it("signs in by the browser; whoami and logout follow", async () => {
    expect(await login()).toMatchObject({ event: "signed-in", account: { name: "Local operator" } });
    expect((await stat(storePath())).mode & 0o777).toBe(0o600);
    const who = await json(["whoami"]);
    expect(who).toMatchObject({ code: 0, out: [{ by: "sign-in", organizations: [{ role: "editor" }] }] });
    const { accessToken } = (await stored()).platforms[server.platformUrl];
    const me = () => server.api("GET", "/v2/me", undefined, { authorization: `Bearer ${accessToken}` });
    expect((await me()).status).toBe(200);
    expect(await json(["logout"])).toMatchObject({ code: 0, out: [{ event: "signed-out", was: true }] });
    expect((await me()).status).toBe(401);
    expect(await stored()).toEqual({ version: 1, platforms: {} });
    expect(await json(["logout"])).toMatchObject({ code: 0, out: [{ was: false }] });
    expect((await json(["whoami"])).error).toContain("understudy login");
  });

  it("again leaves one sign-in at the platform, the new one", async () => {
    const list = async () => (await server.api("GET", "/v2/sign-ins")).body.data.length;
    await login();
    const before = await list();
    await login();
    expect([await list(), (await json(["whoami"])).code]).toEqual([before, 0]);
  });

  it("waits for its own answer alone", async () => {
    const running = cli(["login", "--json"]);
    const { url } = JSON.parse(await running.nextLine());
    const redirectUri = new URL(url).searchParams.get("redirect_uri") ?? "";
    for (const query of ["?code=stolen&state=forged", "?code=stolen", "/../?state=x", ""])
      expect((await fetch(`${redirectUri}${query}`)).status).toBe(400);
    const back = await new SignInBrowser().signIn(url);
    const otherIssuer = new URL(back.url);
    otherIssuer.searchParams.set("iss", "http://127.0.0.1:1/oauth");
    expect((await fetch(otherIssuer)).status).toBe(400);
    await fetch(back.url);
    expect(await running.ended).toBe(0);
  });

  it("says so where the person refuses", async () => {
    const running = cli(["login", "--json"]);
    const { url } = JSON.parse(await running.nextLine());
    const browser = new SignInBrowser();
    const back = await browser.submit(await browser.open(url), "/abort");
    await fetch(back.url);
    expect(await running.ended).toBe(1);
    expect(JSON.parse(running.stderr[0] ?? "")).toMatchObject({ event: "error", code: "access_denied" });
  });

  it("signs in with a code where there is no browser", async () => {
    const running = cli(["login", "--device", "--json"]);
    const { url, code } = JSON.parse(await running.nextLine());
    const browser = new SignInBrowser();
    const entered = await browser.submit(await browser.open(url), "user_code", { user_code: code });
    const chosen = await browser.submitFirstAccount(await browser.submit(entered, "confirm"));
    await browser.submit(chosen, "/consent");
    expect(JSON.parse(await running.nextLine())).toMatchObject({ event: "signed-in" });
    expect(await running.ended).toBe(0);
  });

  it.each(["login", "whoami"])(
    "says which address is the platform's where it was given the SDK plane's: %s",
    async (command) => {
      const other = { UNDERSTUDY_PLATFORM_URL: server.sdkUrl, UNDERSTUDY_TOKEN: server.token };
      const { code, out, error } = await json([command], other);
      expect([code, out, JSON.parse(error)]).toEqual([
        1,
        [],
        {
          event: "error",
          message: expect.stringContaining(`. Ask the Platform API, ${server.platformUrl}, for that.`),
          code: "not-found",
          status: 404,
        },
      ]);
    },
  );

  it("prints the address for people too", async () => {
    const running = cli(["login"]);
    await expect.poll(() => running.stderr.join("\n")).toContain(`${server.platformUrl}/oauth/auth?`);
  });
});

describe("the stored sign-in", () => {
  const age = async () => {
    const file = await stored();
    file.platforms[server.platformUrl].expiresAt = "2026-01-01T00:00:00.000Z";
    await writeFile(storePath(), JSON.stringify(file));
    return file.platforms[server.platformUrl];
  };

  it("is renewed once, by however many commands run at once", async () => {
    await login();
    const before = await age();
    const all = Array.from({ length: 4 }, () => cli(["whoami", "--json"]));
    const codes = await Promise.all(all.map(({ ended }) => ended));
    expect([codes, all.flatMap(({ stderr }) => stderr)]).toEqual([all.map(() => 0), []]);
    const after = (await stored()).platforms[server.platformUrl];
    expect(after.refreshToken).not.toBe(before.refreshToken);
  });

  it("that was revoked says what to do", async () => {
    await login();
    await age();
    const list = (await server.api("GET", "/v2/sign-ins")).body.data;
    for (const { id } of list) await server.api("DELETE", `/v2/sign-ins/${id}`);
    const who = await json(["whoami"]);
    expect([who.code, JSON.parse(who.error).code]).toEqual([1, "signed-out"]);
    expect((await json(["logout"])).code).toBe(0);
  });

  it("gives way to UNDERSTUDY_TOKEN", async () => {
    await login();
    const who = await json(["whoami"], { UNDERSTUDY_TOKEN: server.token });
    expect(who.out[0]).toMatchObject({ by: "variable", organizations: [{ role: "owner" }] });
  });

  it.each(["whoami", "login"])(
    "%s says that UNDERSTUDY_TOKEN can be none, before anything else",
    async (command) => {
      const refused = await json([command], { UNDERSTUDY_TOKEN: "two words" });
      expect(refused).toMatchObject({ code: 1, out: [] });
      expect(JSON.parse(refused.error).message).toContain("which no request can carry");
    },
  );

  it.each(["whoami", "login"])("%s names a damaged one at once, with the way out", async (command) => {
    await writeFile(storePath(), "{");
    const refused = await json([command]);
    expect([refused.code, refused.out, refused.error.includes("is damaged. Remove it")]).toEqual([
      1,
      [],
      true,
    ]);
  });

  it("that can't be kept is not left at the platform", async () => {
    const list = async () => (await server.api("GET", "/v2/sign-ins")).body.data.length;
    const before = await list();
    const running = cli(["login", "--json"]);
    const { url } = JSON.parse(await running.nextLine());
    await mkdir(storePath());
    const back = await new SignInBrowser().signIn(url);
    await fetch(back.url);
    expect([await running.ended, JSON.parse(running.stderr[0] ?? "").event, await list()]).toEqual([
      1,
      "error",
      before,
    ]);
  });

  it("that is damaged by itself is named, and logout forgets it", async () => {
    await writeFile(storePath(), JSON.stringify({ version: 1, platforms: { [server.platformUrl]: 5 } }));
    expect((await json(["whoami"])).error).toContain("is damaged. Sign in again");
    expect(await json(["logout"])).toMatchObject({ code: 0, out: [{ was: false }] });
    expect(await stored()).toEqual({ version: 1, platforms: {} });
  });
});
