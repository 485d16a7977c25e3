import { expect, test } from "vitest";
import { z } from "zod";
import { platformApi } from "../../../src/core/api.ts";
import { issueWords } from "../../../src/core/issue-words.ts";
import { inDigits, pageQuery } from "../../../src/core/primitives.ts";
import { replayOptions } from "../../../src/core/replay.ts";

const words = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error?.issues.map(issueWords);

test.each(["1e2", "0x10", "0b11", " 5", "5 ", "+5", ".5", "5.", "", "Infinity", "x", "५"])(
  "%j is no number of a query",
  (text) => {
    expect(words(inDigits(z.number()), text)).toEqual(["must be a number in plain digits"]);
  },
);

test.each([
  ["5", 5],
  ["-5", -5],
  ["1.5", 1.5],
  ["5.0", 5],
  ["007", 7],
  [5, 5],
])("%j is %d", (given, want) => {
  expect(inDigits(z.number()).parse(given)).toBe(want);
});

test("it keeps within its limits, and nothing else that JavaScript reads as a number is one", () => {
  expect(words(pageQuery, { limit: "201" })).toEqual(["must be at most 200"]);
  expect(words(pageQuery, { limit: "1.5" })).toEqual(["must be a whole number"]);
  expect(words(pageQuery, { limit: "9".repeat(400) })).toEqual(["must be a number"]);
  expect(words(replayOptions, { speed: "1e2" })).toEqual([
    "must be max, or must be a number in plain digits",
  ]);
});

test("no route reads another text than digits as a number", () => {
  const read = Object.entries(platformApi).flatMap(([name, route]) =>
    Object.entries("query" in route ? (route.query as z.ZodObject).shape : {})
      .filter(([, schema]) =>
        ["0x10", "1e1", ""].some((text) => typeof schema.safeParse(text).data === "number"),
      )
      .map(([member]) => `${name} ${member}`),
  );
  expect(read).toEqual([]);
});
