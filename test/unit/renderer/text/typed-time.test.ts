import { describe, expect, it } from "vitest";
import { isWhole, readTime, showTime, stepTime } from "../../../../src/renderer/text/typed-time.ts";

const today = new Date(2026, 10, 23);

describe("a typed time", () => {
  it.each([
    ["day", "4 Dec", "2026-12-04"],
    ["day", "Dec 4, 2027", "2027-12-04"],
    ["day", "4.12.2026", "2026-12-04"],
    ["day", "2026-12-04", "2026-12-04"],
    ["day", "12/31/2026", "2026-12-31"],
    ["day", "29 February 2028", "2028-02-29"],
    ["day", "tomorrow", "2026-11-24"],
    ["day", "4 Dec 0099", "0099-12-04"],
    ["hour", "6p", "18:00"],
    ["hour", "1800", "18:00"],
    ["hour", "930", "09:30"],
    ["hour", "18", "18:00"],
    ["hour", "12 am", "00:00"],
    ["moment", "4 Dec 2026, 20:15", "2026-12-04T20:15"],
    ["moment", "2026-12-04T20:15:30", "2026-12-04T20:15:30"],
    ["moment", "4 Dec 2026", "2026-12-04T00:00"],
    ["moment", "Dec 4 6pm", "2026-12-04T18:00"],
    ["moment", "today, 9", "2026-11-23T09:00"],
    ["moment", " ", ""],
    ["day", "\u200F2026\u201112\u201104", "2026-12-04"],
  ] as const)("%s: %s is %s", (kind, typed, value) => {
    expect(readTime(kind, typed, today)).toEqual({ value });
    if (value !== "") expect(readTime(kind, showTime(kind, value), today)).toEqual({ value });
  });

  it.each([
    ["day", "31 Nov 2026", "November has 30 days."],
    ["day", "29 Feb 2026", "February has 28 days."],
    ["day", "soon", "Not a day. Type one such as 4 Dec 2026."],
    ["day", "2026-13-01", "A year has 12 months."],
    ["hour", "25:00", "The day ends at 23:59."],
    ["hour", "18:61", "An hour has 60 minutes."],
    ["moment", "4 Dec 2026, 25:00", "The day ends at 23:59."],
    ["moment", "2026-12-04T20:15:00Z", "Its Z is UTC. Type it by the clock of this field, without Z."],
    ["moment", "2026-12-04T20:15:00.123Z", "Its Z is UTC. Type it by the clock of this field, without Z."],
  ] as const)("%s: %s is refused: %s", (kind, typed, problem) => {
    expect(readTime(kind, typed, today)).toEqual({ problem });
  });

  it("counts before the field is left only where every part of it is there", () => {
    expect([isWhole("day", "4 Dec"), isWhole("day", "4 Dec 2026")]).toEqual([false, true]);
    expect([isWhole("hour", "18"), isWhole("hour", "18:00")]).toEqual([false, true]);
    expect([isWhole("moment", "4 Dec 2026"), isWhole("moment", "4 Dec 2026, 18:00")]).toEqual([false, true]);
  });

  it("is shown in 24 hours, with seconds where there are any, and goes on by days and hours", () => {
    expect(showTime("moment", "2026-12-04T20:15:00")).toBe("4 Dec 2026, 20:15");
    expect(showTime("moment", "2026-12-04T20:15:09")).toBe("4 Dec 2026, 20:15:09");
    expect(stepTime("day", "2026-12-31", 1)).toBe("2027-01-01");
    expect(stepTime("hour", "23:30", 1)).toBe("00:30");
    expect(stepTime("moment", "2026-12-04T20:15", -4)).toBe("2026-11-30T20:15");
  });
});
