import { describe, expect, it } from "vitest";
import { makingsAt } from "../../../../src/renderer/collections/tree/MakeMenu.tsx";
import { treeItems } from "../../../../src/renderer/collections/tree/tree-items.ts";
import { treeStep, typeAhead } from "../../../../src/renderer/parts/tree-step.ts";
import { collection, homepage } from "./fakes.ts";

const published = (version: number, state: "published" | "changed") => ({
  state,
  version,
  publishedAt: "2026-11-20T10:00:00.000Z",
});

const source = (over: { find?: string; closed?: readonly string[] } = {}) => ({
  collections: [
    { ...homepage(), status: { ...homepage().status, development: published(2, "changed") } },
    collection("plans"),
  ],
  environment: "development" as const,
  changesOf: ({ id }: { readonly id: string }) =>
    new Map(id === "col_homepage" ? [["exp_drama", "changed" as const]] : []),
  isOpen: (id: string) => !(over.closed ?? []).includes(id),
  find: over.find ?? "",
});

const outline = (over = {}) =>
  treeItems(source(over)).map(({ name, level }) => `${"  ".repeat(level - 1)}${name}`);

describe("the tree", () => {
  it.each([
    ["all of it", {}, ["homepage", "  hero", "  body", "    drama", "    family", "plans"]],
    ["what is closed", { closed: ["sec_body"] }, ["homepage", "  hero", "  body", "plans"]],
    ["what is found, with what leads to it", { find: "DRA" }, ["homepage", "  body", "    drama"]],
    ["all that is in what is found", { find: "body" }, ["homepage", "  body", "    drama", "    family"]],
    ["nothing", { find: "nope" }, []],
  ])("shows %s", (_, over, want) => {
    expect(outline(over)).toEqual(want);
  });

  it("opens what leads to what is found", () => {
    expect(outline({ find: "drama", closed: ["col_homepage", "sec_body"] })).toEqual([
      "homepage",
      "  body",
      "    drama",
    ]);
  });

  it("says of each how it stands, and where among its siblings", () => {
    const items = treeItems(source());
    expect(items.map(({ change }) => change)).toEqual([
      "changed",
      null,
      null,
      "changed",
      null,
      "unpublished",
    ]);
    expect(items.map(({ place, of }) => `${place}/${of}`)).toEqual([
      "1/2",
      "1/2",
      "2/2",
      "1/2",
      "2/2",
      "2/2",
    ]);
  });
});

describe("keys of the tree", () => {
  const items = treeItems(source({ closed: ["sec_body"] }));
  it.each([
    ["exp_hero", "ArrowDown", { to: "sec_body" }],
    ["exp_hero", "ArrowUp", { to: "col_homepage" }],
    ["col_homepage", "ArrowUp", null],
    ["col_plans", "ArrowDown", null],
    ["exp_hero", "Home", { to: "col_homepage" }],
    ["exp_hero", "End", { to: "col_plans" }],
    ["sec_body", "ArrowRight", { open: "sec_body" }],
    ["col_homepage", "ArrowRight", { to: "exp_hero" }],
    ["exp_hero", "ArrowRight", null],
    ["col_homepage", "ArrowLeft", { close: "col_homepage" }],
    ["exp_hero", "ArrowLeft", { to: "col_homepage" }],
    ["sec_body", "ArrowLeft", { to: "col_homepage" }],
    ["exp_hero", "x", null],
  ])("%s %s", (id, key, want) => {
    expect(treeStep(items, id, key)).toEqual(want);
  });
  it.each([
    ["col_homepage", "p", "col_plans"],
    ["col_homepage", "h", "exp_hero"],
    ["exp_hero", "h", "col_homepage"],
    ["exp_hero", "ho", "col_homepage"],
    ["exp_hero", "x", null],
  ])("from %s typing %s leads to %s", (id, typed, want) => {
    expect(typeAhead(items, id, typed)).toBe(want);
  });
});

it("tells what is made in a Section from what is made in a Collection of the same name", () => {
  const [section] = homepage().sections;
  if (section === undefined) throw new Error("no Section");
  const labelsIn = (name: string) =>
    makingsAt({ kind: "section", collection: homepage(), section: { ...section, name } }).map(
      ({ label }) => label,
    );
  const rest = ["New Section in homepage", "New Collection", "New Experience type"];
  expect(labelsIn("body")).toEqual(["New Experience in body", "New Experience in homepage", ...rest]);
  expect(labelsIn("homepage")).toEqual([
    "New Experience in the Section homepage",
    "New Experience in the Collection homepage",
    ...rest,
  ]);
});
