import { z } from "zod";
import { slug } from "./primitives.ts";
import { simulation } from "./scene.ts";

/** Where one environment's show stands. */
const stageStored = z.object({
  scene: slug.nullable(),
  person: z.string().nullable(),
  next: z.number().int().min(1),
  /** Who plays a step right now, and until when others wait for them, in ms UTC: they may be gone. */
  playing: z.object({ by: z.string(), until: z.number() }).nullable(),
});
export type StageStored = z.output<typeof stageStored>;

/** A simulation as its server tells the others of it, and what one of them wants of it. */
const simulationStored = z.object({
  id: z.string(),
  /** In ms UTC: without a word by then its server counts as gone. */
  until: z.number(),
  view: simulation,
  wanted: z
    .object({
      pace: z.union([z.object({ rate: z.number() }), z.object({ speed: z.number() })]),
      paused: z.boolean(),
      stop: z.literal(true),
    })
    .partial()
    .nullable(),
});

/** .understudy/shows.json (never in git): where the shows stand, and everybody who goes on in them, by `<space id>/<environment>`. */
export const showsDocument = z.strictObject({
  schemaVersion: z.literal(1),
  stages: z.record(z.string(), stageStored),
  /** Only where servers share a database: those of one server end with it. */
  simulations: z.record(z.string(), simulationStored).default({}),
});
export type ShowsDocument = z.output<typeof showsDocument>;
export const noShows: ShowsDocument = { schemaVersion: 1, stages: {}, simulations: {} };
