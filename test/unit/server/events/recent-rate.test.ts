import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecentRate } from "../../../../src/server/events/recent-rate.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const now = Date.parse("2026-11-20T18:00:00Z");
const person = { kind: "known", id: "ana" } as const;
const event = { name: "a", person, time: now, pairs: [] };

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

test("a history that is laid is no traffic of this second; what comes late all the same is, wherever the system's clock is set", () => {
  // The platform's clock may stand elsewhere than the real one.
  const platformNow = now + 8 * 86_400_000;
  const rate = new RecentRate(() => platformNow);
  const page = (...received: number[]) =>
    rate.onPage({
      environment,
      after: 0,
      through: received.length,
      accepted: received.map((receivedAt, at) => ({ sequence: at + 1, receivedAt, event })),
      stored: () => [],
    });
  page(...Array.from({ length: 500 }, (_, at) => platformNow - 90_000 - at * 1000));
  page(platformNow, platformNow - 3000);
  vi.setSystemTime(now - 3_600_000);
  vi.advanceTimersByTime(1000);
  expect(rate.of(environment).slice(-2)).toEqual([0, 2]);
});
