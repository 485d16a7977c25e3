import { describe, expect, test } from "vitest";
import { allFlags, namesProperty, oneFlag } from "../../../../src/server/ofrep/flag-answers.ts";
import type { FlagContext } from "../../../../src/server/ofrep/flag-service.ts";
import { decided } from "./fake-flags.ts";

const flags = { revision: 7, decided };
const ana: FlagContext = { targetingKey: "ana", fields: {}, platform: null, locale: null, timeZone: null };
const nobody: FlagContext = { ...ana, targetingKey: null };

const told = (context: FlagContext) =>
  allFlags(flags, context).map((answer) => [
    answer.key,
    "value" in answer ? answer.value : answer.errorCode,
    "reason" in answer ? answer.reason : undefined,
  ]);

const bannerRows = [
  [
    "homepage.banner",
    {
      headline: "Hi, Gold",
      size: 2.5,
      wide: false,
      background: { value: "#c81e4a", opacity: 1 },
      tags: ["a", "b"],
      layout: { columns: 3 },
      link: null,
      enabled: "a property of that name",
      forgotten: "no longer of the type",
    },
    "TARGETING_MATCH",
  ],
  ["homepage.banner.enabled", true, "TARGETING_MATCH"],
  ["homepage.banner.headline", "Hi, Gold", "TARGETING_MATCH"],
  ["homepage.banner.size", 2.5, "TARGETING_MATCH"],
  ["homepage.banner.wide", false, "TARGETING_MATCH"],
  ["homepage.banner.background", { value: "#c81e4a", opacity: 1 }, "TARGETING_MATCH"],
  ["homepage.banner.tags", ["a", "b"], "TARGETING_MATCH"],
  ["homepage.banner.layout", { columns: 3 }, "TARGETING_MATCH"],
];

test("every flag in order; a property without a value is none", () => {
  expect(told(ana)).toEqual([
    ...bannerRows,
    ["homepage.first", {}, "DISABLED"],
    ["homepage.first.enabled", false, "DISABLED"],
    ["homepage.second", {}, "TARGETING_MATCH"],
    ["homepage.second.enabled", true, "TARGETING_MATCH"],
    ["homepage.split", {}, "SPLIT"],
    ["homepage.split.enabled", true, "SPLIT"],
    ["homepage.body", ["second", "first"], "DEFAULT"],
    ["homepage.body.enabled", true, "DEFAULT"],
  ]);
});

test("without a targeting key, what a bucket decides is an error, and nothing else is", () => {
  const errors = allFlags(flags, nobody).filter((answer) => "errorCode" in answer);
  expect(errors.map((answer) => [answer.key, answer.errorCode])).toEqual([
    ["homepage.split", "TARGETING_KEY_MISSING"],
    ["homepage.split.enabled", "TARGETING_KEY_MISSING"],
  ]);
  expect(told(nobody).slice(0, bannerRows.length)).toEqual(bannerRows);
});

test("the variant is the scenario, and metadata are flat", () => {
  const [first] = allFlags(flags, ana);
  expect(first).toMatchObject({
    variant: "Gold",
    metadata: { experienceId: "exp_banner", scenarioId: "scn_gold", enabled: true },
  });
  const section = allFlags(flags, ana).find(({ key }) => key === "homepage.body");
  expect(section).toMatchObject({ metadata: { sectionId: "sec_body", scenarioId: "scn_default" } });
});

describe("one flag", () => {
  const keys: [string, unknown][] = [
    ["homepage.banner.size", 2.5],
    ["homepage.banner.wide", false],
    ["homepage.banner.enabled", true],
    ["homepage.body", ["second", "first"]],
    ["homepage.banner.subtitle", undefined],
    ["homepage.banner.link", undefined],
    ["homepage.banner.forgotten", undefined],
    ["homepage.banner.toString", undefined],
    ["homepage.banner.__proto__", undefined],
    ["homepage.banner.layout.columns", undefined],
    ["homepage.banner.", undefined],
    ["homepage.bann", undefined],
    ["homepage.bannerx", undefined],
    ["homepage", undefined],
    ["", undefined],
  ];
  test.each(keys)("%j", (key, want) => {
    const answer = oneFlag(flags, ana, key);
    expect(answer !== null && "value" in answer ? answer.value : undefined).toEqual(want);
    if (want === undefined) expect(answer).toBeNull();
  });

  test("is the same as among all, but for the revision in its metadata", () => {
    const all = allFlags(flags, ana);
    expect(all.length).toBeGreaterThan(10);
    for (const flag of all) {
      if (!("metadata" in flag)) throw new Error(`${flag.key} has failed`);
      expect(flag.metadata).not.toHaveProperty("revision");
      expect(oneFlag(flags, ana, flag.key)).toEqual({ ...flag, metadata: { ...flag.metadata, revision: 7 } });
    }
    expect(oneFlag(flags, nobody, "homepage.split")).toMatchObject({ errorCode: "TARGETING_KEY_MISSING" });
  });

  test("a property without a value is told from one that is not there", () => {
    const asked = ["subtitle", "link", "headline", "forgotten", "nope"];
    expect(asked.filter((name) => namesProperty(flags, `homepage.banner.${name}`))).toEqual([
      "subtitle",
      "link",
      "headline",
    ]);
  });
});
