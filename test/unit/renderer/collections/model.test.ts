import { describe, expect, it } from "vitest";
import { contentOf } from "../../../../src/core/publication.ts";
import { withoutHidden } from "../../../../src/renderer/collections/collections-state.ts";
import { sectionCopy } from "../../../../src/renderer/collections/part-copies.ts";
import {
  experienceErrors,
  sectionErrors,
  withPart,
} from "../../../../src/renderer/collections/part-ports.ts";
import { changedParts } from "../../../../src/renderer/model/changed-parts.ts";
import {
  itemOf,
  keyPath,
  namedBy,
  partsOf,
  stillNamedBy,
} from "../../../../src/renderer/model/collection-address.ts";
import { errorAt } from "../../../../src/renderer/model/error-words.ts";
import { audienceWords } from "../../../../src/renderer/model/row-words.ts";
import { EditHistory } from "../../../../src/renderer/saved/edit-history.ts";
import { collection, experience, homepage, property, section, typeOf } from "./fakes.ts";

const hero = typeOf("hero", property("headline"), property("background", "color"));

describe("addresses", () => {
  const typed = collection("types");
  const shown = (below: string[]) => {
    const named = namedBy(below, [homepage(), typed], [hero]);
    if (named.kind === "experience" || named.kind === "section") return [named.kind, itemOf(named).id];
    if (named.kind === "collection") return ["collection", named.collection.id];
    return named.kind === "type" ? ["type", named.type.id] : [named.kind];
  };
  it.each([
    [[], ["all"]],
    [["types"], ["types"]],
    [
      ["types", "hero"],
      ["type", "typ_hero"],
    ],
    [["types", "nope"], ["missing"]],
    [["homepage"], ["collection", "col_homepage"]],
    [["col_types"], ["collection", "col_types"]],
    [["nope"], ["missing"]],
    [
      ["homepage", "hero"],
      ["experience", "exp_hero"],
    ],
    [
      ["homepage", "body"],
      ["section", "sec_body"],
    ],
    [
      ["homepage", "body", "drama"],
      ["experience", "exp_drama"],
    ],
    [
      ["col_homepage", "sec_body", "exp_drama"],
      ["experience", "exp_drama"],
    ],
    [["homepage", "drama"], ["missing"]],
    [["homepage", "body", "hero"], ["missing"]],
  ])("%j names %j", (given, want) => {
    expect(shown(given)).toEqual(want);
  });

  it("lead back to what they name", () => {
    for (const part of partsOf(homepage())) {
      const found = namedBy(keyPath(part), [homepage()], []);
      expect(found.kind === "missing" ? found : itemOf(found as typeof part).id).toBe(itemOf(part).id);
    }
    expect(keyPath({ kind: "collection", collection: typed })).toEqual(["col_types"]);
  });
});

describe("an address that was used", () => {
  it("goes on naming what has another key now, until that key is another's", () => {
    const before = new Map<string, readonly string[]>();
    const shown = (below: string[], types: (typeof hero)[], root = "spc_1") => {
      const named = stillNamedBy({ root, before }, below, [homepage()], types);
      return named.kind === "type" ? named.type.id : named.kind;
    };
    const renamed = { ...hero, key: "banner" };
    expect(shown(["types", "hero"], [renamed])).toBe("missing");
    expect(shown(["types", "hero"], [hero])).toBe("typ_hero");
    expect(shown(["types", "hero"], [renamed])).toBe("typ_hero");
    expect(shown(["types", "hero"], [renamed], "spc_2")).toBe("missing");
    expect(shown(["types", "hero"], [renamed, { ...hero, id: "typ_2" }])).toBe("typ_2");
    expect(shown(["types", "hero"], [])).toBe("missing");
  });
});

describe("changed parts", () => {
  const served = contentOf(homepage(), [hero]);
  const changes = (draft = homepage(), types = [hero]) => [...changedParts(draft, types, served)];
  const heroWith = (headline: string) =>
    experience("hero", {
      scenarios: [{ id: "scn_hero", name: "Default", serve: { enabled: true, data: { headline } } }],
    });

  it("are none where nothing differs", () => {
    expect(changes()).toEqual([]);
  });
  it("are those Experiences that differ, and not what they are in", () => {
    const draft = { ...homepage(), experiences: [heroWith("Tonight")] };
    expect(changes(draft)).toEqual([["exp_hero", "changed"]]);
    const inside = section("body", [experience("drama", { name: "Drama week" }), experience("family")]);
    expect(changes({ ...homepage(), sections: [inside] })).toEqual([["exp_drama", "changed"]]);
  });
  it("are a Section that has another Experience, and that Experience as new", () => {
    const more = section("body", [experience("drama"), experience("family"), experience("kids")]);
    const draft = {
      ...homepage(),
      sections: [{ ...more, scenarios: homepage().sections[0]?.scenarios ?? [] }],
    };
    expect(changes(draft)).toEqual([
      ["sec_body", "changed"],
      ["exp_kids", "new"],
    ]);
  });
  it("are all Experiences of a type that changed", () => {
    const other = typeOf("hero", property("headline", "string", { default: "Hi" }));
    expect(changes(homepage(), [other]).map(([id]) => id)).toEqual(["exp_hero", "exp_drama", "exp_family"]);
  });
});

describe("what is being deleted", () => {
  it("is not shown, wherever it stands", () => {
    const [left] = withoutHidden([homepage()], new Set(["exp_hero", "exp_drama"]));
    expect(left === undefined ? [] : partsOf(left).map((part) => itemOf(part).id)).toEqual([
      "sec_body",
      "exp_family",
    ]);
  });
});

it("puts a newer version of a part where it stands", () => {
  const names = (part: Parameters<typeof withPart>[1]) =>
    partsOf(withPart(homepage(), part)).map((one) => itemOf(one).name);
  expect(names(experience("hero", { name: "Top" }))).toEqual(["Top", "body", "drama", "family"]);
  expect(names(experience("family", { name: "Sunday" }))).toEqual(["hero", "body", "drama", "Sunday"]);
  expect(names(section("body", [experience("drama")], { name: "Main" }))).toEqual(["hero", "Main", "drama"]);
});

describe("a copy of a Section", () => {
  const body = homepage().sections[0] ?? section("none", []);
  it("has free keys, and serves its own Experiences", () => {
    const copy = sectionCopy(body, "Body copy", new Set(["hero", "body", "drama", "family"]));
    expect(copy.experiences.map(({ key }) => key)).toEqual(["drama-2", "family-2"]);
    expect(copy.scenarios).toEqual([
      { name: "Default", serve: { enabled: true, children: ["drama-2", "family-2"] } },
    ]);
  });
});

describe("audiences in words", () => {
  const nameOf = (id: string) => ({ a: "Fans", b: "Kids", c: "Press" })[id] ?? id;
  it.each([
    [{ kind: "everyone", anyOf: [], noneOf: [] }, "everyone"],
    [{ kind: "users", anyOf: ["a"], noneOf: [] }, "users in Fans"],
    [{ kind: "users", anyOf: ["a", "c"], noneOf: ["b"] }, "users in Fans or Press, not in Kids"],
    [{ kind: "visitors", anyOf: [], noneOf: ["b", "c"] }, "visitors not in Kids or Press"],
  ] as const)("%j is %j", (given, want) => {
    expect(audienceWords({ ...given, anyOf: [...given.anyOf], noneOf: [...given.noneOf] }, nameOf)).toBe(
      want,
    );
  });
});

describe("errors before anything is sent", () => {
  const scenario = (data: Record<string, never>, more: object = {}) => ({
    scenarios: [
      { id: "a", name: "A", rollout: 50, ...more, serve: { enabled: true, data } },
      { id: "z", name: "Default", serve: { enabled: true, data: {} } },
    ],
  });
  it.each([
    ["nothing wrong", {}, {}, []],
    ["a colour that is none", { background: "red" }, {}, ["/scenarios/0/serve/data/background"]],
    ["a rollout beyond 100", {}, { rollout: 101 }, ["/scenarios/0/rollout"]],
    ["a name of nothing", {}, { name: "  " }, ["/scenarios/0/name"]],
  ])("%s", (_, data, more, want) => {
    const errors = experienceErrors(scenario(data as Record<string, never>, more), hero);
    expect(errors.map(({ path }) => path)).toEqual(want);
  });
  it("are the Section's too", () => {
    expect(sectionErrors({ key: "Not a key" }).map(({ path }) => path)).toEqual(["/key"]);
    expect(sectionErrors({ name: "Body" })).toEqual([]);
  });
  it("are found by their place, or below it", () => {
    const errors = [{ path: "/scenarios/1/serve/data/a~1b/value", detail: "must be a colour" }];
    expect(errorAt(errors, ["scenarios", 1, "serve", "data", "a/b"])).toBe("must be a colour");
    expect(errorAt(errors, ["scenarios", 1])).toBe("must be a colour");
    expect(errorAt(errors, ["scenarios", 10])).toBeNull();
  });
});

describe("the way back", () => {
  interface Thing {
    readonly name: string;
    readonly size: number;
  }
  it("goes edit by edit, and forth again", () => {
    const history = new EditHistory<Thing>();
    let thing: Thing = { name: "a", size: 1 };
    const edit = (change: Partial<Thing>, mark: string, at: number) => {
      history.note(
        Object.fromEntries(Object.keys(change).map((k) => [k, thing[k as keyof Thing]])),
        change,
        mark,
        at,
      );
      thing = { ...thing, ...change };
    };
    edit({ name: "b" }, "name", 0);
    edit({ size: 2 }, "size", 100);
    thing = { ...thing, ...history.undo(thing) };
    expect(thing).toEqual({ name: "b", size: 1 });
    thing = { ...thing, ...history.undo(thing) };
    expect(thing).toEqual({ name: "a", size: 1 });
    expect(history.undo(thing)).toBeNull();
    thing = { ...thing, ...history.redo(thing) };
    expect(thing).toEqual({ name: "b", size: 1 });
    edit({ size: 9 }, "size", 5000);
    expect(history.redo(thing)).toBeNull();
  });
  it("takes quick edits of the same thing as one step", () => {
    const history = new EditHistory<Thing>();
    history.note({ name: "" }, { name: "M" }, "name", 0);
    history.note({ name: "M" }, { name: "Mo" }, "name", 200);
    history.note({ name: "Mo" }, { name: "Moo" }, "name", 5000);
    expect(history.undo({ name: "Moo", size: 1 })).toEqual({ name: "Mo" });
    expect(history.undo({ name: "Mo", size: 1 })).toEqual({ name: "" });
    expect(history.store.getState()).toEqual({ canUndo: false, canRedo: true });
  });
  it("takes back what it changed, and nothing that somebody else changed since", () => {
    const history = new EditHistory<{ rows: { id: string; title: string; text: string }[] }>();
    const rows = (title: string, text: string) => ({ rows: [{ id: "a", title, text }] });
    history.note(rows("Old", "Old"), rows("Mine", "Old"), "title", 0);
    expect(history.undo(rows("Mine", "Theirs"))).toEqual(rows("Old", "Theirs"));
    expect(history.redo(rows("Old", "Theirs, later"))).toEqual(rows("Mine", "Theirs, later"));
    expect(history.undo(rows("Mine", "Theirs, later"))).toEqual(rows("Old", "Theirs, later"));
  });

  it("leaves what somebody else changed to something else since", () => {
    const history = new EditHistory<{ rows: { id: string; title: string }[] }>();
    const rows = (...titles: string[]) => ({ rows: titles.map((title, at) => ({ id: `${at}`, title })) });
    history.note(rows("Old"), rows("Mine"), "title", 0);
    expect(history.undo(rows("Theirs"))).toEqual(rows("Theirs"));
    history.note(rows("a"), rows("a", "b"), "add", 9000);
    expect(history.undo(rows("a", "b, theirs"))).toEqual(rows("a", "b, theirs"));
  });

  it("counts what is whole as one value", () => {
    const history = new EditHistory<{ rules: object }>(["rules"]);
    history.note({ rules: { all: ["a"] } }, { rules: { any: ["a"] } }, null, 0);
    const theirs = { rules: { not: { any: ["a"] } } };
    expect(history.undo(theirs)).toEqual(theirs);
  });
});
