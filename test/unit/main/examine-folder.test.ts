import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { access } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { examineFolder } from "../../../src/main/examine-folder.ts";
import { ShellMemory } from "../../../src/main/shell-memory.ts";
import { WorkspaceChooser } from "../../../src/main/workspace-chooser.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

// Rights do not bind root, as whom tests may run: where it matters, the answer is given by hand.
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return { ...real, access: vi.fn(real.access) };
});

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "understudy-examine-"));
  folder = join(base, "folder");
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

const files = (named: Readonly<Record<string, string>>) => {
  mkdirSync(folder);
  for (const [name, text] of Object.entries(named)) writeFileSync(join(folder, name), text);
};

it.each([
  ["nothing", () => {}, "new", null],
  ["an empty folder", () => files({}), "empty", null],
  ["a fresh repository", () => files({ ".git": "", "README.md": "", LICENSE: "" }), "empty", null],
  ["a workspace", () => files({ "workspace.json": '{"schemaVersion":1}', "x.txt": "" }), "workspace", null],
  [
    "a workspace whose document begins with a BOM",
    () => files({ "workspace.json": '\uFEFF{"schemaVersion":1}' }),
    "workspace",
    null,
  ],
  ["other files", () => files({ "taxes.pdf": "" }), "unusable", "Other files are in this folder"],
  ["a file", () => writeFileSync(folder, ""), "unusable", "This is a file"],
  ["a damaged workspace", () => files({ "workspace.json": "{" }), "unusable", "is damaged"],
  ["no workspace at all", () => files({ "workspace.json": "[]" }), "unusable", "is damaged"],
  ["a newer one", () => files({ "workspace.json": '{"schemaVersion":2}' }), "unusable", "A newer Understudy"],
])("%s", async (_name, make, kind, problem) => {
  make();
  const before = readdirSync(base, { recursive: true });
  const found = await examineFolder(folder);
  expect(found).toMatchObject({ path: folder, kind });
  if (problem === null) expect(found.problem).toBeNull();
  else expect(found.problem).toContain(problem);
  expect(readdirSync(base, { recursive: true })).toEqual(before);
});

it("a place below a file", async () => {
  writeFileSync(folder, "");
  expect(await examineFolder(join(folder, "a"))).toMatchObject({ kind: "unusable" });
});

it.each([
  ["a folder without rights", () => files({}), "", "no right to write"],
  ["one that can't be made", () => files({}), "a/b", "no right to make a folder"],
])("%s", async (_name, make, below, problem) => {
  make();
  vi.mocked(access).mockRejectedValueOnce(Object.assign(new Error("EACCES"), { code: "EACCES" }));
  const found = await examineFolder(join(folder, below));
  expect(found.kind).toBe("unusable");
  expect(found.problem).toContain(problem);
});

// Windows has no such things in a folder.
describe.skipIf(process.platform === "win32")("what would be read for ever", () => {
  it.each([
    ["a pipe", (path: string) => execFileSync("mkfifo", [path])],
    ["a link to a device", (path: string) => symlinkSync("/dev/zero", path)],
  ])("is no workspace.json: %s", async (_name, make) => {
    files({});
    make(join(folder, "workspace.json"));
    expect(await examineFolder(folder)).toMatchObject({ kind: "unusable" });
  });
});

it("lets no recent workspace keep the others waiting whose drive does not answer", async () => {
  const [there, away] = [join(base, "there"), join(base, "away")];
  files({ "workspace.json": '{"schemaVersion":1}' });
  renameSync(folder, there);
  mkdirSync(away);
  vi.mocked(access).mockImplementation(async (path) => (path === away ? new Promise(() => {}) : undefined));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.mocked(access).mockReset();
  });
  const memory = new ShellMemory(join(base, "desktop.json"));
  memory.change({ recents: [away, there] });
  const state = new WorkspaceChooser(memory, () => null).state();
  // Both are looked at, then one of them has answered.
  for (const left of [2, 1])
    while (vi.getTimerCount() !== left) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  expect((await state).recents).toEqual([
    { path: away, kind: "unusable", problem: "Its drive does not answer." },
    { path: there, kind: "workspace", problem: null },
  ]);
});
