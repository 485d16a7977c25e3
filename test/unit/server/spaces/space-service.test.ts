import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { Problem, type ProblemCode } from "../../../../src/core/problem.ts";
import { ApiKeyService } from "../../../../src/server/access/api-key-service.ts";
import { dropLeftovers } from "../../../../src/server/retention-timer.ts";
import { SpaceService } from "../../../../src/server/spaces/space-service.ts";
import { storageFailed } from "../../../../src/server/workspace/storage-failed.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

it.each<[ProblemCode, boolean]>([
  ["storage-failed", false],
  ["conflict", false],
  ["not-ready", true],
])("a Space that fails with %s has keys afterwards: %s", async (code, hasKeys) => {
  const keys = new Set<string>();
  const apiKeys = {
    ensure: async (ids: readonly string[]) => ids.forEach((id) => void keys.add(id)),
    forget: async (id: string) => void keys.delete(id),
  };
  const workspace = {
    spaces: () => [],
    // With "not-ready" it may have been made, and only the database's answer was lost.
    addSpace: () => Promise.reject(new Problem(code, "The answer.")),
  };
  const spaces = new SpaceService(workspace as never, apiKeys as never, {} as never, {} as never);
  await expect(spaces.create({ orgId: "org_1", name: "Cinema" }, 0)).rejects.toThrow("The answer.");
  expect(keys.size > 0).toBe(hasKeys);
});

/** A workspace with one Space, whose keys' document can be made to fail. */
async function withOneSpace() {
  const dir = await mkdtemp(join(tmpdir(), "understudy-spaces-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const workspace = await Workspace.open(dir, 0);
  const devices = { isPaired: () => false, note: () => undefined };
  const serves = (id: string) => workspace.findSpace(id) !== undefined;
  const apiKeys = new ApiKeyService(workspace.secrets, serves, devices, Date.now);
  const [space] = workspace.spaces();
  if (space === undefined) throw new Error("there is no Space");
  const { id } = space.data.space;
  await apiKeys.ensure([id]);
  const dropped: string[] = [];
  const store = { dropSpace: async (one: string) => void dropped.push(one) };
  const spaces = new SpaceService(workspace, apiKeys, store as never, {} as never);
  const { apiKey } = apiKeys.current({ spaceId: id, environment: "development" });
  const found = () => apiKeys.find(apiKey);
  return { workspace, space, id, spaces, store, dropped, found };
}

/** From when the Space has gone on, nothing of keys can be written. */
function failsOnceGone(workspace: Workspace, id: string) {
  const { secrets } = workspace;
  const { update } = secrets;
  return vi.spyOn(secrets, "update").mockImplementation((change) => {
    if (workspace.findSpace(id) === undefined) return Promise.reject(storageFailed(new Error("cut off")));
    return update.call(secrets, change) as never;
  });
}

it("a deletion that is cut off once the Space is gone is done later: its keys are unknown, what it stored is dropped", async () => {
  const { workspace, space, id, spaces, store, dropped, found } = await withOneSpace();
  const failing = failsOnceGone(workspace, id);
  await expect(spaces.delete(space, null)).rejects.toThrow("cut off");
  expect(found()).toBeNull();
  failing.mockRestore();
  await dropLeftovers({ store, workspace });
  expect([dropped, workspace.secrets.data.apiKeys]).toEqual([[id], {}]);
});

it("a deletion that is refused leaves nothing to do later", async () => {
  const { workspace, space, spaces, found } = await withOneSpace();
  for (const reason of ["storage-failed", "stale"] as const) {
    vi.spyOn(workspace, "removeSpace").mockRejectedValueOnce(new Problem(reason, "refused"));
    await expect(spaces.delete(space, null)).rejects.toThrow("refused");
    expect([found()?.environment, workspace.secrets.data.deletedSpaces]).toEqual(["development", []]);
  }
});

it("a deletion that fails while the Space is away, as by git, leaves it all that it has", async () => {
  const { workspace, space, id, spaces, store, dropped } = await withOneSpace();
  vi.spyOn(workspace, "removeSpace").mockImplementationOnce(async () => {
    vi.spyOn(workspace, "findSpace").mockReturnValue(undefined);
    throw storageFailed(new Error("there is no such folder"));
  });
  await expect(spaces.delete(space, null)).rejects.toThrow("no such folder");
  await dropLeftovers({ store, workspace });
  expect([dropped, Object.keys(workspace.secrets.data.apiKeys)]).toEqual([[], [id]]);
});

it("a deletion that is under way stays noted, whoever looks at what is left meanwhile", async () => {
  const { workspace, space, id, spaces, store, dropped } = await withOneSpace();
  const { removeSpace } = workspace;
  let looking = Promise.resolve();
  vi.spyOn(workspace, "removeSpace").mockImplementation((...given) => {
    const removing = removeSpace.apply(workspace, given);
    looking = dropLeftovers({ store, workspace });
    return removing;
  });
  const failing = failsOnceGone(workspace, id);
  await expect(spaces.delete(space, null)).rejects.toThrow("cut off");
  await looking;
  failing.mockRestore();
  expect(workspace.secrets.data.deletedSpaces).toEqual([id]);
  await dropLeftovers({ store, workspace });
  expect(dropped).toEqual([id]);
});

it("a Space that was deleted and came back by git is kept, also once it is away again", async () => {
  const { workspace, space, id, spaces, store, dropped } = await withOneSpace();
  await spaces.delete(space, null);
  expect(dropped.splice(0)).toEqual([id]);
  const devices = { isPaired: () => false, note: () => undefined };
  await new ApiKeyService(workspace.secrets, () => true, devices, Date.now).ensure([id]);
  await dropLeftovers({ store, workspace });
  expect(dropped).toEqual([]);
});
