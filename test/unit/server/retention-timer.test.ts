import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropLeftovers } from "../../../src/server/retention-timer.ts";
import { SqliteStore } from "../../../src/server/store/sqlite/sqlite-store.ts";
import type { Workspace } from "../../../src/server/workspace/workspace.ts";

let folder: string;
let store: SqliteStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-leftovers-"));
  store = await SqliteStore.open(join(folder, "data.db"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test("what a deleted Space left is dropped; nothing is that was not deleted, or is back", async () => {
  for (const spaceId of ["spc_back", "spc_away", "spc_gone"])
    await store.users.save({
      environment: { spaceId, environment: "development" },
      mode: "create",
      person: { kind: "known", id: "ana" },
      at: 0,
      ifMatch: null,
    });
  const data = { deletedSpaces: ["spc_gone", "spc_back"] };
  const workspace = {
    findSpace: (id: string) => (id === "spc_back" ? {} : undefined),
    secrets: { data, update: async (change: (draft: typeof data) => void) => change(data) },
  } as unknown as Workspace;
  await dropLeftovers({ store, workspace });
  const left = async (spaceId: string) =>
    (await store.figures({ spaceId, environment: "development" })).users;
  expect(await Promise.all(["spc_back", "spc_away", "spc_gone"].map(left))).toEqual([1, 1, 0]);
  expect(data.deletedSpaces).toEqual([]);
});
