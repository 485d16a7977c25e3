import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";
import { generatePlans } from "../../../../src/cli/update/generate-plans.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-plans-")));
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", join(folder, "own"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Plans the code of these folders; the platform answers with these files for each. */
const planned = (outs: readonly string[], paths: readonly string[], platform = "browser") => {
  const body = { revision: 1, files: paths.map((path) => ({ path, text: "" })) };
  vi.spyOn(PlatformClient.prototype, "askTagged").mockImplementation(async (method) => ({
    body: (method === "POST" ? body : { key: "kino" }) as never,
    etag: "",
  }));
  const lang = { ios: "swift", android: "kotlin", roku: "brightscript" }[platform] ?? "javascript";
  const targets = outs.map((out) => ({ platform, lang, out }));
  const config = { version: 1 as const, org: "org_1", space: "spc_1", spaceKey: "cinema", targets };
  const client = new PlatformClient("http://platform.test", "token");
  return generatePlans(client, { folder, config }, { force: false, check: true });
};

it.each<[string, (name: string) => string[]]>([
  ["absolute", () => ["src/code", join(folder, "src/code")]],
  ["absolute, in the other's", () => ["src/code", join(folder, "SRC/Code/deeper")]],
  ["out of the project and in again", (name) => [`../${name}/src`, "src/code"]],
])("refuses targets of which one's folder is the other's: %s", async (_, outs) => {
  await expect(planned(outs(basename(folder)), ["cinema/index.js"])).rejects.toThrow("a folder each");
});

it("takes a channel in the project's own folder beside others below it", async () => {
  const { plans } = await planned([".", "tv"], ["components/cinema/x.xml"], "roku");
  expect(plans.map(({ plan }) => plan.root)).toEqual([folder, join(folder, "tv")]);
});

it.each([
  ["browser", ["understudy/index.js", "kino/index.js"]],
  ["ios", ["Package.swift", "understudy/Session.swift", "kino/Kino.swift"]],
  ["android", ["understudy/Session.kt", "kino/Kino.kt"]],
  ["roku", ["source/roku_modules/understudy/values.brs", "components/kino/Space.xml"]],
])("names the Space's key where it was changed: %s", async (platform, paths) => {
  await expect(planned(["src/code"], paths, platform)).rejects.toThrow('no longer "cinema" but "kino"');
});
