import { describe, expect, it } from "vitest";
import { contentOf } from "../../../../src/core/publication.ts";
import { cast } from "../../../../src/core/scene/cast.ts";
import { type Audience, beforeSceneOf, historyOf, type Moment } from "../../../../src/core/scene/history.ts";
import { ModelAudience } from "../../../../src/core/scene/model-audience.ts";
import { dayLength, Served } from "../../../../src/core/scene/visit.ts";
import { visitsAhead } from "../../../../src/core/scene/visits-ahead.ts";
import { type Scene, scenePut, scene as sceneSchema } from "../../../../src/core/scene.ts";
import { compileContents } from "../../../../src/core/targeting/compile-contents.ts";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import { premiereSeed } from "../../../../src/server/seed/premiere-seed.ts";

const example = scenePut.meta()?.example as object;
const sceneOf = (change: object = {}): Scene =>
  sceneSchema.parse({ schemaVersion: 1, key: "premiere", ...example, ...change });
const nobodyServed: Audience = { served: () => Served.of([]), did: () => {} };
const all = (scene: Scene, days = scene.days, audience = nobodyServed): Moment[] =>
  [...historyOf(scene, days, audience)].flat();

describe("As many people and intents as there may be", () => {
  const crowd = sceneOf({
    people: { count: 10_000 },
    script: [],
    intents: Array.from({ length: 20 }, (_, at) => ({
      key: `i${at}`,
      name: "x",
      perDay: 0,
      steps: [{ event: "a/b" }],
    })),
  });

  it("pause for others a hundred times a day, also where nobody comes", () => {
    const ahead = visitsAhead(crowd);
    expect(Array.from({ length: 100 }, () => ahead.next())).toEqual(
      Array.from({ length: 100 }, () => ({ done: false, value: null })),
    );
    expect([...historyOf(crowd, 1, nobodyServed)].length).toBeGreaterThanOrEqual(200);
  });
});

describe("A scene's history", () => {
  it("is the same for the same scene, and another one for another seed", () => {
    const text = JSON.stringify(all(sceneOf()));
    expect(JSON.stringify(all(sceneOf()))).toBe(text);
    expect(JSON.stringify(all(sceneOf({ seed: 8 })))).not.toBe(text);
  });

  it.each([1, 7, 30])("of %i days lies in them, in order, each moment with an id of its own", (days) => {
    const scene = sceneOf({ days });
    const moments = all(scene);
    const begins = Date.parse(scene.begins);
    const times = moments.map(({ time }) => time);
    expect(moments.length).toBeGreaterThan(days * 20);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(begins - days * dayLength);
    expect(times.at(-1)).toBeLessThan(begins);
    expect(new Set(moments.map(({ id }) => id)).size).toBe(moments.length);
    expect(moments.every(({ id, time }) => beforeSceneOf(scene.key, id) === begins - time)).toBe(true);
    const ninetyDays = 90 * 86_400_000;
    const idOf = (before: number) => `scn_${scene.key}_x.1.${before.toString(36)}`;
    expect(beforeSceneOf(scene.key, idOf(ninetyDays))).toBe(ninetyDays);
    expect(beforeSceneOf(scene.key, idOf(ninetyDays + 1))).toBeNull();
    expect(beforeSceneOf(scene.key, `scn_${scene.key}_x.1.${"z".repeat(150)}`)).toBeNull();
  });

  it.each(["0001-01-01", "1969-06-01", "1970-01-01", "9999-12-31"])(
    "is the same in whatever year: %s",
    (day) => {
      const told = (begins: string) =>
        all(sceneOf({ begins }), 7).map(({ time, ...moment }) => ({
          ...moment,
          before: Date.parse(begins) - time,
        }));
      expect(told(`${day}T20:00:00Z`)).toEqual(told("2026-12-04T20:00:00Z"));
    },
  );

  it("ends with the same days, however many are laid", () => {
    const since = Date.parse(sceneOf().begins) - 2 * dayLength;
    const last = all(sceneOf(), 9).filter(({ time }) => time >= since);
    expect(all(sceneOf(), 2)).toEqual(last);
  });

  it("has the people who are named, and the others as they are spread", () => {
    const people = cast(
      sceneOf({
        script: [],
        people: {
          count: 5000,
          visitors: 0.2,
          fields: { plan: { weights: { gold: 1, free: 3 } }, age: { from: 18, to: 20 } },
          labels: { vip: 0.1 },
          named: [
            { id: "maya", name: "Maya Okafor", fields: { plan: "gold" }, labels: ["host"], platform: "tv" },
          ],
        },
      }),
    );
    expect(people[0]).toEqual({
      kind: "known",
      id: "maya",
      name: "Maya Okafor",
      labels: ["host"],
      platform: "tv",
      fields: { name: "Maya Okafor", plan: "gold", age: expect.any(Number) },
    });
    const share = (test: (one: (typeof people)[number]) => boolean) =>
      people.filter(test).length / people.length;
    expect(share(({ kind }) => kind === "visitor")).toBeCloseTo(0.2, 1);
    expect(share(({ fields }) => fields.plan === "gold")).toBeCloseTo(0.2, 1);
    expect(share(({ labels }) => labels.includes("vip"))).toBeCloseTo(0.1, 1);
    expect(new Set(people.flatMap(({ fields }) => fields.age ?? []))).toEqual(new Set([18, 19, 20]));
    expect(new Set(people.map(({ id }) => id)).size).toBe(5000);
  });

  it("has who is served the drama banner watch more drama, by the scene's figure: of 10,000 people", () => {
    const seed = premiereSeed(0);
    const [space] = seed.spaces;
    const film = seed.scenes?.[0]?.scene;
    const evening = film?.intents.find(({ key }) => key === "evening-film");
    const banner = evening?.steps.flatMap(({ served }) => served)[0];
    if (space === undefined || film === undefined || evening === undefined || banner === undefined)
      throw new Error("the premiere has a Space, and a film that hangs on the banner");
    const tribes = compileTribes(space.tribes);
    const contents = space.collections.map((draft) => contentOf(draft, space.experienceTypes));
    const scene: Scene = { ...film, intents: [evening], people: { ...film.people, count: 10_000 } };
    const decided = new ModelAudience({ tribes, decider: compileContents(contents, tribes) }, 0);
    const visits = { served: { all: 0, dramas: 0 }, not: { all: 0, dramas: 0 } };
    // A film that would end after the scene begins is not told: its visit shows nothing.
    const lastWhole = Date.parse(film.begins) - 3 * 3_600_000;
    const current = new Map<string, "served" | "not" | "cut">();
    const audience: Audience = {
      served: (player, time) => {
        const served = decided.served(player, time);
        current.set(player.id, time > lastWhole ? "cut" : served.holds(banner) ? "served" : "not");
        return served;
      },
      did: (moment) => {
        decided.did(moment);
        const which = current.get(moment.player.id) ?? "cut";
        if (which === "cut") return;
        const counted = visits[which];
        if (moment.event === null) counted.all += 1;
        else if (moment.pairs[0]?.value === "drama") counted.dramas += 1;
      },
    };
    for (const _ of historyOf(scene, 7, audience));
    expect(visits.served.all).toBeGreaterThan(300);
    expect(visits.served.dramas / visits.served.all).toBeCloseTo(0.6, 1);
    expect(visits.not.dramas / visits.not.all).toBeCloseTo(0.25, 1);
  });
});
