import { describe, expect, it } from "vitest";
import { missingNames } from "../../../../src/core/scene/missing-names.ts";
import { scenePut } from "../../../../src/core/scene.ts";
import { premiereSeed } from "../../../../src/server/seed/premiere-seed.ts";
import { shopSeed } from "../../../../src/server/seed/shop-seed.ts";

const collectionsOf = (seed: ReturnType<typeof premiereSeed>) =>
  (seed.spaces ?? []).flatMap(({ collections }) => collections ?? []);
const cinema = collectionsOf(premiereSeed(0));
const plain = { name: "x", seed: 1, begins: "2026-12-04T20:00:00Z", people: { count: 1 } };
const likely = (condition: object) => ({ ...condition, chance: 1 });
const scene = (steps: object[], acts: object[] = []) =>
  scenePut.parse({
    ...plain,
    intents: [{ key: "i", name: "i", perDay: 1, steps: steps.map((step) => ({ event: "a/b", ...step })) }],
    script: [{ title: "t", do: acts }],
  });

describe("What a scene names in vain", () => {
  it.each([premiereSeed(0), shopSeed(0)])("is nothing in the scenes that come with Understudy", (seed) => {
    const scenes = seed.scenes ?? [];
    expect(scenes).not.toHaveLength(0);
    for (const one of scenes) expect(missingNames(one.scene, collectionsOf(seed), [])).toEqual([]);
  });

  it("is an Experience, a scenario of one, or a Collection, each said once", () => {
    const nowhere = { experience: "homepage.nowhere" };
    const wrong = [
      { ...nowhere, served: [nowhere, { experience: "exp_banner", scenario: "For nobody" }].map(likely) },
      {
        served: ["For drama fans", "exp_banner_default"]
          .map((scenario) => ({ experience: "homepage.banner", scenario }))
          .map(likely),
      },
    ];
    const publish = (collection: string) => ({ publish: { collection } });
    const acts = [publish("nowhere"), publish("homepage"), publish("col_homepage")];
    expect(missingNames(scene(wrong, acts), cinema, [])).toEqual([
      "“homepage.nowhere”",
      "scenario “For nobody” of “exp_banner”",
      "Collection “nowhere”",
    ]);
  });

  it("is nothing that its environment serves, though it was deleted from the draft, or its scenario was", () => {
    const without = cinema.map((one) => ({
      ...one,
      sections: [],
      experiences: one.experiences.flatMap((each) =>
        each.key === "banner" ? [{ ...each, scenarios: each.scenarios.slice(-1) }] : [],
      ),
    }));
    const named = [
      { experience: "homepage.plan-banner" },
      { served: [{ experience: "homepage.banner", scenario: "For drama fans" }].map(likely) },
    ];
    expect(missingNames(scene(named), without, [])).toHaveLength(2);
    expect(missingNames(scene(named), without, cinema)).toEqual([]);
  });

  it("is found among Sections and their Experiences, too", () => {
    const sections = cinema.flatMap(({ key, sections }) =>
      sections.flatMap((one) => [one.id, ...[one, ...one.experiences].map((part) => `${key}.${part.key}`)]),
    );
    expect(sections.length).toBeGreaterThan(2);
    expect(missingNames(scene(sections.map((experience) => ({ experience }))), cinema, [])).toEqual([]);
  });
});
