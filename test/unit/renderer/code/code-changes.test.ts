import { describe, expect, it } from "vitest";
import { changedFiles, codeFiles, treeLines } from "../../../../src/renderer/code/code-changes.ts";

const file = (path: string, body: string, revision = 1) => ({
  path,
  text: `// revision ${revision}\n${body}\n`,
});

describe("codeFiles", () => {
  const now = [file("a/index.ts", "one", 2), file("a/new.ts", "new", 2)];
  const cases: [string, { last: typeof now | null; want: Record<string, string> }][] = [
    ["nothing is new without an export", { last: null, want: {} }],
    [
      "files come and go",
      {
        last: [file("a/index.ts", "one"), file("a/old.ts", "old")],
        want: { "a/new.ts": "added", "a/old.ts": "removed" },
      },
    ],
    [
      "a body changes",
      { last: [file("a/index.ts", "two"), now[1] ?? file("", "")], want: { "a/index.ts": "changed" } },
    ],
    ["only the revision changes", { last: [file("a/index.ts", "one"), file("a/new.ts", "new")], want: {} }],
  ];
  it.each(cases)("%s", (_name, { last, want }) => {
    const changed = changedFiles(codeFiles(now, last));
    expect(Object.fromEntries(changed.map(({ path, state }) => [path, state]))).toEqual(want);
  });
});

describe("treeLines", () => {
  const files = codeFiles([file("a/b/x.ts", ""), file("a/y.ts", ""), file("z.ts", "")], null);
  it.each([
    ["puts each folder once, before what is in it", [], ["a/", "  b/", "    x.ts", "  y.ts", "z.ts"]],
    ["shows nothing of what is in a closed one", ["a/b/"], ["a/", "  b/", "  y.ts", "z.ts"]],
    ["nor of the closed ones in it", ["a/", "a/b/"], ["a/", "z.ts"]],
  ])("%s", (_, closed, want) => {
    const lines = treeLines(files, new Set(closed));
    expect(
      lines.map(({ level, name, file }) => `${"  ".repeat(level - 1)}${name}${file ? "" : "/"}`),
    ).toEqual(want);
  });
});
