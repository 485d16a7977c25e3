import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Scene } from "../../../../src/core/scene.ts";
import type { Caller } from "../../../../src/server/access/caller.ts";
import { Stages } from "../../../../src/server/scenes/stages.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

const environment = { spaceId: "spc_a", environment: "development" } as const;
let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-stages-"));
  workspace = await Workspace.open(folder, Date.now());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Plays the only act of a show: somebody does something, which is refused once their session has begun, or before. */
async function play(startSession: () => Promise<object>) {
  const track = { person: "ana", event: "movie/watched", times: 1, metadata: {} };
  const people = { count: 1, named: [{ id: "ana", name: "Ana" }], fields: {}, platforms: {}, labels: {} };
  const script = [{ title: "Ana watches", do: [{ track }] }];
  const scene = { key: "crowd", seed: 1, people, script } as unknown as Scene;
  const needs = {
    workspace: Object.assign(Object.create(workspace), {
      scenes: () => ({ find: () => scene, all: () => [scene] }),
    }),
    store: { users: { find: async () => null } },
    simulations: { running: () => undefined },
  };
  const devices = () => ({
    startSession,
    track: async () => ({ rejected: [{ detail: "there is no room" }] }),
    close: () => undefined,
  });
  const stages = new Stages(
    needs as unknown as ConstructorParameters<typeof Stages>[0],
    devices as unknown as ConstructorParameters<typeof Stages>[1],
    null,
  );
  const onActed = vi.fn();
  const refused = await stages.play(environment, { step: 1 }, {} as Caller, onActed).catch((error) => error);
  return { refused: refused.message, acted: onActed.mock.calls.length };
}

test("an act that is refused in its middle has been begun; one that is refused at once has not", async () => {
  expect(await play(async () => ({ id: "ses_1" }))).toEqual({
    refused: "The event was not taken: there is no room",
    acted: 1,
  });
  const busy = async () => Promise.reject(new Error("busy"));
  expect(await play(busy)).toEqual({ refused: "busy", acted: 0 });
});
