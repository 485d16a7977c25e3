import { z } from "zod";
import { environmentKey, id, name, slug, timestamp } from "./primitives.ts";
import { sceneLimits } from "./scene.ts";
import { simulation } from "./simulation.ts";
import { userId } from "./user.ts";

/** Where a show is: its scene, who is on stage, the step that comes next, and how everybody else goes on. */
export const stage = z
  .object({
    scene: slug
      .nullable()
      .meta({ description: "The scene whose script is played; null where there is none." }),
    person: z.object({ id: userId, name }).nullable(),
    next: z.number().int().meta({
      description: "The number of the step that comes next, from 1; one more than there are at the end.",
    }),
    simulation: simulation
      .nullable()
      .meta({ description: "How everybody else goes on; null where nobody does." }),
  })
  .meta({
    id: "Stage",
    example: {
      scene: "premiere",
      person: { id: "maya-okafor", name: "Maya Okafor" },
      next: 3,
      simulation: null,
    },
  });
export type Stage = z.output<typeof stage>;
/** Where a show stands. */
export type Standing = Pick<Stage, "scene" | "next">;

const stepNumber = z.number().int().min(1).max(sceneLimits.script);

/** Where somebody sees the show. */
const seen = stage.pick({ scene: true, next: true }).strict().optional().meta({
  description: "Where the show must stand; where it does not, nothing is done. Anywhere without it.",
});

export const stagePatch = z
  .strictObject({
    seen,
    scene: slug.optional().meta({ description: "Another one begins with its first step." }),
    person: userId.nullable().optional().meta({ description: "One of those whom the scene names." }),
    next: stepNumber.or(z.literal(sceneLimits.script + 1)).optional(),
  })
  .meta({ example: { person: "maya-okafor" } });

export const stepPlayed = z.strictObject({ step: stepNumber, seen }).meta({ example: { step: 1 } });

/** Whom each Tribe holds now, and would hold were the clock moved. Tribes that stay as they are do not count. */
export const clockAhead = z
  .object({
    at: timestamp,
    tribes: z.array(z.object({ id, name, now: z.number().int(), ahead: z.number().int() })),
  })
  .meta({
    id: "ClockAhead",
    example: {
      at: "2026-12-12T20:14:00.000Z",
      tribes: [{ id: "trb_drama_fans", name: "Drama fans", now: 8, ahead: 0 }],
    },
  });
export type ClockAhead = z.output<typeof clockAhead>;

/** What the snapshot of a show's moment is called: of which scene, and which step comes next. */
export const momentName = (scene: string, next: number): string =>
  next === 1 ? `${scene}: start` : `${scene}: after step ${next - 1}`;

/** Which step comes next at a moment of this scene; null for every other snapshot. */
export function nextAtMoment(scene: string, snapshot: string): number | null {
  if (snapshot === momentName(scene, 1)) return 1;
  const step = /: after step (\d{1,3})$/.exec(snapshot)?.[1];
  return step !== undefined && snapshot === momentName(scene, Number(step) + 1) ? Number(step) + 1 : null;
}

/** The scenes that come with Understudy; a show of one brings its Space where that is not there. */
export const ownScenes = ["premiere", "shop"] as const;
export type OwnScene = (typeof ownScenes)[number];
/** Why a show can't begin where no Space has its scene. */
export const noSuchScene = (key: string): string =>
  `No Space has a scene "${key}"; those that come with Understudy are ${ownScenes.join(" and ")}.`;
/** The seeds that come with Understudy. */
export const ownSeedNames = ["demo", ...ownScenes] as const;

export const showStart = z.strictObject({ scene: slug }).meta({ example: { scene: "evening" } });

/** A show that has begun: where it is played, and where it is seen. */
export const showStarted = z
  .object({
    spaceKey: slug,
    environment: environmentKey,
    scene: slug,
    consolePath: z.string().meta({ description: "The Stage, a path of the console." }),
    demoUrl: z.string().meta({ description: "The sample app." }),
  })
  .meta({
    id: "ShowStarted",
    example: {
      spaceKey: "cinema",
      environment: "development",
      scene: "premiere",
      consolePath: "/spaces/cinema/development/stage",
      demoUrl: "http://127.0.0.1:4748/demo",
    },
  });
export type ShowStarted = z.output<typeof showStarted>;
