import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { scenePut } from "../../../../src/core/scene.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";
import { watchWorkspace } from "../../../../src/server/workspace/workspace-watcher.ts";

const now = Date.parse("2026-11-20T09:00:00Z");
let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-workspace-"));
  workspace = await Workspace.open(folder, now);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const fileOf = (key: string) => join(folder, "spaces", key, "space.json");

describe("an edit that the system does not tell of", () => {
  /** Watches where nothing is told; gives what makes it look. */
  async function watchDeaf(): Promise<() => Promise<unknown>> {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const stop = await watchWorkspace(workspace, async () => async () => undefined);
    onTestFinished(stop);
    return () => vi.advanceTimersByTimeAsync(5_000);
  }

  test("is taken in all the same: a Space that is new, changed, or gone, its scene, the workspace", async () => {
    const look = await watchDeaf();
    const [document] = workspace.spaces().map(({ data }) => data);
    if (document === undefined) throw new Error("the workspace has no Space");
    const text = (key: string, name: string) =>
      JSON.stringify({ ...document, space: { ...document.space, id: `spc_${key}`, key, name } });
    const names = () => workspace.spaces().map(({ data }) => data.space.name);
    await mkdir(join(folder, "spaces/other/scenes"), { recursive: true });
    await writeFile(fileOf("other"), text("other", "Other"));
    await look();
    await expect.poll(names).toContain("Other");
    await writeFile(fileOf("other"), text("other", "Renamed"));
    await writeFile(
      join(folder, "spaces/other/scenes/evening.json"),
      JSON.stringify({ ...(scenePut.meta()?.example as object), schemaVersion: 1, key: "evening" }),
    );
    await look();
    await expect.poll(names).toContain("Renamed");
    await expect.poll(() => workspace.scenes("spc_other").find("evening")?.key).toBe("evening");
    await rm(join(folder, "spaces/other"), { recursive: true });
    const { path, data } = workspace.document;
    const organizations = data.organizations.map((one) => ({ ...one, name: "From outside" }));
    await writeFile(path, JSON.stringify({ ...data, organizations }));
    await look();
    await expect.poll(names).not.toContain("Renamed");
    await expect.poll(() => workspace.document.data).toMatchObject({ organizations });
  });
});

test("secrets.json is looked for, and told of for as long as it is away", async () => {
  const { path } = workspace.secrets;
  const kept = join(folder, "kept");
  const stop = await watchWorkspace(workspace);
  onTestFinished(stop);
  await rename(path, kept);
  await expect.poll(() => [...workspace.warnings.keys()]).toEqual([path]);
  await rename(kept, path);
  await expect.poll(() => [...workspace.warnings.keys()]).toEqual([]);
});
