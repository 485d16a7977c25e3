import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { filesIn } from "../../../../src/server/workspace/document-place.ts";
import { SceneDocuments } from "../../../../src/server/workspace/scene-documents.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

test("a scene that is read while it changes is not put back to what it was", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-workspace-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [space] = (await Workspace.open(folder, Date.parse("2026-11-20T09:00:00Z"))).spaces();
  if (space === undefined) throw new Error("the workspace has no Space");
  const answers: (() => void)[] = [];
  let names = ["before"];
  const read = () => {
    const [name = "after"] = names;
    names = [];
    return new Promise((answer) => answers.push(() => answer({ key: "x", name })));
  };
  const files = filesIn(folder);
  const place = {
    ...files,
    exists: async () => true,
    file: (path: string) => ({
      path,
      text: "",
      read,
      textOnDisk: async () => JSON.stringify(await read()),
    }),
  } as never;
  const scenes = await SceneDocuments.open(space, { place, warnings: new Map() });
  let done = false;
  const both = Promise.all([scenes.reload("x"), scenes.reload("x")]).then(() => (done = true));
  while (!done) {
    await new Promise(setImmediate);
    answers.pop()?.();
  }
  await both;
  expect(scenes.find("x")?.name).toBe("after");
});

test.each(["entries", "exists"] as const)(
  "where nobody can say what scenes there are (%s), that is said, and none is left out",
  async (asked) => {
    const folder = await mkdtemp(join(tmpdir(), "understudy-workspace-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [space] = (await Workspace.open(folder, Date.parse("2026-11-20T09:00:00Z"))).spaces();
    if (space === undefined) throw new Error("the workspace has no Space");
    const place = {
      ...filesIn(folder),
      entries: async () => [{ name: "x.json", isFolder: true }],
      [asked]: () => Promise.reject(new Problem("not-ready", "The database is away.")),
    };
    const warnings = new Map<string, string>();
    const opening = SceneDocuments.open(space, { place, warnings });
    await expect(opening).rejects.toThrow("The database is away.");
    expect(warnings.size).toBe(0);
  },
);
