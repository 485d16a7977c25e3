import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Served } from "../../../../src/core/scene/visit.ts";
import { Refused, type SimulatedDevices } from "../../../../src/server/scenes/simulated-device.ts";
import { SimulationRun } from "../../../../src/server/scenes/simulation-run.ts";
import { premiereScene } from "../../../../src/server/seed/premiere-scene.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Runs at 2,000 events a second. The first events are taken after a minute, as the others are by `track`. */
async function sentAfterAMinute(track: (count: number) => void): Promise<SimulationRun> {
  let take = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    take = resolve;
  });
  const devices = {
    startSession: async () => ({ id: "ses_1", served: Served.of([]) }),
    track: async (events: readonly unknown[]) => {
      await held;
      track(events.length);
      return { accepted: events.length, rejected: [] };
    },
    close: () => undefined,
  } as unknown as SimulatedDevices;
  const run = new SimulationRun(premiereScene(), { rate: 2000 }, devices);
  onTestFinished(() => run.stop());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(run.view().sent).toBe(0);
  take();
  await vi.advanceTimersByTimeAsync(1);
  return run;
}

test("makes some thousands of events, and no more, while none is taken, and then goes on", async () => {
  const run = await sentAfterAMinute(() => undefined);
  const made = run.view().sent;
  expect([made >= 4000, made < 5000]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run.view().sent).toBeGreaterThan(made + 10_000);
});

test("sends fewer at once where they are too large together", async () => {
  const run = await sentAfterAMinute((count) => {
    if (count > 100) throw new Refused(413, { code: "too-large" });
  });
  expect(run.view().sent).toBeGreaterThan(1000);
});
