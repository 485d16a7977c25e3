import { describe, expect, it } from "vitest";
import { schedule } from "../../../../src/core/scenario.ts";
import { compileSchedule } from "../../../../src/core/targeting/schedule.ts";

const hour = 3_600_000;
const read = (text: string) => Date.parse(text);

const cases: readonly [name: string, schedule: object, from: string, until: string, open: string[]][] = [
  [
    "from and until, the end not in it",
    { from: "2026-12-01T00:00:00Z", until: "2026-12-02T12:00:00Z" },
    "2026-11-30T00:00:00Z",
    "2026-12-05T00:00:00Z",
    ["2026-12-01T00:00:00.000Z", "2026-12-02T12:00:00.000Z"],
  ],
  [
    "hours past midnight belong to the day that they begin on",
    { days: ["fri"], hours: { from: "22:00", to: "02:00" }, timeZone: "Europe/Berlin" },
    "2026-11-16T00:00:00Z",
    "2026-11-23T00:00:00Z",
    ["2026-11-20T21:00:00.000Z", "2026-11-21T01:00:00.000Z"],
  ],
  [
    "clocks set forward leave hours out",
    { days: ["sun"], hours: { from: "02:15", to: "02:45" }, timeZone: "Europe/Berlin" },
    "2026-03-28T00:00:00Z",
    "2026-04-06T00:00:00Z",
    ["2026-04-05T00:15:00.000Z", "2026-04-05T00:45:00.000Z"],
  ],
  [
    "clocks set back have hours twice",
    { days: ["sun"], hours: { from: "02:15", to: "02:45" }, timeZone: "Europe/Berlin" },
    "2026-10-24T00:00:00Z",
    "2026-10-26T00:00:00Z",
    [
      "2026-10-25T00:15:00.000Z",
      "2026-10-25T00:45:00.000Z",
      "2026-10-25T01:15:00.000Z",
      "2026-10-25T01:45:00.000Z",
    ],
  ],
  [
    "the same hour twice is a whole day from it",
    { days: ["mon"], hours: { from: "06:00", to: "06:00" } },
    "2026-11-15T00:00:00Z",
    "2026-11-21T00:00:00Z",
    ["2026-11-16T06:00:00.000Z", "2026-11-17T06:00:00.000Z"],
  ],
];

describe.each(cases)("%s", (_name, given, from, until, want) => {
  const { isOpen, nextBoundary } = compileSchedule(schedule.parse(given));

  it("opens and closes then, by its boundaries", () => {
    const found: string[] = [];
    for (let at = nextBoundary(read(from)); at !== null && at < read(until); at = nextBoundary(at))
      found.push(new Date(at).toISOString());
    expect(found).toEqual(want);
  });

  it("is open between, at each quarter of an hour", () => {
    for (let at = read(from); at < read(until); at += hour / 4) {
      const open = want.filter((edge) => read(edge) <= at).length % 2 === 1;
      expect(isOpen(at), new Date(at).toISOString()).toBe(open);
    }
  });
});

it("never opens or closes where it is always open", () => {
  expect(compileSchedule(schedule.parse({})).nextBoundary(0)).toBeNull();
  const daily = compileSchedule(schedule.parse({ hours: { from: "00:00", to: "00:00" } }));
  expect([daily.nextBoundary(0), daily.isOpen(12345)]).toEqual([null, true]);
});
