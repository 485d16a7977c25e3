import { describe, expect, it } from "vitest";
import type { Path } from "../../../../src/renderer/rules/rule-path.ts";
import { changedRows, ruleProblems, serverProblems } from "../../../../src/renderer/tribes/draft-issues.ts";
import {
  duplicated,
  grouped,
  inserted,
  type Moved,
  movedIn,
  movedOut,
  putBack,
  removed,
  rootList,
  shifted,
  startRule,
} from "../../../../src/renderer/tribes/rule-moves.ts";
import { ruleOf, tribeOf } from "../../../helpers/targeting.ts";

const [a, b, c] = ["a", "b", "c"].map((label) => ({ label })) as [
  { label: string },
  { label: string },
  { label: string },
];
type Rules = Parameters<typeof removed>[0];

describe("moving conditions", () => {
  const nested = { all: [a, { not: { any: [b, c] } }] };
  it.each<
    [name: string, make: (rule: Rules) => Moved | null, given: object, want: object | null, path: Path]
  >([
    ["down", (rule) => shifted(rule, ["all", 0], 1), { all: [a, b] }, { all: [b, a] }, ["all", 1]],
    ["back to its place", (rule) => putBack(rule, ["all", 0], a), { all: [b] }, { all: [a, b] }, ["all", 0]],
    ["back, last now", (rule) => putBack(rule, ["all", 2], a), { all: [b] }, { all: [b, a] }, ["all", 1]],
    [
      "back where its group is gone",
      (rule) => putBack(rule, ["all", 1, "any", 0], a),
      { all: [b] },
      { all: [b, a] },
      ["all", 1],
    ],
    ["back as the first", (rule) => putBack(rule, [], a), { all: [] }, { all: [a] }, ["all", 0]],
    ["not above the first", (rule) => shifted(rule, ["all", 0], -1), { all: [a, b] }, null, []],
    [
      "into the group below, as its first",
      (rule) => movedIn(rule, ["all", 0]),
      nested,
      { all: [{ not: { any: [a, b, c] } }] },
      ["all", 0, "not", "any", 0],
    ],
    [
      "into the group above, as its last",
      (rule) => movedIn(rule, ["all", 1]),
      { all: [{ any: [a] }, b] },
      { all: [{ any: [a, b] }] },
      ["all", 0, "any", 1],
    ],
    ["into no group", (rule) => movedIn(rule, ["all", 0]), { all: [a, b] }, null, []],
    [
      "out of a group that is turned round, to behind it",
      (rule) => movedOut(rule, ["all", 1, "not", "any", 0]),
      nested,
      { all: [a, { not: { any: [c] } }, b] },
      ["all", 2],
    ],
    [
      "out of a group that nothing is left in, in its place",
      (rule) => movedOut(rule, ["all", 0, "any", 0]),
      { all: [{ any: [a] }, b] },
      { all: [a, b] },
      ["all", 0],
    ],
    ["not out of the outermost", (rule) => movedOut(rule, ["all", 0]), { all: [a] }, null, []],
    ["twice", (rule) => duplicated(rule, ["all", 0]), { all: [a, b] }, { all: [a, a, b] }, ["all", 1]],
    ["a single rule twice", (rule) => duplicated(rule, []), a, { all: [a, a] }, ["all", 1]],
    [
      "into a group of its own",
      (rule) => grouped(rule, ["all", 0]),
      { all: [a] },
      { all: [{ any: [a] }] },
      ["all", 0],
    ],
    [
      "of any, into one of all",
      (rule) => grouped(rule, ["any", 0]),
      { any: [a] },
      { any: [{ all: [a] }] },
      ["any", 0],
    ],
    ["away", (rule) => removed(rule, ["all", 1]), { all: [a, b] }, { all: [a] }, ["all", 0]],
    [
      "the last of a group away",
      (rule) => removed(rule, ["all", 0, "any", 0]),
      { all: [{ any: [a] }] },
      { all: [{ any: [] }] },
      ["all", 0],
    ],
    ["a single rule away", (rule) => removed(rule, []), a, { all: [] }, []],
    [
      "one more to a single rule",
      (rule) => inserted(rule, rootList(rule), b),
      a,
      { all: [a, b] },
      ["all", 1],
    ],
    [
      "one more to a root that is turned round",
      (rule) => inserted(rule, rootList(rule), b),
      { not: { any: [a] } },
      { not: { any: [a, b] } },
      ["not", "any", 1],
    ],
  ])("%s", (_, make, given, want, path) => {
    const moved = make(ruleOf(given));
    expect(moved === null ? null : moved.rule).toEqual(want);
    if (moved !== null) expect(moved.path).toEqual(path);
  });
});

describe("what an edit has changed", () => {
  it.each<[name: string, saved: object, edited: object, want: readonly string[]]>([
    ["nothing", { all: [a, b] }, { all: [a, b] }, []],
    ["nothing by an order that means nothing", { all: [a, b] }, { all: [b, a] }, []],
    ["a new condition", { all: [a] }, { all: [a, b] }, ["all/1condition"]],
    ["one of two that are alike", { all: [a] }, { all: [a, a] }, ["all/1condition"]],
    ["the head", { all: [a] }, { any: [a] }, ["lead"]],
    [
      "a condition that went into a group",
      { all: [a, { any: [b] }] },
      { all: [{ any: [b, a] }] },
      ["all/0/any/1condition"],
    ],
    [
      "a group that was turned round, and what is in it",
      { all: [{ any: [b] }] },
      { all: [{ not: { any: [b] } }] },
      ["all/0group", "all/0/not/any/0condition"],
    ],
    ["nothing by a single rule that became one of all", a, { all: [a] }, []],
  ])("%s", (_, saved, edited, want) => {
    expect([...changedRows(ruleOf(saved), ruleOf(edited))]).toEqual(want);
  });
});

describe("what speaks against a rule", () => {
  const tribes = [
    { ...tribeOf("one", { label: "a" }), name: "One" },
    { ...tribeOf("two", { all: [{ tribe: "one" }] }), name: "Two" },
  ];
  it.each<[given: object, id: string | null, want: readonly [string, string][]]>([
    [{ tribe: "two" }, null, []],
    [{ tribe: "two" }, "three", []],
    [{ all: [{ tribe: "two" }] }, "one", [["all/0/tribe", "leads back to this Tribe: One → Two → One"]]],
    [{ tribe: "one" }, "one", [["tribe", "leads back to this Tribe: One → One"]]],
    [{ tribe: "gone" }, null, [["tribe", "is no longer there: choose another Tribe"]]],
    [{ field: "plan", op: "in", value: [] }, null, [["value", "must name at least one"]]],
  ])("%j of %s", (given, id, want) => {
    const found = ruleProblems(given as never, tribes, id);
    expect(found.map(({ path, message }) => [path.join("/"), message])).toEqual(want);
  });

  it("says nothing of Tribes that are not known", () => {
    const rule = { all: [{ tribe: "one" }, { field: "plan", op: "in", value: [] }] } as never;
    expect(ruleProblems(rule, null, "one").map(({ message }) => message)).toEqual(["must name at least one"]);
  });

  it("takes a server's errors to their place, places of a list as numbers", () => {
    const errors = [
      { path: "/rules/all/0/tribe", detail: "names no Tribe" },
      { path: "/name", detail: "is taken" },
    ];
    expect(serverProblems(errors, { all: [{ tribe: "x" }] })).toEqual([
      { path: ["all", 0, "tribe"], message: "names no Tribe" },
    ]);
  });
});

describe("a new Tribe from an address", () => {
  const event = { event: "movie/watched", did: true, count: { op: "any" }, window: { last: { days: 7 } } };
  it.each<[search: string, want: object | null]>([
    ["", null],
    ["event=nonsense", null],
    ["event=movie/watched", { all: [{ ...event, where: [] }] }],
    [
      "event=movie/watched&where=genre:drama&where=at:20:15&where=bad",
      {
        all: [
          {
            ...event,
            where: [
              { key: "genre", op: "equals", value: "drama" },
              { key: "at", op: "equals", value: "20:15" },
            ],
          },
        ],
      },
    ],
  ])("%s", (search, want) => {
    expect(startRule(search)).toEqual(want);
  });
});
