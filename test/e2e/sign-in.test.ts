import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings, sharedBrowser, type WatchedPage, watchPage } from "../helpers/browser.ts";
import { type FakeGitHub, fakeGitHubClient, startFakeGitHub } from "../helpers/fake-github.ts";
import { authorizationOf } from "../helpers/oauth-client.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let browser: Browser;
let client: Server;
let watched: WatchedPage | null = null;

beforeAll(async () => {
  server = await startTestServer();
  browser = await sharedBrowser();
  client = createServer((_req, res) => res.end("back at the client"));
  await new Promise<void>((resolve) => client.listen(0, "127.0.0.1", resolve));
  const set = await server.api("PATCH", "/v2/settings", {
    github: { ...fakeGitHubClient, baseUrl: "https://github.example.com" },
  });
  expect(set.status).toBe(200);
});
afterAll(async () => {
  client?.close();
  await server?.remove();
});
afterEach(async () => {
  const { complaints } = watched ?? { complaints: [] };
  await watched?.close();
  watched = null;
  expect(complaints, "errors in the page").toEqual([]);
});

/** The sign-in's address, leading back to a client that listens. */
function address(): string {
  const url = new URL(authorizationOf(server.platformUrl).url);
  url.searchParams.set("redirect_uri", `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`);
  return url.href;
}

async function open(url: string): Promise<Page> {
  watched = await watchPage(browser, url);
  await watched.page.getByRole("heading", { level: 1 }).waitFor();
  return watched.page;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

describe("every page", () => {
  it("satisfies axe, from the choice of an account to the consent", async () => {
    const page = await open(address());
    await page.getByRole("link", { name: "Sign in with GitHub (github.example.com)" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Create another account" }).click();
    await page.getByLabel("Name").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Name").fill("Vera");
    await page.getByLabel(/Passphrase/).fill("short");
    await page.getByRole("button", { name: "Create and sign in" }).click();
    await page.getByRole("alert").getByText("A passphrase needs 8 to 200 characters.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(/Passphrase/).fill("long enough");
    await page.getByRole("button", { name: "Create and sign in" }).click();
    await page.getByRole("heading", { name: "Let Understudy CLI in?" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("back at the client").waitFor();
    await page.goto(address());
    await page.getByRole("link", { name: "Vera" }).click();
    await page.getByLabel("Passphrase").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Passphrase").fill("not this one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("This is not the passphrase.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // With her passphrase goes what keeps clicks out.
    const accounts = (await server.api("GET", "/v2/accounts")).body.data as { id: string; name: string }[];
    const vera = accounts.find(({ name }) => name === "Vera")?.id;
    expect((await server.api("DELETE", `/v2/accounts/${vera}`)).status).toBe(204);
  });

  it("satisfies axe, where a device signs in", async () => {
    const body = new URLSearchParams({ client_id: "understudy-cli", scope: "read offline_access" });
    const asked = await fetch(`${server.platformUrl}/oauth/device/auth`, { method: "POST", body });
    const device = await asked.json();
    const page = await open(`${server.platformUrl}/oauth/device`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Code").fill("BBBB-CCCC");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("There is no such code.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(device.verification_uri_complete);
    expect(await page.getByLabel("Code").inputValue()).toBe(device.user_code);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(device.user_code).waitFor();
    await page.getByRole("button", { name: "It is mine" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "It is mine" }).click();
    await page.getByRole("button", { name: "Local operator" }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("status").getByText("is signed in").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it("satisfies axe, where something is wrong", async () => {
    const wrong = address().replace("understudy-cli", "someone-else");
    for (const url of [wrong, `${server.platformUrl}/oauth/github/callback?state=x&code=y`]) {
      const page = await open(url);
      await page.getByRole("alert").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await watched?.close();
    }
  });
});

describe("sign in with GitHub, at another site", () => {
  let github: FakeGitHub;
  beforeAll(async () => {
    // To a browser, localhost and 127.0.0.1 are two sites: cookies and checks are those of a real GitHub.
    github = await startFakeGitHub("localhost");
    github.person = { id: 9, login: "gita", name: "Gita", emails: [] };
    await server.api("PATCH", "/v2/settings", { github: { ...fakeGitHubClient, baseUrl: github.origin } });
  });
  afterAll(() => github?.close());

  it("goes there, comes back, and goes on", async () => {
    const page = await open(address());
    await page.getByRole("link", { name: /^Sign in with GitHub/ }).click();
    await page.getByRole("link", { name: "Authorize" }).click();
    await page.getByRole("heading", { name: "Let Understudy CLI in?" }).waitFor();
    await page.getByText("As Gita").waitFor();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("back at the client").waitFor();
    expect(new URL(page.url()).searchParams.get("code")).toEqual(expect.any(String));
  });

  it("offers another way where it is refused there", async () => {
    const page = await open(address());
    await page.getByRole("link", { name: /^Sign in with GitHub/ }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("alert").getByText("You refused the sign-in at GitHub").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Choose another way" }).click();
    await page.getByRole("button", { name: "Local operator" }).waitFor();
  });
});

describe("in a real browser", () => {
  it("is done with the keyboard alone, as the operator in two steps", async () => {
    const page = await open(address());
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("Local operator");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Let Understudy CLI in?" }).waitFor();
    await page.getByRole("button", { name: "Allow" }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Allow");
    await page.keyboard.press("Enter");
    await page.getByText("back at the client").waitFor();
    expect(new URL(page.url()).searchParams.get("code")).toEqual(expect.any(String));
  });

  it("leads back to the client where it is refused, at either step", async () => {
    const page = await open(address());
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("back at the client").waitFor();
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
    await page.goto(address());
    await page.getByRole("button", { name: "Local operator" }).click();
    await page.getByRole("button", { name: "Refuse" }).click();
    await page.getByText("back at the client").waitFor();
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  });

  it("follows the console's theme, and shows what people typed as text", async () => {
    const page = await open(`${server.platformUrl}/oauth/device`);
    await page.evaluate(() => localStorage.setItem("understudy:theme", "dark"));
    await page.goto(address());
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.getByRole("link", { name: "Create another account" }).click();
    await page.getByLabel("Name").fill("<img src=x onerror=alert(1)>");
    await page.getByRole("button", { name: "Create and sign in" }).click();
    await page.getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await heading(page)).toBe("Let Understudy CLI in?");
  });

  it("may not be shown in a frame", async () => {
    const response = await fetch(address());
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
