import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { authorizationOf, signInAsOperator, tokensFor } from "../helpers/oauth-client.ts";
import { newFolder, openConsole, startServerHere, type TestServer } from "../helpers/server.ts";
import { type PageSeen, SignInBrowser } from "../helpers/sign-in-browser.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startServerHere({ dataDir: await newFolder() });
});
afterEach(async () => server?.remove());

const as = (token: string, method: string, path: string, body?: unknown) =>
  server.api(method, path, body, { authorization: `Bearer ${token}` });
const orgIdHere = async () => (await server.api("GET", "/v2/orgs")).body.data[0].id;
const scopes = "read write admin offline_access";

/** The sign-in page, in a browser of its own. */
async function opened(scope = scopes) {
  const { url, verifier } = authorizationOf(server.platformUrl, scope);
  const browser = new SignInBrowser();
  return { browser, page: await browser.open(url), verifier };
}
const idOf = (page: PageSeen, name: string): string =>
  new RegExp(`account=(acc_\\w+)"><span>${name}<`).exec(page.text)?.[1] ?? "";

/** Allows what is asked, and gives the access token. */
async function allowed(browser: SignInBrowser, consent: PageSeen, verifier: string): Promise<string> {
  const back = await browser.submit(consent, "/consent");
  return (await tokensFor(server.platformUrl, back.url, verifier)).access_token;
}

/** A new account, made on the sign-in page, and signed in. */
async function signInAsNew(name: string, passphrase = ""): Promise<string> {
  const { browser, page, verifier } = await opened();
  const create = await browser.open(`${page.url}?new=1`);
  return allowed(browser, await browser.submit(create, "/create", { name, passphrase }), verifier);
}

/** Types into the page of one account that asks for something. */
async function typed(name: string, fields: Record<string, string>): Promise<PageSeen> {
  const { browser, page } = await opened();
  return browser.submit(await browser.open(`${page.url}?account=${idOf(page, name)}`), "/login", fields);
}

describe("a passphrase", () => {
  it("is asked for, and five wrong ones have to wait", async () => {
    await signInAsNew("Mona", "correct horse");
    expect((await typed("Mona", { passphrase: "wrong horse" })).text).toContain(
      "This is not the passphrase.",
    );
    expect((await typed("Mona", {})).status).toBe(403);
    expect((await typed("Mona", { passphrase: "correct horse" })).text).toContain("Let Understudy CLI in?");
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await typed("Mona", { passphrase: `wrong ${i}` })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const late = await typed("Mona", { passphrase: "correct horse" });
    expect([late.status, Number(late.response.headers.get("retry-after")) > 200]).toEqual([429, true]);
  });

  it("is stretched and salted at rest", async () => {
    await signInAsNew("Nora", "something long");
    const secrets = await readFile(join(server.dataDir, ".understudy/secrets.json"), "utf8");
    expect(secrets).not.toContain("something long");
    expect(Object.values(JSON.parse(secrets).passphrases as Record<string, object>)).toEqual([
      { hash: expect.stringMatching(/^[0-9a-f]{64}$/), salt: expect.any(String), cost: 32768 },
    ]);
  });

  it("is set by its account, never with a limited token, and changed by who knows the one before", async () => {
    const limited = (await signInAsOperator(server.platformUrl)).access_token;
    const otto = await signInAsNew("Otto");
    const set = async (token: string, body: object) =>
      (await as(token, "PUT", "/v2/me/passphrase", body)).status;
    expect(await set(limited, { passphrase: "x".repeat(8) })).toBe(403);
    expect(await set(otto, { passphrase: "short" })).toBe(400);
    expect(await set(otto, { passphrase: "long enough" })).toBe(204);
    expect((await as(otto, "GET", "/v2/me")).body.hasPassphrase).toBe(true);
    expect(await set(otto, { passphrase: "another one" })).toBe(403);
    expect(await set(otto, { passphrase: null })).toBe(403);
    expect(await set(otto, { passphrase: null, current: "not this one" })).toBe(403);
    expect(await set(otto, { passphrase: "another one", current: "long enough" })).toBe(204);
    expect(await set(otto, { passphrase: null, current: "another one" })).toBe(204);
    expect((await as(otto, "GET", "/v2/me")).body.hasPassphrase).toBe(false);
  });

  it("can't be tried out by changing it: after five wrong ones the right one has to wait, too", async () => {
    const rosa = await signInAsNew("Rosa", "correct horse");
    const change = (current: string) => as(rosa, "PUT", "/v2/me/passphrase", { passphrase: null, current });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await change(`wrong ${i}`)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    const late = await change("correct horse");
    expect([late.status, late.body.code, Number(late.headers.get("retry-after")) > 200]).toEqual([
      503,
      "busy",
      true,
    ]);
    expect((await as(rosa, "GET", "/v2/me")).body.hasPassphrase).toBe(true);
  });

  /** Clicks on an account that asks for nothing. */
  const clicked = async (name: string): Promise<PageSeen> => {
    const { browser, page } = await opened();
    const account = new RegExp(`value="(acc_\\w+)"><span>${name}<`).exec(page.text)?.[1] ?? "";
    return browser.submit(page, "/login", { account });
  };
  it("that a member has closes the door to clicks, the operator's too, and new accounts need one", async () => {
    await signInAsOperator(server.platformUrl);
    await signInAsNew("Clicked");
    const careful = (await as(await signInAsNew("Careful", "correct horse"), "GET", "/v2/me")).body.account
      .id;
    expect((await clicked("Clicked")).status).toBe(200);
    const members = `/v2/orgs/${await orgIdHere()}/members`;
    const added = await server.api("POST", members, { accountId: careful, role: "viewer" });
    expect([added.status, added.body.invitation]).toEqual([201, null]);
    for (const name of ["Local operator", "Clicked"]) {
      const refused = await clicked(name);
      expect([name, refused.status, refused.text.includes("understudy open")]).toEqual([name, 403, true]);
    }
    const { browser, page } = await opened();
    const create = await browser.open(`${page.url}?new=1`);
    expect((await browser.submit(create, "/create", { name: "Late", passphrase: "" })).status).toBe(400);
  });

  it("of an account that is not in the workspace closes no door", async () => {
    await signInAsNew("Clicked");
    await server.stop();
    const path = join(server.dataDir, ".understudy/secrets.json");
    const secrets = JSON.parse(await readFile(path, "utf8"));
    const passphrases = { acc_gone: { hash: "0".repeat(64), salt: "0".repeat(32), cost: 32768 } };
    await writeFile(path, JSON.stringify({ ...secrets, passphrases }));
    server = await startServerHere({ dataDir: server.dataDir });
    expect((await clicked("Clicked")).status).toBe(200);
  });

  it("locks out no member who has none: added again they get a code, unless they are elsewhere too", async () => {
    const { id } = (await as(await signInAsNew("Clicked"), "GET", "/v2/me")).body.account;
    const members = `/v2/orgs/${await orgIdHere()}/members`;
    const add = async (to = members) => server.api("POST", to, { accountId: id, role: "owner" });
    const addAgain = async () => {
      await server.api("DELETE", `${members}/${id}`);
      return (await add()).body.invitation;
    };
    expect([(await add()).body.invitation, await addAgain()]).toEqual([null, null]);
    const other = (await server.api("POST", "/v2/orgs", { name: "Other" })).body.id;
    expect((await add(`/v2/orgs/${other}/members`)).status).toBe(201);
    await server.api("PUT", "/v2/me/passphrase", { passphrase: "the operator's" });
    expect([await addAgain(), (await clicked("Clicked")).status]).toEqual([undefined, 403]);
    await server.api("DELETE", `/v2/orgs/${other}/members/${id}`);
    const { code } = (await add()).body.invitation;
    expect((await typed("Clicked", { code, passphrase: "mine from now" })).text).toContain("Let Understudy");
    expect(await addAgain()).toBeNull();
  });
});

describe("an invitation", () => {
  const invite = async (name: string) => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    return server.api("POST", `/v2/orgs/${orgId}/members`, {
      name,
      email: `${name.toLowerCase()}@example.com`,
      role: "owner",
    });
  };

  it("is entered by its code alone, once, and leaves a passphrase", async () => {
    const { body } = await invite("Ida");
    expect(body.invitation).toEqual({
      code: expect.stringMatching(/^us_inv_\w{24}$/),
      expiresAt: expect.any(String),
    });
    const { browser, page } = await opened();
    expect((await browser.submit(page, "/login", { account: body.accountId })).status).toBe(403);
    const { code } = body.invitation;
    expect((await typed("Ida", { code: "us_inv_guessed", passphrase: "mine from now" })).status).toBe(403);
    expect((await typed("Ida", { code, passphrase: "short" })).status).toBe(400);
    const entered = await typed("Ida", { code, passphrase: "mine from now" });
    expect(entered.text).toContain("Let Understudy CLI in?");
    expect((await typed("Ida", { code, passphrase: "stolen later" })).status).toBe(403);
    expect((await typed("Ida", { passphrase: "mine from now" })).status).toBe(200);
  });

  it("is one for an address, in whatever case it is written", async () => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    const add = (to: string, email: string) =>
      server.api("POST", `/v2/orgs/${to}/members`, { name: "Case", email, role: "viewer" });
    const first = await add(orgId, "Case.Person@Example.com");
    expect([first.status, first.body.email]).toEqual([201, "Case.Person@Example.com"]);
    for (const email of ["case.person@example.com", "CASE.PERSON@EXAMPLE.COM"])
      expect((await add(orgId, email)).body).toMatchObject({
        status: 409,
        detail: "Case.Person@Example.com is a member already.",
        errors: [{ path: "/email", detail: "is a member already" }],
      });
    const other = (await server.api("POST", "/v2/orgs", { name: "Other" })).body.id;
    expect((await add(other, "case.PERSON@example.com")).status).toBe(409);
  });

  it("whose page was opened before its code was used says so, and takes the passphrase that was chosen", async () => {
    const { code } = (await invite("Ida")).body.invitation;
    const { browser, page } = await opened();
    const early = await browser.open(`${page.url}?account=${idOf(page, "Ida")}`);
    await typed("Ida", { code, passphrase: "chosen first" });
    const late = await browser.submit(early, "/login", { code, passphrase: "chosen late" });
    expect([late.status, late.text]).toEqual([
      403,
      expect.stringContaining("The code has been used meanwhile"),
    ]);
    const then = await browser.submit(late, "/login", { passphrase: "chosen first" });
    expect(then.text).toContain("Let Understudy CLI in?");
  });

  it("lets in one of those who use its code at the same moment", async () => {
    const { code } = (await invite("Ida")).body.invitation;
    const entered = await Promise.all(
      ["one", "two", "three"].map((who) => typed("Ida", { code, passphrase: `the passphrase of ${who}` })),
    );
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it("is the operator's to give to who has lost the way in, an organization's only owner too", async () => {
    const { accountId, invitation } = (await invite("Ida")).body;
    await typed("Ida", { code: invitation.code, passphrase: "forgotten soon" });
    const again = () => server.api("POST", `/v2/accounts/${accountId}/invitation`, {});
    const { code } = (await again()).body;
    expect((await typed("Ida", { passphrase: "forgotten soon" })).status).toBe(403);
    expect((await typed("Ida", { code, passphrase: "mine once more" })).status).toBe(200);
    const [operator] = (await server.api("GET", "/v2/accounts")).body.data;
    expect((await server.api("POST", `/v2/accounts/${operator.id}/invitation`, {})).status).toBe(409);
    expect((await server.api("POST", "/v2/accounts/acc_none/invitation", {})).status).toBe(404);
  });

  it("of two Organizations that add somebody at the same moment is one's alone, and the other is refused", async () => {
    const accountId = (await as(await signInAsNew("Clicked"), "GET", "/v2/me")).body.account.id;
    await server.api("PUT", "/v2/me/passphrase", { passphrase: "the operator's" });
    const other = (await server.api("POST", "/v2/orgs", { name: "Other" })).body.id;
    const add = async (orgId: string) => {
      const { body } = await server.api("POST", `/v2/orgs/${orgId}/members`, { accountId, role: "viewer" });
      return body.invitation?.code ?? body.code;
    };
    const added = await Promise.all([add(await orgIdHere()), add(other)]);
    expect(added.sort()).toEqual(["conflict", expect.stringMatching(/^us_inv_/)]);
  });

  it("is made anew by adding somebody again, never for who has come; its code opens one Organization alone", async () => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    const first = (await invite("Ida")).body;
    await server.api("DELETE", `/v2/orgs/${orgId}/members/${first.accountId}`);
    const second = (await invite("Ida")).body;
    expect(second.accountId).toBe(first.accountId);
    expect((await typed("Ida", { code: first.invitation.code, passphrase: "mine from now" })).status).toBe(
      403,
    );
    const other = (await server.api("POST", "/v2/orgs", { name: "Other" })).body.id;
    const elsewhere = (person: object) =>
      server.api("POST", `/v2/orgs/${other}/members`, { ...person, role: "owner" });
    const byAddress = { name: "Ida", email: "ida@example.com" };
    for (const person of [byAddress, { accountId: first.accountId }]) {
      const refused = await elsewhere(person);
      expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
      expect(refused.body.detail).toContain("has not signed in yet. Ask them to sign in first");
    }
    await typed("Ida", { code: second.invitation.code, passphrase: "mine from now" });
    // Who gave that address was the other owner: nobody has shown that it is Ida's.
    const byThat = await elsewhere(byAddress);
    expect([byThat.status, byThat.body.errors[0].path]).toEqual([409, "/email"]);
    expect((await elsewhere({ accountId: first.accountId })).body.invitation).toBeNull();
    await server.api("DELETE", `/v2/orgs/${orgId}/members/${first.accountId}`);
    await server.api("DELETE", `/v2/orgs/${other}/members/${first.accountId}`);
    expect((await invite("Ida")).body.invitation).toBeNull();
  });
});

describe("what a credential makes", () => {
  const token = async (by: string, role: string): Promise<string> =>
    (await as(by, "POST", "/v2/tokens", { name: "Made", role })).body.token;
  const statusOf = async (secret: string) => (await as(secret, "GET", "/v2/me")).status;

  it("ends with a sign-in that is revoked, and what that made in turn", async () => {
    const signIn = (await signInAsOperator(server.platformUrl, "read")).access_token;
    const child = await token(signIn, "viewer");
    const grandchild = await token(child, "viewer");
    const headers = await openConsole((await as(signIn, "POST", "/v2/console/launch", {})).body.url);
    const console = async () => (await fetch(`${server.platformUrl}/v2/me`, { headers })).status;
    expect([await statusOf(child), await statusOf(grandchild), await console()]).toEqual([200, 200, 200]);
    const [listed] = (await server.api("GET", "/v2/sign-ins")).body.data;
    expect((await server.api("DELETE", `/v2/sign-ins/${listed.id}`)).status).toBe(204);
    expect([await statusOf(child), await statusOf(grandchild), await console()]).toEqual([401, 401, 401]);
    expect((await server.api("GET", "/v2/tokens")).body.data).toEqual([]);
  });

  it("is kept by no cache where it is a secret", async () => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    const answers = [
      await server.api("POST", "/v2/tokens", { name: "CI", role: "viewer" }),
      await server.api("POST", "/v2/console/launch", {}),
      await server.api("POST", `/v2/orgs/${orgId}/members`, { name: "Ida", role: "viewer" }),
      await server.api("GET", `/v2/spaces/${server.spaceKey}/environments`),
      await server.api("POST", `/v2/spaces/${server.spaceKey}/environments/staging/api-key`, {}),
    ];
    expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(answers.map(() => "no-store"));
  });

  it("ends with a token that is revoked", async () => {
    const made = await token(server.token, "owner");
    const child = await token(made, "owner");
    const [first] = (await server.api("GET", "/v2/tokens")).body.data;
    await server.api("DELETE", `/v2/tokens/${first.id}`);
    expect([await statusOf(made), await statusOf(child)]).toEqual([401, 401]);
  });

  it("is no open browser once its maker has ended: not listed, puts none out, let in by no address that waits", async () => {
    const mine = await openConsole((await server.api("POST", "/v2/console/launch", {})).body.url);
    const made = await token(server.token, "owner");
    const launch = async () => (await as(made, "POST", "/v2/console/launch", {})).body.url;
    for (let at = 1; at < limits.consoleSessionsPerAccount.value; at += 1) await openConsole(await launch());
    const waiting = await launch();
    const listed = async () => (await server.api("GET", "/v2/console/sessions")).body.data;
    expect(await listed()).toHaveLength(limits.consoleSessionsPerAccount.value);
    const [{ id }] = (await server.api("GET", "/v2/tokens")).body.data;
    await server.api("DELETE", `/v2/tokens/${id}`);
    expect(await listed()).toHaveLength(1);
    const answer = await fetch(waiting, { redirect: "manual" });
    expect([answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual(["/welcome", []]);
    await openConsole((await server.api("POST", "/v2/console/launch", {})).body.url);
    expect((await fetch(`${server.platformUrl}/v2/me`, { headers: mine })).status).toBe(200);
    expect(await listed()).toHaveLength(2);
  });

  it("and one that only reads takes back nothing but itself", async () => {
    const reading = await token(server.token, "viewer");
    const editing = await token(server.token, "editor");
    const [own, other] = (await server.api("GET", "/v2/tokens")).body.data;
    const signIn = (await signInAsOperator(server.platformUrl, "read")).access_token;
    const [{ id: signInId }] = (await server.api("GET", "/v2/sign-ins")).body.data;
    expect((await as(signIn, "DELETE", `/v2/tokens/${other.id}`)).status).toBe(403);
    expect((await as(signIn, "DELETE", `/v2/tokens/${own.id}`)).status).toBe(403);
    expect((await as(reading, "DELETE", `/v2/tokens/${other.id}`)).status).toBe(403);
    expect((await as(reading, "DELETE", `/v2/sign-ins/${signInId}`)).status).toBe(403);
    expect((await as(reading, "DELETE", `/v2/tokens/${own.id}`)).status).toBe(204);
    expect((await as(editing, "DELETE", `/v2/sign-ins/${signInId}`)).status).toBe(204);
  });

  it("is at most a hundred tokens an account, also of those that are asked for at the same moment", async () => {
    const owner = await signInAsNew("Collector");
    const make = () => as(owner, "POST", "/v2/tokens", { name: "One more", role: "viewer" });
    const made = await Promise.all(Array.from({ length: 102 }, make));
    const refused = made
      .filter(({ status }) => status !== 201)
      .map(({ status, body }) => [status, body.code]);
    expect(refused).toEqual(Array.from({ length: 2 }, () => [409, "conflict"]));
    expect(await token(server.token, "viewer")).toMatch(/^us_pat_/);
  });
});

describe("an account", () => {
  it("is deleted by itself, with all its ways in", async () => {
    const ida = await signInAsNew("Ida", "correct horse");
    const { token } = (await as(ida, "POST", "/v2/tokens", { name: "CI", role: "owner" })).body;
    const limited = (await as(ida, "POST", "/v2/tokens", { name: "CI", role: "editor" })).body.token;
    expect((await as(limited, "DELETE", "/v2/me")).status).toBe(403);
    expect((await as(ida, "DELETE", "/v2/me")).status).toBe(204);
    expect([(await as(ida, "GET", "/v2/me")).status, (await as(token, "GET", "/v2/me")).status]).toEqual([
      401, 401,
    ]);
    const secrets = JSON.parse(await readFile(join(server.dataDir, ".understudy/secrets.json"), "utf8"));
    expect([secrets.passphrases, secrets.tokens]).toEqual([{}, []]);
    expect(idOf((await opened()).page, "Ida")).toBe("");
  });

  it("is listed and deleted by the operator alone, but for the operator's own and an organization's last owner", async () => {
    const ida = await signInAsNew("Ida");
    const [operator, listed] = (await server.api("GET", "/v2/accounts")).body.data;
    expect(listed).toMatchObject({ name: "Ida", organizations: [] });
    expect((await as(ida, "GET", "/v2/accounts")).status).toBe(403);
    expect((await as(ida, "DELETE", `/v2/accounts/${operator.id}`)).status).toBe(403);
    const kept = await server.api("DELETE", `/v2/accounts/${operator.id}`);
    expect([kept.status, kept.body.detail]).toEqual([409, expect.stringContaining("the operator's account")]);
    const org = (await server.api("POST", "/v2/orgs", { name: "Ida's" })).body.id;
    await server.api("POST", `/v2/orgs/${org}/members`, { accountId: listed.id, role: "owner" });
    await server.api("DELETE", `/v2/orgs/${org}/members/${operator.id}`);
    expect((await server.api("DELETE", `/v2/accounts/${listed.id}`)).status).toBe(409);
    expect((await as(ida, "DELETE", `/v2/orgs/${org}`)).status).toBe(204);
    expect((await server.api("DELETE", `/v2/accounts/${listed.id}`)).status).toBe(204);
    expect((await server.api("DELETE", `/v2/accounts/${listed.id}`)).status).toBe(404);
  });
});

describe("a console session", () => {
  /** Opens the console as who holds the token, in a browser that names itself so. */
  const launch = async (by: string, agent?: string) =>
    openConsole((await as(by, "POST", "/v2/console/launch", {})).body.url, agent);
  const asked = (headers: Record<string, string>, path = "/v2/me", method = "GET") =>
    fetch(new URL(path, server.platformUrl), { headers, method });

  it("is opened by its cookie and the secret of its page together; by one of them it is not", async () => {
    const both = await launch(server.token);
    const { cookie, "understudy-console": secret } = both;
    const other = await launch(server.token);
    const stream = `/v2/spaces/${server.spaceKey}/environments/development/events/stream`;
    const statuses = [
      [both, "/v2/me"],
      [{ cookie }, "/v2/me"],
      [{ cookie }, stream],
      [{ cookie }, `${stream}?console=${other["understudy-console"]}`],
      [{ "understudy-console": secret }, "/v2/me"],
      [{ cookie, "understudy-console": other["understudy-console"] }, "/v2/me"],
      [{ cookie }, `${stream}?console=${secret}`],
    ].map(async ([headers, path]) => {
      const answer = await asked(headers as Record<string, string>, path as string);
      await answer.body?.cancel();
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401, 401, 401, 401, 401, 200]);
    // A form of another page can put it into no address that changes something.
    expect((await asked({ cookie }, `/v2/console/launch?console=${secret}`, "POST")).status).toBe(401);
  });

  it("is listed by its browser, knows itself, and is signed out at once", async () => {
    const firefox = await launch(server.token, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0");
    const other = await launch(server.token);
    const { data } = await (await asked(firefox, "/v2/console/sessions")).json();
    expect(data).toMatchObject([
      { name: "Firefox on Linux", current: true },
      { name: "A browser", current: false },
    ]);
    expect((await server.api("DELETE", `/v2/console/sessions/${data[0].id}`)).status).toBe(204);
    expect([(await asked(firefox)).status, (await asked(other)).status]).toEqual([401, 200]);
  });

  it("of one account is never put out by another's, and by its own only beyond twenty", async () => {
    const operators = await launch(server.token);
    const ida = await signInAsNew("Ida");
    const waiting = (await server.api("POST", "/v2/console/launch", {})).body.url;
    const first = await launch(ida);
    for (let i = 0; i < 25; i += 1) await launch(ida);
    for (let i = 0; i < 25; i += 1) await as(ida, "POST", "/v2/console/launch", {});
    expect([(await asked(operators)).status, (await asked(first)).status]).toEqual([200, 401]);
    expect((await as(ida, "GET", "/v2/console/sessions")).body.data).toHaveLength(20);
    expect((await fetch(waiting, { redirect: "manual" })).headers.get("location")).toMatch(
      /^\/#console=\w{32}$/,
    );
    const [{ id }] = (await server.api("GET", "/v2/console/sessions")).body.data;
    expect((await as(ida, "DELETE", `/v2/console/sessions/${id}`)).status).toBe(404);
  });

  it("is said to be used when it was, once a clock that was ahead is set right", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const mine = await launch(server.token);
    for (const time of ["2026-11-21T12:00:00.000Z", "2026-11-20T12:00:00.000Z"]) {
      vi.setSystemTime(time);
      expect((await asked(mine)).status).toBe(200);
      await expect
        .poll(async () => (await server.api("GET", "/v2/console/sessions")).body.data[0].lastUsedAt)
        .toBe(time);
    }
  });

  it("is opened by no address of an account that is gone", async () => {
    const ida = await signInAsNew("Ida");
    const waiting = (await as(ida, "POST", "/v2/console/launch", {})).body.url;
    expect((await as(ida, "DELETE", "/v2/me")).status).toBe(204);
    const answer = await fetch(waiting, { redirect: "manual" });
    expect([answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual(["/welcome", []]);
  });
});
