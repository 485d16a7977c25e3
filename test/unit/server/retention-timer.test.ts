import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepRetention } from "../../../src/server/retention-timer.ts";
import type { Services } from "../../../src/server/services.ts";

const day = 86_400_000;
beforeEach(() => {
  vi.useFakeTimers({ now: 100 * day });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["30 days and older", { isSystem: true, isRunning: false }, 70 * day],
  ["nothing while the clock is moved", { isSystem: false, isRunning: false }, 0],
  ["nothing while a replay runs", { isSystem: true, isRunning: true }, 0],
])("prunes %s, a minute after the start and each hour", async (_name, { isSystem, isRunning }, age) => {
  const write = vi.fn(async () => ({ more: false }));
  const stop = keepRetention({
    store: { write },
    settings: { get: () => ({ retentionDays: 30 }) },
    clock: { isSystem },
    replays: { isRunning },
  } as unknown as Services);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.advanceTimersByTimeAsync(3_600_000);
  const passed = age === 0 ? [0, 0] : [60_000, 3_660_000];
  expect(write.mock.calls).toEqual(passed.map((ms) => ["prune", { before: age + ms }]));
  stop();
});
