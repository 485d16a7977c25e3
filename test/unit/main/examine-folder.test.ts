import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { access } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { examineFolder } from "../../../src/main/examine-folder.ts";

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
