import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appFiles } from "../../scripts/packaging/app-files.mjs";
import { macSigning } from "../../scripts/packaging/mac-signing.mjs";
import { thirdPartyNotices } from "../../scripts/packaging/notices.mjs";
import { endAll, root, run } from "../helpers/built-program.ts";
import { fakeHooks } from "../helpers/desktop-app.ts";
import { loadAsar, type PackedApp, packApp } from "../helpers/packed-app.ts";

let folder: string;
let packed: PackedApp;
/** Paths in the archive, e.g. `/out/main/index.js`; folders are not among them. */
let files: string[];
let unpacked: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "understudy-packaging-"));
  packed = await packApp(join(folder, "first"));
  const { extractAll } = await loadAsar();
  unpacked = join(folder, "unpacked");
  extractAll(packed.archive, unpacked);
  files = readdirSync(unpacked, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(unpacked.length + 1));
});
afterAll(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

describe("what is packed", () => {
  const ours = () => files.filter((path) => !path.startsWith("node_modules/"));
  const packages = () =>
    new Set(files.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));

  it("is of ours just what the app loads", () => {
    expect(ours().sort()).toEqual(appFiles(root));
  });

  it("has no command line, no test, no map, no source, and nothing of the build's own", () => {
    const strangers =
      /(^|\/)(test|tests|bench|docs\/adr|src|scripts|bin)\/|\.map$|\.tsx?$|\.test\.|out\/packages|build-stamp|main\/cli\.js/;
    expect(files.filter((path) => strangers.test(path) && !path.startsWith("out/sdk/"))).toEqual([]);
    expect(files.filter((path) => path.endsWith(".map"))).toEqual([]);
  });

  it("has of node_modules what `dependencies` needs, and no development dependency", () => {
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const entryOf = (name: string) => lock.packages[`node_modules/${name}`];
    expect([...packages()].filter((name) => entryOf(name) === undefined || entryOf(name).dev)).toEqual([]);
    expect(packages()).toContain("libsql");
  });

  it("has a manifest without scripts and development dependencies", () => {
    const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
    expect(manifest).not.toHaveProperty("scripts");
    expect(manifest).not.toHaveProperty("devDependencies");
    expect(existsSync(join(unpacked, manifest.main))).toBe(true);
  });

  it("has native code beside the archive, where it can be loaded from", () => {
    const native = files.filter((path) => path.endsWith(".node"));
    expect(native.length).toBeGreaterThan(0);
    for (const path of native) expect(existsSync(join(`${packed.archive}.unpacked`, path))).toBe(true);
  });

  it("is the same when it is packed again", async () => {
    const again = await packApp(join(folder, "second"));
    expect(readFileSync(again.archive).equals(readFileSync(packed.archive))).toBe(true);
  });
});

describe("the fuses", () => {
  // As characters in the binary. The dummy ships each the other way round.
  const [off, on] = ["0", "1"];
  it.each([
    [FuseV1Options.RunAsNode, off],
    [FuseV1Options.EnableCookieEncryption, off],
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable, off],
    [FuseV1Options.EnableNodeCliInspectArguments, off],
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, on],
    [FuseV1Options.OnlyLoadAppFromAsar, on],
    [FuseV1Options.GrantFileProtocolExtraPrivileges, off],
  ])("%s is %s in the packed binary", async (fuse, want) => {
    const wire = await getCurrentFuseWire(packed.binary);
    expect(String.fromCharCode(wire[fuse] ?? 0)).toBe(want);
  });
});

describe("licences", () => {
  const notices = () => readFileSync(join(packed.folder, "resources/THIRD-PARTY-NOTICES.txt"), "utf8");

  it("are there: ours, Electron's, Chromium's", () => {
    for (const name of ["resources/LICENSE.understudy.txt", "LICENSE.electron.txt", "LICENSES.chromium.html"])
      expect(existsSync(join(packed.folder, name))).toBe(true);
  });

  it("name each package in a bundle or beside one", () => {
    for (const name of [
      "express",
      "react",
      "zod",
      "libsql",
      "@fontsource-variable/inter",
      "@scalar/api-reference",
    ])
      expect(notices()).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(notices()).not.toMatch(/^vitest \d/m);
  });

  it("are each known, and allow to be passed on", () => {
    const allowed =
      /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|OFL-1\.1|CC0-1\.0|BlueOak-1\.0\.0)$/;
    const others = thirdPartyNotices(root).packages.filter(({ license }) => !allowed.test(license));
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });
});

describe("the packed app, without anything else of the project", () => {
  it("serves console, reference, generated code, both planes and the store's threads", async () => {
    // Only `electron` comes from elsewhere: a fake, as there is no screen.
    const hooks = await fakeHooks();
    const data = join(folder, "data");
    const token = "packed-owner-token-0123456789";
    const app = run("--import", [hooks, join(unpacked, "out/main/index.js"), unpacked, ...flags(data)], {
      cwd: folder,
      env: {
        FAKE_USER_DATA: folder,
        XDG_DATA_HOME: folder,
        UNDERSTUDY_TOKEN: token,
        UNDERSTUDY_LAUNCHER: "1",
      },
    });
    expect(await app.nextLine()).toBe("understudy-desktop: started");
    const locator = join(data, ".understudy/server.json");
    await vi.waitFor(() => expect(existsSync(locator), app.stderr.join("\n")).toBe(true), {
      timeout: 60_000,
    });
    const { platformUrl, sdkUrl } = JSON.parse(readFileSync(locator, "utf8"));

    for (const path of ["/", "/docs"]) {
      const scripts = [...(await text(`${platformUrl}${path}`)).matchAll(/src="(\/[^"]+\.js)"/g)];
      const sizes = scripts.map(async ([, script]) => (await text(`${platformUrl}${script}`)).length);
      expect(Math.max(...(await Promise.all(sizes)))).toBeGreaterThan(100_000);
    }
    for (const path of ["/v2/openapi.json", "/oauth/sign-in.css", "/healthz"])
      await text(`${platformUrl}${path}`);
    await text(`${sdkUrl}/healthz`);

    const signedIn = { Authorization: `Bearer ${token}` };
    const json = async (path: string) => (await fetch(`${platformUrl}${path}`, { headers: signedIn })).json();
    const environments = await json("/v2/spaces/cinema/environments");
    const key = environments.data[0].apiKey;
    const sent = await fetch(`${sdkUrl}/sdk/v1/events`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({
        events: [{ name: "packed/seen", time: new Date().toISOString(), userId: "ana" }],
      }),
    });
    expect(await sent.json()).toMatchObject({ accepted: 1 });
    const events = await json("/v2/spaces/cinema/environments/development/events?name=packed/seen");
    expect(events.data).toHaveLength(1);
    const tribes = await json("/v2/spaces/cinema/tribes");
    const reach = await json(`/v2/spaces/cinema/tribes/${tribes.data[0].id}/reach?environment=development`);
    expect(reach).toMatchObject({ users: 9, matched: { users: 3 } });
    const zip = await fetch(`${platformUrl}/v2/spaces/cinema/codegen`, {
      method: "POST",
      headers: { ...signedIn, Accept: "application/zip", "Content-Type": "application/json" },
      body: JSON.stringify({ platform: "browser", lang: "typescript" }),
    });
    const zipped = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())));
    for (const path of ["understudy/index.js", "understudy/index.d.ts", "cinema/index.ts"])
      expect(zipped).toContain(path);
    expect(await app.end()).toBe(0);
    expect(app.stderr.filter((line) => /Cannot find|ENOENT/.test(line))).toEqual([]);
  });

  const flags = (data: string) => [`--data=${data}`, "--port=0", "--sdk-port=0", "--seed=demo"];

  async function text(url: string): Promise<string> {
    const answer = await fetch(url);
    expect([url, answer.status]).toEqual([url, 200]);
    return answer.text();
  }
});

describe("the configuration", () => {
  const builder = createRequire(import.meta.url)("app-builder-lib/out/util/config/config");
  const debugLog = { isEnabled: false, add: () => {} };
  const validate = (config: object): Promise<void> => builder.validateConfiguration(config, debugLog);
  const load = async () => (await import("../../electron-builder.config.mjs")).default;

  it("is valid by the builder's own schema", async () => {
    await expect(validate(await load())).resolves.toBeUndefined();
  });

  it.each([{}, { CSC_LINK: "certificate.p12" }])("and so it is with %j", async (env) => {
    const config = await load();
    await expect(
      validate({ ...config, mac: { ...config.mac, ...macSigning(env) } }),
    ).resolves.toBeUndefined();
  });

  it("repairs Electron's own signature, which flipped fuses break", async () => {
    expect((await load()).electronFuses.resetAdHocDarwinSignature).toBe(true);
  });

  it("has the desktop find the windows' app: its file is named as Electron names them", async () => {
    const { desktopName } = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
    const { linux } = await load();
    expect([desktopName, linux.syncDesktopName]).toEqual([`${linux.executableName}.desktop`, true]);
  });

  it.each([
    ["an unknown option", { nonsense: true }],
    ["a wrong fuse", { electronFuses: { runAsNod: false } }],
    ["a kind of file without its ending", { fileAssociations: [{ name: "Workspace" }] }],
  ])("and %s would be noticed", async (_name, change) => {
    await expect(validate({ ...(await load()), ...change })).rejects.toThrow(/invalid|does not match/i);
  });

  it("names the four kinds of installer, the link's scheme, and a kind of file", async () => {
    const { mac, win, linux, protocols, fileAssociations, publish, asar } = await load();
    expect([mac.target, win.target, linux.target]).toEqual([["dmg"], ["nsis"], ["AppImage", "deb"]]);
    expect(protocols.flatMap(({ schemes }) => schemes)).toEqual(["understudy"]);
    expect(fileAssociations.map(({ ext }) => ext)).toEqual(["understudy"]);
    expect([publish, asar]).toEqual([null, true]);
  });

  it("names only files that are there", async () => {
    const { mac, win, linux, extraResources } = await load();
    const named = [
      mac.icon,
      win.icon,
      linux.icon,
      mac.entitlements,
      ...extraResources.map(({ from }) => from),
    ];
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("says plainly when the app is not built", () => {
    const empty = join(folder, "empty");
    cpSync(join(root, "resources"), join(empty, "resources"), { recursive: true });
    expect(() => appFiles(empty)).toThrow(/^Cannot package: out\/main\/index\.js, .* is not built\.$/);
  });
});
