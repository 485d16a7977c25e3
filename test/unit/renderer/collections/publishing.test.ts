import { describe, expect, it } from "vitest";
import { type CollectionContent, contentOf } from "../../../../src/core/publication.ts";
import { codeNames, flagsOf, readingSnippet } from "../../../../src/renderer/collections/page/snippets.ts";
import { diffLines, grouped } from "../../../../src/renderer/collections/publish/diff-words.ts";
import {
  affectedOf,
  affectedTitle,
  othersStay,
  publicationBody,
  publishWords,
  readSource,
  readTarget,
  seenBy,
} from "../../../../src/renderer/collections/publish/publish-words.ts";
import { partsOf } from "../../../../src/renderer/model/collection-address.ts";
import { promotionsOf } from "../../../../src/renderer/model/collection-commands.ts";
import { collection, experience, homepage, property, section, typeOf } from "./fakes.ts";

const nameOf = (id: string) => ({ trb_a: "Fans", exp_x: "Promo", exp_y: "Offer" })[id] ?? id;
const gold = { id: "scn_g", name: "Gold people", serve: { enabled: true, data: {} } };
const served: CollectionContent = {
  ...contentOf(
    collection("homepage", {
      experiences: [
        experience("hero", { name: "Banner", scenarios: [gold, ...experience("hero").scenarios] }),
      ],
      sections: [section("body", [experience("promo", { name: "Promo" })], { name: "Body" })],
    }),
    [typeOf("hero", property("headline"))],
  ),
};
const words = (path: string, before: unknown, after: unknown) =>
  diffLines([{ path, before: before as null, after: after as null }], nameOf, served).map(
    (one) =>
      `${one.number ?? one.part} | ${one.head} | ${one.member} | ${one.detail ? "" : `${one.before} → `}${one.after}`,
  );
const forFans = {
  ...gold,
  audience: { kind: "users", anyOf: ["trb_a"], noneOf: [] },
  rollout: 25,
  schedule: null,
  serve: { enabled: true, data: { headline: "Hi", autoplay: true } },
};

describe("differences in words", () => {
  it("tell a schedule's times by its own clock, as its sentence does", () => {
    const schedule = { from: null, until: null, days: [], hours: null, timeZone: "Asia/Tokyo" };
    const [hero, ...others] = served.experiences;
    if (hero === undefined) throw new Error("there is no Experience");
    const scenarios = hero.scenarios.map((one, at) => (at === 0 ? { ...one, schedule } : one));
    const after = { ...served, experiences: [{ ...hero, scenarios }, ...others] };
    const path = "/experiences/hero/scenarios/0/schedule/from";
    const [line] = diffLines([{ path, before: null, after: "2026-12-04T20:00:00.000Z" }], nameOf, after);
    expect([line?.before, line?.after]).toEqual(["none", "5 Dec 2026, 05:00 (Asia/Tokyo)"]);
  });

  it.each([
    ["/experiences/hero/scenarios/1/serve/data/headline", "A", "B", "2 | Banner, Default | headline | A → B"],
    ["/experiences/hero/scenarios/0/rollout", 10, 25, "1 | Banner, Gold people | rollout | 10 % → 25 %"],
    [
      "/experiences/hero/scenarios/0/serve/enabled",
      true,
      false,
      "1 | Banner, Gold people | enabled | On → Off",
    ],
    [
      "/experiences/hero/scenarios/0/serve/data/background",
      { value: "#20242c", opacity: 0.92 },
      null,
      "1 | Banner, Gold people | background | #20242c 92 % → not set",
    ],
    ["/experiences/hero/scenarios/0/serve/data/serve", "A", "B", "1 | Banner, Gold people | serve | A → B"],
    [
      "/experiences/hero/scenarios/0/audience/anyOf",
      [],
      ["trb_a"],
      "1 | Banner, Gold people | in any of | none → Fans",
    ],
    [
      "/experiences/hero/scenarios/0/schedule",
      null,
      { from: null, until: null, days: ["fri"], hours: null, timeZone: "UTC" },
      "1 | Banner, Gold people | schedule | at any time → on Fr (UTC)",
    ],
    [
      "/experiences/hero/scenarios/0",
      null,
      forFans,
      "1 | Banner, Gold people |  | none → users in Fans, 25 % · headline: Hi, autoplay: On",
    ],
    [
      // It stood there before: what stands there now is another one.
      "/experiences/hero/scenarios/0",
      { ...forFans, name: "Old people" },
      null,
      "1 | Banner, Old people |  | users in Fans, 25 % · headline: Hi, autoplay: On → none",
    ],
    ["/experiences/hero/scenarios", ["A", "B"], ["B", "A"], "hero | Banner | scenarios, order | A, B → B, A"],
    ["/experiences/gone", experience("gone", { name: "Gone" }), null, "gone | Gone |  | Gone → none"],
    [
      "/sections/body/scenarios/0/serve/children",
      ["exp_promo"],
      ["exp_y", "exp_promo"],
      "1 | Body, Default | shows | Promo → Offer, Promo",
    ],
    [
      "/sections/body/experiences/promo/scenarios/0/serve/data/title",
      "A",
      "B",
      "1 | Promo in Body, Default | title | A → B",
    ],
    [
      "/types/hero/properties/headline/default",
      "A",
      "B",
      "type hero | Type hero | headline, default | A → B",
    ],
    ["/name", "Home", "Homepage", "Collection | Collection | name | Home → Homepage"],
    ["/sections", ["a", "b"], ["b", "a"], "Collection | Collection | sections, order | a, b → b, a"],
  ])("%s from %j to %j", (path, before, after, want) => {
    expect(words(path, before, after)).toEqual([want]);
  });

  it("tell all of what is new: a Section's scenarios, its Experiences, and what each serves", () => {
    const promo = experience("promo", { name: "Promo", scenarios: [forFans as never] });
    expect(words("/sections/body", null, section("body", [promo], { name: "Body" }))).toEqual([
      "body | Body |  | none → Body",
      "body | Body | Default | everyone else · Promo",
      "body | Body | Promo, Gold people | users in Fans, 25 % · headline: Hi, autoplay: On",
    ]);
  });

  it("stand together by the scenario that they are in, part after part", () => {
    const diff = [
      "/experiences/hero/scenarios/0/rollout",
      "/experiences/b/name",
      "/experiences/hero/name",
      "/experiences/hero/scenarios/0/serve/enabled",
    ].map((path) => ({ path, before: "x", after: "y" }));
    const groups = grouped(diffLines(diff, nameOf, served));
    expect(
      groups.map(({ number, head, lines }) => [number, head, lines.map(({ member }) => member)]),
    ).toEqual([
      [1, "Banner, Gold people", ["rollout", "enabled"]],
      [null, "Banner", ["name"]],
      [null, "b", ["name"]],
    ]);
  });
});

describe("who is affected, in words", () => {
  const affected = { checked: 8, changed: 1, sampled: false, of: 8, at: "2026-11-20T10:00:00Z", sample: [] };
  it("says how many of how many", () => {
    expect(affectedTitle(affected, false)).toBe("1 person will see something else");
    expect(affectedTitle({ ...affected, changed: 42 }, true)).toBe("42 people will see it");
    expect(affectedTitle({ ...affected, changed: 0 }, false)).toBe("Nobody will see anything else now");
    expect(affectedOf(affected)).toBe("of 8");
    expect(affectedOf({ ...affected, sampled: true, of: 9 })).toBe("of 8 checked, a sample of 9");
  });
  const on = (headline: string, more = {}) => ({ enabled: true, data: { headline, ...more } });
  it.each([
    ["a value", on("A"), on("B"), { before: "A", after: "B", more: 0 }],
    ["two values", on("A"), on("B", { size: 1 }), { before: "A", after: "B", more: 1 }],
    [
      "switched off",
      on("A"),
      { enabled: false, data: { headline: "A" } },
      { before: "A", after: "Off", more: 0 },
    ],
    ["nothing before", null, on("B"), { before: "its fallback", after: "B", more: 0 }],
  ])("shows %s", (_, before, after, want) => {
    expect(seenBy(before, after)).toEqual(want);
  });
});

describe("a publication", () => {
  const given = collection("homepage", {
    name: "Homepage",
    status: {
      ...collection("x").status,
      production: { state: "published", version: 9, publishedAt: "2026-11-20T10:00:00Z" },
    },
  });
  it.each([
    ["draft", "Publish Homepage to Staging", { environment: "staging" }],
    [
      "production",
      "Promote Homepage from Production to Staging",
      { environment: "staging", from: "production" },
    ],
    [3, "Roll Homepage back to version 3 in Staging", { environment: "staging", version: 3 }],
  ] as const)("of %s is titled and sent as it is meant", (source, title, body) => {
    expect(publishWords(given, source, "staging").title).toBe(title);
    expect(publishWords(given, source, "staging").about).toMatch(/^Staging begins to serve it/);
    expect(publishWords(given, source, "production").about).toMatch(/^Version 9 becomes 10/);
    expect(publicationBody(source, "staging", " ")).toEqual(body);
    expect(publicationBody(source, "staging", " why ")).toEqual({ ...body, note: "why" });
  });
  it("says what was done", () => {
    const done = (source: "draft" | "production" | 3) => publishWords(given, source, "staging").done(4);
    expect([done("draft"), done("production"), done(3)]).toEqual([
      "Published Homepage to Staging as version 4",
      "Promoted Homepage from Production to Staging as version 4",
      "Rolled Homepage back to version 3 in Staging (as version 4)",
    ]);
  });
  it.each([
    ["development", ["development to staging", "development to production"]],
    ["staging", ["staging to production", "development to staging"]],
    ["production", ["development to production", "staging to production"]],
  ] as const)("is promoted up the ladder only: %s", (environment, want) => {
    const there = given.status.production;
    const status = { ...given.status, development: there, staging: there };
    const all = promotionsOf({ ...given, status }, environment).map(({ from, to }) => `${from} to ${to}`);
    expect(all).toEqual(want);
  });
  it("says what stays", () => {
    expect(othersStay(given, "staging")).toBe(
      "Development stays unpublished. Production stays at version 9.",
    );
  });
  it.each([
    [undefined, null],
    ["draft", "draft"],
    ["staging", "staging"],
    ["12", 12],
    ["0", null],
    ["../x", null],
  ])("is read from the address %j as %j", (text, want) => {
    expect(readSource(text)).toBe(want);
  });
  it.each([
    ["production", "production"],
    [undefined, "staging"],
    ["../x", "staging"],
  ])("goes to %j of the address as %s", (text, want) => {
    expect(readTarget(text, "staging")).toBe(want);
  });
});

describe("in code", () => {
  const hero = typeOf("hero", property("headline"), property("opens-at", "date"), property("big", "boolean"));
  const space = {
    id: "spc",
    orgId: "org",
    key: "cinema",
    name: "Cinema",
    allowedOrigins: [],
    createdAt: "",
    updatedAt: "",
  };
  const parts = partsOf(homepage());
  const names = codeNames({ space, collections: [homepage()], types: [hero] });
  const code = (at: number) => {
    const part = parts[at];
    return part === undefined ? "" : readingSnippet({ part, spaceKey: "cinema", names, types: [hero] });
  };
  it("reads an Experience, a Section, and an Experience of a Section", () => {
    expect(code(0)).toContain("const { hero } = collections.homepage;");
    expect(code(0)).toContain("console.log(hero.data.headline)");
    expect(code(1)).toContain("for (const child of body.children)");
    expect(code(2)).toContain('child.key === "homepage.drama" && child.type === "hero"');
  });
  it.each(["class", "new", "session", "render", "console", "child"])(
    "can be pasted where it is called %s",
    (key) => {
      const own = collection("homepage", { experiences: [experience(key)], sections: [] });
      const [part] = partsOf(own);
      if (part === undefined) throw new Error("there is no part");
      const text = readingSnippet({
        part,
        spaceKey: "understudy",
        names: codeNames({ space, collections: [own], types: [hero] }),
        types: [hero],
      });
      expect(text).toContain('from "./understudy_/index.js"');
      expect(text).toContain(`const { ${key}: ${key}_ } = collections.homepage;`);
      expect(text).toContain(`if (${key}_.enabled) console.log(${key}_.data.headline);`);
      expect(text).toContain(`${key}_.changed(render);`);
    },
  );
  it("names the flags", () => {
    const keys = (at: number) => {
      const part = parts[at];
      return part === undefined ? [] : flagsOf(part, hero).map(({ key, type }) => `${key}: ${type}`);
    };
    expect(keys(0)).toEqual([
      "homepage.hero: object",
      "homepage.hero.enabled: boolean",
      "homepage.hero.headline: string",
      "homepage.hero.opens-at: string",
      "homepage.hero.big: boolean",
    ]);
    expect(keys(1)).toEqual(["homepage.body: object", "homepage.body.enabled: boolean"]);
  });
});
