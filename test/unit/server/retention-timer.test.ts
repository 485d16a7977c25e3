import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropLeftovers } from "../../../src/server/retention-timer.ts";
import { EventStore } from "../../../src/server/store/event-store.ts";
import type { Workspace } from "../../../src/server/workspace/workspace.ts";

let folder: string;
let store: EventStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-leftovers-"));
  store = await EventStore.open(join(folder, "data.db"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test("what a deleted Space left is dropped; what is only away, with its keys, stays", async () => {
  for (const spaceId of ["spc_here", "spc_away", "spc_gone"])
    await store.write("saveUser", {
      environment: { spaceId, environment: "development" },
      mode: "create",
      person: { kind: "known", id: "ana" },
      at: 0,
      ifMatch: null,
    });
  const workspace = {
    findSpace: (id: string) => (id === "spc_here" ? {} : undefined),
    secrets: { data: { apiKeys: { spc_here: {}, spc_away: {} } } },
  } as unknown as Workspace;
  await dropLeftovers({ store, workspace });
  expect([...(await store.read("spaces", null))].sort()).toEqual(["spc_away", "spc_here"]);
});
