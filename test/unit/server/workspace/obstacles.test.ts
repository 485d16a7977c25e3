import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { schemaVersion } from "../../../../src/core/documents.ts";
import { scenePut } from "../../../../src/core/scene.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";
import { watchWorkspace } from "../../../../src/server/workspace/workspace-watcher.ts";

const space = "spaces/my-first-space";
const places = [
  "workspace.json",
  "spaces",
  space,
  `${space}/space.json`,
  `${space}/published`,
  `${space}/published/production.json`,
  `${space}/scenes`,
  `${space}/scenes/evening.json`,
];
const obstacles: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "a file": (path) => writeFile(path, "no JSON"),
  "a link to nothing": (path) => symlink("/nothing/lies/here", path),
  "a link to itself": (path) => symlink(path, path),
  "a pipe": async (path) => execFileSync("mkfifo", [path]),
};

/** A workspace with a publication and a scene, looked at as by a system that tells of nothing. */
async function looked() {
  const folder = await mkdtemp(join(tmpdir(), "understudy-workspace-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await (await Workspace.open(folder, Date.parse("2026-11-20T09:00:00Z"))).settled();
  const lay = async (name: string, document: object) => {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify({ schemaVersion, ...document }));
  };
  await lay(`${space}/published/production.json`, {
    environment: "production",
    revision: 4,
    collections: [],
  });
  await lay(`${space}/scenes/evening.json`, { ...(scenePut.meta()?.example as object), key: "evening" });
  const workspace = await Workspace.open(folder, Date.parse("2026-11-20T09:00:00Z"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(await watchWorkspace(workspace, async () => async () => undefined));
  return { folder, workspace, look: () => vi.advanceTimersByTimeAsync(5_000) };
}

const served = (workspace: Workspace) =>
  workspace.spaces().map(({ data: { space: one } }) => ({
    name: one.name,
    revision: workspace.published(one.id).of("production").revision,
    scenes: workspace.scenes(one.id).all().length,
  }));

test.each(places.flatMap((place) => Object.keys(obstacles).map((kind) => [kind, place] as const)))(
  "%s in the place of %s is told, and what was there stays served; once it is back, nothing is told any more",
  async (kind, place) => {
    const { folder, workspace, look } = await looked();
    const before = served(workspace);
    expect(before).toEqual([{ name: "My first Space", revision: 4, scenes: 1 }]);
    const path = join(folder, place);
    await rename(path, join(folder, "kept"));
    await obstacles[kind]?.(path);
    await look();
    await expect.poll(() => [...workspace.warnings.keys()].join()).toContain(path);
    await look();
    await workspace.settled();
    expect(served(workspace)).toEqual(before);
    await rm(path);
    await rename(join(folder, "kept"), path);
    await look();
    await expect.poll(() => [[...workspace.warnings], served(workspace)]).toEqual([[], before]);
  },
);

test("a look that fails ends nothing, and the next one looks again", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const { folder, workspace, look } = await looked();
  const fails = vi.spyOn(workspace, "syncSpace").mockRejectedValueOnce(new Error("a look that fails"));
  const path = join(folder, space, "space.json");
  await rename(path, join(folder, "kept"));
  await look();
  await expect.poll(() => String(said.mock.calls)).toContain("a look that fails");
  await writeFile(path, "no JSON");
  await look();
  await expect.poll(() => fails.mock.calls.length).toBe(2);
  await expect.poll(() => [...workspace.warnings.keys()]).toEqual([path]);
});
