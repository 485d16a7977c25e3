import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeGitHub, fakeGitHubClient, startFakeGitHub } from "../helpers/fake-github.ts";
import { authorizationOf, signInAsOperator, tokensFor } from "../helpers/oauth-client.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";
import { SignInBrowser } from "../helpers/sign-in-browser.ts";

let server: TestServer;
let github: FakeGitHub;
let orgId: string;

beforeAll(async () => {
  [server, github] = await Promise.all([startServerHere({ dataDir: await newFolder() }), startFakeGitHub()]);
  orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  const set = await server.api("PATCH", "/v2/settings", {
    github: { ...fakeGitHubClient, baseUrl: github.origin },
  });
  expect(set.status).toBe(200);
});
afterAll(async () => {
  github?.close();
  await server?.remove();
});

const verified = (...emails: string[]) => emails.map((email) => ({ email, verified: true }));

/** A browser on its way to GitHub, with the address there. */
async function atGitHub(browser = new SignInBrowser()) {
  const { url, verifier } = authorizationOf(server.platformUrl, "read write admin");
  const page = await browser.open(url);
  const there = await browser.open(`${page.url}/github`);
  return { browser, page, address: there.url, verifier };
}

/** How many sign-ins a browser has under way at GitHub. */
const stateCookies = (browser: SignInBrowser): number =>
  browser
    .cookieFor(`${server.platformUrl}/oauth/github/callback`)
    .split("; ")
    .filter((one) => one.startsWith("understudy_github")).length;

/** Signs in as whoever the fake's person is, and gives what /v2/me tells. */
async function signIn(at = github) {
  const { browser, address, verifier } = await atGitHub();
  const consent = await browser.open(at.allow(address));
  const back = await browser.submit(consent, "/consent");
  const tokens = await tokensFor(server.platformUrl, back.url, verifier);
  const me = await server.api("GET", "/v2/me", undefined, { authorization: `Bearer ${tokens.access_token}` });
  return me.body as { account: { id: string; name: string; email: string | null }; organizations: unknown[] };
}

describe("sign in with GitHub", () => {
  it("makes an account in no organization, and finds it again by its number", async () => {
    github.person = { id: 501, login: "mara", name: "Mara", emails: verified("mara@example.com") };
    const first = await signIn();
    expect(first).toMatchObject({ account: { name: "Mara" }, organizations: [] });
    github.person = { id: 501, login: "renamed", name: "Renamed", emails: [] };
    expect((await signIn()).account.id).toBe(first.account.id);
    github.person = { id: 502, login: "mara", name: "Mara", emails: verified("mara@example.com") };
    expect((await signIn()).account.id).not.toBe(first.account.id);
    expect(github.tokens.size).toBe(0);
  });

  it("gives the account that was invited by a verified address, whatever its case", async () => {
    const invited = await server.api("POST", `/v2/orgs/${orgId}/members`, {
      name: "Ida",
      email: "ida@example.com",
      role: "editor",
    });
    github.person = {
      id: 600,
      login: "thief",
      name: "Thief",
      emails: [{ email: "ida@example.com", verified: false }],
    };
    expect((await signIn()).organizations).toEqual([]);
    github.person = { id: 601, login: "ida", name: "Ida K", emails: verified("Ida@Example.com") };
    const me = await signIn();
    expect(me.account.id).toBe(invited.body.accountId);
    expect(me.organizations).toEqual([expect.objectContaining({ role: "editor" })]);
    github.person = { id: 602, login: "later", name: "Later", emails: verified("ida@example.com") };
    expect((await signIn()).account.id).not.toBe(me.account.id);
  });

  it("lets two tabs in that were at GitHub at once, whichever comes back first", async () => {
    github.person = { id: 650, login: "tabs", name: "Tabs", emails: [] };
    const browser = new SignInBrowser();
    const tabs = [await atGitHub(browser), await atGitHub(browser)];
    for (const { address } of tabs)
      expect((await browser.open(github.allow(address))).text).toContain("Let Understudy CLI in?");
    expect(stateCookies(browser)).toBe(0);
  });

  it("keeps few that never came back, the newest", async () => {
    const browser = new SignInBrowser();
    const tabs: Awaited<ReturnType<typeof atGitHub>>[] = [];
    for (let tab = 0; tab < 8; tab += 1) tabs.push(await atGitHub(browser));
    expect(stateCookies(browser)).toBe(5);
    const comesBack = async (at: number) =>
      (await browser.open(github.allow(tabs.at(at)?.address ?? ""))).status;
    expect([await comesBack(0), await comesBack(-1)]).toEqual([400, 200]);
  });

  it("leaves who signs in by GitHub to no click", async () => {
    github.person = { id: 700, login: "olga", name: "Olga", emails: [] };
    const { account } = await signIn();
    const browser = new SignInBrowser();
    const page = await browser.open(authorizationOf(server.platformUrl).url);
    expect(page.text).not.toContain(">Olga<");
    const forced = await browser.submit(page, "/login", { account: account.id });
    expect([forced.status, forced.text.includes("sign in here")]).toEqual([403, true]);
  });
});

describe("what is refused", () => {
  it.each([
    ["a consent that was denied at GitHub", "access_denied", "You refused the sign-in at GitHub."],
    ["an app that GitHub stopped", "application_suspended", "GitHub did not let you in."],
  ])("%s; another way is offered", async (_what, error, words) => {
    const { browser, address, page } = await atGitHub();
    const refused = await browser.open(github.deny(address, error));
    expect([refused.status, refused.text.includes(words)]).toEqual([403, true]);
    expect(refused.text).toContain(`href="${new URL(page.url).pathname}"`);
    expect((await browser.open(page.url)).text).toContain("Who are you?");
  });

  it("a forged state, and a state of another browser", async () => {
    const mine = await atGitHub();
    const forged = new URL(github.allow(mine.address));
    forged.searchParams.set("state", "forged");
    expect((await mine.browser.open(forged.href)).status).toBe(400);
    const theirs = await atGitHub();
    // The attacker's own callback, opened in the victim's browser: it would sign the victim in as the attacker.
    expect((await mine.browser.open(github.allow(theirs.address))).status).toBe(400);
    expect((await new SignInBrowser().open(github.allow(theirs.address))).status).toBe(400);
  });

  it("a callback that comes a second time; the console can be opened from there", async () => {
    const { browser, address } = await atGitHub();
    const back = github.allow(address);
    expect((await browser.open(back)).text).toContain("Let Understudy CLI in?");
    const again = await browser.open(back);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('href="/">Open the console')]);
  });

  it("a GitHub that was taken out of the settings while somebody was there", async () => {
    const { browser, address } = await atGitHub();
    const set = (github: object | null) => server.api("PATCH", "/v2/settings", { github });
    await set(null);
    const refused = await browser.open(github.allow(address));
    await set({ ...fakeGitHubClient, baseUrl: github.origin });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("be used for this sign-in now."),
    ]);
  });

  it("a code that GitHub does not know", async () => {
    const { browser, address } = await atGitHub();
    const back = new URL(github.allow(address));
    back.searchParams.set("code", "made-up");
    const refused = await browser.open(back.href);
    expect([refused.status, refused.text.includes("could not say who you are")]).toEqual([403, true]);
  });
});

describe("the client's settings", () => {
  it("never tell the secret, and keep it out of git", async () => {
    const { body } = await server.api("GET", "/v2/settings");
    const { clientId } = fakeGitHubClient;
    expect(body.github).toEqual({ clientId, baseUrl: github.origin, secret: "file" });
    const read = (path: string) => readFile(join(server.dataDir, path), "utf8");
    expect(await read("workspace.json")).not.toContain(fakeGitHubClient.clientSecret);
    expect(await read(".understudy/secrets.json")).toContain(fakeGitHubClient.clientSecret);
  });

  it.each(["http://github.example.com", "https://github.example.com/path", "ftp://x", "https://a@b"])(
    "refuse the address %s",
    async (baseUrl) => {
      const answer = await server.api("PATCH", "/v2/settings", { github: { ...fakeGitHubClient, baseUrl } });
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, "/github/baseUrl"]);
    },
  );

  it("name another GitHub: whom it vouches for is not who was invited before", async () => {
    const invited = await server.api("POST", `/v2/orgs/${orgId}/members`, {
      name: "Vera",
      email: "vera@example.com",
      role: "owner",
    });
    const other = await startFakeGitHub();
    const choose = (baseUrl: string) =>
      server.api("PATCH", "/v2/settings", { github: { ...fakeGitHubClient, baseUrl } });
    await choose(other.origin);
    try {
      other.person = { id: 1, login: "anyone", name: "Anyone", emails: verified("vera@example.com") };
      expect((await signIn(other)).organizations).toEqual([]);
    } finally {
      other.close();
      await choose(github.origin);
    }
    github.person = { id: 801, login: "vera", name: "Vera", emails: verified("vera@example.com") };
    expect((await signIn()).account.id).toBe(invited.body.accountId);
  });

  it("can be taken away: then it is not offered, and goes nowhere", async () => {
    const before = await server.api("GET", "/v2/settings");
    await server.api(
      "PATCH",
      "/v2/settings",
      { github: null },
      { "if-match": before.headers.get("etag") ?? "" },
    );
    const browser = new SignInBrowser();
    const page = await browser.open(authorizationOf(server.platformUrl).url);
    expect(page.text).not.toContain("Sign in with");
    expect((await browser.open(`${page.url}/github`)).status).toBe(400);
    expect((await signInAsOperator(server.platformUrl)).access_token).toEqual(expect.any(String));
  });
});
