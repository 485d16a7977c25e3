import { describe, expect, it } from "vitest";
import { createDocument } from "zod-openapi";
import { rule } from "../../../../src/core/targeting/rule-schema.ts";
import { tribe, tribeCreate } from "../../../../src/core/tribe.ts";

/** The first thing that is wrong, as `path: message`. */
function refusal(value: unknown): string {
  const [issue] = rule.safeParse(value).error?.issues ?? [];
  return issue === undefined ? "accepted" : `${issue.path.join("/")}: ${issue.message}`;
}

const ofEvent = (members: object) => ({ event: "movie/watched", ...members });
const compare = (op: string, value?: unknown) => ({ field: "age", op, value });

describe("what is accepted", () => {
  it.each<[string, unknown, unknown]>([
    [
      "an event rule with its defaults",
      { event: "movie/watched" },
      { event: "movie/watched", did: true, count: { op: "any" }, window: { anyTime: true }, where: [] },
    ],
    [
      "a window's time in UTC, and a date as it is",
      {
        all: [
          { after: "2026-11-01T18:00:00+01:00" },
          { before: "2026-11-01t18:00:00z" },
          { before: "2026-11-01" },
        ].map((window) => ({ event: "a/b", window })),
      },
      {
        all: [
          { after: "2026-11-01T17:00:00.000Z" },
          { before: "2026-11-01T18:00:00Z" },
          { before: "2026-11-01" },
        ].map((window) => ({ event: "a/b", did: true, count: { op: "any" }, window, where: [] })),
      },
    ],
    ["groups without members", { all: [{ any: [] }] }, { all: [{ any: [] }] }],
    [
      "a field that is called __proto__",
      { field: "__proto__", op: "exists", value: true },
      { field: "__proto__", op: "exists", value: true },
    ],
    [
      "numbers in strings",
      { field: "age", op: "between", value: ["18", " 2e1 "] },
      { field: "age", op: "between", value: ["18", " 2e1 "] },
    ],
    [
      "texts as long as can be, of letters that UTF-16 writes as two",
      { field: "🎭".repeat(128), op: "in", value: ["🎭".repeat(1024)] },
      { field: "🎭".repeat(128), op: "in", value: ["🎭".repeat(1024)] },
    ],
  ])("%s", (_name, given, want) => {
    const read = rule.parse(given);
    expect(read).toEqual(want);
    expect(rule.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });
});

describe("what is refused, and where", () => {
  it.each<[unknown, string]>([
    [null, ": must be all, any or not with rules, or a field, attribute, label, tribe or event rule"],
    [{}, ": must be all, any or not with rules, or a field, attribute, label, tribe or event rule"],
    [{ all: {} }, "all: must be a list of rules"],
    [{ all: [], any: [] }, "any: is not known here; remove it"],
    [
      { all: [{ not: 1 }] },
      "all/0/not: must be all, any or not with rules, or a field, attribute, label, tribe or event rule",
    ],
    [{ all: [{ label: "x" }, compare("greaterThan", "many")] }, "all/1/value: must be a number"],
    [{ label: "" }, "label: must not be empty"],
    [{ label: "x", op: "equals" }, "op: is not known here; remove it"],
    [compare("equals"), "value: must be a string, number or boolean"],
    [compare("equals", [1]), "value: must be a string, number or boolean"],
    [compare("in", []), "value: must name at least one"],
    [compare("in", ["x", {}]), "value/1: must be a string, number or boolean"],
    [compare("greaterThan", ""), "value: must be a number"],
    [compare("greaterThan", "0x10"), "value: must be a number"],
    [compare("greaterThan", "1e999"), "value: must be a number"],
    [compare("in", Array(501).fill(1)), "value: must have at most 500 items"],
    [compare("equals", "🎭".repeat(1025)), "value: must be at most 1024 characters"],
    [compare("between", [3, 1]), "value: must have the lower end first"],
    [compare("between", ["2026-11-20", "2026-11-19T23:59:59Z"]), "value: must have the lower end first"],
    [compare("between", [1]), "value: must be two numbers or two dates"],
    [compare("between", ["1", "2026-11-20"]), "value: must be two numbers or two dates"],
    [compare("between", [1, "x"]), "value/1: must be two numbers or two dates"],
    [compare("before", "2026-02-30"), "value: must be a date (2026-11-20) or an RFC 3339 time"],
    [compare("exists", "yes"), "value: must be true or false"],
    [compare("semver", "one"), "value: must be an npm version range such as ^1.2.0"],
    [compare("semver", `^1.2.0${" ".repeat(251)}`), "value: must be at most 256 characters"],
    [
      { attribute: "age", op: "equals", value: 1 },
      "attribute: must be one of platform, locale, timeZone, kind, createdAt, firstSeenAt, lastSeenAt, sessions",
    ],
    [{ event: "watched" }, "event: must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'"],
    [ofEvent({ did: "yes" }), "did: must be true or false"],
    [ofEvent({ count: { op: "moreThan" } }), "count/value: must be a whole number"],
    [
      ofEvent({ count: { op: "some" } }),
      'count/op: must be {"op":"any"}, or atLeast, moreThan, exactly, atMost or lessThan with a value',
    ],
    [ofEvent({ count: { op: "atLeast", value: -1 } }), "count/value: must not be negative"],
    [ofEvent({ count: { op: "any", value: 1 } }), "count/value: is not known here; remove it"],
    [ofEvent({ window: { last: { days: -1 } } }), "window/last/days: must be more than 0"],
    [ofEvent({ window: { last: { hours: 8761 } } }), "window/last/hours: must be at most 8760 (365 days)"],
    [ofEvent({ window: { last: {} } }), 'window/last: must be one of {"minutes":n}, {"hours":n}, {"days":n}'],
    [ofEvent({ window: { on: "2026-11-31" } }), "window/on: must be a date such as 2026-11-20"],
    [
      ofEvent({ window: { before: "Friday" } }),
      "window/before: must be a date (2026-11-20) or an RFC 3339 time",
    ],
    [ofEvent({ window: { on: "2026-11-20", last: { days: 1 } } }), "window: must have only one of last, on"],
    [ofEvent({ window: { last: { days: 1, hours: 2 } } }), "window/last: must have only one of hours, days"],
    [ofEvent({ window: { last: { days: 1, weeks: 2 } } }), "window/last/weeks: is not known here; remove it"],
    [ofEvent({ where: {} }), "where: must be a list of filters"],
    [ofEvent({ where: [1, 2, 3, 4] }), "where: must be at most 3 filters"],
    [
      ofEvent({ where: [{ key: "genre", op: "in", value: "drama" }] }),
      "where/0/value: must be a list of strings, numbers or booleans",
    ],
    [
      ofEvent({ where: [{ key: "genre", op: "exists", value: true, x: 1 }] }),
      "where/0/x: is not known here; remove it",
    ],
  ])("%j", (given, want) => {
    expect(refusal(given)).toBe(want);
  });

  it("tells the path from the body's root", () => {
    const [issue] = tribeCreate.safeParse({ name: "x", rules: { not: { label: "" } } }).error?.issues ?? [];
    expect(issue?.path).toEqual(["rules", "not", "label"]);
  });
});

describe("what is hostile", () => {
  const megabyte = "1".repeat(1 << 20);
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
  const nested = (wrap: (inner: unknown) => object) => {
    let found: unknown = { label: "vip" };
    for (let level = 0; level < 10_000; level += 1) found = wrap(found);
    return found;
  };
  const hostile: readonly [string, unknown][] = [
    ["10,000 groups in each other", nested((inner) => ({ all: [inner] }))],
    ["10,000 negations", nested((inner) => ({ not: inner }))],
    ["a million members", { any: new Array(1_000_000).fill({ label: "x" }) }],
    ["a thousand times a thousand", { all: new Array(1000).fill({ all: new Array(1000).fill(1) }) }],
    ["a list of a million", compare("in", new Array(1_000_000).fill("x"))],
    ["a million filters", ofEvent({ where: new Array(1_000_000).fill({}) })],
    ["a megabyte of a field's name", { field: megabyte, op: "exists", value: true }],
    ["a megabyte of a label", { label: megabyte }],
    ["a megabyte of an event's name", { event: `${megabyte}/x` }],
    ["a megabyte of a date", ofEvent({ window: { before: megabyte } })],
    ...["equals", "startsWith", "greaterThan", "before", "semver", "in", "between", "exists"].map(
      (op): [string, unknown] => [`a megabyte of digits for ${op}`, compare(op, `${megabyte}x`)],
    ),
    ["digits that a careless pattern would try in all ways", compare("atLeast", `${"1".repeat(1000)}x`)],
    [
      "a range that would be tried in all ways",
      compare("semver", `${" ".repeat(50_000)}1 - ${" ".repeat(50_000)}x`),
    ],
    ["100,000 unknown members", { ...compare("equals", 1), ...members }],
    ["100,000 unknown members of a group", { all: [], ...members }],
    ["100,000 unknown members of a filter", ofEvent({ where: [members] })],
    ["100,000 unknown members of a window", ofEvent({ window: { last: { days: 1, ...members } } })],
    ["a thousand wrong rules", { all: new Array(900).fill(compare("in", [{}])) }],
  ];

  // How long it takes is measured by `npm run bench -- hostile`.
  it.each(hostile)("%s: refused with few words", (_name, given) => {
    const { success, error } = rule.safeParse(given);
    expect(success).toBe(false);
    expect(error?.issues.length).toBeLessThanOrEqual(60);
  });
});

it("is described for requests and responses alike", () => {
  const json = (schema: typeof tribe | typeof tribeCreate) => ({ "application/json": { schema } });
  const document = createDocument({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: {
      "/tribes": {
        post: {
          requestBody: { content: json(tribeCreate) },
          responses: { "201": { description: "", content: json(tribe) } },
        },
      },
    },
  });
  const { schemas } = document.components ?? {};
  expect(Object.keys(schemas ?? {})).toEqual(["Rule", "Tribe"]);
  expect(schemas?.Rule).toHaveProperty("oneOf");
});
