import { describe, expect, it } from "vitest";
import {
  draftContent,
  draftOf,
  isDraftOf,
  withPartOf,
} from "../../../../src/renderer/model/draft-content.ts";
import { collection, experience, homepage, section } from "./fakes.ts";

const served = { ...draftContent(homepage()), types: [] };
const changed = collection("homepage", {
  experiences: [experience("hero", { name: "Another" }), experience("new")],
  sections: [section("body", [experience("drama", { name: "Crime" })])],
});

describe("a draft and a version", () => {
  it("are the same, whenever they were written", () => {
    expect(isDraftOf(homepage(), served)).toBe(true);
    expect(isDraftOf(changed, served)).toBe(false);
    expect(draftOf(served)).not.toHaveProperty("types");
  });

  it.each([
    ["an Experience", "exp_hero", ["hero", "new"], ["Crime"]],
    ["an Experience of a Section", "exp_drama", ["Another", "new"], ["drama"]],
    ["a Section with all that is in it", "sec_body", ["Another", "new"], ["drama", "family"]],
  ])("share %s once it is taken back", (_what, id, experiences, inSection) => {
    const after = withPartOf(draftContent(changed), served, { id });
    expect(after?.experiences.map(({ name }) => name)).toEqual(experiences);
    expect(after?.sections[0]?.experiences.map(({ name }) => name)).toEqual(inSection);
  });

  it.each([
    ["is as it was", homepage(), "exp_hero"],
    ["is new", changed, "exp_new"],
  ])("have nothing to take back of what %s", (_what, draft, id) => {
    expect(withPartOf(draftContent(draft), served, { id })).toBeNull();
  });
});
