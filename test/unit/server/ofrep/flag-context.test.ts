import { expect, test } from "vitest";
import { readContext, sentContext } from "../../../../src/server/ofrep/flag-context.ts";
import type { FlagContext } from "../../../../src/server/ofrep/flag-service.ts";
import { OfrepRefusal } from "../../../../src/server/ofrep/ofrep-refusal.ts";

const empty: FlagContext = { targetingKey: null, fields: {}, platform: null, locale: null, timeZone: null };
const read = (body: unknown) => readContext(sentContext(body));

const good: [string, unknown, Partial<FlagContext>][] = [
  ["no context", {}, {}],
  ["a null context", { context: null }, {}],
  ["an empty one", { context: {} }, {}],
  ["members that the standard does not have", { more: 1, context: {} }, {}],
  ["an inherited context is none", JSON.parse('{"__proto__":{"context":{"targetingKey":"x"}}}'), {}],
  ["a targeting key", { context: { targetingKey: "ana" } }, { targetingKey: "ana" }],
  ["an empty targeting key", { context: { targetingKey: "" } }, {}],
  ["a null targeting key", { context: { targetingKey: null } }, {}],
  [
    "scalars and lists of them",
    { context: { plan: "gold", age: 34, beta: false, tags: ["a", 1, true], none: [] } },
    { fields: { plan: "gold", age: 34, beta: false, tags: ["a", 1, true], none: [] } },
  ],
  [
    "objects, nulls and lists of those are passed over",
    { context: { a: { b: 1 }, c: null, d: [{ e: 1 }], f: [null], g: [["h"]], i: 1 } },
    { fields: { i: 1 } },
  ],
  [
    "what is also an attribute",
    { context: { platform: "ios", locale: "pt-PT", timeZone: "Europe/Lisbon" } },
    {
      platform: "ios",
      locale: "pt-PT",
      timeZone: "Europe/Lisbon",
      fields: { platform: "ios", locale: "pt-PT", timeZone: "Europe/Lisbon" },
    },
  ],
  [
    "an attribute that is no text",
    { context: { platform: 5, locale: "", timeZone: ["x"] } },
    { fields: { platform: 5, locale: "", timeZone: ["x"] } },
  ],
  [
    "a field called constructor",
    { context: { constructor: "x" } },
    { fields: { constructor: "x" } as never },
  ],
];
test.each(good)("%s", (_, body, want) => {
  expect(read(body)).toEqual({ ...empty, ...want });
});

const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`f${n}`, n]));
const bad: [string, unknown, string, RegExp][] = [
  ["nothing", undefined, "PARSE_ERROR", /JSON object/],
  ["a list", [], "PARSE_ERROR", /JSON object/],
  ["a string", "x", "PARSE_ERROR", /JSON object/],
  ["null", null, "PARSE_ERROR", /JSON object/],
  ["a context that is a list", { context: [] }, "INVALID_CONTEXT", /^\/context must be an object/],
  ["a context that is a string", { context: "ana" }, "INVALID_CONTEXT", /must be an object/],
  ["a number as key", { context: { targetingKey: 5 } }, "INVALID_CONTEXT", /targetingKey must be a string/],
  ["an object as key", { context: { targetingKey: {} } }, "INVALID_CONTEXT", /^\/context\/targetingKey /],
  ["a key too long", { context: { targetingKey: "x".repeat(201) } }, "INVALID_CONTEXT", /at most 200 char/],
  ["a key that can't be stored", { context: { targetingKey: "a\u0000b" } }, "INVALID_CONTEXT", /U\+0000/],
  ["a text too long", { context: { plan: "x".repeat(8193) } }, "INVALID_CONTEXT", /^\/context\/plan /],
  ["a list too long", { context: { l: Array(501).fill(1) } }, "INVALID_CONTEXT", /^\/context\/l /],
  ["a number that is none", { context: JSON.parse('{"n":1e999}') }, "INVALID_CONTEXT", /^\/context\/n /],
  ["a name too long", { context: { ["n".repeat(129)]: 1 } }, "INVALID_CONTEXT", /^\/context\/nnn/],
  ["an empty name", { context: { "": 1 } }, "INVALID_CONTEXT", /^\/context/],
  ["too many fields", { context: many }, "INVALID_CONTEXT", /at most 500 fields/],
];
test.each(bad)("%s is refused", (_, body, code, detail) => {
  const refusal = refusalOf(() => read(body));
  expect([refusal.code, refusal.status]).toEqual([code, 400]);
  expect(refusal.message).toMatch(detail);
  expect(refusal.message.length).toBeLessThan(1000);
});

function refusalOf(attempt: () => unknown): OfrepRefusal {
  try {
    attempt();
  } catch (error) {
    if (error instanceof OfrepRefusal) return error;
  }
  throw new Error("it was not refused");
}
