import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openBrowser } from "../../../src/cli/browser.ts";
import { askForConsole } from "../../../src/cli/console-address.ts";
import { deviceLogin } from "../../../src/cli/sign-in/device-login.ts";
import { askForTokens, describeServer } from "../../../src/cli/sign-in/oauth-requests.ts";

/** Whatever is asked of it, it answers this. */
let given: object = {};
const server = createServer((_req, res) => res.end(JSON.stringify(given)));
let platformUrl = "";
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  platformUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const ask = () =>
  askForConsole({ pid: 1, platformUrl, sdkUrl: platformUrl, startedAt: "", version: "", token: "t" });

it("a copy's console is at its own address", async () => {
  given = { url: `${platformUrl}/launch?token=abc` };
  expect(await ask()).toBe(`${platformUrl}/launch?token=abc`);
});

it.each(["file:///etc/passwd", "http://example.com/launch?token=abc", "javascript:alert(1)"])(
  "a console at %s is not opened",
  async (url) => {
    given = { url };
    await expect(ask()).rejects.toThrow("the address is not its own");
  },
);

/** What an Understudy says of its sign-in. */
const described = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/auth`,
  token_endpoint: `${origin}/token`,
  revocation_endpoint: `${origin}/revoke`,
  device_authorization_endpoint: `${origin}/device`,
});

it("nobody signs in where a platform sends them to another one", async () => {
  given = { ...described(platformUrl), token_endpoint: "http://example.com/token" };
  await expect(describeServer(platformUrl)).rejects.toThrow("wants sign-ins to go to http://example.com");
});

it.each(["verification_uri", "verification_uri_complete"])(
  "a device's code is entered at no other platform's page (%s)",
  async (name) => {
    const own = {
      verification_uri: `${platformUrl}/device`,
      verification_uri_complete: `${platformUrl}/device?c=1`,
    };
    given = {
      device_code: "d",
      user_code: "u",
      expires_in: 60,
      interval: 60,
      ...own,
      [name]: "http://example.com/",
    };
    const show = vi.fn(() => expect.unreachable("it was shown"));
    await expect(deviceLogin(described(platformUrl), show)).rejects.toThrow(
      "a sign-in page at another address",
    );
  },
);

it("a platform that gives no device code says why, and its words make no line of their own", async () => {
  given = { error: "temporarily_unavailable", error_description: "Wait 30\nseconds." };
  const show = () => expect.unreachable("it was shown");
  await expect(deviceLogin(described(platformUrl), show)).rejects.toThrow(
    "gave no device code: Wait 30\\u000aseconds.",
  );
});

it("what a platform says of a sign-in makes no line of its own", async () => {
  given = { error: "invalid_grant", error_description: "gone\nSigned in as root" };
  const asked = await askForTokens(described(platformUrl), { grant_type: "refresh_token" });
  expect(asked).toEqual({ error: "invalid_grant", detail: "gone\\u000aSigned in as root" });
});

it.skipIf(process.platform !== "linux")(
  "only the web's addresses are handed to the system's opener",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "understudy-opener-"));
    const opened = join(folder, "opened");
    await writeFile(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" >> "${opened}"\n`);
    await chmod(join(folder, "xdg-open"), 0o755);
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
    for (const url of ["file:///etc/passwd", "vscode://run", "-h", platformUrl]) openBrowser(url);
    await expect.poll(() => readFile(opened, "utf8").catch(() => "")).toContain(platformUrl);
    expect(await readFile(opened, "utf8")).toBe(`${platformUrl}\n`);
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  },
);
