import { z } from "zod";
import { slug } from "./primitives.ts";
import { replay, replayOptions, replayStates } from "./replay.ts";
import { simulation } from "./simulation.ts";

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

/** A replay, with all that another server needs to go on with it. Times are in ms UTC. */
const replayStored = z.object({
  id: z.string(),
  /** Begins its events' ids, and is told to nobody: whoever knew them could send events of these ids first. */
  secret: z.string(),
  from: replay.shape.from,
  options: replayOptions,
  recording: z.object({
    total: z.number(),
    skipped: z.number(),
    firstReceived: z.number(),
    lastReceived: z.number(),
  }),
  /** By how much times are moved, in ms. */
  shift: z.number(),
  startedAt: z.number(),
  state: z.enum(replayStates),
  played: z.number(),
  endedAt: z.number().nullable(),
  detail: z.string().nullable(),
  /** Whether somebody wants it to end. */
  stop: z.boolean(),
  /** When a server told of it last. */
  told: z.number(),
});
export type ReplayStored = z.output<typeof replayStored>;

/** .understudy/shows.json (never in git): where the shows stand, and everybody who goes on in them, by `<space id>/<environment>`. */
export const showsDocument = z.strictObject({
  schemaVersion: z.literal(1),
  stages: z.record(z.string(), stageStored),
  /** Only where servers share a database: those of one server end with it. */
  simulations: z.record(z.string(), simulationStored).default({}),
  /** Likewise: of each environment the one that runs, else the last one. */
  replays: z.record(z.string(), replayStored).default({}),
  /** The environment of each recording that is being written down, by its id. */
  recordings: z.record(z.string(), z.string()).default({}),
  /** Ids of a seed's Spaces that are not laid whole yet. */
  laying: z.array(z.string()).default([]),
});
export type ShowsDocument = z.output<typeof showsDocument>;
export const noShows: ShowsDocument = {
  schemaVersion: 1,
  stages: {},
  simulations: {},
  replays: {},
  recordings: {},
  laying: [],
};
