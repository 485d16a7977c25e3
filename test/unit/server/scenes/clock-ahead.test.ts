import { expect, test } from "vitest";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { stageRoutes } from "../../../../src/server/scenes/stage-routes.ts";

test("who asks what the clock changes once it was moved is told of the clock as it is, and who asks meanwhile gets the same", async () => {
  const clock = new PlatformClock();
  const asked: (() => void)[] = [];
  const sizes = () =>
    new Promise<Map<string, number>>((resolve) => asked.push(() => resolve(new Map([["trb_1", 1]]))));
  const { clockAhead } = stageRoutes({ clock, population: { sizes }, stages: {} } as never);
  const context = {
    environment: () => ({ spaceId: "spc_1", environment: "development" }),
    space: () => ({ data: { tribes: [{ id: "trb_1", name: "All" }] } }),
  };
  const ask = () => clockAhead({ context, query: {} } as never);
  void ask();
  void ask();
  expect(asked).toHaveLength(1);
  clock.set({ mode: "offset", seconds: 86_400 });
  void ask();
  expect(asked).toHaveLength(2);
});
