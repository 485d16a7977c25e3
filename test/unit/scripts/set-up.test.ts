import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nodeProblem } from "../../../bin/check-node.mjs";
import { dropStamp, fingerprint, isBuilt, writeStamp } from "../../../scripts/setup/build-stamp.mjs";
import { ensureInstalled, explainNpm, isInstalled, npmCi } from "../../../scripts/setup/install.mjs";
import { SetupError } from "../../../scripts/setup/report.mjs";
import { root, runScript } from "../../../scripts/setup/set-up.mjs";
import { failures, secondTries, tallyVitest } from "../../../scripts/setup/tally.mjs";
import { folderOfOurs } from "../../../scripts/setup/toolchain.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-set-up-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("nodeProblem", () => {
  it.each([
    ["18.20.8", false],
    ["20.18.3", false],
    ["20.19.0", true],
    ["20.20.2", true],
    ["22.0.0", true],
    ["100.0.0", true],
  ])("%s: %s", (version, fits) => {
    expect(nodeProblem(version)).toEqual(fits ? null : expect.stringContaining("20.19 or newer"));
  });
});

describe("the build stamp", () => {
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  beforeEach(() => {
    write("src/cli/index.ts", "1");
    write("out/main/cli.js", "1");
    writeStamp(folder, fingerprint(folder));
  });

  it("holds while nothing changes", () => {
    expect(isBuilt(folder)).toBe(true);
  });

  it.each([
    ["an edit", () => write("src/cli/index.ts", "2")],
    ["a new file", () => write("src/cli/new.ts", "1")],
    ["a deleted file", () => rmSync(join(folder, "src/cli/index.ts"))],
    ["a resource", () => write("resources/icons/mark.svg", "<svg/>")],
    ["another lockfile", () => write("package-lock.json", "{}")],
    ["a build that began", () => dropStamp(folder)],
    ["no out/ at all", () => rmSync(join(folder, "out"), { recursive: true })],
  ])("does not hold after %s", (_name, change) => {
    change();
    expect(isBuilt(folder)).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("the folder for what is fetched, without a home", () => {
  const uid = process.getuid?.() ?? 0;
  const ours = () => folderOfOurs(folder, uid);

  it("is made for one person alone, and found again", () => {
    expect(ours()).toBe(join(folder, `understudy-${uid}`));
    expect([statSync(ours()).mode & 0o777, ours()]).toEqual([0o700, ours()]);
  });

  it.each([
    ["others may write to it", () => chmodSync(ours(), 0o777)],
    ["others may read it", () => chmodSync(ours(), 0o755)],
    [
      "it is a link",
      () => {
        mkdirSync(join(folder, "theirs"), { mode: 0o700 });
        symlinkSync(join(folder, "theirs"), join(folder, `understudy-${uid}`));
      },
    ],
    ["it is a file", () => writeFileSync(join(folder, `understudy-${uid}`), "")],
  ])("is not believed where %s", (_name, plant) => {
    plant();
    expect(ours).toThrow(/may hold somebody else's programs/);
  });

  it("is not believed where it belongs to somebody else", () => {
    mkdirSync(join(folder, `understudy-${uid + 1}`), { mode: 0o700 });
    expect(() => folderOfOurs(folder, uid + 1)).toThrow(/may hold somebody else's programs/);
  });
});

describe("runScript", () => {
  const failed = (code: string, path?: string) =>
    Object.assign(new Error(`${code}: it failed`), { code, path });
  afterEach(() => {
    process.exitCode = undefined;
    vi.restoreAllMocks();
  });
  it.each([
    ["a checkout of somebody else's", failed("EACCES", join(root, "out/.build-stamp")), "clone of your own"],
    ["a disk that is full", failed("ENOSPC"), "disk is full"],
    ["what set-up says", new SetupError("It says so."), "It says so."],
  ])("tells %s plainly", async (_name, error, words) => {
    const said = vi.spyOn(console, "error").mockReturnValue();
    await runScript(() => Promise.reject(error));
    expect([process.exitCode, said.mock.calls.flat().join("")]).toEqual([1, expect.stringContaining(words)]);
  });
  it.each([
    ["a fault", new TypeError("no function")],
    ["that there are no watchers left", Object.assign(failed("ENOSPC", root), { syscall: "watch" })],
    ["what is not the checkout's", failed("EACCES", join(tmpdir(), "data"))],
  ])("throws %s", async (_name, error) => {
    await expect(runScript(() => Promise.reject(error))).rejects.toBe(error);
  });
});

// Windows has no ? in names.
it.each(process.platform === "win32" ? ["C#"] : ["C#", "why?"])(
  "a start in a folder %s, where nothing can be built, says so before it installs",
  (name) => {
    const checkout = join(folder, name);
    for (const part of ["scripts", "bin"])
      cpSync(join(root, part), join(checkout, part), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(checkout, "scripts/start.mjs")], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Understudy can't be built in a folder/)]);
  },
);

it.each(["start.mjs", "test.mjs"])("%s under an older Node.js says so, and does nothing else", (script) => {
  for (const part of ["scripts", "bin", "test/toolchains"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  const older =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } })';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(older)}`, join(folder, "scripts", script)],
    { encoding: "utf8", env: { PATH: "" } },
  );
  expect([status, stdout, stderr]).toEqual([
    1,
    "",
    "Understudy needs Node.js 20.19 or newer; this is 20.18.3.\n",
  ]);
});

describe("isInstalled", () => {
  const lock = JSON.stringify({
    packages: {
      "": { name: "understudy" },
      "node_modules/a": { version: "1.0.0" },
      "node_modules/other-system": { version: "1.0.0", optional: true },
    },
  });
  const record = (packages: object) => JSON.stringify({ packages });
  it.each([
    ["all there", record({ "node_modules/a": { version: "1.0.0" } }), true],
    ["another version", record({ "node_modules/a": { version: "1.0.1" } }), false],
    ["one missing", record({}), false],
    ["nothing installed", null, false],
  ])("%s", (_name, present, want) => {
    expect(isInstalled(lock, present)).toBe(want);
  });
});

it("leaves a linked node_modules alone: it is another checkout's", async () => {
  writeFileSync(join(folder, "package-lock.json"), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
  mkdirSync(join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(folder, "node_modules"));
  await expect(ensureInstalled(folder)).resolves.toBeUndefined();
});

describe("npmCi, in another project's workspace, installs what the build is made with", () => {
  afterEach(() => vi.unstubAllEnvs());
  it.each([
    ["NODE_ENV", "production"],
    ["npm_config_omit", "dev"],
    ["npm_config_omit", "optional"],
    ["npm_config_install_strategy", "linked"],
    ["npm_config_location", "global"],
    ["npm_config_engine_strict", "true"],
    ["npm_execpath", "/usr/lib/node_modules/yarn/bin/yarn.js"],
  ])("where %s is %s", async (name, value) => {
    const needs = {
      devDependencies: { tool: "file:tool" },
      optionalDependencies: { program: "file:program" },
    };
    const packages: Record<string, object> = {
      tool: { version: "1.0.0", dev: true, dependencies: { part: "file:../part" } },
      part: { version: "1.0.0", dev: true, engines: { node: ">=1000" } },
      program: { version: "1.0.0", optional: true },
    };
    const made = Object.keys(packages);
    const links = made.map((resolved) => [`node_modules/${resolved}`, { resolved, link: true }]);
    const checkout = join(folder, "checkout");
    mkdirSync(checkout);
    const write = (path: string, content: object) =>
      writeFileSync(join(folder, path), JSON.stringify(content));
    write("package.json", { workspaces: ["checkout"] });
    write("checkout/package.json", needs);
    write("checkout/package-lock.json", {
      lockfileVersion: 3,
      packages: { "": needs, ...Object.fromEntries(links), ...packages },
    });
    for (const each of made) {
      mkdirSync(join(checkout, each));
      write(`checkout/${each}/package.json`, { name: each, ...packages[each] });
    }
    vi.stubEnv(name, value);
    expect(await npmCi(checkout)).toMatchObject({ code: 0 });
    expect(made.filter((each) => !existsSync(join(checkout, "node_modules", each)))).toEqual([]);
  });
});

describe("explainNpm", () => {
  it.each([
    ["npm error code EAI_AGAIN", "registry does not answer"],
    ["npm error code ENOSPC", "disk is full"],
    ["npm error code EUSAGE", "do not fit together"],
    ["npm error code EINTEGRITY", "checksum"],
    [
      "npm error notarget No matching version found for zustand@5.1.0 with a date before 10/31/2026.",
      "min-release-age",
    ],
    ["npm error something new", "npm says"],
  ])("%s", (output, want) => {
    const text = explainNpm(output);
    expect(text).toContain(want);
    expect(text).toContain(output);
  });

  it("says of a cache that is somebody else's what npm says to do", () => {
    const text = explainNpm(`npm error code EACCES
npm error syscall mkdir
npm error path /home/ana/.npm/_cacache/tmp
npm error errno EACCES
npm error
npm error Your cache folder contains root-owned files, due to a bug in previous versions of npm which has since been addressed.
npm error
npm error To permanently fix this problem, please run:
npm error   sudo chown -R 1000:1000 "/home/ana/.npm"`);
    expect(text).toMatch(/own cache can't be written to/);
    expect(text).toMatch(/sudo chown -R 1000:1000 "\/home\/ana\/.npm"$/);
  });
});

describe("tallyVitest", () => {
  const report = (given: object) => ({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...given,
  });
  it.each([
    ["all passed", report({}), 0, { passed: 3, failed: 0 }],
    ["one failed", report({ numFailedTests: 1 }), 1, { passed: 3, failed: 1 }],
    ["skipped and to do", report({ numPendingTests: 1, numTodoTests: 1 }), 0, { passed: 3, failed: 2 }],
    [
      "a file that cannot be loaded",
      report({ testResults: [{ name: "x", status: "failed", assertionResults: [] }] }),
      1,
      { passed: 3, failed: 1 },
    ],
    ["an error outside any test", report({}), 1, { passed: 3, failed: 1 }],
    ["no report", null, 1, { passed: 0, failed: 1 }],
  ])("%s", (_name, given, code, want) => {
    expect(tallyVitest(given, code)).toMatchObject(want);
  });
});

describe("failures and second tries", () => {
  const waited = [
    "TimeoutError: locator.waitFor: Timeout 60000ms exceeded.",
    "Call log:",
    "\u001b[2m  - waiting for getByText('Saved') to be visible\u001b[22m",
    "    at saved (/somewhere/test/e2e/console.test.ts:12:5)",
  ];
  const assertionResults = [
    { fullName: "passes", status: "passed", failureMessages: [] },
    { fullName: "passes late", status: "passed", failureMessages: [waited.join("\n"), "Error: another"] },
    { fullName: "fails", status: "failed", failureMessages: ["Error: no\n    at node:fs:1:2"] },
  ];
  const report = { testResults: [{ assertionResults }] };
  it("are named with what they failed with, what they waited for, and where", () => {
    expect(secondTries(report)).toEqual([
      "passes late: TimeoutError: locator.waitFor: Timeout 60000ms exceeded., waiting for getByText('Saved') to be visible, test/e2e/console.test.ts:12",
    ]);
    expect(failures(report)).toEqual(["fails: Error: no"]);
  });
  it("are none where there is no report", () => {
    expect(secondTries(null)).toEqual([]);
    expect(failures(null)).toEqual([]);
  });
});
