import { describe, expect, it } from "vitest";
import { type Operator, operators, type Rule } from "../../../../src/core/rule.ts";
import { readRule } from "../../../../src/core/targeting/read-rule.ts";
import { editBlank, negated } from "../../../../src/renderer/rules/edit-blank.ts";
import { operatorChoices, withOperator } from "../../../../src/renderer/rules/operator-words.ts";
import { ruleRows } from "../../../../src/renderer/rules/rule-sentence.ts";
import { piecesText, ruleText, tribeText } from "../../../../src/renderer/rules/rule-text.ts";
import {
  type BlankPiece,
  bareName,
  type ComparedKind,
} from "../../../../src/renderer/rules/sentence-piece.ts";
import { Random } from "../../../helpers/random.ts";
import { randomTribes } from "../../../helpers/random-targeting.ts";
import { ruleOf } from "../../../helpers/targeting.ts";

const nameOf = (id: string) => (id === "trb_trial" ? "Trial" : id);
const blanksOf = (rule: Rule): BlankPiece[] =>
  ruleRows(rule, bareName).flatMap(({ pieces }) => pieces.filter((piece) => piece.is === "blank"));
const watched = (rest: object) => ({ event: "movie/watched", ...rest });

describe("a condition as a sentence", () => {
  it.each<[given: object, want: string]>([
    [{ field: "plan", op: "in", value: ["gold", "platinum"] }, "Their plan is any of gold, platinum"],
    [{ field: "plan", op: "notIn", value: ["free"] }, "Their plan is none of free"],
    [{ field: "plan", op: "equals", value: "" }, "Their plan equals empty text"],
    [{ field: "beta", op: "notEquals", value: true }, "Their beta does not equal true"],
    [{ field: "tags", op: "contains", value: "film" }, "Their tags contains film"],
    [{ field: "email", op: "startsWith", value: "ana" }, "Their email starts with ana"],
    [{ field: "email", op: "endsWith", value: ".pt" }, "Their email ends with .pt"],
    [{ field: "age", op: "greaterThan", value: 17 }, "Their age is more than 17"],
    [{ field: "age", op: "atLeast", value: 18 }, "Their age is at least 18"],
    [{ field: "age", op: "lessThan", value: 18 }, "Their age is less than 18"],
    [{ field: "age", op: "atMost", value: 17 }, "Their age is at most 17"],
    [{ field: "age", op: "between", value: [18, 34] }, "Their age is between 18 and 34"],
    [
      { field: "since", op: "between", value: ["2026-11-01", "2026-11-20T10:00:00Z"] },
      "Their since is between 1 Nov 2026 and 20 Nov 2026, 10:00:00 UTC",
    ],
    [{ field: "since", op: "before", value: "2026-11-01" }, "Their since is before 1 Nov 2026"],
    [
      { field: "since", op: "before", value: "9999-12-31T23:59:59-10:00" },
      "Their since is before 1 Jan 10000, 09:59:59 UTC",
    ],
    [{ field: "since", op: "after", value: "2026-11-01" }, "Their since is after 1 Nov 2026"],
    [{ field: "plan", op: "exists", value: true }, "Their plan is known"],
    [{ field: "plan", op: "exists", value: false }, "Their plan is not known"],
    [{ field: "app", op: "semver", value: "^1.2.0" }, "Their app is a version in ^1.2.0"],
    [{ attribute: "platform", op: "equals", value: "web" }, "Their platform equals web"],
    [{ attribute: "timeZone", op: "startsWith", value: "Europe/" }, "Their time zone starts with Europe/"],
    [
      { attribute: "firstSeenAt", op: "before", value: "2026-11-01" },
      "They were first seen before 1 Nov 2026",
    ],
    [{ attribute: "createdAt", op: "exists", value: true }, "They were created at a known time"],
    [{ attribute: "lastSeenAt", op: "exists", value: false }, "They were last seen at no known time"],
    [{ attribute: "sessions", op: "greaterThan", value: 3 }, "They had more than 3 sessions"],
    [{ attribute: "sessions", op: "between", value: [1, 3] }, "They had between 1 and 3 sessions"],
    [{ label: "vip" }, "They have the label vip"],
    [{ not: { label: "vip" } }, "They do not have the label vip"],
    [{ tribe: "trb_trial" }, "They are in the Tribe Trial"],
    [{ not: { tribe: "trb_trial" } }, "They are not in the Tribe Trial"],
    [{ not: { not: { label: "vip" } } }, "It is not true that they do not have the label vip"],
    [{ not: { field: "plan", op: "equals", value: "gold" } }, "It is not true that their plan equals gold"],
    [
      { not: { not: { field: "plan", op: "equals", value: "gold" } } },
      "It is not true that it is not true that their plan equals gold",
    ],
    [watched({}), "They did movie/watched at least once at any time"],
    [watched({ did: false }), "They did not do movie/watched even once at any time"],
    [
      watched({ count: { op: "moreThan", value: 2 }, window: { last: { days: 7 } } }),
      "They did movie/watched more than 2 times in the last 7 days",
    ],
    [
      watched({ count: { op: "atLeast", value: 3 }, window: { last: { days: 7 } } }),
      "They did movie/watched at least 3 times in the last 7 days",
    ],
    [
      watched({ count: { op: "atMost", value: 1 }, window: { last: { days: 7 } } }),
      "They did movie/watched at most 1 time in the last 7 days",
    ],
    [
      watched({ count: { op: "lessThan", value: 1 }, window: { last: { minutes: 90 } } }),
      "They did movie/watched fewer than 1 time in the last 90 minutes",
    ],
    [
      watched({ did: false, count: { op: "exactly", value: 3 }, window: { moreThanAgo: { hours: 1 } } }),
      "They did not do movie/watched exactly 3 times more than 1 hour ago",
    ],
    [watched({ window: { on: "2026-11-20" } }), "They did movie/watched at least once on 20 Nov 2026"],
    [
      watched({ window: { before: "2026-11-20T10:30:00Z" } }),
      "They did movie/watched at least once before 20 Nov 2026, 10:30:00 UTC",
    ],
    [watched({ window: { after: "2026-11-20" } }), "They did movie/watched at least once after 20 Nov 2026"],
    [
      watched({ where: [{ key: "genre", op: "in", value: ["drama", "thriller"] }] }),
      "They did movie/watched at least once at any time, where genre is any of drama, thriller",
    ],
    [
      watched({
        where: [
          { key: "genre", op: "equals", value: "drama" },
          { key: "completed", op: "equals", value: true },
          { key: "stars", op: "atLeast", value: 4 },
        ],
      }),
      "They did movie/watched at least once at any time, where genre equals drama and completed equals true and stars is at least 4",
    ],
  ])("%j", (given, want) => {
    const rows = ruleRows(ruleOf({ all: [given] }), nameOf);
    expect(rows.map(({ pieces }) => piecesText(pieces))).toEqual(["all of these are true:", want]);
  });
});

describe("groups as numbered lines", () => {
  const label = (one: string) => ({ label: one });
  it.each<[name: string, given: object, want: readonly string[]]>([
    ["one condition alone", label("a"), ["0  this is true:", "1 1 They have the label a"]],
    ["an empty group", { any: [] }, ["0  any of these is true:"]],
    [
      "groups in groups",
      { any: [label("a"), { all: [label("b"), { any: [label("c")] }] }, label("d")] },
      [
        "0  any of these is true:",
        "1 1 They have the label a",
        "1 2 All of these are true:",
        "2 2.1 They have the label b",
        "2 2.2 Any of these is true:",
        "3 2.2.1 They have the label c",
        "1 3 They have the label d",
      ],
    ],
    [
      "groups that are turned round",
      { not: { any: [{ not: { all: [label("a")] } }, { not: { not: { any: [] } } }] } },
      [
        "0  none of these is true:",
        "1 1 Not all of these are true:",
        "2 1.1 They have the label a",
        "1 2 It is not true that none of these is true:",
      ],
    ],
    [
      "a root with more than one not",
      { not: { not: { all: [label("a")] } } },
      [
        "0  this is true:",
        "1 1 It is not true that not all of these are true:",
        "2 1.1 They have the label a",
      ],
    ],
  ])("%s", (_, given, want) => {
    const rows = ruleRows(ruleOf(given), nameOf);
    expect(rows.map((row) => `${row.depth} ${row.numeral} ${piecesText(row.pieces)}`)).toEqual(want);
  });

  it.each<[given: object, want: string]>([
    [{ all: [] }, "Everybody"],
    [{ any: [] }, "Nobody"],
    [label("a"), "They have the label a"],
    [{ all: [label("a"), label("b")] }, "They have the label a, and they have the label b"],
    [
      { all: [label("a"), { any: [label("b"), { not: label("c") }] }] },
      "They have the label a, and (they have the label b, or they do not have the label c)",
    ],
    [{ not: { any: [label("a")] } }, "Not (they have the label a)"],
  ])("as one text: %j", (given, want) => {
    expect(ruleText(ruleOf(given), nameOf)).toBe(want);
  });

  it("says who it is about first", () => {
    expect(tribeText({ audience: "visitors", rules: ruleOf(label("a")) }, nameOf)).toBe(
      "Visitors only: they have the label a",
    );
  });
});

describe("a change of one blank", () => {
  const group = ruleOf({ all: [{ label: "vip" }] });
  it.each<[name: string, given: object, kind: string, value: unknown, want: object]>([
    ["all becomes none", { all: [{ label: "a" }] }, "group", "none", { not: { any: [{ label: "a" }] } }],
    ["none becomes all", { not: { any: [{ label: "a" }] } }, "group", "all", { all: [{ label: "a" }] }],
    ["have becomes have not", { label: "a" }, "has", false, { not: { label: "a" } }],
    ["in becomes not in, and back", { not: { tribe: "t" } }, "has", true, { tribe: "t" }],
    [
      "a count gets a number",
      watched({}),
      "count",
      "moreThan",
      ruleOf(watched({ count: { op: "moreThan", value: 1 } })),
    ],
    [
      "a not goes away",
      { not: { field: "a", op: "equals", value: 1 } },
      "not",
      false,
      { field: "a", op: "equals", value: 1 },
    ],
  ])("%s", (_, given, kind, value, want) => {
    const rule = ruleOf(given);
    const found = blanksOf(rule).find(({ blank }) => blank.kind === kind);
    if (found === undefined) throw new Error(`no blank of ${kind}`);
    expect(editBlank(rule, found.blank, found.path, value as never)).toEqual(want);
  });

  it.each<[from: [Operator, unknown], to: Operator | "missing", want: unknown]>([
    [["equals", "gold"], "in", ["gold"]],
    [["in", ["gold", "free"]], "equals", "gold"],
    [["in", ["gold", "free"]], "notIn", ["gold", "free"]],
    [["equals", "34"], "greaterThan", 34],
    [["equals", "gold"], "greaterThan", ""],
    [["atLeast", 18], "between", [18, 18]],
    [["between", [18, 34]], "atLeast", 18],
    [["equals", "gold"], "before", ""],
    [["after", "2026-11-20"], "before", "2026-11-20"],
    [["equals", 34], "startsWith", "34"],
    [["exists", true], "missing", false],
    [["exists", false], "exists", true],
    [["exists", true], "in", []],
    [["exists", true], "equals", ""],
  ])("%j with the operator %s keeps what fits", ([op, value], to, want) => {
    expect(withOperator({ op, value: value as never }, to).value).toEqual(want);
  });

  it.each<[given: object, want: object]>([
    [{ label: "a" }, { not: { label: "a" } }],
    [{ not: { label: "a" } }, { label: "a" }],
    [
      { field: "a", op: "in", value: [1] },
      { field: "a", op: "notIn", value: [1] },
    ],
    [
      { field: "a", op: "exists", value: false },
      { field: "a", op: "exists", value: true },
    ],
    [{ field: "a", op: "atLeast", value: 1 }, { not: { field: "a", op: "atLeast", value: 1 } }],
  ])("%j turned round", (given, want) => {
    expect(negated(ruleOf(given))).toEqual(want);
  });

  it("leaves all else the same object", () => {
    const rule = { all: [group, ruleOf({ label: "b" })] };
    const changed = editBlank(rule, { kind: "label" }, ["all", 1, "label"], "c");
    expect("all" in changed && changed.all[0]).toBe(group);
  });
});

describe("every rule that core accepts", () => {
  const random = new Random(20_261_121);
  const rules = Array.from({ length: 1500 }, () => randomTribes(random).map((one) => one.rules)).flat();

  it("makes a sentence with a word in each blank, and no blank changes it by its own value", () => {
    const seen = new Set<string>();
    for (const rule of rules) {
      expect(ruleText(rule, bareName)).not.toMatch(/undefined|\[object/);
      for (const { blank, path, words } of blanksOf(rule)) {
        seen.add(blank.kind);
        if (blank.kind === "op") seen.add(blank.value);
        expect(words).not.toBe("");
        expect(editBlank(rule, blank, path, blank.value)).toEqual(rule);
      }
    }
    const kinds = "group not has field label tribe event key attribute op value did count times window";
    expect([...seen]).toEqual(expect.arrayContaining([...kinds.split(" "), ...operators, "missing"]));
  });

  it("stays one that core accepts with any operator whose value fits", () => {
    let kept = 0;
    for (const rule of rules.slice(0, 400)) {
      for (const { blank, path } of blanksOf(rule)) {
        if (blank.kind !== "op") continue;
        for (const word of operatorChoices(blank.of, blank.value)) {
          const changed = editBlank(rule, blank, path, word);
          const read = readRule(changed);
          if ("rule" in read) kept += 1;
          else expect(read.issues.every((issue) => issue.path.includes("value"))).toBe(true);
        }
      }
    }
    expect(kept).toBeGreaterThan(1000);
  });

  it("offers each operator somewhere, and always the one that stands there", () => {
    for (const of of ["fact", "time", "sessions"] satisfies ComparedKind[])
      for (const word of [...operators, "missing"] as const)
        expect(operatorChoices(of, word)).toContain(word);
  });
});
