import { expect, it } from "vitest";
import { Problem, type ProblemCode } from "../../../../src/core/problem.ts";
import { SpaceService } from "../../../../src/server/spaces/space-service.ts";

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
