import { expect, test } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import type { Services } from "../../../../src/server/services.ts";
import { startShow } from "../../../../src/server/shows/show-routes.ts";

test.each([
  ["begins where another server has just begun it", true],
  ["does not begin where its simulation can't be started", false],
])("a show %s", async (_, isBegunElsewhere) => {
  let isOn = false;
  const simulations = {
    running: () => (isOn ? {} : undefined),
    start: async () => {
      isOn = isBegunElsewhere;
      throw new Problem("conflict", "A show runs there already.");
    },
  };
  const workspace = {
    spaces: () => [{ data: { space: { id: "spc_a", key: "cinema" } } }],
    scenes: () => ({ find: () => ({}) }),
  };
  const services = { workspace, simulations, stages: { change: async () => undefined }, store: {} };
  const show = startShow(services as unknown as Services, "crowd", "http://127.0.0.1:4748");
  if (isBegunElsewhere) await expect(show).resolves.toMatchObject({ spaceKey: "cinema", scene: "crowd" });
  else await expect(show).rejects.toMatchObject({ code: "conflict" });
});
