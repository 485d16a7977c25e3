import { afterEach, describe, expect, it, vi } from "vitest";
import { zonedWords } from "../../../../src/renderer/model/schedule-words.ts";
import { dateWords } from "../../../../src/renderer/model/value-words.ts";
import { ago, inAlphabet, moment, quotedIfBlank, realMoment } from "../../../../src/renderer/text/format.ts";
import {
  followClock,
  followServer,
  platformNow,
  realNow,
} from "../../../../src/renderer/text/platform-clock.ts";

const local = (...parts: [number, number, number, number?]) => new Date(...parts).toISOString();

describe("a date", () => {
  it("has the console's English names, in the order of the inputs, whatever the browser prefers", () => {
    const now = new Date(2026, 11, 24);
    expect(moment(local(2026, 11, 4, 20), now)).toBe("4 Dec, 20:00");
    expect(moment(local(2025, 11, 4, 20), now)).toBe("4 Dec 2025, 20:00");
    expect(dateWords("2026-12-04")).toBe("4 Dec 2026");
    expect(zonedWords("2026-12-04T17:00:00.000Z", "Europe/Berlin")).toBe("4 Dec 2026, 18:00");
  });
});

describe("a number", () => {
  it("is written as inputs take it, whatever the browser prefers", async () => {
    const { NumberFormat } = Intl;
    vi.resetModules();
    vi.spyOn(Intl, "NumberFormat").mockImplementation(function of(locale, options) {
      return new NumberFormat(locale ?? "de-DE", options);
    } as typeof NumberFormat);
    const format = await import("../../../../src/renderer/text/format.ts");
    vi.restoreAllMocks();
    expect([format.count(2200), format.rate(0.25)]).toEqual(["2,200", "0.3"]);
  });
});

it("puts between quotes what a client has made of nothing to be seen, and nothing else", () => {
  for (const hidden of [" ", "\t\n", "\u00a0\u3000", "\u200b", "\u2060\ufeff", "\u0007"])
    expect(quotedIfBlank(hidden)).toBe(`“${hidden}”`);
  for (const seen of ["", "a", " a ", "\u202ea", "🏳️‍🌈", "0", "."]) expect(quotedIfBlank(seen)).toBe(seen);
});

it("puts names in order by the numbers in them", () => {
  expect(["Week 10", "week 2", "Äpfel", "Week 1"].toSorted(inAlphabet)).toEqual([
    "Äpfel",
    "Week 1",
    "week 2",
    "Week 10",
  ]);
});

describe("today", () => {
  afterEach(() => followClock({ mode: "system", at: "" }));

  it("is that of the platform's clock", () => {
    followClock({ mode: "frozen", at: local(2030, 11, 1, 10) });
    expect(moment(local(2030, 11, 1, 8))).toBe("08:00");
    expect(ago(local(2030, 10, 30, 10))).toBe("1 day ago");
    expect(ago(local(2030, 11, 9, 10))).toBe("ahead of the clock");
    expect(moment(new Date().toISOString())).toContain(",");
  });

  it("of a real time is that of both clocks", () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    followClock({ mode: "offset", at: "", seconds: 8 * 86_400 });
    for (const days of [0, 8]) expect(realMoment(at(days))).toContain(",");
    followClock({ mode: "offset", at: "", seconds: 366 * 86_400 });
    expect(realMoment(at(366))).toContain(String(platformNow().getFullYear()));
    followClock({ mode: "system", at: "" });
    expect(realMoment(at(0))).not.toContain(",");
  });

  it("goes on with a clock that is moved", () => {
    followClock({ mode: "offset", at: "", seconds: 8 * 86_400 });
    expect(Math.round((platformNow().getTime() - Date.now()) / 86_400_000)).toBe(8);
  });
});

describe("the real time", () => {
  const since = (days: number) => new Date(Date.now() + days * 86_400_000).toUTCString();
  const daysAhead = () => Math.round((realNow() - Date.now()) / 86_400_000);
  afterEach(() => followServer(since(0)));

  it.each([-1, 1, 400])(
    "is the server's where this computer's clock is %i days off, and its own again",
    (days) => {
      followServer(since(days));
      expect(daysAhead()).toBeCloseTo(days);
      expect(ago(new Date(Date.now() + (days - 3.5) * 86_400_000).toISOString())).toBe("3 days ago");
      followServer(since(0));
      expect(daysAhead()).toBeCloseTo(0);
    },
  );

  it("is this computer's own where the server says none, or nearly the same", () => {
    for (const date of [null, "soon", new Date(Date.now() + 5000).toUTCString()]) followServer(date);
    expect(daysAhead()).toBeCloseTo(0);
  });
});
