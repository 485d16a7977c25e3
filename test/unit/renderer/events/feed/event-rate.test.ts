import { describe, expect, test } from "vitest";
import type { EventRate } from "../../../../../src/core/event.ts";
import { createClient } from "../../../../../src/renderer/api/client.ts";
import { EventRates, rateTimes, viewOf } from "../../../../../src/renderer/events/feed/event-rate.ts";
import { collectGarbage } from "../../../../helpers/collect-garbage.ts";
import { eventNo } from "../../fakes.ts";

const second = 1000;
const minute = 60 * second;
const now = Date.parse("2026-11-20T12:00:00.000Z");
const at = (seconds: number) => new Date(now + seconds * second).toISOString();
const event = (sequence: number, seconds: number, status: "accepted" | "rejected" = "accepted") => ({
  ...eventNo(sequence),
  time: at(seconds),
  status,
});

/** Rates whose server answers when it is told to. */
function setUp(answer: Partial<EventRate>) {
  const asked: string[] = [];
  let release = () => {};
  let clock = now;
  const fetcher = (async (url: string) => {
    asked.push(url);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return Response.json({
      from: at(-900),
      to: at(0),
      step: 10 * second,
      through: 100,
      buckets: [],
      ...answer,
    });
  }) as unknown as typeof fetch;
  const rates = new EventRates({
    client: createClient({}, fetcher),
    place: { spaceId: "cinema", environment: "development" },
    now: () => clock,
  });
  const load = async (before: () => void = () => {}) => {
    const loaded = rates.load({ kind: "live", span: "15m" }, { name: "movie/*" });
    before();
    release();
    await loaded;
  };
  return { rates, asked, load, goOn: (ms: number) => (clock += ms) };
}

const shown = (rates: EventRates) =>
  rates.store
    .getState()
    .buckets.filter((bucket) => bucket.accepted + bucket.rejected > 0)
    .map(({ at: time, accepted, rejected }) => [(time - now) / second, accepted, rejected]);

describe("a live chart", () => {
  const counted = { buckets: [{ at: at(-10), accepted: 5, rejected: 1 }] };

  test("asks once, with the filter", async () => {
    const { rates, asked, load } = setUp(counted);
    await load();
    expect(asked.length).toBe(1);
    expect(asked[0]).toContain("name=movie%2F*");
    expect(shown(rates)).toEqual([[-10, 5, 1]]);
    expect(rates.store.getState().buckets.length).toBe(91);
  });

  test("adds what the stream brings, and nothing twice", async () => {
    const { rates, load } = setUp(counted);
    await load(() => rates.add([event(100, -5), event(101, -5), event(102, -3, "rejected")]));
    expect(shown(rates)).toEqual([[-10, 6, 2]]);
    rates.add([event(103, 1)]);
    rates.tick();
    expect(shown(rates)).toEqual([
      [-10, 6, 2],
      [0, 1, 0],
    ]);
  });

  test("moves on, and forgets what has left it", async () => {
    const { rates, load, goOn } = setUp(counted);
    await load();
    goOn(14 * minute);
    rates.tick();
    expect(shown(rates)).toEqual([[-10, 5, 1]]);
    goOn(2 * minute);
    rates.tick();
    expect(shown(rates)).toEqual([]);
  });
});

test("says why it could not be read", async () => {
  const client = createClient({}, (async () => {
    throw new TypeError("gone");
  }) as unknown as typeof fetch);
  const rates = new EventRates({ client, place: { spaceId: "s", environment: "staging" } });
  await rates.load({ kind: "live", span: "1h" }, {});
  expect(rates.store.getState()).toMatchObject({ phase: "failed", problem: "The server did not answer." });
});

test("keeps nothing of what comes after a count that failed", async () => {
  const client = createClient({}, (async () => {
    throw new TypeError("gone");
  }) as unknown as typeof fetch);
  const rates = new EventRates({ client, place: { spaceId: "s", environment: "staging" } });
  await rates.load({ kind: "live", span: "1h" }, {});
  const given = addAndForget(rates);
  const isHeld = () => {
    collectGarbage();
    return given.deref() !== undefined;
  };
  await expect.poll(isHeld).toBe(false);
  expect(rates.store.getState().phase).toBe("failed");
});

/** Adds an event to which nothing else refers. */
function addAndForget(rates: EventRates): WeakRef<object> {
  const added = event(1, 0);
  rates.add([added]);
  return new WeakRef(added);
}

describe("what the chart shows", () => {
  test.each([
    ["no time chosen", {}, -15, 0],
    ["a time within the span", { from: at(-300), to: at(-60) }, -15, 0],
    ["a time before it, with room around", { from: at(-7200), to: at(-3600) }, -150, -30],
    ["a single end before it", { to: at(-3600) }, -60.5, -58.5],
  ])("%s", (_name, filter, from, to) => {
    const times = rateTimes(viewOf("15m", filter, now), now);
    expect([(times.from - now) / minute, (times.to - now) / minute]).toEqual([from, to]);
  });
});
