import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { SignInBrowser } from "../helpers/sign-in-browser.ts";

let server: TestServer;
let issuer: URL;
const client: oauth.Client = { client_id: "understudy-cli" };
const insecure = { [oauth.allowInsecureRequests]: true };
const scope = "read offline_access";

beforeAll(async () => {
  server = await startServerHere();
  issuer = new URL(`${server.platformUrl}/oauth`);
});
afterAll(async () => server?.remove());

const post = async (path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams({ client_id: client.client_id, ...fields });
  const response = await fetch(`${issuer.href}${path}`, { method: "POST", body });
  return { status: response.status, body: await response.json() };
};
const poll = (code: string) =>
  post("/token", { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: code });

/** A person opens the address that the device shows, and says that it is theirs. */
async function confirm(address: string, userCode: string, step: "confirm" | "abort" = "confirm") {
  const browser = new SignInBrowser();
  const entered = await browser.submit(await browser.open(address), "user_code", { user_code: userCode });
  expect(entered.text).toContain("Is this your device?");
  return { browser, page: await browser.submit(entered, step) };
}
async function approve(address: string, userCode: string) {
  const { browser, page } = await confirm(address, userCode);
  return browser.submit(await browser.submitFirstAccount(page), "/consent");
}
const me = (token: string) => server.api("GET", "/v2/me", undefined, { authorization: `Bearer ${token}` });

describe("the device flow", () => {
  it("completes with oauth4webapi", async () => {
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }),
    );
    const none = oauth.None();
    const device = await oauth.processDeviceAuthorizationResponse(
      as,
      client,
      await oauth.deviceAuthorizationRequest(as, client, none, { scope, prompt: "consent" }, insecure),
    );
    const ask = () => oauth.deviceCodeGrantRequest(as, client, none, device.device_code, insecure);
    await expect(oauth.processDeviceCodeResponse(as, client, await ask())).rejects.toMatchObject({
      error: "authorization_pending",
    });
    expect(device.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    const done = await approve(device.verification_uri, device.user_code.toLowerCase());
    expect(done.text).toContain("is signed in");
    const tokens = await oauth.processDeviceCodeResponse(as, client, await ask());
    expect((await me(tokens.access_token)).body.account.name).toBe("Local operator");
    const again = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token ?? "", insecure),
    );
    expect((await me(again.access_token)).status).toBe(200);
  });

  it("completes with openid-client, from the address that brings the code", async () => {
    const config = await openid.discovery(issuer, client.client_id, undefined, openid.None(), {
      algorithm: "oauth2",
      execute: [openid.allowInsecureRequests],
    });
    const device = await openid.initiateDeviceAuthorization(config, { scope, prompt: "consent" });
    const polling = openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 });
    const page = await new SignInBrowser().open(device.verification_uri_complete ?? "");
    expect(page.text).toContain(`value="${device.user_code}"`);
    await approve(device.verification_uri, device.user_code);
    const tokens = await polling;
    expect(tokens.refresh_token).toEqual(expect.any(String));
    expect((await me(tokens.access_token)).status).toBe(200);
  });
});

describe("what is refused", () => {
  const start = async () => (await post("/device/auth", { scope, prompt: "consent" })).body;

  it("a device that the person refused", async () => {
    const device = await start();
    const { page } = await confirm(device.verification_uri, device.user_code, "abort");
    expect(page.text).toContain("Refused.");
    expect(await poll(device.device_code)).toMatchObject({ status: 400, body: { error: "access_denied" } });
  });

  it("a consent that the person denied", async () => {
    const device = await start();
    const { browser, page } = await confirm(device.verification_uri, device.user_code);
    await browser.submit(await browser.submitFirstAccount(page), "/abort");
    expect(await poll(device.device_code)).toMatchObject({ status: 400, body: { error: "access_denied" } });
  });

  it("a device code that was used, and with it all that came of it", async () => {
    const device = await start();
    await approve(device.verification_uri, device.user_code);
    const first = await poll(device.device_code);
    expect(first.status).toBe(200);
    expect(await poll(device.device_code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await me(first.body.access_token)).status).toBe(401);
  });

  it("a user code that nobody has, or that was used", async () => {
    const device = await start();
    await approve(device.verification_uri, device.user_code);
    const browser = new SignInBrowser();
    const page = await browser.open(device.verification_uri);
    expect((await browser.submit(page, "user_code", { user_code: device.user_code })).text).toContain(
      "used already",
    );
    const again = await browser.open(device.verification_uri);
    expect((await browser.submit(again, "user_code", { user_code: "BBBB-BBBB" })).text).toContain(
      "There is no such code",
    );
  });

  it("a form without its token", async () => {
    const device = await start();
    const browser = new SignInBrowser();
    const page = await browser.open(device.verification_uri);
    const forged = await browser.submit(page, "user_code", { user_code: device.user_code, xsrf: "forged" });
    expect(forged.text).not.toContain("Is this your device?");
  });
});
