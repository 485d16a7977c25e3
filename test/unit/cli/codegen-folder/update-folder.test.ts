import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyPlan } from "../../../../src/cli/codegen-folder/apply-plan.ts";
import { readManifest } from "../../../../src/cli/codegen-folder/manifest.ts";
import { planChanges } from "../../../../src/cli/codegen-folder/plan-changes.ts";
import { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";
import { reportCheck } from "../../../../src/cli/update/check-report.ts";
import { generatePlans } from "../../../../src/cli/update/generate-plans.ts";
import { manifestName } from "../../../../src/core/codegen/folder/manifest.ts";
import { journalFolder, lockRoot, noteMoves } from "../../../../src/server/code-folder/journal.ts";
import { land, recover } from "../../../../src/server/code-folder/landing.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-folder-")));
  root = join(folder, "src", "code");
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", `${folder}-own`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const one of [folder, `${folder}-own`]) rmSync(one, { recursive: true, force: true });
});

const planned = async (files: Record<string, string>, spaceId = "spc_1") =>
  planChanges({
    root,
    spaceId,
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    manifest: await readManifest(root),
  });
const update = async (files: Record<string, string>, spaceId?: string) => {
  const plan = await planned(files, spaceId);
  await applyPlan(plan);
  return plan.changes.map(({ path, kind }) => `${kind} ${path}`);
};
/** Everything in the folder but the manifest, with its text. */
const there = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== manifestName)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")])
      .sort(),
  );
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const first = { "cinema/index.ts": "one\n", "cinema/section/a.ts": "a\n", "understudy/index.js": "run\n" };

describe("an update", () => {
  it("writes into a folder that is not there yet, and leaves nothing beside it", async () => {
    expect(await update(first)).toEqual([
      "missing cinema/index.ts",
      "missing cinema/section/a.ts",
      "missing understudy/index.js",
    ]);
    expect(there()).toEqual({
      "src/code/cinema/index.ts": "one\n",
      "src/code/cinema/section/a.ts": "a\n",
      "src/code/understudy/index.js": "run\n",
    });
    expect(await update(first)).toEqual([]);
  });

  it("removes its own stale files with their folders, and touches no others", async () => {
    await update(first);
    put("mine.ts", "mine\n");
    put("cinema/notes.txt", "notes\n");
    const { "cinema/section/a.ts": _, ...less } = first;
    expect(await update({ ...less, "cinema/index.ts": "two\n" })).toEqual([
      "outdated cinema/index.ts",
      "stale cinema/section/a.ts",
    ]);
    expect(there()).toEqual({
      "src/code/cinema/index.ts": "two\n",
      "src/code/cinema/notes.txt": "notes\n",
      "src/code/mine.ts": "mine\n",
      "src/code/understudy/index.js": "run\n",
    });
    expect(existsSync(join(root, "cinema/section"))).toBe(false);
  });

  it.each([
    ["an edit", "cinema/index.ts", "one\n// mine\n"],
    ["a file of somebody's in a new one's place", "cinema/new.ts", "mine\n"],
    ["an edit of a file that is stale now", "cinema/section/a.ts", "mine\n"],
  ])("sees %s", async (_, path, text) => {
    await update(first);
    put(path, text);
    const { changes } = await planned({
      "cinema/index.ts": "two\n",
      "cinema/new.ts": "n\n",
      "understudy/index.js": "run\n",
    });
    expect(changes.find((change) => change.path === path)).toMatchObject({ kind: "edited", before: text });
  });

  it("takes what a checkout made of line ends for the same", async () => {
    await update(first);
    put("cinema/index.ts", "one\r\n");
    expect((await planned(first)).changes).toEqual([]);
    expect((await planned({ ...first, "cinema/index.ts": "two\n" })).changes[0]?.kind).toBe("outdated");
  });

  it("leaves the files of another Space in the same folder, and the runtime as long as one needs it", async () => {
    await update(first);
    await update({ "theatre/index.ts": "t\n", "understudy/index.js": "run\n" }, "spc_2");
    expect(await update({ "cinema/index.ts": "one\n", "understudy/index.js": "run\n" })).toEqual([
      "stale cinema/section/a.ts",
    ]);
    expect(await update({}, "spc_2")).toEqual(["stale theatre/index.ts"]);
    expect(await update({})).toEqual(["stale cinema/index.ts", "stale understudy/index.js"]);
    expect(there()).toEqual({});
  });

  it("does not read what is larger than any code: it is somebody else's", async () => {
    put("a.ts", "");
    truncateSync(join(root, "a.ts"), 65 * 1024 ** 2);
    expect((await planned({ "a.ts": "code" })).changes).toEqual([
      { path: "a.ts", kind: "edited", before: null, after: "code" },
    ]);
  });

  it("follows no link: a link in a file's place is not ours, one in a folder's stops it", async () => {
    writeFileSync(join(folder, "precious"), "precious");
    mkdirSync(join(root, "cinema"), { recursive: true });
    symlinkSync(join(folder, "precious"), join(root, "cinema/index.ts"));
    const plan = await planned({ "cinema/index.ts": "one\n" });
    expect(plan.changes).toMatchObject([{ kind: "edited", before: null }]);
    await applyPlan(plan);
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("precious");
    expect(readFileSync(join(root, "cinema/index.ts"), "utf8")).toBe("one\n");
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(root, "theatre"));
    await expect(planned({ "theatre/index.ts": "x" })).rejects.toThrow("not a folder of its own");
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
  });

  it.each([["../../x/index.ts"], ["/etc/x"], ["..\\x"], [".understudy-manifest.json"]])(
    "refuses the path %j of an answer",
    async (path) => {
      await expect(planned({ [path]: "x" })).rejects.toThrow("a path that generated code can't have");
      expect(there()).toEqual({});
    },
  );

  it.each([
    ['{"manifestVersion":1', "damaged"],
    ['{"comment":"","manifestVersion":2,"files":[]}', "manifestVersion"],
    [
      `{"comment":"","manifestVersion":1,"files":[{"path":"../../x","sha256":"${"0".repeat(64)}","spaces":["spc_1"]}]}`,
      "leads out of the folder",
    ],
  ])("refuses the manifest %s", async (text, says) => {
    put(manifestName, text);
    await expect(readManifest(root)).rejects.toThrow(says);
  });
});

const move = (path: string, text: string | null, before: string | null) => ({
  path,
  text,
  replaces: before !== null,
  before,
});

it("says why nothing could be written", async () => {
  writeFileSync(join(folder, "src"), "a file, where the folder would be");
  await expect(land(root, [move("x.ts", "x", null)])).rejects.toThrow(`Nothing was changed in ${root}: `);
});

describe("a check", () => {
  /** Code whose head names the revision, and a list of one number. */
  const codeOf = (revision: number, numbers: number) => ({
    "cinema/index.ts": `// Generated by Understudy from the Space "Cinema" (cinema), revision ${revision}. Do not edit: it is written anew.\nexport const numbers = [\n  ${numbers},\n];\n`,
  });
  /** Whether the check is green where the platform, at `revision`, has this number in the list, and what it says. */
  const check = async (revision: number, numbers: number) => {
    const answer = (_url: unknown, { body }: RequestInit = {}) => {
      const asked = JSON.parse(String(body)).revision ?? revision;
      const files = Object.entries(codeOf(asked, numbers)).map(([path, text]) => ({ path, text }));
      return Promise.resolve(Response.json({ revision: asked, files }));
    };
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(answer);
    const lines: string[] = [];
    const written = vi
      .spyOn(process.stdout, "write")
      .mockImplementation((text) => lines.push(String(text)) > 0);
    const target = { platform: "browser", lang: "typescript", out: "src/code" };
    const config = {
      version: 1 as const,
      org: "org_1",
      space: "spc_1",
      spaceKey: "cinema",
      targets: [target],
    };
    const client = new PlatformClient("http://127.0.0.1:4747", "token");
    try {
      const { plans } = await generatePlans(client, { folder, config }, { force: false, check: true });
      return { isGreen: reportCheck(plans, false), said: lines.join("") };
    } finally {
      fetched.mockRestore();
      written.mockRestore();
    }
  };

  it("takes another revision for no difference, and nothing else for the revision", async () => {
    await update(codeOf(7, 7));
    expect(await check(7, 7)).toMatchObject({ isGreen: true });
    expect(await check(8, 7)).toMatchObject({ isGreen: true });
    expect(await check(8, 8)).toMatchObject({ isGreen: false });
  });

  it("names the command that writes it anew, also over edits", async () => {
    await update(codeOf(7, 7));
    expect((await check(8, 8)).said).toMatch(/\nRun `understudy update` to write it anew\.\n$/);
    put("cinema/index.ts", "edited\n");
    expect((await check(7, 7)).said).toMatch(
      /\nRun `understudy update --force` to write it anew; the edits are lost\.\n$/,
    );
  });
});

describe("landing", () => {
  beforeEach(() => update(first));

  it("undoes all where one move can't be made", async () => {
    const old = there();
    // In the way of the second one, and not seen by the plan.
    mkdirSync(join(root, "cinema/new.ts"));
    const moves = [
      move("cinema/index.ts", "two\n", "one\n"),
      move("cinema/section/a.ts", null, "a\n"),
      move("cinema/new.ts", "n\n", null),
    ];
    await expect(land(root, moves)).rejects.toThrow("Nothing was changed");
    expect(there()).toEqual(old);
  });

  it("leaves no folder that was made for code that could not land", async () => {
    const moves = [move("n", "n\n", null), move("n/a.ts", "a\n", null)];
    await expect(land(join(folder, "app/code"), moves)).rejects.toThrow("Nothing was changed in");
    expect(existsSync(join(folder, "app"))).toBe(false);
  });

  it("leaves no folder that was made for what is undone", async () => {
    mkdirSync(join(root, "z.ts"));
    const moves = [move("fresh/one/a.ts", "a\n", null), move("z.ts", "z\n", null)];
    await expect(land(root, moves)).rejects.toThrow("z.ts was changed during the update");
    expect(existsSync(join(root, "fresh"))).toBe(false);
  });

  // A disk of its own everywhere, which everybody may write to.
  const shared = "/dev/shm";
  it.runIf(existsSync(shared))(
    "lands where a disk is mounted, into which nothing moves from beside it",
    async () => {
      const name = basename(folder);
      try {
        await land(shared, [move(`${name}/a.ts`, "a\n", null)]);
        expect(readFileSync(join(shared, name, "a.ts"), "utf8")).toBe("a\n");
        await land(shared, [move(`${name}/a.ts`, null, "a\n")]);
        expect(existsSync(join(shared, name))).toBe(false);
      } finally {
        rmSync(join(shared, name), { recursive: true, force: true });
      }
    },
  );

  it("moves nothing where a file can't be prepared", async () => {
    const old = there();
    // One of them would have to be a file and a folder.
    const moves = [
      move("cinema/index.ts", "two\n", "one\n"),
      move("n", "n\n", null),
      move("n/a.ts", "a\n", null),
    ];
    await expect(land(root, moves)).rejects.toThrow(`Nothing was changed in ${root}: `);
    expect([there(), existsSync(staging())]).toEqual([old, false]);
  });

  it("undoes all where a file was edited since it was looked at", async () => {
    put("cinema/section/a.ts", "edited just now\n");
    const old = there();
    const moves = [move("cinema/index.ts", "two\n", "one\n"), move("cinema/section/a.ts", "b\n", "a\n")];
    await expect(land(root, moves)).rejects.toThrow("was changed during the update");
    expect(there()).toEqual(old);
  });

  const staging = () => join(folder, "src/.code.understudy-update");
  /** As a process notes it that was killed while it moved. */
  const killed = async (moves: { path: string; replaces: boolean }[]) => {
    (await lockRoot(root))?.();
    await noteMoves(root, moves);
  };
  const notes = () => readdirSync(journalFolder()).filter((name) => name.endsWith(".json"));

  it("undoes what a killed process left, wherever it was", async () => {
    const old = there();
    for (const place of ["old/cinema", "new/cinema", "new/understudy", "old/understudy"])
      mkdirSync(join(staging(), place), { recursive: true });
    writeFileSync(join(staging(), "old/cinema/index.ts"), "one\n");
    put("cinema/index.ts", "two\n");
    put("cinema/new.ts", "new\n");
    writeFileSync(join(staging(), "new/understudy/index.js"), "run 2\n");
    await killed([
      { path: "cinema/index.ts", replaces: true },
      { path: "cinema/new.ts", replaces: false },
      { path: "understudy/index.js", replaces: true },
    ]);
    await recover(root);
    expect(there()).toEqual(old);
    expect([existsSync(staging()), notes()]).toEqual([false, []]);
  });

  it("keeps what has landed where only the tidying was cut off", async () => {
    await killed([]);
    put("cinema/new.ts", "new\n");
    const now = there();
    await recover(root);
    expect(there()).toEqual(now);
  });

  it("waits for nobody, but keeps out of another update's way", async () => {
    const release = await lockRoot(root);
    await expect(land(root, [move("x.ts", "x", null)])).rejects.toThrow("Another update of");
    await expect(recover(root)).rejects.toThrow("Another update of");
    release?.();
    expect(existsSync(join(root, "x.ts"))).toBe(false);
    await land(root, [move("x.ts", "x", null)]);
    expect(existsSync(join(root, "x.ts"))).toBe(true);
  });

  it("is one of many at a time, also after one that was killed: all of one lands, or nothing", async () => {
    const old = there();
    mkdirSync(join(staging(), "old/cinema"), { recursive: true });
    writeFileSync(join(staging(), "old/cinema/index.ts"), "one\n");
    put("cinema/index.ts", "half\n");
    await killed([{ path: "cinema/index.ts", replaces: true }]);
    const texts = ["A\n", "B\n", "C\n"];
    const done = await Promise.allSettled(
      texts.map((text) => land(root, [move("cinema/index.ts", text, "one\n"), move("new.ts", text, null)])),
    );
    const landed = texts.filter((_, index) => done[index]?.status === "fulfilled");
    expect(landed).toHaveLength(1);
    const [text] = landed;
    expect(there()).toEqual({ ...old, "src/code/cinema/index.ts": text, "src/code/new.ts": text });
  });

  it("goes on behind a note that makes no sense", async () => {
    await killed([]);
    writeFileSync(join(journalFolder(), notes()[0] ?? ""), "");
    await land(root, [move("x.ts", "x", null)]);
    expect(existsSync(join(root, "x.ts"))).toBe(true);
  });

  it.runIf(process.platform === "linux")("names a journal's folder that keeps no files", async () => {
    vi.stubEnv("UNDERSTUDY_CONFIG_DIR", "/proc/understudy");
    await expect(land(root, [move("x.ts", "x", null)])).rejects.toThrow("/proc keeps no files");
  });

  it("believes no journal that came with the project", async () => {
    mkdirSync(join(staging(), "old"), { recursive: true });
    const moves = [{ path: "cinema/index.ts", replaces: false }];
    writeFileSync(join(staging(), "journal.json"), JSON.stringify({ pid: 3_999_999, moves }));
    writeFileSync(join(staging(), "old/hook"), "#!/bin/sh\n");
    const old = there();
    const says = "is not from an update of yours";
    await expect(recover(root)).rejects.toThrow(says);
    await expect(land(root, [move("x.ts", "x", null)])).rejects.toThrow(says);
    expect(there()).toEqual(old);
  });

  it("moves nothing to a place that generated code can't have, whatever is noted", async () => {
    mkdirSync(join(staging(), "old/.git/hooks"), { recursive: true });
    writeFileSync(join(staging(), "old/.git/hooks/pre-commit"), "#!/bin/sh\n");
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    await killed([{ path: ".git/hooks/pre-commit", replaces: true }]);
    await recover(root);
    expect(readdirSync(join(root, ".git/hooks"))).toEqual([]);
  });
});
