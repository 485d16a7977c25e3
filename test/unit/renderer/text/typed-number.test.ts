import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRollout } from "../../../../src/renderer/collections/scenarios/RolloutSentence.tsx";
import { asFieldKind } from "../../../../src/renderer/people/fields/field-value.ts";
import { readNumber, readWhole } from "../../../../src/renderer/text/typed-number.ts";
import { readTimes } from "../../../../src/renderer/tribes/builder/BlankTok.tsx";
import { typedProblem, typedValues } from "../../../../src/renderer/tribes/builder/suggestions.ts";
import { formOf, windowOf } from "../../../../src/renderer/tribes/builder/window-form.ts";
import { readPercent } from "../../../../src/renderer/values/ColorInput.tsx";
import { asKind } from "../../../../src/renderer/values/ListInput.tsx";

const unclear = "has an unclear comma: type 12000 or 12.000";
const separated = "has separators: type it without them, such as 1234.5";
const none = "is not a number: type one such as 12.5";

describe("a typed number", () => {
  it.each([
    ["", undefined],
    [" 34 ", 34],
    ["-2.5", -2.5],
    ["+3", 3],
    ["1,5", 1.5],
    ["1,5000", 1.5],
    ["1.500", 1.5],
    [".5", 0.5],
    ["2.5e3", 2500],
    ["1e+21", 1e21],
    ["5e-324", 5e-324],
    ["-0", 0],
    ["0,00", 0],
    ["0e-400", 0],
    ["007", 7],
    ["\u200E12\u200F", 12],
    ["\u22125", -5],
  ])("%j is %d", (text, value) => {
    const read = readNumber(text);
    expect(read).toEqual({ value: value === undefined ? undefined : expect.closeTo(value, 10) });
  });

  it.each([
    ["12,000", unclear],
    ["-1,500", "has an unclear comma: type -1500 or -1.500"],
    ["1,234e5", "has an unclear comma: type 1234e5 or 1.234e5"],
    ["0,125", "has an unclear comma: type 0.125"],
    [",125", "has an unclear comma: type .125"],
    ["1,000,000", separated],
    ["1.000,5", separated],
    ["1,234.5", separated],
    ["1 000", separated],
    ["1\u202f000", separated],
    ["1’000", separated],
    ["1_000", separated],
    ["0x10", none],
    ["0b11", none],
    ["Infinity", none],
    ["-", none],
    ["34abc", none],
    ["٣", none],
    ["4.12.2026", none],
    ["1e309", "is too large"],
    ["1e-400", "has more digits than can be kept: type 0"],
    ["-1e-400", "has more digits than can be kept: type 0"],
    ["9007199254740993", "has more digits than can be kept: type 9007199254740992"],
    ["0.30000000000000000001", "has more digits than can be kept: type 0.3"],
  ])("%j is none: it %s", (text, problem) => {
    expect(readNumber(text)).toEqual({ problem });
  });

  it("is, written in plain digits, the number that was taken", () => {
    const text = fc.string({ unit: fc.constantFrom(..."00123459.,,- +eExb'_"), maxLength: 24 });
    fc.assert(
      fc.property(text, (typed) => {
        const read = readNumber(typed);
        if ("problem" in read || read.value === undefined) return;
        expect(plainDigits(typed.trim().replace(",", "."))).toBe(plainDigits(String(read.value)));
      }),
      { numRuns: 20_000 },
    );
  });

  it("is never another one than was meant, however numbers are written where one comes from", () => {
    const ways: readonly ((number: number) => string)[] = [
      String,
      (number) => number.toExponential(),
      (number) => `0x${Math.trunc(number).toString(16)}`,
      ...["en", "de", "de-CH", "fr", "en-IN", "sv"].map((locale) => {
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
        // A point is the decimal one here, whatever it is there.
        return (number: number) => (/\.\d{3}$/.test(format.format(number)) ? "" : format.format(number));
      }),
    ];
    const number = fc.oneof(
      fc.integer(),
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.integer({ min: -9_999_999, max: 9_999_999 }).map((cents) => cents / 100),
    );
    fc.assert(
      fc.property(number, fc.constantFrom(...ways), (meant, write) => {
        const read = readNumber(write(meant));
        if ("problem" in read || read.value === undefined) return;
        expect(read.value).toBe(meant);
      }),
      { numRuns: 5000 },
    );
  });
});

/** A decimal without its exponent, and without zeros that say nothing: "-2.5e3" is "-2500". */
function plainDigits(decimal: string): string {
  const [, sign = "", whole = "", part = "", exponent = "0"] =
    /^([-+]?)(\d*)\.?(\d*)(?:e(.+))?$/i.exec(decimal) ?? [];
  const by = Math.max(-500, Math.min(500, Number(exponent)));
  const digits = `${"0".repeat(500)}${whole}${part}${"0".repeat(500)}`;
  const point = 500 + whole.length + by;
  const plain = `${digits.slice(0, point).replace(/^0+/, "")}.${digits.slice(point).replace(/0+$/, "")}`;
  return plain === "." ? "0" : `${sign === "-" ? "-" : ""}${plain}`;
}

describe("is read in the same way everywhere", () => {
  const atLeast = (typed: string) => {
    const [value] = typedValues("atLeast", typed, false);
    return value === undefined ? { problem: typedProblem("atLeast", typed) } : { value: Number(value.value) };
  };
  const hours = (amount: string) =>
    windowOf({ ...formOf({ anyTime: true }, 0), kind: "last", unit: "hours", amount });

  it.each([
    ["a Tribe's number", atLeast, { value: 1.5 }],
    ["a window", hours, { window: { last: { hours: 1.5 } } }],
    ["how many times", readTimes, { problem: "must be a whole number" }],
    ["a count", (text: string) => readWhole(text, 1, 100), { problem: "must be a whole number, 1 to 100" }],
    ["a rollout", readRollout, { value: 1.5 }],
    ["an opacity", readPercent, { value: 0.02 }],
  ])("as %s", (_, read, want) => {
    expect(read("1,5")).toEqual(want);
    expect(read("12,000")).toEqual({ problem: unclear });
    expect(read("0x10")).toEqual({ problem: none });
    expect(read("1 000")).toEqual({ problem: separated });
  });

  it.each([
    ["1,5", 1.5],
    ["12,000", 0],
    ["0x10", 0],
  ])("also %j, where a text becomes a number", (text, want) => {
    expect(asKind(text, "number")).toBe(want);
    expect(asFieldKind(text, "number")).toBe(want);
  });

  it.each([
    ["12,000", unclear],
    ["1.000,5", separated],
    ["4.12.2026", "must be two numbers or two dates"],
  ])("and %j as one of two ends, which may be dates", (typed, problem) => {
    expect(typedValues("between", typed, false)).toEqual([]);
    expect(typedProblem("between", typed)).toBe(problem);
  });
});
