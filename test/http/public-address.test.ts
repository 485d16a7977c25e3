import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { publicFront } from "../helpers/front.ts";
import { authorizationOf } from "../helpers/oauth-client.ts";
import { rawRequest } from "../helpers/raw-request.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { SignInBrowser } from "../helpers/sign-in-browser.ts";

const publicUrl = "https://understudy.example";
const publicSdkUrl = "https://sdk.understudy.example";
const host = "understudy.example";

describe("at a public address", () => {
  const lines: { readonly event: string; readonly path?: string; readonly [name: string]: unknown }[] = [];
  let server: TestServer;
  let front: Awaited<ReturnType<typeof publicFront>>;
  const said: Record<string, string> = {};
  beforeAll(async () => {
    server = await startServerHere({
      outside: { publicUrl, publicSdkUrl, trustProxy: "127.0.0.0/8" },
      farewell: 2_000,
      logRequests: true,
      log: (line) => lines.push(JSON.parse(line)),
    });
    front = await publicFront(publicUrl, () => server.platformUrl, said);
  });
  afterAll(async () => {
    await front.close();
    await server.remove();
  });

  it("is called by that name and this machine's own, and by no other; its own pages alone may write", async () => {
    const status = async (headers: Record<string, string>, path = "/v2/me") =>
      (await rawRequest(server.platformUrl, path, { headers: { ...bearer(), ...headers } })).status;
    expect(await status({ host })).toBe(200);
    expect(await status({})).toBe(200);
    expect(await status({ host: "elsewhere.example" })).toBe(403);
    expect(await status({ host, origin: publicUrl })).toBe(200);
    expect(await status({ host, origin: `http://${host}` })).toBe(403);
    expect(await status({ host, origin: publicSdkUrl })).toBe(403);
    // A balancer asks by whatever name it has.
    expect(await status({ host: "10.0.0.5:4747" }, "/readyz")).toBe(200);
  });

  it("tells its public addresses: of problems, OpenAPI, status, OAuth and the console", async () => {
    const asked = async (path: string) =>
      JSON.parse((await rawRequest(server.platformUrl, path, { headers: { ...bearer(), host } })).text);
    expect((await asked("/v2/nowhere")).type).toBe(`${publicUrl}/problems/not-found`);
    expect(await asked("/v2/status")).toMatchObject({ platformUrl: publicUrl, sdkUrl: publicSdkUrl });
    expect((await asked("/v2/openapi.json")).servers[0].url).toBe(publicUrl);
    expect(await asked("/oauth/.well-known/openid-configuration")).toMatchObject({
      issuer: `${publicUrl}/oauth`,
      token_endpoint: `${publicUrl}/oauth/token`,
      device_authorization_endpoint: `${publicUrl}/oauth/device/auth`,
    });
    expect(server.consoleUrl).toBe(`${publicUrl}/`);
  });

  it("lets its own console's page call the SDK plane, and tells Segment's library its public address", async () => {
    const settings = await rawRequest(server.sdkUrl, `/v1/projects/${server.keys.development}/settings`, {
      headers: { host: "sdk.understudy.example", origin: publicUrl },
    });
    expect(settings.headers["access-control-allow-origin"]).toBe(publicUrl);
    expect(settings.text).toContain("sdk.understudy.example");
    // Whoever comes by a proxy seems to sit at this machine, and does not.
    expect((await rawRequest(server.sdkUrl, "/demo/connection")).status).toBe(401);
  });

  it("lets nobody in by a click, tells nobody who is here, and makes no accounts for strangers", async () => {
    const page = await new SignInBrowser(front.way).open(authorizationOf(publicUrl).url);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('name="who"')]);
    expect(page.text).not.toMatch(/name="account"|Create another account/);
    const me = (await server.api("GET", "/v2/me")).body.account;
    expect(page.text).not.toContain(me.name);
    const browser = new SignInBrowser(front.way);
    const wrong = await browser.submit(await browser.open(authorizationOf(publicUrl).url), "/login", {
      who: me.name,
      passphrase: "not this one",
    });
    expect([wrong.status, wrong.text]).toEqual([
      403,
      expect.stringContaining("No account here has this name"),
    ]);
  });

  it("lets the operator in by an invitation, then by name and passphrase, with cookies for TLS alone", async () => {
    const me = (await server.api("GET", "/v2/me")).body.account;
    const { body } = await server.api("POST", `/v2/accounts/${me.id}/invitation`);
    const browser = new SignInBrowser(front.way);
    const asked = await browser.open(`${publicUrl}/sign-in?account=${me.id}`);
    expect(asked.text).toContain("Code of your invitation");
    const passphrase = "correct horse battery";
    const inside = await browser.submit(asked, "/login", { code: body.code, passphrase });
    expect([new URL(inside.url).pathname, inside.status]).toEqual(["/", 200]);
    await isSignedIn(browser, inside.url);

    const later = new SignInBrowser(front.way);
    const again = await later.submit(await later.open(`${publicUrl}/sign-in`), "/login", {
      who: me.name.toUpperCase(),
      passphrase,
    });
    await isSignedIn(later, again.url);
    expect(later.cookieFor(`${publicUrl}/`)).toMatch(/^__Host-understudy=[^;]+$/);
    const console = await fetch(front.way(`${publicUrl}/sign-in`), { redirect: "manual" });
    expect(console.headers.get("set-cookie")).toMatch(
      /^__Secure-understudy_console_[0-9a-f]{16}=.*; HttpOnly; Secure/,
    );
    expect((await server.api("GET", "/v2/sign-ins")).body.data).toEqual([]);
  });

  it.each([
    ["/spaces/cinema/development/tribes?find=gold", "/spaces/cinema/development/tribes?find=gold"],
    ["/welcome", "/"],
    ["//elsewhere.example/spaces/cinema", "/"],
    ["/\\elsewhere.example/spaces/cinema", "/"],
    ["https://elsewhere.example/spaces/cinema", "/"],
    [`/spaces/${"x".repeat(1000)}`, "/"],
  ])("leads from %s back to %s, whoever signs in or cancels", async (to, want) => {
    const me = (await server.api("GET", "/v2/me")).body.account;
    const { body } = await server.api("POST", `/v2/accounts/${me.id}/invitation`);
    const browser = new SignInBrowser(front.way);
    const address = `${publicUrl}/sign-in?${new URLSearchParams({ to })}`;
    const cancelled = await browser.submit(await browser.open(address), "/abort");
    const login = { code: body.code, passphrase: "correct horse battery" };
    const invited = await browser.open(`${address}&account=${me.id}`);
    const inside = await browser.submit(invited, "/login", login);
    await isSignedIn(browser, inside.url);
    const path = (url: string) => new URL(url).pathname + new URL(url).search;
    expect([path(cancelled.url), path(inside.url)]).toEqual([want, want]);
  });

  it("leads each of two tabs that sign in at once back to its own page", async () => {
    const browser = new SignInBrowser(front.way);
    const open = (path: string) =>
      browser.open(`${publicUrl}/sign-in?${new URLSearchParams({ to: `/spaces/cinema/${path}` })}`);
    const tabs = [await open("tribes"), await open("users")];
    const paths = [];
    for (const page of tabs) paths.push(new URL((await browser.submit(page, "/abort")).url).pathname);
    expect(paths).toEqual(["/spaces/cinema/tribes", "/spaces/cinema/users"]);
  });

  it("takes twenty tabs that begin to sign in at once: what the browser sends stays below a proxy's 8 KiB", async () => {
    const browser = new SignInBrowser(front.way);
    const paths = Array.from({ length: 20 }, (_, at) => `/spaces/cinema/${at}${"x".repeat(900)}`);
    const tabs = await Promise.all(
      paths.map((to) => browser.open(`${publicUrl}/sign-in?${new URLSearchParams({ to })}`)),
    );
    expect(browser.cookieFor(`${publicUrl}/sign-in/callback`).length).toBeLessThan(4_000);
    for (const at of [19, 0]) {
      const page = tabs[at];
      if (page === undefined) throw new Error("no page");
      expect(new URL((await browser.submit(page, "/abort")).url).pathname).toBe(paths[at]);
    }
  });

  it("lets a member in by their e-mail address and the code that an owner gave them", async () => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    const added = await server.api("POST", `/v2/orgs/${orgId}/members`, {
      name: "Mira",
      email: "mira@example.com",
      role: "editor",
    });
    const browser = new SignInBrowser(front.way);
    const page = await browser.open(`${publicUrl}/sign-in`);
    const invited = await browser.open(new URL(`${page.url}?invited=1`).href);
    const wrong = await browser.submit(invited, "/login", {
      who: "mira@example.com",
      code: "us_inv_wrong",
      passphrase: "mira has her own",
    });
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('name="code"')]);
    const inside = await browser.submit(wrong, "/login", {
      who: "mira@example.com",
      code: added.body.invitation.code,
      passphrase: "mira has her own",
    });
    await isSignedIn(browser, inside.url);
  });

  it("tells two of one name apart by their passphrases; who guesses learns nothing, and shuts out nobody else", async () => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    const enter = async (fields: Record<string, string>) => {
      const browser = new SignInBrowser(front.way);
      const page = await browser.open(`${publicUrl}/sign-in`);
      const form = fields.code === undefined ? page : await browser.open(`${page.url}?invited=1`);
      return { browser, page: await browser.submit(form, "/login", fields) };
    };
    const own = ["the first Noa's own", "the second Noa's own"];
    for (const [at, passphrase] of own.entries()) {
      const added = await server.api("POST", `/v2/orgs/${orgId}/members`, { name: "Noa", role: "viewer" });
      expect(added.status).toBe(201);
      const { code } = added.body.invitation;
      const { browser, page } = await enter({ who: "noa", code, passphrase });
      expect((await isSignedIn(browser, page.url)).account.id, `Noa ${at}`).toBe(added.body.accountId);
    }
    said["x-forwarded-for"] = "203.0.113.66";
    const guess = async (who: string) => {
      const { page } = await enter({ who, passphrase: "not this one" });
      return [page.status, /role="alert"[^>]*>([^<]*)/.exec(page.text)?.[1]?.replace(/\d+/, "N")];
    };
    const known: unknown[][] = [];
    const unknown: unknown[][] = [];
    for (let at = 0; at < 6; at += 1) {
      known.push(await guess("Noa"));
      unknown.push(await guess("Nobody"));
    }
    expect(known.map(([status]) => status)).toEqual([403, 403, 403, 403, 403, 429]);
    expect(unknown).toEqual(known);
    said["x-forwarded-for"] = "203.0.113.7";
    for (const passphrase of own) {
      const { browser, page } = await enter({ who: "Noa", passphrase });
      await isSignedIn(browser, page.url);
    }
    delete said["x-forwarded-for"];
  });

  it("lets nobody who begins sign-ins without an end push out those of others", async () => {
    said["x-forwarded-for"] = "203.0.113.9";
    const browser = new SignInBrowser(front.way);
    const page = await browser.open(`${publicUrl}/sign-in`);
    said["x-forwarded-for"] = "203.0.113.10";
    const begin = async () => {
      const { status, headers } = await fetch(front.way(authorizationOf(publicUrl).url), {
        redirect: "manual",
      });
      return status === 429 ? `after ${Number(headers.get("retry-after")) > 0}` : status;
    };
    const begun: unknown[] = [];
    for (let at = 0; at < limits.signInsBegun.value + 1; at += 1) begun.push(await begin());
    expect([...new Set(begun)]).toEqual([303, "after true"]);
    const code = await fetch(front.way(`${publicUrl}/oauth/device/auth`), { method: "POST" });
    expect([code.status, await code.json()]).toEqual([
      429,
      {
        error: "temporarily_unavailable",
        error_description: expect.stringMatching(/^Too many .* Wait \d+ s/),
      },
    ]);
    said["x-forwarded-for"] = "203.0.113.9";
    expect((await browser.submit(page, "/login", { who: "Nobody", passphrase: "none" })).status).toBe(403);
    expect(await begin()).toBe(303);
    delete said["x-forwarded-for"];
  });

  it("takes a code that came back only in the browser that began, once", async () => {
    const stranger = await new SignInBrowser(front.way).open(`${publicUrl}/sign-in/callback?code=x&state=y`);
    expect([stranger.status, stranger.text]).toEqual([
      400,
      expect.stringContaining("was not started in this browser"),
    ]);
  });

  it("counts tries of pairing codes by network: who has many IPv6 addresses has one", async () => {
    const tryAs = async (address: string) => {
      const headers = {
        host: "sdk.understudy.example",
        "content-type": "application/json",
        "x-forwarded-for": address,
      };
      const body = JSON.stringify({ code: "222222" });
      return (await rawRequest(server.sdkUrl, "/sdk/v1/pair", { method: "POST", headers, body })).text;
    };
    for (let at = 1; at <= 10; at += 1)
      expect(await tryAs(`2001:db8:7:7::${at}`)).toContain("used or has expired");
    expect(await tryAs("2001:db8:7:7:9::1")).toContain("Too many codes");
    expect(await tryAs("2001:db8:7:8::1")).toContain("used or has expired");
  });

  it("writes a line for each request, with its id and whom the proxy names, and never a secret", async () => {
    const answer = await rawRequest(server.platformUrl, "/v2/me?console=secret", {
      headers: { host, "x-request-id": "req_from_nginx", "x-forwarded-for": "6.6.6.6, 203.0.113.7" },
    });
    expect(answer.headers["x-request-id"]).toBe("req_from_nginx");
    await expect
      .poll(() => lines.find(({ requestId }) => requestId === "req_from_nginx"))
      .toMatchObject({
        event: "request",
        plane: "platform",
        method: "GET",
        path: "/v2/me",
        status: 401,
        from: "203.0.113.7",
      });
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  it("tells a balancer that it stops, and answers what comes until then", async () => {
    const stopping = server.stop();
    const ready = await rawRequest(server.platformUrl, "/readyz");
    expect([ready.status, JSON.parse(ready.text).code]).toEqual([503, "not-ready"]);
    expect((await server.api("GET", "/v2/me")).status).toBe(200);
    await stopping;
    await expect(rawRequest(server.platformUrl, "/readyz")).rejects.toThrow();
  });

  const bearer = () => ({ authorization: `Bearer ${server.token}` });

  async function isSignedIn(browser: SignInBrowser, url: string) {
    const page = new URL(url).hash.split("=")[1] ?? "";
    const me = await fetch(front.way(`${publicUrl}/v2/me`), {
      headers: { cookie: browser.cookieFor(`${publicUrl}/v2/me`), "understudy-console": page },
    });
    expect(me.status).toBe(200);
    return me.json();
  }
});

it("believes no proxy that was not named", async () => {
  const lines: string[] = [];
  const server = await startServerHere({
    outside: { publicUrl, trustProxy: "10.0.0.0/8" },
    logRequests: true,
    log: (line) => lines.push(line),
  });
  const forged = await rawRequest(server.platformUrl, "/healthz", {
    headers: { host: "elsewhere.example", "x-forwarded-host": host, "x-forwarded-for": "203.0.113.7" },
  });
  expect(forged.status).toBe(200);
  const refused = await rawRequest(server.platformUrl, "/v2/me", {
    headers: { host: "elsewhere.example", "x-forwarded-host": host, "x-forwarded-for": "203.0.113.7" },
  });
  expect(refused.status).toBe(403);
  await server.remove();
  expect(lines.join("")).toContain('"from":"127.0.0.1"');
  expect(lines.join("")).not.toContain("203.0.113.7");
});

it.each([
  [{ listen: "0.0.0.0" }, /--listen needs --public-url/],
  [{ publicUrl, listen: "everywhere" }, /--listen takes an address of this machine/],
  [{ publicUrl, listen: "192.0.2.1" }, /192\.0\.2\.1 is not an address of this machine/],
  [{ publicUrl: "understudy.example" }, /--public-url takes an address without a path/],
  [{ publicUrl: `${publicUrl}/console` }, /--public-url takes an address without a path/],
  [{ publicUrl: `https://${"a".repeat(254)}` }, /--public-url takes .* not "https:\/\/a{92}…"/],
  [{ publicUrl, publicSdkUrl: publicUrl }, /must differ/],
  [{ publicUrl, trustProxy: "nginx" }, /--trust-proxy takes addresses or networks/],
  [{ publicUrl, trustProxy: "10.9.9.9/" }, /--trust-proxy takes addresses or networks/],
  [{ publicUrl, trustProxy: "10.9.9.9/8/16" }, /--trust-proxy takes addresses or networks/],
])("%o is refused at the start", async (outside, reason) => {
  await expect(startServerHere({ outside })).rejects.toThrow(reason);
});

it("listens beyond loopback where it is told to, on the planes that have a public address", async () => {
  const server = await startServerHere({ outside: { publicUrl, listen: "127.0.0.7" } });
  const at = (url: string) => url.replace("127.0.0.1", "127.0.0.7");
  expect((await rawRequest(at(server.platformUrl), "/healthz", { headers: { host } })).status).toBe(200);
  await expect(rawRequest(at(server.sdkUrl), "/healthz")).rejects.toThrow();
  await server.remove();
});
