import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../src/core/audit.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { SignInBrowser } from "../helpers/sign-in-browser.ts";

let server: TestServer;
let issuer: URL;
const redirectUri = "http://127.0.0.1:49152/callback";
const scope = "read write offline_access";
const client: oauth.Client = { client_id: "understudy-cli" };
const insecure = { [oauth.allowInsecureRequests]: true };

beforeAll(async () => {
  server = await startServerHere();
  issuer = new URL(`${server.platformUrl}/oauth`);
});
afterAll(async () => server?.remove());

const discover = async (): Promise<oauth.AuthorizationServer> =>
  oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }),
  );

/** An address to sign in at, as a client would make it. */
async function authorization(changes: Record<string, string | null> = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL((await discover()).authorization_endpoint ?? "");
  const params = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    prompt: "consent",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return { url: url.href, verifier, state };
}

/** A code, got by a person who signs in and allows. */
async function getCode(changes: Record<string, string | null> = {}) {
  const { url, verifier, state } = await authorization(changes);
  const back = await new SignInBrowser().signIn(url);
  return { back: new URL(back.url), code: new URL(back.url).searchParams.get("code") ?? "", verifier, state };
}

interface TokenAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly body: {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly scope: string;
    readonly error?: string;
    readonly error_description?: string;
  };
}

async function post(path: string, fields: Record<string, string>): Promise<TokenAnswer> {
  const response = await fetch(`${issuer.href}${path}`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client.client_id, ...fields }),
  });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: await response.json(),
  };
}
const exchange = (code: string, verifier: string) =>
  post("/token", {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
const refresh = (token: string) => post("/token", { grant_type: "refresh_token", refresh_token: token });

async function signIn(asked = scope) {
  const { code, verifier } = await getCode({ scope: asked });
  const answer = await exchange(code, verifier);
  expect([answer.status, answer.body.error_description]).toEqual([200, undefined]);
  return answer.body;
}
const withToken = (token: string, method = "GET", path = "/v2/me", body?: unknown) =>
  server.api(method, path, body, { authorization: `Bearer ${token}` });

describe("discovery (RFC 8414)", () => {
  it("tells the same beside the issuer and under it", async () => {
    const beside = await discover();
    const under = await (await fetch(`${issuer.href}/.well-known/oauth-authorization-server`)).json();
    expect(beside).toEqual(under);
    expect(beside).toMatchObject({
      issuer: issuer.href,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      token_endpoint: `${issuer.href}/token`,
      revocation_endpoint: `${issuer.href}/token/revocation`,
      device_authorization_endpoint: `${issuer.href}/device/auth`,
      token_endpoint_auth_methods_supported: ["none"],
    });
    // Each address that is told answers.
    const told = Object.entries(beside).filter(([name]) => name.endsWith("_endpoint"));
    for (const [name, url] of told)
      expect((await fetch(String(url), { method: "POST" })).status, name).not.toBe(404);
    expect(beside.scopes_supported).toEqual(
      expect.arrayContaining(["read", "write", "admin", "offline_access"]),
    );
  });
});

it("lets no page of another origin read an answer, as nothing of this plane does (DESIGN.md 7)", async () => {
  const as = await discover();
  const endpoints = [as.token_endpoint, as.revocation_endpoint, as.device_authorization_endpoint];
  const answers = [
    ...[`${issuer.origin}/.well-known/oauth-authorization-server`, as.jwks_uri ?? ""].map((url) =>
      fetch(url),
    ),
    ...endpoints.map((url) =>
      fetch(url ?? "", { method: "POST", body: new URLSearchParams({ client_id: client.client_id }) }),
    ),
  ];
  for (const { url, headers } of await Promise.all(answers))
    expect([url, ...headers.keys()].filter((name) => /^http|^access-control/.test(name))).toEqual([url]);
});

describe("the code flow", () => {
  it("completes with oauth4webapi", async () => {
    const as = await discover();
    const { back, verifier, state } = await getCode();
    const params = oauth.validateAuthResponse(as, client, back, state);
    const none = oauth.None();
    const answer = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, none, params, redirectUri, verifier, insecure),
    );
    expect(answer).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: expect.any(String),
    });
    expect((await withToken(answer.access_token)).body.account.name).toBe("Local operator");
    const again = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, none, answer.refresh_token ?? "", insecure),
    );
    expect((await withToken(again.access_token)).status).toBe(200);
  });

  it("completes with openid-client", async () => {
    const config = await openid.discovery(issuer, client.client_id, undefined, openid.None(), {
      algorithm: "oauth2",
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: "http://[::1]:50000/callback",
      scope,
      state,
      prompt: "consent",
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const back = await new SignInBrowser().signIn(url.href);
    const tokens = await openid.authorizationCodeGrant(config, new URL(back.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect((await withToken(tokens.access_token)).status).toBe(200);
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect((await withToken(again.access_token)).status).toBe(200);
    await openid.tokenRevocation(config, again.refresh_token ?? "");
    expect((await withToken(again.access_token)).status).toBe(401);
  });

  it.each([
    "http://127.0.0.1/callback",
    "http://127.0.0.1:1024/callback",
    "http://[::1]:65535/callback",
    "http://localhost:3000/callback",
  ])("leads back to %s", async (uri) => {
    const { back } = await getCode({ redirect_uri: uri });
    expect(back.href.startsWith(new URL(uri).href.replace(/\?.*/, ""))).toBe(true);
  });
});

describe("what is refused", () => {
  it("a code that was used: and all that came of it ends", async () => {
    const { code, verifier } = await getCode();
    const first = await exchange(code, verifier);
    expect(first.status).toBe(200);
    expect(await exchange(code, verifier)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await withToken(first.body.access_token)).status).toBe(401);
    expect((await refresh(first.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("a code sent many times at once: at most one is answered, and nothing of it lives on", async () => {
    const { code, verifier } = await getCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code, verifier)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([status, body.error]).toEqual([400, "invalid_grant"]);
    for (const { body } of good) expect((await withToken(body.access_token)).status).toBe(401);
  });

  it("a wrong verifier, and none", async () => {
    const { code } = await getCode();
    expect(await exchange(code, oauth.generateRandomCodeVerifier())).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    const other = await getCode();
    const answer = await post("/token", {
      grant_type: "authorization_code",
      code: other.code,
      redirect_uri: redirectUri,
    });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it.each([
    ["plain", { code_challenge_method: "plain" }],
    ["a challenge without its method", { code_challenge_method: null }],
    ["no PKCE", { code_challenge: null, code_challenge_method: null }],
  ])("%s", async (_, changes) => {
    const back = await new SignInBrowser().open((await authorization(changes)).url);
    expect(new URL(back.url).searchParams.get("error")).toBe("invalid_request");
  });

  it.each([
    "http://evil.example/callback",
    "https://127.0.0.1:49152/callback",
    "http://127.0.0.1:49152/other",
    "http://127.0.0.1.evil.example/callback",
    "http://user@127.0.0.1:49152/callback",
    "http://192.168.1.7:49152/callback",
    "understudy://callback",
    "javascript:alert(1)",
  ])("leading back to %s", async (uri) => {
    const page = await new SignInBrowser().open((await authorization({ redirect_uri: uri })).url);
    expect([page.status, page.url.startsWith(server.platformUrl)]).toEqual([400, true]);
    expect(page.text).toContain("invalid_redirect_uri");
  });

  it("another client", async () => {
    const page = await new SignInBrowser().open((await authorization({ client_id: "someone" })).url);
    expect([page.status, page.text.includes("invalid_client")]).toEqual([400, true]);
  });

  it("an API that is not ours", async () => {
    const page = await new SignInBrowser().open(
      (await authorization({ resource: "https://evil.example/v2" })).url,
    );
    expect(new URL(page.url).searchParams.get("error")).toBe("invalid_target");
  });

  it("a refresh token that was used: the whole sign-in ends", async () => {
    const first = await signIn();
    const second = (await refresh(first.refresh_token)).body;
    expect((await withToken(second.access_token)).status).toBe(200);
    expect(await refresh(first.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect((await withToken(second.access_token)).status).toBe(401);
    expect((await withToken(first.access_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("a refresh token used many times at once: the whole sign-in ends", async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refresh_token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of answers)
      if (body.access_token !== undefined) expect((await withToken(body.access_token)).status).toBe(401);
  });

  it("a revoked token, with the standard's error", async () => {
    const tokens = await signIn();
    const revoked = await post("/token/revocation", { token: tokens.refresh_token });
    expect([revoked.status, revoked.type, revoked.body]).toEqual([
      200,
      "application/json; charset=utf-8",
      {},
    ]);
    const answer = await withToken(tokens.access_token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
    expect((await refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("of a client leaves lines in the audit log: what it was let in for, and its end, one each", async () => {
    const lines = async () =>
      (await server.api("GET", "/v2/audit?limit=4")).body.data.map(
        ({ action, path, status, account, by }: AuditEntry) => ({
          line: `${action} ${path.split("&signIn=")[0]} ${status}`,
          who: account?.name,
          signIn: by?.id ?? path.split("&signIn=")[1],
        }),
      );
    const who = "Local operator";
    const tokens = await signIn("read offline_access");
    const [allowed] = await lines();
    const letIn = "allowClient /oauth?client=understudy-cli&scopes=offline_access+read 200";
    expect(allowed).toEqual({ line: letIn, who, signIn: expect.stringMatching(/./) });
    await post("/token/revocation", { token: tokens.refresh_token });
    expect((await lines()).slice(0, 2)).toEqual([
      { line: "revokeSignIn /oauth/token/revocation 200", who, signIn: allowed.signIn },
      allowed,
    ]);
    const others = await signIn();
    await refresh(others.refresh_token);
    await refresh(others.refresh_token);
    expect((await lines()).map(({ line }: { line: string }) => line.split("?")[0])).toEqual([
      "revokeSignIn /oauth/token 400",
      "allowClient /oauth",
      "signIn /oauth 200",
      "revokeSignIn /oauth/token/revocation 200",
    ]);
  });

  it("a consent that was denied", async () => {
    const { url } = await authorization();
    const browser = new SignInBrowser();
    const back = await browser.submit(await browser.submitFirstAccount(await browser.open(url)), "/abort");
    expect(new URL(back.url).searchParams.get("error")).toBe("access_denied");
  });

  it("a form without its token, and one without its cookie", async () => {
    const browser = new SignInBrowser();
    const page = await browser.open((await authorization()).url);
    expect((await browser.submit(page, "/login", { account: "x", csrf: "forged" })).status).toBe(403);
    expect((await new SignInBrowser().submit(page, "/login", { account: "x" })).status).toBe(400);
  });
});

describe("scopes limit what a token may do", () => {
  const cases: [scope: string, statuses: [read: number, write: number, admin: number]][] = [
    ["read", [200, 403, 403]],
    ["read write", [200, 201, 403]],
    ["read write admin", [200, 201, 201]],
  ];
  it.each(cases)("%s", async (asked, [read, write, admin]) => {
    const { access_token: token, scope: granted } = await signIn(asked);
    expect(granted).toBe(asked);
    const space = `/v2/spaces/${server.spaceKey}`;
    expect((await withToken(token, "GET", space)).status).toBe(read);
    expect((await withToken(token, "POST", `${space}/collections`, { name: `C ${asked}` })).status).toBe(
      write,
    );
    expect((await withToken(token, "POST", "/v2/orgs", { name: `O ${asked}` })).status).toBe(admin);
  });

  it("offline_access is told where there is a refresh token, and only there", async () => {
    const stays = await signIn("read offline_access");
    expect([stays.scope, (await refresh(stays.refresh_token)).body.scope]).toEqual([
      "read offline_access",
      "read offline_access",
    ]);
    expect(await signIn("read")).not.toHaveProperty("refresh_token");
  });
});
