import { z } from "zod";
import { id, reference, slug, timestamp } from "./primitives.ts";

const simulationRate = z
  .number()
  .min(1, "must be 1 to 2000")
  .max(2000, "must be 1 to 2000")
  .meta({ description: "Events a second." });

const simulationSpeed = z
  .number()
  .min(0.1, "must be 0.1 to 1000")
  .max(1000, "must be 0.1 to 1000")
  .meta({ description: "Instead of a rate: how many times as fast as the scene's own waits." });

export const simulationStart = z
  .strictObject({ scene: reference, rate: simulationRate.optional(), speed: simulationSpeed.optional() })
  .refine(({ rate, speed }) => rate === undefined || speed === undefined, "has a rate or a speed, not both")
  .meta({ example: { scene: "premiere", rate: 50 } });

export const simulationPatch = z
  .strictObject({
    rate: simulationRate.optional(),
    speed: simulationSpeed.optional(),
    paused: z.boolean().optional(),
  })
  .refine(({ rate, speed }) => rate === undefined || speed === undefined, "has a rate or a speed, not both")
  .meta({ example: { rate: 20 } });

export const simulation = z
  .object({
    state: z.enum(["running", "paused"]),
    scene: slug,
    rate: z.number().meta({ description: "Events a second; 0 where it goes at a speed." }),
    speed: z.number().optional(),
    sent: z.number().int(),
    people: z.number().int(),
    active: z.number().int().meta({ description: "How many of them are in the middle of something." }),
    startedAt: timestamp,
    doing: z
      .array(z.object({ id, name: z.string(), intent: z.string(), event: z.string(), at: timestamp }))
      .meta({ description: "Who did what last, newest first." }),
    detail: z.string().optional().meta({ description: "What keeps it from going on, if anything does." }),
  })
  .meta({
    id: "Simulation",
    example: {
      state: "running",
      scene: "premiere",
      rate: 12,
      sent: 340,
      people: 180,
      active: 31,
      startedAt: "2026-12-04T20:00:00.000Z",
      doing: [],
    },
  });
export type Simulation = z.output<typeof simulation>;
