import { describe, expect, it } from "vitest";
import { codegenModel } from "../../../../src/core/codegen/build-model.ts";
import { fitData } from "../../../../src/core/codegen/fit-data.ts";
import { languages } from "../../../../src/core/codegen/languages.ts";
import { spaceNames } from "../../../../src/core/codegen/naming/space-names.ts";
import type { Property } from "../../../../src/core/experience-type.ts";
import {
  collectionOf,
  experienceOf,
  publishedOf,
  sectionOf,
  spaceOf,
  typeOf,
} from "../../../helpers/codegen-spaces.ts";

const hero = typeOf("hero", [
  { key: "headline", type: "string", default: "Hi" },
  { key: "seats", type: "number" },
]);
const banner = experienceOf("banner", "hero", { data: { headline: "Live", seats: 3 } });
const space = (types: (typeof hero)[], collections: ReturnType<typeof collectionOf>[]) =>
  spaceOf({ key: "cinema" }, types, collections);
const published = space(
  [hero],
  [
    collectionOf(
      "home",
      [banner],
      [sectionOf("body", ["hero"], [experienceOf("one", "hero"), experienceOf("two", "hero")])],
    ),
  ],
);
const production = publishedOf(published, ["home"]);
const statesFor = (document: typeof published, served = production) =>
  codegenModel({ document, production: served, revision: 4, productionKey: "us_prod_x" }).fallbacks.states;

describe("fallbacks", () => {
  it("are Production's default states", () => {
    expect(
      codegenModel({ document: published, production, revision: 4, productionKey: "us_prod_x" }).fallbacks,
    ).toEqual({
      space: "cinema",
      revision: 4,
      states: {
        exp_banner: { enabled: true, data: { headline: "Live", seats: 3 } },
        exp_one: { enabled: true, data: { headline: "Hi" } },
        exp_two: { enabled: true, data: { headline: "Hi" } },
        sec_body: {
          enabled: true,
          data: {},
          children: [
            { id: "exp_two", typeId: "typ_hero" },
            { id: "exp_one", typeId: "typ_hero" },
          ],
        },
      },
    });
  });

  it("are off with the type's defaults for what Production does not serve", () => {
    expect(statesFor(published, publishedOf(published, []))).toEqual({
      exp_banner: { enabled: false, data: { headline: "Hi" } },
      exp_one: { enabled: false, data: { headline: "Hi" } },
      exp_two: { enabled: false, data: { headline: "Hi" } },
      sec_body: { enabled: false, data: {}, children: [] },
    });
  });

  it("take no data from drafts, and fit the drafts' types", () => {
    const changed = typeOf("hero", [
      { key: "headline", type: "string", default: "Hi" },
      { key: "seats", type: "boolean", default: false },
      { key: "added", type: "string", default: "new" },
    ]);
    const draft = space(
      [changed],
      [collectionOf("home", [experienceOf("banner", "hero", { data: { headline: "Draft" } })], [])],
    );
    expect(statesFor(draft)).toEqual({
      exp_banner: { enabled: true, data: { added: "new", headline: "Live", seats: false } },
    });
  });

  it("leave out children that the draft no longer has", () => {
    const draft = space(
      [hero],
      [collectionOf("home", [], [sectionOf("body", ["hero"], [experienceOf("one", "hero")])])],
    );
    expect(statesFor(draft).sec_body?.children).toEqual([{ id: "exp_one", typeId: "typ_hero" }]);
  });
});

describe("fitData", () => {
  const property = (key: string, more: Partial<Property>): Property => ({
    id: key,
    key,
    name: key,
    type: "string",
    ...more,
  });
  it.each([
    ["the value", property("a", { default: "d" }), { a: "x" }, { a: "x" }],
    ["the default for none", property("a", { default: "d" }), {}, { a: "d" }],
    ["the default for a wrong one", property("a", { default: "d" }), { a: 3 }, { a: "d" }],
    ["nothing for a wrong one without default", property("a", {}), { a: null }, {}],
    ["nothing that no property has", property("a", {}), { b: "x" }, {}],
    ["nothing inherited", property("toString", {}), {}, {}],
    [
      "an option that is gone",
      property("a", { type: "select", options: ["y"], default: "y" }),
      { a: "x" },
      { a: "y" },
    ],
  ])("gives %s", (_, of, data, want) => expect(fitData(data, [of])).toEqual(want));
});

describe("files", () => {
  it("are in the Space's folder, for the drafts, and nowhere else", () => {
    const model = codegenModel({
      document: published,
      production: publishedOf(published, []),
      revision: 0,
      productionKey: "us_prod_x",
    });
    const pathsIn = (lang: string) =>
      languages
        .filter((language) => language.lang === lang)
        .flatMap((language) => language.plan(model, spaceNames(model, language.naming)))
        .map((file) => file.path)
        .sort();
    const modules = ["collection/home", "experience/hero", "fallbacks", "index", "section/home-body"];
    expect(pathsIn("typescript")).toEqual(modules.map((name) => `cinema/${name}.ts`));
    expect(pathsIn("javascript")).toEqual(modules.map((name) => `cinema/${name}.js`));
    const classes = ["Fallbacks", "Space", "collection/Home", "experience/Hero", "section/HomeBody"];
    expect(pathsIn("kotlin")).toEqual(classes.map((name) => `cinema/${name}.kt`));
  });
});
