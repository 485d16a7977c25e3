import { describe, expect, it } from "vitest";
import { optionsScope, spacePrefix } from "../../../../src/core/codegen/brightscript/naming.ts";
import { codegenModel } from "../../../../src/core/codegen/build-model.ts";
import { javascriptNaming } from "../../../../src/core/codegen/javascript/naming.ts";
import { kotlinPackage } from "../../../../src/core/codegen/kotlin/naming.ts";
import { languages } from "../../../../src/core/codegen/languages.ts";
import { assignNames, namesIn } from "../../../../src/core/codegen/naming/assign-names.ts";
import { fileName, runtimeFolder, spaceFolder } from "../../../../src/core/codegen/naming/file-names.ts";
import { spaceNames } from "../../../../src/core/codegen/naming/space-names.ts";
import { swiftNamespace } from "../../../../src/core/codegen/swift/naming.ts";
import { deviceName } from "../../../../src/core/primitives.ts";
import {
  collectionOf,
  productionKey,
  publishedOf,
  sectionOf,
  spaceOf,
  typeOf,
} from "../../../helpers/codegen-spaces.ts";

const identifier = /^[\p{ID_Start}_][\p{ID_Continue}$]*$/u;

describe("names in TypeScript and JavaScript", () => {
  it.each([
    ["hero", "Hero", "hero"],
    ["hero-banner", "HeroBanner", "heroBanner"],
    ["top-10-films", "Top10Films", "top10Films"],
    ["a-b-c", "ABC", "aBC"],
    ["trailing-", "Trailing", "trailing"],
    ["Order Completed", "OrderCompleted", "orderCompleted"],
    ["3d-hero", "_3dHero", "_3dHero"],
    ["Häuser & Co.", "HäuserCo", "häuserCo"],
    ["Ha\u0308user", "Häuser", "häuser"],
    ["日本 映画", "日本映画", "日本映画"],
    ["😀", "UnnamedExperience", "unnamed"],
    ["", "UnnamedExperience", "unnamed"],
    ["½ price", "Price", "price"],
    ["*/ alert(1) //", "Alert1", "alert1"],
  ])("%j is %s and %s", (given, className, member) => {
    expect(javascriptNaming.classNames(given, "experience")[0]).toBe(className);
    expect(javascriptNaming.memberNames(given)[0]).toBe(member);
    expect(className).toMatch(identifier);
    expect(member).toMatch(identifier);
  });

  it.each([
    ["collection", "ErrorCollection"],
    ["section", "ErrorSection"],
    ["experience", "ErrorExperience"],
  ] as const)("a %s named as a class of the language says what it is", (kind, want) => {
    const [first, second] = javascriptNaming.classNames("error", kind);
    expect(javascriptNaming.reservedClasses).toContain(first);
    expect(second).toBe(want);
  });
});

interface Given {
  readonly key: string;
  readonly wish: string;
  readonly madeAt?: number;
}
const named = (items: readonly Given[], reserved: readonly string[] = []) =>
  Object.fromEntries(
    assignNames(
      items.map(({ key, wish, madeAt = 0 }) => ({
        id: key,
        identity: key,
        wishes: [wish],
        madeAt,
        declared: (name: string) => [name, `${name}Data`],
      })),
      { reserved, withSuffix: (name, suffix) => `${name}_${suffix}` },
    ),
  );

describe("collisions", () => {
  const older = { key: "x-1", wish: "X1", madeAt: 1 };
  const newer = { key: "x1", wish: "X1", madeAt: 2 };

  it("leave the older one its name, and give the newer one a suffix of its own", () => {
    expect(named([newer, older])).toEqual({ "x-1": "X1", x1: expect.stringMatching(/^X1_[a-z0-9]{4}$/) });
  });

  it("are settled the same, whatever else there is and in whichever order it comes", () => {
    const names = named([older, newer]);
    const more = [
      { key: "x--1", wish: "X1", madeAt: 3 },
      { key: "a", wish: "A", madeAt: 0 },
    ];
    expect(named([...more, newer, older])).toMatchObject(names);
    // Also without the one that it collided with second.
    expect(named([older, newer, ...more]).x1).toBe(names.x1);
  });

  it.each([
    [
      "in case alone",
      [
        { key: "a", wish: "FooBar" },
        { key: "b", wish: "Foobar" },
      ],
    ],
    [
      "with what another brings",
      [
        { key: "a", wish: "Hero" },
        { key: "b", wish: "HeroData" },
      ],
    ],
  ])("%s count", (_, items) => {
    const all = Object.values(named(items)).map((name) => name.toLowerCase());
    expect(new Set(all).size).toBe(2);
    expect(all[1]).toContain("_");
  });

  it("with a reserved name count, in any case", () => {
    expect(named([{ key: "a", wish: "Map" }], ["map"]).a).toMatch(/^Map_/);
  });

  it("never give one name to two, for a thousand of one wish", () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ key: `k${index}`, wish: "Same" }));
    expect(new Set(Object.values(named(many)).map((name) => name.toLowerCase())).size).toBe(1000);
  });
});

describe("files", () => {
  it.each([
    ["hero", "hero"],
    ["con", "con_"],
    ["lpt9", "lpt9_"],
    ["console", "console"],
  ])("%s is in %s", (key, want) => expect(fileName(key)).toBe(want));

  it("leaves the runtime its folder", () => {
    expect(spaceFolder("understudy")).toBe("understudy_");
    expect(spaceFolder("aux")).toBe("aux_");
    expect(spaceFolder("cinema")).toBe("cinema");
  });
});

it.each(languages)("no file in $lang is called as Windows calls a device", ({ naming, plan }) => {
  const types = ["con", "com-1", "lpt0"].map((key) => typeOf(key, []));
  const document = spaceOf({ key: "cinema", name: "Cinema" }, types, [
    collectionOf("nul", [], [sectionOf("body", [], [])]),
  ]);
  const model = codegenModel({ document, production: publishedOf(document, []), revision: 1, productionKey });
  const names = plan(model, spaceNames(model, naming)).map(
    ({ path }) => /([^/.]*)[^/]*$/.exec(path)?.[1] ?? "",
  );
  expect(names.filter((name) => deviceName.test(name.toLowerCase()))).toEqual([]);
});

describe("Spaces beside one another", () => {
  it.each([
    ["cinema", "Cinema"],
    ["my-app-2", "MyApp_2"],
    ["a-b", "AB"],
    ["a--b", "A_B"],
    ["foo-", "Foo_"],
    ["task", "TaskSpace"],
    ["task-space", "TaskSpaceSpace"],
    ["cinema-space", "CinemaSpace"],
  ])("%s is the type %s in Swift", (key, want) => expect(swiftNamespace(key)).toBe(want));

  it.each([
    ["Swift", swiftNamespace],
    ["Kotlin", kotlinPackage],
    ["BrightScript", spacePrefix],
    ["a project", spaceFolder],
  ])("have names of their own in %s, and none is the runtime's", (_, nameOf) => {
    const ends = ["", "-", "--", "-space", "-space-", "--space"];
    const keys = ["understudy", "task", "con", "class", "a"].flatMap((word) =>
      ends.flatMap((end) => [word + end, `${word}${end}-${word}`]),
    );
    const names = keys.map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names).not.toContain(runtimeFolder);
  });

  it("leave each other their fallbacks in BrightScript: cinema-hero's are no options of a hero in cinema", () => {
    expect(namesIn(optionsScope, [{ key: "fallbacks", place: 0 }])("fallbacks")).toBe("fallbacksValue");
  });
});
