import { describe, expect, it } from "vitest";
import { bestMatches, paletteMatch } from "../../../../src/renderer/frame/palette-match.ts";

describe("paletteMatch", () => {
  it.each([
    ["record", ["Switch to Production"], false],
    ["clock", ["Copy the API key of Development"], false],
    ["clock", ["Set the simulated clock…"], true],
    ["pro swi", ["Switch to Production"], true],
    ["ome", ["Homepage"], false],
    ["hauser", ["Häuser & Co."], true],
    ["density", ["Rows compact", "density appearance"], true],
    ["hero", ["Plan banner", "homepage.hero"], true],
  ])("%s in %j: %s", (typed, texts, want) => {
    expect(paletteMatch("any", typed, texts) > 0).toBe(want);
  });

  it("puts the name itself first, then its beginning, then words, then beginnings, then other texts", () => {
    const names = ["Tribe", "Tribe of gold", "New Tribe", "New Tribes", "Gold"];
    const ranks = names.map((name) => paletteMatch("any", "tribe", [name, "tribe"]));
    expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => b - a));
  });

  it("keeps whom the server found in the middle of an id, last", () => {
    const [person, prefix] = ["person/ana-ribeiro", "page/x"].map((id) =>
      paletteMatch(id, "beiro", ["ana-ribeiro"]),
    );
    expect([person, prefix]).toEqual([0.1, 0]);
  });

  it("leaves out whom the server found by a field that the row does not show", () => {
    expect(paletteMatch("person/ana-ribeiro", "lan", ["ana-ribeiro"])).toBe(0);
  });
});

describe("bestMatches", () => {
  const named = (name: string, n = 0) => ({ id: `${name}/${n}`, texts: [name, name.toLowerCase()] });
  const best = (all: readonly ReturnType<typeof named>[], typed: string) =>
    bestMatches(all, typed, 50).map(({ one }) => one.texts[0]);

  it("gives what fits, the best first", () => {
    const all = [named("New Tribe"), named("Gold"), named("Tribe"), named("Tribe of gold")];
    expect(best(all, "tribe")).toEqual(["Tribe", "Tribe of gold", "New Tribe"]);
  });

  it("puts what the page has a key for before what is named as shortly, and after the name itself", () => {
    const own = { ...named("New Experience in Homepage"), near: true };
    const all = [named("New Experience type"), own];
    expect(best(all, "new exp")).toEqual(["New Experience in Homepage", "New Experience type"]);
    const exact = [own, named("New Experience")];
    expect(best(exact, "new experience")).toEqual(["New Experience", "New Experience in Homepage"]);
  });

  it("gives fifty of a thousand, the exact one among them wherever it stands", () => {
    const all = [...Array.from({ length: 1000 }, (_, n) => named("Row of many", n)), named("Row")];
    const found = best(all, "row");
    expect([found.length, found[0]]).toEqual([50, "Row"]);
  });

  it("keeps the order of those that fit as well, and all where nothing is typed", () => {
    const all = [named("Tribe", 1), named("Gold"), named("Tribe", 2)];
    expect(bestMatches(all, "tribe", 50).map(({ one }) => one.id)).toEqual(["Tribe/1", "Tribe/2"]);
    expect(best(all, "")).toEqual(["Tribe", "Gold", "Tribe"]);
  });
});
