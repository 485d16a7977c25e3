import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appFiles } from "../../scripts/packaging/app-files.mjs";
import { buildWithoutElectron } from "../../scripts/packaging/build-app.mjs";
import { macSigning } from "../../scripts/packaging/mac-signing.mjs";
import { thirdPartyNotices } from "../../scripts/packaging/notices.mjs";
import { electronNode, hasElectronNode } from "../../scripts/setup/electron-node.mjs";
import { endAll, root, run } from "../helpers/built-program.ts";
import { fakeHooks } from "../helpers/desktop-app.ts";
import { loadAsar, type PackedApp, packApp } from "../helpers/packed-app.ts";
import { patience } from "../helpers/patience.ts";

let folder: string;
let packed: PackedApp;
/** Paths in the archive, e.g. `/out/main/index.js`; folders are not among them. */
let files: string[];
let unpacked: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "understudy-packaging-"));
  chmodSync(folder, 0o755);
  packed = await packApp(join(folder, "first"));
  const { extractAll } = await loadAsar();
  unpacked = join(folder, mounted);
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

  it("is the same when it is packed again, and where Electron can't be had only that is missing", async () => {
    const again = await buildWithoutElectron(root, join(folder, "again"));
    const archives = [again, packed.folder].map((one) => readFileSync(join(one, "resources/app.asar")));
    expect(archives[0]?.equals(archives[1] ?? Buffer.alloc(0))).toBe(true);
    const entries = readdirSync(again, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const paths = entries.map((one) => relative(again, join(one.parentPath, one.name)));
    expect(paths.filter((path) => !path.startsWith("resources/app.asar.unpacked/")).sort()).toEqual([
      "resources/LICENSE.understudy.txt",
      "resources/THIRD-PARTY-NOTICES.txt",
      "resources/app.asar",
    ]);
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

/** Where an AppImage is mounted has a dot at its beginning; the rest is what people call their folders. */
const mounted = ".mount_Under x ü";
/** Whether every other user of the machine can run it: a Node in somebody's own folder is theirs alone. */
const isForAll = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isForAll(dirname(path)));
/** Whoever packs as root runs the app as somebody else, who may write nothing of it. */
const nobody = process.getuid?.() === 0 && isForAll(process.execPath) ? { uid: 65_534 } : {};
const nodes: [name: string, node: string, as: { readonly uid?: number }][] = [
  ["ours", process.execPath, nobody],
];
// Its folder is that of who runs the tests, so nobody else can read it.
if (hasElectronNode()) nodes.push(["Electron's", electronNode, {}]);

describe("the packed app, without anything else of the project, in a folder that can't be written", () => {
  beforeAll(() => writable(false));
  afterAll(() => writable(true));

  it.each(nodes)(
    "serves every page and asset, both planes and the store's threads: %s Node",
    async (name, node, as) => {
      const home = join(folder, `home of ${name}`);
      mkdirSync(home);
      if (as.uid !== undefined) chownSync(home, as.uid, as.uid);
      const data = join(home, "data");
      const token = "packed-owner-token-0123456789";
      // Only `electron` comes from elsewhere: a fake, as there is no screen.
      const script = [await fakeHooks(), join(unpacked, "out/main/index.js"), unpacked, ...flags(data)];
      const app = run("--import", script, {
        node,
        cwd: home,
        env: { FAKE_USER_DATA: home, XDG_DATA_HOME: home, UNDERSTUDY_TOKEN: token, UNDERSTUDY_LAUNCHER: "1" },
        ...as,
      });
      expect(await app.nextLine()).toBe("understudy-desktop: started");
      const locator = join(data, ".understudy/server.json");
      await vi.waitFor(() => expect(existsSync(locator), app.stderr.join("\n")).toBe(true), {
        timeout: patience,
      });
      const { platformUrl, sdkUrl } = JSON.parse(readFileSync(locator, "utf8"));

      const pages = [
        "/",
        "/welcome",
        "/spaces",
        "/docs",
        "/docs/standalone.js",
        "/v2/openapi.json",
        "/healthz",
      ];
      for (const path of [...pages, "/oauth/sign-in.css"]) await text(`${platformUrl}${path}`);
      for (const path of ["/demo", "/healthz"]) await text(`${sdkUrl}${path}`);
      const assets = [...under("out/renderer", platformUrl), ...under("out/demo", `${sdkUrl}/demo`)];
      expect(assets.length).toBeGreaterThan(50);
      for (const [file, url] of assets) expect([url, (await text(url)).length]).toEqual([url, sizeOf(file)]);

      const signedIn = { Authorization: `Bearer ${token}` };
      const json = async (path: string) =>
        (await fetch(`${platformUrl}${path}`, { headers: signedIn })).json();
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
      expect(app.stderr.filter((line) => /Cannot find|ENOENT|EACCES|EROFS/.test(line))).toEqual([]);
    },
  );

  const flags = (data: string) => [`--data=${data}`, "--port=0", "--sdk-port=0", "--seed=demo"];
  const sizeOf = (file: string) => readFileSync(join(unpacked, file), "latin1").length;

  /** Built files and where they are served; the pages themselves are asked for by their own addresses. */
  const under = (from: string, url: string) =>
    files
      .filter((file) => file.startsWith(`${from}/`) && !file.endsWith(".html"))
      .map((file) => [file, `${url}${file.slice(from.length)}`] as const);

  /** What is answered, a character for each byte. */
  async function text(url: string): Promise<string> {
    const answer = await fetch(url);
    expect([url, answer.status]).toEqual([url, 200]);
    return Buffer.from(await answer.arrayBuffer()).toString("latin1");
  }

  function writable(is: boolean): void {
    for (const entry of ["", ...readdirSync(unpacked, { recursive: true, encoding: "utf8" })]) {
      const path = join(unpacked, entry);
      chmodSync(path, is || !statSync(path).isDirectory() ? 0o755 : 0o555);
    }
  }
});

interface BuildersPackager {
  pack: () => Promise<void>;
  readonly applyCommonInfo: (plist: object, contents: string) => Promise<void>;
}

/** What the builder makes of the configuration for each system, without making anything: its own classes are asked. */
describe("the builder's own files", () => {
  const from = (path: string) => createRequire(import.meta.url)(`app-builder-lib/out/${path}`);
  const { Packager } = from("packager");

  /** The part of the builder that packs for a system, once it knows our configuration. */
  async function packagerFor(name: "linuxPackager" | "macPackager" | "winPackager", platform: string) {
    const { default: config } = await import("../../electron-builder.config.mjs");
    const { Platform } = from("core");
    const [made] = Object.values(from(name)).filter(
      (one) => typeof one === "function" && /Packager/.test(String(one)),
    );
    const Maker = made as new (info: unknown) => BuildersPackager;
    const packagers: BuildersPackager[] = [];
    await new Packager({
      projectDir: root,
      targets: Platform.fromString(platform).createTarget(["dir"]),
      config: structuredClone(config),
      platformPackagerFactory: (info: unknown) => {
        const one = new Maker(info);
        one.pack = async () => {};
        packagers.push(one);
        return one;
      },
    }).build();
    const [packager] = packagers;
    if (packager === undefined) throw new Error(`the builder packs nothing for ${platform}`);
    return packager;
  }

  it("opens links and workspaces on Linux, in the sandbox, by a name that the windows have", async () => {
    const packager = await packagerFor("linuxPackager", "linux");
    const { LinuxTargetHelper } = from("targets/LinuxTargetHelper");
    const { default: AppImageTarget } = from("targets/appimage/AppImageTarget");
    const helper = new LinuxTargetHelper(packager);
    const entry: string = await new AppImageTarget("AppImage", packager, helper, folder).desktopEntry.value;
    const lines = entry.split("\n");
    for (const line of [
      "Exec=AppRun %U",
      "StartupWMClass=understudy-desktop",
      "Icon=understudy-desktop",
      "MimeType=application/x-understudy-workspace;x-scheme-handler/understudy;",
      "Terminal=false",
    ])
      expect(lines).toContain(line);
    expect(entry).not.toContain("--no-sandbox");
    expect(helper.getDesktopFileName()).toBe("understudy-desktop");
  });

  it("starts an AppImage with what it was given, in the sandbox wherever the system allows it", () => {
    const { generateAppRunScript } = from("targets/appimage/appImageUtil");
    const names = {
      DesktopFileName: "understudy-desktop.desktop",
      ProductName: "Understudy",
      ProductFilename: "Understudy",
    };
    writeFileSync(
      join(folder, "AppRun"),
      generateAppRunScript({ ...names, ExecutableName: "understudy-desktop" }),
      { mode: 0o755 },
    );
    writeFileSync(join(folder, "understudy-desktop"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    writeFileSync(join(folder, "unshare"), "#!/bin/sh\nexit $FORBIDDEN\n", { mode: 0o755 });
    const start = (FORBIDDEN: string) =>
      execFileSync(join(folder, "AppRun"), ["understudy://spaces/a b"], {
        // Its own folder comes first in the path there, so `unshare` is ours.
        env: { ...process.env, APPDIR: folder, FORBIDDEN },
        encoding: "utf8",
      });
    expect(start("0")).toBe("understudy://spaces/a b\n");
    // The app then says so and ends (test/unit/main/window-security.test.ts).
    expect(start("1")).toBe("--no-sandbox\nunderstudy://spaces/a b\n");
  });

  it("tells macOS of links, workspaces, and that the server goes on while no window is seen", async () => {
    const packager = await packagerFor("macPackager", "mac");
    // As little of Electron's own bundle as the builder asks for.
    const contents = join(folder, "mac/Electron.app/Contents");
    const helper = join(contents, "Frameworks/Electron Helper.app/Contents");
    for (const one of [contents, helper]) {
      mkdirSync(join(one, "MacOS"), { recursive: true });
      mkdirSync(join(one, "Resources"));
      writeFileSync(
        join(one, "Info.plist"),
        '<?xml version="1.0"?><plist version="1.0"><dict></dict></plist>',
      );
    }
    writeFileSync(join(contents, "MacOS/Electron"), "");
    writeFileSync(join(helper, "MacOS/Electron Helper"), "");
    await from("electron/electronMac").createMacApp(packager, join(folder, "mac"), null, false);
    const app = join(folder, "mac/Understudy.app/Contents");
    const plist = await from("util/plist").parsePlistFile(join(app, "Info.plist"));
    expect(plist).toMatchObject({
      CFBundleIdentifier: "dev.understudy.desktop",
      CFBundleName: "Understudy",
      CFBundleExecutable: "Understudy",
      NSAppSleepDisabled: true,
      LSApplicationCategoryType: "public.app-category.developer-tools",
      CFBundleURLTypes: [{ CFBundleURLSchemes: ["understudy"], CFBundleTypeRole: "Viewer" }],
      CFBundleDocumentTypes: [{ CFBundleTypeExtensions: ["understudy"], CFBundleTypeRole: "Editor" }],
    });
    expect(existsSync(join(app, "MacOS/Understudy"))).toBe(true);
  });

  it("registers workspaces on Windows for one user, without taking data away with the app", async () => {
    const packager = await packagerFor("winPackager", "windows");
    const { NsisTarget } = from("targets/nsis/NsisTarget");
    const { AppPackageHelper } = from("targets/nsis/nsisUtil");
    const target = new NsisTarget(packager, folder, "nsis", new AppPackageHelper({}));
    const script: string = await target.computeFinalScript("; the rest", true, new Map());
    expect(script).toContain('APP_ASSOCIATE "understudy" "Understudy workspace" "Understudy workspace"');
    const defines: Record<string, unknown> = {};
    await target.configureDefines(false, defines);
    expect(defines).toMatchObject({ allowToChangeInstallationDirectory: null });
    expect(defines).not.toHaveProperty("DELETE_APP_DATA_ON_UNINSTALL");
    expect(defines).not.toHaveProperty("INSTALL_MODE_PER_ALL_USERS");
  });
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
