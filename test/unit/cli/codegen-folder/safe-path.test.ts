import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isSafePath } from "../../../../src/core/codegen/folder/safe-path.ts";
import { assertRealFolders, codegenRoot, isBelow } from "../../../../src/server/code-folder/safe-path.ts";

describe("isSafePath", () => {
  it.each(["cinema/index.ts", "understudy/index.d.ts", "con_/section/a-b.ts"])("takes %s", (path) =>
    expect(isSafePath(path)).toBe(true),
  );

  it.each([
    "",
    "/etc/passwd",
    "../../x/index.ts",
    "cinema/../../x.ts",
    "cinema/./x.ts",
    "cinema//x.ts",
    "cinema/",
    "..\\..\\x",
    "C:/x",
    "C:x.ts",
    "cinema/x.ts:stream",
    "cinema/x\u0000.ts",
    "cinema/x.ts\n",
    ".git/hooks/pre-commit",
    "cinema/.npmrc",
    "cinema/x.",
    "~/x",
    "a".repeat(501),
  ])("refuses %j", (path) => expect(isSafePath(path)).toBe(false));
});

it.each([
  ["/a/b", "/a/b/c", true],
  ["/a/b", "/a/bc", false],
  ["/a/b", "/a/b", false],
  ["/", "/a", true],
])("isBelow(%s, %s) is %s", (folder, path, want) => expect(isBelow(folder, path)).toBe(want));

describe("on a disk", () => {
  let folder: string;
  let project: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-safe-")));
    project = join(folder, "project");
    mkdirSync(join(folder, "elsewhere"));
    mkdirSync(join(folder, "project-2"));
    mkdirSync(join(project, "src"), { recursive: true });
    symlinkSync(join(folder, "elsewhere"), join(project, "out-link"));
    symlinkSync(join(folder, "gone"), join(project, "dead-link"));
    symlinkSync(join(project, "src"), join(project, "in-link"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    "src/code",
    "src",
    "new/deep/code",
    "Büro/mein Code (neu)",
    "src/[locale]/gen",
    "R&D/gen",
    "a,b",
    "src/~gen",
  ])("%s is a root", async (out) => {
    expect(await codegenRoot(project, out)).toBe(join(project, out));
  });

  it.each([
    [".", "below the project's"],
    ["..", "below the project's"],
    ["../elsewhere", "below the project's"],
    ["../project-2", "below the project's"],
    ["/tmp", "below the project's"],
    ["out-link", "elsewhere through a link"],
    ["out-link/code", "elsewhere through a link"],
    ["in-link/code", "elsewhere through a link"],
    ["dead-link", "elsewhere through a link"],
    ["dead-link/code", "elsewhere through a link"],
    [".git", "hidden"],
    ["src/.git/hooks", "hidden"],
    ["node_modules", "node_modules"],
    ["web/Node_Modules/x", "node_modules"],
    [".github/workflows", "hidden"],
    ["GIT~1", "every system"],
    ["src./code", "every system"],
    ["a:b", "every system"],
    ["Con", "every system"],
    ["src/nul.d/code", "every system"],
  ])("%s is none", async (out, says) => {
    await expect(codegenRoot(project, out)).rejects.toThrow(says);
  });

  it("a project that is itself reached through a link is fine", async () => {
    symlinkSync(project, join(folder, "link-to-project"));
    expect(await codegenRoot(join(folder, "link-to-project"), "src")).toBe(join(project, "src"));
  });

  it("a link or a file between root and file is refused, and nothing there is fine", async () => {
    const root = join(project, "src");
    symlinkSync(join(folder, "elsewhere"), join(root, "cinema"));
    writeFileSync(join(root, "file"), "");
    await expect(assertRealFolders(root, "cinema/index.ts")).rejects.toThrow("not a folder of its own");
    await expect(assertRealFolders(root, "file/index.ts")).rejects.toThrow("not a folder of its own");
    await expect(assertRealFolders(root, "other/deep/index.ts")).resolves.toBeUndefined();
  });
});
