import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GitHubSecret } from "../../../../src/server/settings/github-secret.ts";
import type { Keychain } from "../../../../src/server/settings/keychain.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

let dir: string;
let workspace: Workspace;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "understudy-secret-"));
  workspace = await Workspace.open(dir, 0);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const client = { clientId: "Iv1.a", baseUrl: "https://github.com", clientSecret: "gh-client-secret" };
const file = () => readFile(join(dir, ".understudy", "secrets.json"), "utf8");
const keychainOf = (owner: string): Keychain => ({
  seal: async (text) => Buffer.from(`${owner}:${text}`).toString("base64"),
  open: async (sealed) => {
    const text = Buffer.from(sealed, "base64").toString();
    return text.startsWith(`${owner}:`) ? text.slice(owner.length + 1) : null;
  },
});
const shut: Keychain = { seal: async () => null, open: async () => null };

describe("the GitHub client's secret", () => {
  it.each([
    ["sealed where there is a keychain", keychainOf("ana"), "keychain", false],
    ["in the 0600 file where there is none", null, "file", true],
    ["in the file, too, where the keychain is locked", shut, "file", true],
  ] as const)("is kept %s, and opened again", async (_, keychain, secret, isPlain) => {
    const kept = new GitHubSecret(workspace.secrets, keychain);
    await kept.keep(client);
    expect((await file()).includes(client.clientSecret)).toBe(isPlain);
    const again = new GitHubSecret((await Workspace.open(dir, 0)).secrets, keychain);
    expect(again.told()).toEqual({ clientId: client.clientId, baseUrl: client.baseUrl, secret });
    expect(await again.open()).toEqual(client);
  });

  it("stays locked without the keychain that sealed it, and nothing is lost", async () => {
    await new GitHubSecret(workspace.secrets, keychainOf("ana")).keep(client);
    const headless = new GitHubSecret(workspace.secrets, null);
    expect([await headless.open(), headless.told()?.secret]).toEqual([null, "locked"]);
    const elsewhere = new GitHubSecret(workspace.secrets, keychainOf("bo"));
    expect(elsewhere.told()?.secret).toBe("keychain");
    expect([await elsewhere.open(), elsewhere.told()?.secret]).toEqual([null, "locked"]);
    expect(await new GitHubSecret(workspace.secrets, keychainOf("ana")).open()).toEqual(client);
  });

  it("can be typed again where it is locked, and forgotten", async () => {
    await new GitHubSecret(workspace.secrets, keychainOf("ana")).keep(client);
    const headless = new GitHubSecret(workspace.secrets, null);
    await headless.keep({ ...client, clientSecret: "new" });
    expect([await headless.open(), headless.told()?.secret]).toEqual([
      { ...client, clientSecret: "new" },
      "file",
    ]);
    await headless.keep(null);
    expect([await headless.open(), headless.told()]).toEqual([null, null]);
  });
});
