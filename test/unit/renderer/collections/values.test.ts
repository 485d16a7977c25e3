import { describe, expect, it } from "vitest";
import { readRollout } from "../../../../src/renderer/collections/scenarios/RolloutSentence.tsx";
import { readOptions } from "../../../../src/renderer/collections/types/OptionList.tsx";
import {
  heldValues,
  lostOptionWords,
  misfits,
  usesOf,
  withDefault,
  withOptions,
  withType,
} from "../../../../src/renderer/collections/types/property-edits.ts";
import { typeErrors } from "../../../../src/renderer/collections/types/type-port.ts";
import { toLocalInput } from "../../../../src/renderer/text/format.ts";
import { readHex, readPercent } from "../../../../src/renderer/values/ColorInput.tsx";
import { asKind, itemsOf, moved } from "../../../../src/renderer/values/ListInput.tsx";
import { readDate, readJson } from "../../../../src/renderer/values/ValueInput.tsx";
import { canPreview } from "../../../../src/renderer/values/ValueView.tsx";
import { experience, homepage, property, typeOf } from "./fakes.ts";

const problem = expect.objectContaining({ problem: expect.any(String) });

describe("what is typed", () => {
  it.each([
    [readHex, "#C81E4A", { value: "#c81e4a" }],
    [readHex, "c81e4a", { value: "#c81e4a" }],
    [readHex, "", { value: undefined }],
    [readHex, "#c8", problem],
    [readHex, "\u00A0#c81e4a\u200B", { value: "#c81e4a" }],
    [readPercent, "92 %", { value: 0.92 }],
    [readPercent, "101", problem],
    [readPercent, "", problem],
    [readJson, '{"a":1}', { value: { a: 1 } }],
    [readJson, "", { value: undefined }],
    [readJson, "{", problem],
    [readJson, '\uFEFF{"a":1}\n', { value: { a: 1 } }],
    [
      readJson,
      '[{"a":"\\"b\\":1e999","b":[1.50,-2E3]},{"a":1}]',
      { value: [{ a: '"b":1e999', b: [1.5, -2000] }, { a: 1 }] },
    ],
    [
      readJson,
      '{"id":12345678901234567890}',
      {
        problem:
          "has 12345678901234567890, which has more digits than can be kept: type 12345678901234567000",
      },
    ],
    [readJson, "[1e400]", { problem: "has 1e400, which is too large" }],
    [
      readJson,
      '{"a":1,"b":{"a":1, "a" :2}}',
      { problem: "has a name twice in one object: only the last would be kept" },
    ],
    [readRollout, "25", { value: 25 }],
    [readRollout, "0.015", { value: 0.02 }],
    [readRollout, "100.01", problem],
    [readRollout, "", problem],
  ] as const)("%o reads %j as %j", (read, text, want) => {
    expect(read(text)).toEqual(want);
  });

  it.each([
    ["2026-12-04", "2026-12-04"],
    ["", undefined],
    ["nonsense", undefined],
  ])("the date %j is %j", (text, want) => {
    expect(readDate(text)).toBe(want);
  });
  it.each(["2026-12-04T20:15:00.000Z", "0900-05-05T20:15:00.000Z"])("keeps %s as the same moment", (at) => {
    expect(readDate(toLocalInput(at))).toBe(at);
  });
});

it.each([
  ["/art/hero.avif", true],
  ["data:image/png;base64,AAAA", true],
  ["https://example.com/a.png", false],
  ["//example.com/a.png", false],
  ["data:text/html,hi", false],
  ["", false],
])("whether a picture at %j may be shown: %j", (address, want) => {
  expect(canPreview(address)).toBe(want);
});

describe("lists", () => {
  it("keep what another kind can keep", () => {
    expect([
      asKind("7", "number"),
      asKind("x", "number"),
      asKind(7, "text"),
      asKind("true", "switch"),
    ]).toEqual([7, 0, "7", true]);
  });
  it("move an item, and stay where it cannot go", () => {
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  });
  it("read nothing but what a list may hold", () => {
    expect(itemsOf(["a", 1, false, null, {}])).toEqual(["a", 1, false]);
    expect(itemsOf("a")).toEqual([]);
  });
});

describe("properties of a type", () => {
  it("keep a default only where it fits the new type", () => {
    expect(withType(property("a", "string", { default: "x" }), "text")).toMatchObject({ default: "x" });
    expect(withType(property("a", "string", { default: "x" }), "number")).not.toHaveProperty("default");
    expect(withType(property("a", "string", { default: "x" }), "select")).toMatchObject({
      options: ["x"],
      default: "x",
    });
    expect(withType(property("a", "select", { options: ["x"] }), "string")).not.toHaveProperty("options");
  });
  it("lose a default that is taken away", () => {
    expect(withDefault(property("a", "string", { default: "x" }), undefined)).not.toHaveProperty("default");
    expect(withDefault(property("a"), "y")).toMatchObject({ default: "y" });
  });
  it("are said to be held by the scenarios that set them", () => {
    const hero = experience("hero", {
      scenarios: [
        { id: "a", name: "Gold", serve: { enabled: true, data: { headline: "Hi", size: 3 } } },
        { id: "z", name: "Default", serve: { enabled: true, data: {} } },
      ],
    });
    const all = [{ ...homepage(), experiences: [hero] }];
    const held = heldValues(all, "typ_hero", "headline");
    expect(held.map(({ place, scenario, value }) => [place, scenario, value])).toEqual([[1, "Gold", "Hi"]]);
    expect(misfits(held, property("headline", "number"))).toHaveLength(1);
    expect(misfits(held, property("headline", "text"))).toHaveLength(0);
    expect(usesOf(all, "typ_hero")).toHaveLength(4);
    expect(usesOf(all, "typ_other")).toHaveLength(0);
  });
  it("are refused before they are sent where they cannot be right", () => {
    const { properties } = typeOf("hero", property("a"), property("a"), property("b", "select"));
    expect(typeErrors({ properties }).map(({ path }) => path)).toEqual([
      "/properties/2/options",
      "/properties/1/key",
    ]);
    expect(typeErrors({ name: "Hero" })).toEqual([]);
  });
  it("have options, one a line, each once", () => {
    expect(readOptions("A\n\n B \nA")).toEqual(["A", "B"]);
  });
});

describe("a select with other options", () => {
  const size = property("size", "select", { options: ["S", "M"], default: "M" });
  it.each([
    ["follows the default that is called differently", ["S", "Medium"], ["M", "Medium"], "Medium"],
    ["keeps the default that is taken out, to be told of", ["S"], null, "M"],
    ["keeps the default where another one is called differently", ["Small", "M"], ["S", "Small"], "M"],
  ] as const)("%s", (_what, options, renamed, want) => {
    const changed = withOptions(size, options, new Map(renamed === null ? [] : [renamed]));
    expect(changed).toMatchObject({ options, default: want });
  });
  it("says which scenarios hold one that is gone", () => {
    const data = { size: "M" };
    const row = (name: string) => ({ id: name, name, serve: { enabled: true, data } });
    const hero = experience("hero", { scenarios: [row("Gold"), row("Default")] as never });
    const held = heldValues([{ ...homepage(), experiences: [hero], sections: [] }], "typ_hero", "size");
    expect(lostOptionWords(held, size)).toBeNull();
    expect(lostOptionWords(held, withOptions(size, ["S"], new Map()))).toMatch(
      /^“M” is set in homepage\.hero \/ 1 Gold and 1 more: choose another option there first/,
    );
  });
});
