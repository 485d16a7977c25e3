import { mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changedFiles } from "../../../../src/server/workspace/changed-files.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

const now = Date.parse("2026-11-20T09:00:00Z");
let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-workspace-"));
  workspace = await Workspace.open(folder, now);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a change is found once: what has not changed since is not read again", async () => {
  const file = join(folder, "spaces/my-first-space/space.json");
  const changed = await changedFiles(workspace);
  expect(await changed()).toEqual([]);
  await writeFile(file, "{");
  expect(await changed()).toEqual([file]);
  expect(await changed()).toEqual([]);
});

test("a link in a file's place is a change, also where it leads to that very file", async () => {
  const [file, kept] = [join(folder, "workspace.json"), join(folder, "kept.json")];
  const changed = await changedFiles(workspace);
  await rename(file, kept);
  await symlink(kept, file);
  expect(await changed()).toEqual([file]);
});
