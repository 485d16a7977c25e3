import { z } from "zod";
import { slug } from "./primitives.ts";

/** Where one environment's show stands. */
const stageStored = z.object({
  scene: slug.nullable(),
  person: z.string().nullable(),
  next: z.number().int().min(1),
  /** Who plays a step right now, and until when others wait for them, in ms UTC: they may be gone. */
  playing: z.object({ by: z.string(), until: z.number() }).nullable(),
});
export type StageStored = z.output<typeof stageStored>;

/** .understudy/shows.json (never in git): where the shows stand, by `<space id>/<environment>`. */
export const showsDocument = z.strictObject({
  schemaVersion: z.literal(1),
  stages: z.record(z.string(), stageStored),
});
export type ShowsDocument = z.output<typeof showsDocument>;
export const noShows: ShowsDocument = { schemaVersion: 1, stages: {} };
