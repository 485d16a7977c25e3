import { describe, expect, test } from "vitest";
import type { ExplainedExperience, Explanation } from "../../../../src/core/explanation.ts";
import type { ExpectedExperience, Persona } from "../../../../src/core/persona.ts";
import { knownItems } from "../../../../src/core/personas/known-items.ts";
import { outcomesOf } from "../../../../src/core/personas/outcomes.ts";

const why = (rule: string, matched: boolean) => ({ rule, matched });
const scenario = (id: string) => ({ id, name: `Name of ${id}` });
const banner: ExplainedExperience = {
  id: "exp_banner",
  key: "home.banner",
  collection: "home",
  enabled: true,
  data: { headline: "Hi", style: { size: 2, tone: "warm" } },
  scenario: scenario("scn_default"),
  reason: "default",
  tried: [
    { scenario: scenario("scn_gold"), matched: false, why: why("gold", false) },
    { scenario: scenario("scn_default"), matched: true, why: why("default", true) },
  ],
};
const body: ExplainedExperience = {
  ...banner,
  id: "sec_body",
  key: "home.body",
  data: {},
  children: [
    { id: "exp_a", typeId: "typ" },
    { id: "exp_b", typeId: "typ" },
  ],
};
const explanation: Pick<Explanation, "tribes" | "experiences"> = {
  tribes: [{ id: "trb_gold", name: "Gold", matched: true, why: why("gold", true) }],
  experiences: [banner, body],
};
const draft = (id: string, ...scenarios: string[]) => ({
  id,
  key: id.slice(4),
  name: id,
  typeId: "typ",
  scenarios: scenarios.map((one) => ({ ...scenario(one), serve: { enabled: true, data: {} } })),
});
const known = knownItems([
  {
    key: "home",
    experiences: [draft("exp_banner", "scn_gold", "scn_late", "scn_default"), draft("exp_new", "scn_new")],
    sections: [
      {
        id: "sec_body",
        key: "body",
        name: "Body",
        typeIds: ["typ"],
        scenarios: [],
        experiences: [draft("exp_a"), draft("exp_b")],
      },
    ],
  },
]);
const outcomes = (expected: Persona["expected"]) => outcomesOf({ expected }, explanation, known);

test("a persona that expects nothing has no outcomes", () => {
  expect(outcomes({ tribes: [], experiences: [] })).toEqual([]);
});

describe("Tribes", () => {
  const table: [name: string, given: { tribe: string; member: boolean }, want: object][] = [
    ["in it as expected", { tribe: "trb_gold", member: true }, { name: "Gold", actual: true, passed: true }],
    [
      "in it against it",
      { tribe: "trb_gold", member: false },
      { expected: false, actual: true, passed: false },
    ],
    ["gone", { tribe: "trb_none", member: false }, { name: "trb_none", actual: "is gone", passed: false }],
  ];
  test.each(table)("%s", (_name, given, want) => {
    const [found, ...more] = outcomes({ tribes: [given], experiences: [] });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: "tribe", id: given.tribe, expected: given.member, ...want });
    expect(found?.why).toEqual(given.tribe === "trb_gold" ? why("gold", true) : undefined);
  });
});

describe("Experiences", () => {
  const table: [name: string, given: ExpectedExperience, want: readonly object[]][] = [
    [
      "of which nothing is said is served",
      { experience: "exp_banner" },
      [{ name: "home.banner", expected: "is served", actual: "is served", passed: true }],
    ],
    [
      "on or off",
      { experience: "exp_banner", enabled: false },
      [{ path: "/enabled", expected: false, actual: true, passed: false, why: why("default", true) }],
    ],
    [
      "the scenario",
      { experience: "exp_banner", scenario: "scn_default" },
      [
        {
          path: "/scenario",
          expected: scenario("scn_default"),
          actual: scenario("scn_default"),
          passed: true,
        },
      ],
    ],
    [
      "a scenario that did not hold, with its own reason",
      { experience: "exp_banner", scenario: "scn_gold" },
      [{ path: "/scenario", actual: scenario("scn_default"), passed: false, why: why("gold", false) }],
    ],
    [
      "a scenario after the one that held, with the reason of that one",
      { experience: "exp_banner", scenario: "scn_late" },
      [{ expected: scenario("scn_late"), passed: false, why: why("default", true) }],
    ],
    [
      "a scenario that is gone",
      { experience: "exp_banner", scenario: "scn_none" },
      [{ expected: { id: "scn_none", name: "scn_none" }, actual: "is gone", passed: false }],
    ],
    [
      "data, member by member",
      {
        experience: "exp_banner",
        data: { headline: "Ho", style: { tone: "warm", size: 2 }, missing: 1, none: null, constructor: 1 },
      },
      [
        { path: "/data/headline", expected: "Ho", actual: "Hi", passed: false },
        { path: "/data/style", passed: true },
        { path: "/data/missing", expected: 1, actual: null, passed: false },
        { path: "/data/none", passed: true },
        { path: "/data/constructor", actual: null, passed: false },
      ],
    ],
    [
      "a member of a member is not enough",
      { experience: "exp_banner", data: { style: { size: 2 } } },
      [{ path: "/data/style", passed: false }],
    ],
    [
      "the children of a Section, in order",
      { experience: "sec_body", children: ["exp_b", "exp_a"] },
      [{ path: "/children", expected: ["b", "a"], actual: ["a", "b"], passed: false }],
    ],
    [
      "a child that is gone, by its id",
      { experience: "sec_body", children: ["exp_none"] },
      [{ path: "/children", expected: ["exp_none"], actual: ["a", "b"], passed: false }],
    ],
    [
      "not published",
      { experience: "exp_new", enabled: true },
      [{ name: "home.new", expected: { enabled: true }, actual: "is not served here", passed: false }],
    ],
    [
      "gone",
      { experience: "exp_none", enabled: true },
      [{ id: "exp_none", name: "exp_none", actual: "is gone", passed: false }],
    ],
  ];
  test.each(table)("%s", (_name, given, want) => {
    const found = outcomes({ tribes: [], experiences: [given] });
    expect(found).toHaveLength(want.length);
    expect(found).toMatchObject(want.map((one) => ({ kind: "experience", id: given.experience, ...one })));
  });
});
