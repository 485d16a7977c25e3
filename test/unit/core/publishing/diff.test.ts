import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CollectionContent } from "../../../../src/core/publication.ts";
import { collectionContent, difference } from "../../../../src/core/publication.ts";
import { diffContents } from "../../../../src/core/publishing/diff.ts";
import { jsonEqual } from "../../../../src/core/publishing/json-equal.ts";

type Experience = CollectionContent["experiences"][number];
type Scenario = Experience["scenarios"][number];

const everyone = { kind: "everyone" as const, anyOf: [], noneOf: [] };
const gold: Scenario = {
  id: "scn_1",
  name: "Gold members",
  audience: { ...everyone, anyOf: ["tri_gold"] },
  rollout: 50,
  schedule: null,
  serve: { enabled: true, data: { headline: "Hi, Gold", link: { to: "/gold", blank: true } } },
};
const silver: Scenario = { ...gold, id: "scn_2", name: "Silver members" };
const rest: Scenario = { id: "scn_3", name: "Default", serve: { enabled: true, data: { headline: "Hi" } } };
const banner: Experience = {
  id: "exp_1",
  key: "banner",
  name: "Banner",
  typeId: "typ_1",
  scenarios: [gold, silver, rest],
};
const promo: Experience = { ...banner, id: "exp_2", key: "promo", name: "Promo", scenarios: [rest] };
const body: CollectionContent["sections"][number] = {
  id: "sec_1",
  key: "body",
  name: "Body",
  typeIds: ["typ_1"],
  experiences: [promo],
  scenarios: [{ id: "scn_9", name: "Default", serve: { enabled: true, children: ["promo"] } }],
};
const headline = { id: "prp_1", key: "headline", name: "Headline", type: "string" as const, default: "Hi" };
const hero = { id: "typ_1", key: "hero", name: "Hero", properties: [headline] };
const page: CollectionContent = {
  id: "col_1",
  key: "homepage",
  name: "Homepage",
  types: [hero],
  experiences: [banner],
  sections: [body],
};

const withScenarios = (...scenarios: Scenario[]): CollectionContent => ({
  ...page,
  experiences: [{ ...banner, scenarios }],
});
const withGold = (change: object) => withScenarios({ ...gold, ...change } as Scenario, silver, rest);
const at = "/experiences/banner/scenarios";
const { schedule: _schedule, ...unscheduled } = gold;
const evenings = { from: null, until: null, days: [], hours: null, timeZone: "UTC" };

interface Case {
  readonly before?: CollectionContent | null;
  readonly after: CollectionContent;
  readonly want: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
}
const cases: [string, Case][] = [
  ["equal contents", { after: structuredClone(page), want: [] }],
  [
    "a rollout",
    { after: withGold({ rollout: 100 }), want: [{ path: `${at}/0/rollout`, before: 50, after: 100 }] },
  ],
  [
    "an audience",
    {
      after: withGold({ audience: { ...everyone, anyOf: ["tri_gold", "tri_vip"] } }),
      want: [{ path: `${at}/0/audience/anyOf`, before: ["tri_gold"], after: ["tri_gold", "tri_vip"] }],
    },
  ],
  [
    "what is served for one property, told whole, another added and one removed",
    {
      after: withGold({
        serve: { enabled: false, data: { colour: "#fff", link: { to: "/x", blank: true } } },
      }),
      want: [
        { path: `${at}/0/serve/enabled`, before: true, after: false },
        { path: `${at}/0/serve/data/colour`, before: null, after: "#fff" },
        { path: `${at}/0/serve/data/headline`, before: "Hi, Gold", after: null },
        {
          path: `${at}/0/serve/data/link`,
          before: { to: "/gold", blank: true },
          after: { to: "/x", blank: true },
        },
      ],
    },
  ],
  [
    "properties that are called like our own lists are data all the same",
    {
      before: withGold({ serve: { enabled: true, data: { scenarios: [{ id: "a" }], data: { a: 1 } } } }),
      after: withGold({ serve: { enabled: true, data: { scenarios: [{ id: "b" }], data: { a: 2 } } } }),
      want: [
        { path: `${at}/0/serve/data/data`, before: { a: 1 }, after: { a: 2 } },
        { path: `${at}/0/serve/data/scenarios`, before: [{ id: "a" }], after: [{ id: "b" }] },
      ],
    },
  ],
  [
    "a null to be served is not the same as nothing: the data are told whole",
    {
      before: withGold({ serve: { enabled: true, data: { link: "/a" } } }),
      after: withGold({ serve: { enabled: true, data: { link: null } } }),
      want: [{ path: `${at}/0/serve/data`, before: { link: "/a" }, after: { link: null } }],
    },
  ],
  [
    "null that becomes absent: the scenario is told whole",
    {
      after: withScenarios(unscheduled, silver, rest),
      want: [{ path: `${at}/0`, before: gold, after: unscheduled }],
    },
  ],
  [
    "a schedule that is put on",
    {
      after: withGold({ schedule: evenings }),
      want: [{ path: `${at}/0/schedule`, before: null, after: evenings }],
    },
  ],
  [
    "one time of a schedule",
    {
      before: withGold({ schedule: evenings }),
      after: withGold({ schedule: { ...evenings, from: "2026-12-01T00:00:00Z" } }),
      want: [{ path: `${at}/0/schedule/from`, before: null, after: "2026-12-01T00:00:00Z" }],
    },
  ],
  [
    "a scenario added in front: the others are not changed",
    {
      before: withScenarios(silver, rest),
      after: withScenarios(gold, silver, rest),
      want: [{ path: `${at}/0`, before: null, after: gold }],
    },
  ],
  [
    "a scenario removed, by its place before",
    {
      after: withScenarios(gold, rest),
      want: [{ path: `${at}/1`, before: silver, after: null }],
    },
  ],
  [
    "scenarios that change places are told by their names",
    {
      after: withScenarios(silver, gold, rest),
      want: [
        {
          path: at,
          before: ["Gold members", "Silver members", "Default"],
          after: ["Silver members", "Gold members", "Default"],
        },
      ],
    },
  ],
  [
    "moved and changed: by the place where it is now",
    {
      after: withScenarios(silver, { ...gold, rollout: 10 }, rest),
      want: [
        {
          path: at,
          before: ["Gold members", "Silver members", "Default"],
          after: ["Silver members", "Gold members", "Default"],
        },
        { path: `${at}/1/rollout`, before: 50, after: 10 },
      ],
    },
  ],
  [
    "names that change places with what they name have the ids beside them",
    {
      before: withScenarios(gold, silver),
      after: withScenarios({ ...silver, name: "Gold members" }, { ...gold, name: "Silver members" }),
      want: [
        {
          path: at,
          before: ["Gold members (scn_1)", "Silver members (scn_2)"],
          after: ["Gold members (scn_2)", "Silver members (scn_1)"],
        },
        { path: `${at}/0/name`, before: "Silver members", after: "Gold members" },
        { path: `${at}/1/name`, before: "Gold members", after: "Silver members" },
      ],
    },
  ],
  [
    "namesakes that change places have their ids beside them",
    {
      before: withScenarios(gold, { ...silver, name: "Gold members" }, rest),
      after: withScenarios({ ...silver, name: "Gold members" }, gold, rest),
      want: [
        {
          path: at,
          before: ["Gold members (scn_1)", "Gold members (scn_2)", "Default"],
          after: ["Gold members (scn_2)", "Gold members (scn_1)", "Default"],
        },
      ],
    },
  ],
  [
    "an Experience added and another removed, whole",
    {
      after: { ...page, experiences: [promo] },
      want: [
        { path: "/experiences/promo", before: null, after: promo },
        { path: "/experiences/banner", before: banner, after: null },
      ],
    },
  ],
  [
    "an Experience whose key is data",
    {
      before: { ...page, experiences: [{ ...banner, key: "data" }] },
      after: { ...page, experiences: [{ ...banner, key: "data", scenarios: [gold, rest] }] },
      want: [{ path: "/experiences/data/scenarios/1", before: silver, after: null }],
    },
  ],
  [
    "the order of Experiences, by their keys",
    {
      before: { ...page, experiences: [banner, promo] },
      after: { ...page, experiences: [promo, banner] },
      want: [{ path: "/experiences", before: ["banner", "promo"], after: ["promo", "banner"] }],
    },
  ],
  [
    "an Experience within a Section, and the Section's children",
    {
      after: {
        ...page,
        sections: [
          {
            ...body,
            experiences: [{ ...promo, name: "Offer" }],
            scenarios: [{ id: "scn_9", name: "Default", serve: { enabled: true, children: [] } }],
          },
        ],
      },
      want: [
        { path: "/sections/body/experiences/promo/name", before: "Promo", after: "Offer" },
        { path: "/sections/body/scenarios/0/serve/children", before: ["promo"], after: [] },
      ],
    },
  ],
  [
    "a type's property",
    {
      after: { ...page, types: [{ ...hero, properties: [{ ...headline, default: "Welcome" }] }] },
      want: [{ path: "/types/hero/properties/headline/default", before: "Hi", after: "Welcome" }],
    },
  ],
  [
    "a property's key with what a pointer escapes",
    {
      before: withGold({ serve: { enabled: true, data: { "a/b~c": 1 } } }),
      after: withGold({ serve: { enabled: true, data: { "a/b~c": 2 } } }),
      want: [{ path: `${at}/0/serve/data/a~1b~0c`, before: 1, after: 2 }],
    },
  ],
  [
    "nothing published before: each thing whole",
    {
      before: null,
      after: page,
      want: [
        { path: "/name", before: null, after: "Homepage" },
        { path: "/types/hero", before: null, after: hero },
        { path: "/experiences/banner", before: null, after: banner },
        { path: "/sections/body", before: null, after: body },
      ],
    },
  ],
];

test.each(cases)("%s", (_, { before = page, after, want }) => {
  expect(diffContents(before, after)).toEqual(want);
});

test("what is told fits the shape of the dry run", () => {
  for (const { path, before, after } of cases.flatMap(([, one]) => one.want))
    expect(difference.parse({ path, before, after })).toEqual({ path, before, after });
  expect(collectionContent.parse(page)).toEqual(page);
});

test("an empty Collection published for the first time is a difference as well", () => {
  const empty = { ...page, types: [], experiences: [], sections: [] };
  expect(diffContents(null, empty)).toEqual([{ path: "/name", before: null, after: "Homepage" }]);
});

const text = fc.constantFrom("a", "b", "c");
const json = fc.oneof(text, fc.constant(null), fc.integer({ max: 2, min: 0 }), fc.jsonValue({ maxDepth: 2 }));
const data = fc.dictionary(
  fc.constantFrom("a", "b", "data", "scenarios", "__proto__"),
  json as fc.Arbitrary<never>,
);
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });
const scenarios = <S>(serve: fc.Arbitrary<S>) =>
  list(
    fc.record(
      {
        id: text,
        name: text,
        rollout: fc.constantFrom(0, 100),
        schedule: fc.constantFrom(null, evenings),
        audience: fc.constantFrom(everyone, gold.audience),
        serve,
      },
      { requiredKeys: ["id", "name", "serve"] },
    ),
  );
const experiences = list(
  fc.record({
    id: text,
    key: text,
    name: text,
    typeId: text,
    scenarios: scenarios(fc.record({ enabled: fc.boolean(), data })),
  }),
);
const properties = list(
  fc.record(
    {
      id: text,
      key: text,
      name: text,
      type: fc.constant("json" as const),
      default: json as fc.Arbitrary<never>,
    },
    { requiredKeys: ["id", "key", "name", "type"] },
  ),
);
const contents = fc.record({
  id: text,
  key: text,
  name: text,
  types: list(fc.record({ id: text, key: text, name: text, properties })),
  experiences,
  sections: list(
    fc.record({
      id: text,
      key: text,
      name: text,
      typeIds: list(text),
      experiences,
      scenarios: scenarios(fc.record({ enabled: fc.boolean(), children: list(text) })),
    }),
  ),
}) as fc.Arbitrary<CollectionContent>;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Members in another order at every level: the same JSON value. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversed(one)]),
  ) as T;
}

describe("over random contents", () => {
  test("the diff is empty exactly where both are deeply equal", () => {
    let same = 0;
    const pair = fc.tuple(contents, contents, fc.boolean());
    fc.assert(
      fc.property(pair, ([before, other, again]) => {
        const after = again ? structuredClone(before) : other;
        const equal = isDeepStrictEqual(plain(before), plain(after));
        same += equal ? 1 : 0;
        expect(diffContents(before, after).length === 0).toBe(equal);
      }),
      { numRuns: 1000 },
    );
    expect(same).toBeGreaterThan(200);
  });

  test("one changed member shows, wherever it is, and nothing else does", () => {
    fc.assert(
      fc.property(contents, (before) => {
        expect(diffContents(before, { ...before, name: `${before.name}!` })).toEqual([
          { path: "/name", before: before.name, after: `${before.name}!` },
        ]);
      }),
    );
  });

  test("no difference says the same on both sides, and the members' order changes nothing", () => {
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        const diff = diffContents(before, after);
        expect(diff.filter((one) => jsonEqual(one.before, one.after))).toEqual([]);
        expect(diffContents(reversed(before), reversed(after)).map(({ path }) => path)).toEqual(
          diff.map(({ path }) => path),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("jsonEqual", () => {
  const table: [unknown, unknown, boolean][] = [
    [{ a: null }, {}, false],
    [{ a: undefined }, {}, true],
    [{ a: null }, { a: undefined }, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ toString: 1 }, {}, false],
    [{}, { toString: 1 }, false],
    [JSON.parse('{"__proto__":1}'), {}, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [0, false, false],
    ["1", 1, false],
    [null, {}, false],
  ];
  test.each(table)("%j and %j: %s", (a, b, want) => {
    expect([jsonEqual(a, b), jsonEqual(b, a)]).toEqual([want, want]);
  });
});
