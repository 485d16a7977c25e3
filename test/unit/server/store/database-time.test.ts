import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DatabaseTime } from "../../../../src/server/store/postgres/database-time.ts";

const begin = Date.parse("2026-11-26T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ now: begin, toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** An answer that took `took` ms, of a database whose clock is `ahead` of this machine's; told at this share of the way. */
function ask(
  time: DatabaseTime,
  { ahead, took = 2, at = 0.5 }: { ahead: number; took?: number; at?: number },
) {
  const asked = performance.now();
  const told = Date.now() + ahead + took * at;
  vi.advanceTimersByTime(took);
  time.heard(told, asked, performance.now());
}

describe("the database's time", () => {
  test("is known from its first answer on, to half of what that took", () => {
    const time = new DatabaseTime();
    ask(time, { ahead: 3_600_000, took: 400, at: 0 });
    expect(Math.abs(time.now() - (Date.now() + 3_600_000))).toBeLessThanOrEqual(201);
    ask(time, { ahead: 3_600_000 });
    expect(time.now()).toBe(Date.now() + 3_600_000);
  });

  test("is no worse for answers that were slow, whenever they were told", () => {
    const time = new DatabaseTime();
    ask(time, { ahead: 40 });
    for (const at of [0, 0.5, 1]) {
      ask(time, { ahead: 40, took: 900, at });
      expect(time.now()).toBe(Date.now() + 40);
    }
  });

  test("follows a database whose clock was set, or that is another machine's now", () => {
    const time = new DatabaseTime();
    ask(time, { ahead: 0 });
    ask(time, { ahead: -90_000, took: 30 });
    expect(time.now()).toBe(Date.now() - 90_000);
  });
});

describe("the time that servers agree about", () => {
  test.each([0, 3, -3, 5])("is this machine's clock where that is right, or %i ms beside it", (ahead) => {
    const time = new DatabaseTime();
    ask(time, { ahead });
    expect(time.agreed()).toBe(Date.now());
  });

  test.each([40, -40, 366 * 86_400_000, -366 * 86_400_000])(
    "is the database's where that says %i ms more",
    (ahead) => {
      const time = new DatabaseTime();
      ask(time, { ahead });
      expect(time.agreed()).toBe(Date.now() + ahead);
    },
  );

  test("stays where it is when this machine's clock jumps", () => {
    const time = new DatabaseTime();
    ask(time, { ahead: 0 });
    const before = time.agreed();
    vi.setSystemTime(begin + 40 * 86_400_000);
    expect(Math.abs(time.agreed() - before)).toBeLessThanOrEqual(1);
  });
});
