import { describe, expect, it } from "vitest";
import { errorWords } from "../../../../src/renderer/model/error-words.ts";
import {
  createTypedTexts,
  forgetTexts,
  keepText,
  textsOf,
} from "../../../../src/renderer/values/typed-texts.ts";

describe("an error away from its field", () => {
  const edited = { scenarios: [{ name: "Gold" }, { name: "Default" }], properties: [{ key: "headline" }] };
  it.each([
    ["/scenarios/0/serve/data/seats", "must be a number", "seats must be a number"],
    ["/scenarios/0/serve/data/seats/2", "must be a number", "entry 3 of seats must be a number"],
    ["/scenarios/0/serve/data/back/opacity", "is missing", "the opacity of back is missing"],
    ["/scenarios/0/schedule/until", "must be after from", "“until” must be after “from”"],
    ["/scenarios/0/schedule/timeZone", "must be a zone", "the schedule must be a zone"],
    ["/scenarios/0/rollout", "must be at most 100", "the rollout of Gold must be at most 100"],
    ["/properties/0/default", "must be a number", "the default of headline must be a number"],
    ["/properties/0/key", "is there twice", "the key of headline is there twice"],
    ["/properties/7", "is wrong", "a property is wrong"],
    ["/name", "must have at least 1 character", "the name must have at least 1 character"],
    ["", "is wrong", "is wrong"],
  ])("%s says what it is about", (path, detail, want) => {
    expect(errorWords({ path, detail }, edited)).toBe(want);
  });
});

describe("text that means no value", () => {
  const place = { object: "exp_a", owner: "scn_a", name: "seats" };
  const text = { text: "abc", of: undefined, problem: "is not a number" };
  it("is kept with its object until it is read, or forgotten", () => {
    const store = createTypedTexts();
    const of = (id: string, scenarios = [{ id: "scn_a" }]) => textsOf(store.getState(), { id, scenarios });
    keepText(store, place, text);
    expect(of("exp_a")).toEqual([{ ...place, ...text }]);
    expect(of("exp_b")).toEqual([]);
    expect(of("exp_a", [{ id: "scn_b" }]), "its scenario is gone").toEqual([]);
    keepText(store, place, null);
    expect(of("exp_a")).toEqual([]);
    keepText(store, place, text);
    forgetTexts(store, "exp_a");
    expect(of("exp_a")).toEqual([]);
  });
});
