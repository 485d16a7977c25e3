import type { Experience } from "../../../src/core/collection.ts";
import { collection, experience, property, typeOf } from "../../unit/renderer/collections/fakes.ts";
import { emptyCinema, stamps } from "./cinema-place.ts";
import type { FakeApi } from "./fake-api.ts";

const types = [
  typeOf(
    "hero",
    property("headline", "string", { default: "Welcome" }),
    property("background", "color"),
    property("seats", "number"),
  ),
];
const everyone = {
  audience: { kind: "everyone" as const, anyOf: [], noneOf: [] },
  rollout: 100,
  schedule: null,
};
const served = (headline: string) => ({ enabled: true, data: { headline } });
const scenarios: Experience["scenarios"] = [
  { id: "scn_silver", name: "Silver first", ...everyone, serve: served("Silver") },
  { id: "scn_gold", name: "Gold first", ...everyone, serve: served("Gold") },
  { id: "scn_default", name: "Default", serve: served("Tonight at seven") },
];

/** A Cinema whose Homepage has the Experience Hero, with two scenarios and a default; what is saved of it is kept. */
export function cinemaWithHero(...others: readonly Experience[]): FakeApi {
  let hero = experience("hero", { name: "Hero", scenarios });
  const homepage = () => collection("homepage", { name: "Homepage", experiences: [hero, ...others] });
  return emptyCinema()
    .answer("listCollections", () => ({
      data: [homepage(), collection("plans", { name: "Plans" })],
      next: null,
    }))
    .answer("listExperienceTypes", { data: types, next: null })
    .answer("getMatches", { at: stamps.createdAt, checked: 0, of: 0, sampled: false, experiences: {} })
    .answer("getExperience", () => hero, '"1"')
    .answer(
      "updateExperience",
      ({ body }) => {
        hero = { ...hero, ...body } as Experience;
        return hero;
      },
      '"1"',
    );
}
