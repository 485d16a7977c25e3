import { expect, test, vi } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { scenePut } from "../../../../src/core/scene.ts";
import { SceneLayer } from "../../../../src/server/scenes/lay-scene.ts";

const environment = { spaceId: "spc_a", environment: "development" } as const;

test("a lay that breaks off once its people are stored tells those who look", async () => {
  const onPersonChanged = vi.fn();
  const onStored = vi.fn();
  const needs = {
    store: {
      users: { find: async () => null, import: async () => undefined },
      log: { after: async () => ({ events: [] }) },
    },
    clock: { now: () => Date.parse("2026-11-20T09:00:00Z") },
    targeting: {
      model: () => {
        throw new Problem("not-found", "The Space is gone.");
      },
    },
    live: { onPersonChanged },
  };
  const layer = new SceneLayer(needs as unknown as ConstructorParameters<typeof SceneLayer>[0]);
  const scene = { ...scenePut.parse(scenePut.meta()?.example), key: "friday" };
  await expect(layer.lay(environment, scene, 1, onStored)).rejects.toMatchObject({ code: "not-found" });
  expect(onPersonChanged.mock.calls).toEqual([[environment, null]]);
  expect(onStored).toHaveBeenCalledOnce();
});
