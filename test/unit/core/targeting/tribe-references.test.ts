import { expect, it } from "vitest";
import {
  findCycle,
  mapTribeReferences,
  tribeReferences,
} from "../../../../src/core/targeting/tribe-references.ts";
import { ruleOf, tribeOf } from "../../../helpers/targeting.ts";

const rule = ruleOf({
  all: [{ tribe: "a" }, { not: { any: [{ label: "x" }, { tribe: "b" }] } }, { tribe: "a" }],
});

it("names each Tribe once, in the order of the rule", () => {
  expect(tribeReferences(rule)).toEqual(["a", "b"]);
});

it("replaces references, with the way to each", () => {
  const paths: string[] = [];
  const mapped = mapTribeReferences(rule, (tribe, path) => {
    paths.push(path.join("/"));
    return tribe.toUpperCase();
  });
  expect(paths).toEqual(["all/0/tribe", "all/1/not/any/1/tribe", "all/2/tribe"]);
  expect(tribeReferences(mapped)).toEqual(["A", "B"]);
  expect(tribeReferences(rule)).toEqual(["a", "b"]);
});

it.each<[string, [string, string[]][], readonly string[] | null]>([
  [
    "none",
    [
      ["a", ["b", "c"]],
      ["b", ["c"]],
      ["c", []],
    ],
    null,
  ],
  ["a Tribe of itself", [["a", ["a"]]], ["a"]],
  [
    "behind others",
    [
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["d", "b"]],
      ["d", []],
    ],
    ["b", "c"],
  ],
  ["a Tribe that is not there", [["a", ["gone"]]], null],
])("finds a cycle: %s", (_name, given, want) => {
  const tribes = given.map(([id, named]) => tribeOf(id, { any: named.map((tribe) => ({ tribe })) }));
  expect(findCycle(tribes)).toEqual(want);
});

it("finds a cycle of any length", () => {
  const ring = Array.from({ length: 20_000 }, (_, index) =>
    tribeOf(`t${index}`, { tribe: `t${(index + 1) % 20_000}` }),
  );
  expect(findCycle(ring)).toHaveLength(20_000);
});
