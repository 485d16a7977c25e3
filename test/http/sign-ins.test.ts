import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AuditFile } from "../../src/server/audit/audit-file.ts";
import { authorizationOf, signInAsOperator, tokensFor } from "../helpers/oauth-client.ts";
import { ownPort } from "../helpers/own-port.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";
import { SignInBrowser } from "../helpers/sign-in-browser.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder(), port: await ownPort() });
});
afterAll(async () => server?.remove());

const withToken = (token: string, method = "GET", path = "/v2/me", body?: unknown, at = server) =>
  at.api(method, path, body, { authorization: `Bearer ${token}` });
const file = (name: string) => join(server.dataDir, ".understudy", name);

/** A new account, made on the sign-in page, and signed in. */
async function signInAsNew(
  name: string,
  passphrase = "",
  scope = "read write admin offline_access",
  browser = new SignInBrowser(),
) {
  const { url, verifier } = authorizationOf(server.platformUrl, scope);
  const page = await browser.open(url);
  const create = await browser.open(`${page.url}?new=1`);
  const made = await browser.submit(create, "/create", { name, passphrase });
  const back = await browser.submit(made, "/consent");
  return tokensFor(server.platformUrl, back.url, verifier);
}

describe("signed-in clients", () => {
  it("are listed with their last use, and revoked one by one", async () => {
    const [first, second] = [
      await signInAsOperator(server.platformUrl),
      await signInAsOperator(server.platformUrl, "read"),
    ];
    await withToken(first.access_token);
    const list = async () => (await server.api("GET", "/v2/sign-ins")).body.data;
    await expect.poll(async () => (await list())[0].lastUsedAt).toEqual(expect.any(String));
    const listed = await list();
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatchObject({
      client: { id: "understudy-cli", name: "Understudy CLI" },
      scopes: ["read", "write"],
      createdAt: expect.any(String),
    });
    expect(listed[1]).toMatchObject({ scopes: ["read"], lastUsedAt: null });
    expect((await server.api("DELETE", `/v2/sign-ins/${listed[0].id}`)).status).toBe(204);
    expect((await withToken(first.access_token)).status).toBe(401);
    expect((await withToken(second.access_token)).status).toBe(200);
    expect((await server.api("DELETE", `/v2/sign-ins/${listed[0].id}`)).status).toBe(404);
  });

  it("are answered, step by step, once the audit log has them", async () => {
    const { append } = AuditFile.prototype;
    const steps: string[] = [];
    let write: (() => void) | null = null;
    const spy = vi.spyOn(AuditFile.prototype, "append").mockImplementation(async function (
      this: AuditFile,
      lines,
      again,
    ) {
      await new Promise<void>((resolve) => {
        write = resolve;
      });
      steps.push(...lines.map((line) => JSON.parse(line).action));
      return append.call(this, lines, again);
    });
    /** Lets the line be written once others were answered meanwhile. */
    const answered = async <T>(answer: Promise<T>): Promise<T> => {
      void answer.then(() => steps.push("answered"));
      await expect.poll(() => write).not.toBeNull();
      for (let others = 0; others < 20; others += 1) await fetch(`${server.platformUrl}/healthz`);
      write?.();
      write = null;
      return answer;
    };
    try {
      const { url, verifier } = authorizationOf(server.platformUrl, "read offline_access");
      const browser = new SignInBrowser();
      const create = await browser.open(`${(await browser.open(url)).url}?new=1`);
      const made = await answered(browser.submit(create, "/create", { name: "Lin", passphrase: "" }));
      const back = await answered(browser.submit(made, "/consent"));
      const { refresh_token: token } = await tokensFor(server.platformUrl, back.url, verifier);
      const body = new URLSearchParams({ token, client_id: "understudy-cli" });
      await answered(fetch(`${server.platformUrl}/oauth/token/revocation`, { method: "POST", body }));
      const { url: launch } = (await answered(server.api("POST", "/v2/console/launch", {}))).body;
      await answered(fetch(launch, { redirect: "manual" }));
      const other = new SignInBrowser();
      const page = await other.open(authorizationOf(server.platformUrl, "read").url);
      await answered(other.submitFirstAccount(page));
    } finally {
      spy.mockRestore();
    }
    const done = ["createAccount", "allowClient", "revokeSignIn", "launchConsole", "openConsole", "signIn"];
    expect(steps).toEqual(done.flatMap((step) => [step, "answered"]));
  });

  it("may not use a refresh token as an access token", async () => {
    const { refresh_token: token } = await signInAsOperator(server.platformUrl);
    expect((await withToken(token)).status).toBe(401);
  });

  it("in a browser that was somebody else before are of who signs in now, and those before stay theirs", async () => {
    const browser = new SignInBrowser();
    const { url, verifier } = authorizationOf(server.platformUrl);
    const operators = await tokensFor(server.platformUrl, (await browser.signIn(url)).url, verifier);
    const theirs = await signInAsNew("Bea", "", "read offline_access", browser);
    const name = async (token: string) => (await withToken(token)).body.account.name;
    expect(await name(theirs.access_token)).toBe("Bea");
    expect(await name(operators.access_token)).not.toBe("Bea");
    const again = await browser.submitFirstAccount(await browser.open(url));
    const back = await browser.submit(again, "/consent");
    const { access_token: third } = await tokensFor(server.platformUrl, back.url, verifier);
    expect(await name(third)).toBe(await name(operators.access_token));
    expect(await name(theirs.access_token)).toBe("Bea");
  });

  it("of an account that is deleted before it lets them in: who signs in is asked again", async () => {
    const browser = new SignInBrowser();
    const { url } = authorizationOf(server.platformUrl);
    const create = await browser.open(`${(await browser.open(url)).url}?new=1`);
    const consent = await browser.submit(create, "/create", { name: "Gone", passphrase: "" });
    const { data } = (await server.api("GET", "/v2/accounts")).body;
    const { id } = data.find((one: { name: string }) => one.name === "Gone");
    await server.api("DELETE", `/v2/accounts/${id}`);
    const again = await browser.submit(consent, "/consent");
    expect([again.status, again.text.includes("Gone")]).toEqual([200, false]);
    const chosen = await browser.submitFirstAccount(again);
    expect((await browser.submit(chosen, "/consent")).url).toContain("code=");
  });

  it("of another account are neither seen nor revoked", async () => {
    const theirs = await signInAsNew("Ida");
    const id = (await withToken(theirs.access_token, "GET", "/v2/sign-ins")).body.data[0].id;
    const mine = (await server.api("GET", "/v2/sign-ins")).body.data;
    expect(mine.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await server.api("DELETE", `/v2/sign-ins/${id}`)).status).toBe(404);
    expect((await withToken(theirs.access_token)).status).toBe(200);
  });
});

describe("an account made on the sign-in page", () => {
  it("sees nothing and may do nothing until an owner adds it", async () => {
    const { access_token: token } = await signInAsNew("Newcomer");
    const me = (await withToken(token)).body;
    expect(me).toMatchObject({ account: { name: "Newcomer", email: null }, organizations: [] });
    expect((await withToken(token, "GET", "/v2/spaces")).body.data).toEqual([]);
    expect((await withToken(token, "GET", `/v2/spaces/${server.spaceKey}`)).status).toBe(404);
    expect((await withToken(token, "POST", "/v2/orgs", { name: "Mine" })).status).toBe(403);
    expect((await withToken(token, "PATCH", "/v2/settings", { retentionDays: 1 })).status).toBe(403);
    expect((await withToken(token, "PUT", "/v2/clock", { mode: "system" })).status).toBe(403);
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    const added = await server.api("POST", `/v2/orgs/${orgId}/members`, {
      accountId: me.account.id,
      role: "viewer",
    });
    expect([added.status, added.body.name]).toEqual([201, "Newcomer"]);
    expect((await withToken(token, "GET", `/v2/spaces/${server.spaceKey}`)).status).toBe(200);
    const write = await withToken(token, "POST", `/v2/spaces/${server.spaceKey}/collections`, { name: "No" });
    expect(write.status).toBe(403);
  });

  it("never reaches another organization", async () => {
    const { access_token: token } = await signInAsNew("Outsider");
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    for (const path of [`/v2/orgs/${orgId}`, `/v2/orgs/${orgId}/members`])
      expect((await withToken(token, "GET", path)).status).toBe(404);
  });
});

describe("oauth.json", () => {
  it("is readable by its owner alone and holds no secret", async () => {
    const tokens = await signInAsOperator(server.platformUrl);
    expect((await stat(file("oauth.json"))).mode & 0o777).toBe(0o600);
    const text = await readFile(file("oauth.json"), "utf8");
    expect(text).not.toContain(tokens.access_token);
    expect(text).not.toContain(tokens.refresh_token);
  });

  it("keeps sign-ins over a restart; an expired token is refused", async () => {
    const [kept, expired] = [
      await signInAsOperator(server.platformUrl),
      await signInAsOperator(server.platformUrl),
    ];
    const { port } = new URL(server.platformUrl);
    const { dataDir } = server;
    await withToken(expired.access_token);
    const expiredId = (await server.api("GET", "/v2/sign-ins")).body.data.at(-1).id;
    await server.stop();
    const document = JSON.parse(await readFile(file("oauth.json"), "utf8"));
    for (const token of Object.values(
      document.tokens as Record<string, { grantId: string; expiresAt: string }>,
    ))
      if (token.grantId === expiredId) token.expiresAt = "2026-01-01T00:00:00.000Z";
    await writeFile(file("oauth.json"), JSON.stringify(document), { mode: 0o600 });
    server = await startServerHere({ dataDir, port: Number(port) });
    expect((await withToken(kept.access_token)).status).toBe(200);
    const answer = await withToken(expired.access_token);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    const body = new URLSearchParams({
      client_id: "understudy-cli",
      grant_type: "refresh_token",
      refresh_token: kept.refresh_token,
    });
    const again = await fetch(`${server.platformUrl}/oauth/token`, { method: "POST", body });
    expect(again.status).toBe(200);
  });

  it("is no way into a copy at another address", async () => {
    const { access_token: token } = await signInAsOperator(server.platformUrl);
    const { dataDir } = server;
    await server.stop();
    server = await startServerHere({ dataDir });
    expect((await withToken(token)).body.detail).toContain("another server");
  });
});
