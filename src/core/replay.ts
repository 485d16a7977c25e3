import { z } from "zod";
import { eventFilters, eventInput, eventRange } from "./event.ts";
import { environmentKey, id, identifying, inDigits, timestamp } from "./primitives.ts";

/** The fastest pace; beyond it there is only `max`. */
export const fastestReplay = 1000;

/** How a recording is played: the same for one that is named and for one that is sent. */
export const replayOptions = z.strictObject({
  speed: z
    .union([z.literal("max"), inDigits(z.number().min(1).max(fastestReplay))])
    .prefault(1)
    .meta({ description: "How much faster than they came, 1 to 1000; `max`: as fast as they are taken." }),
  times: z.enum(["moved", "kept"]).default("moved").meta({
    description:
      "`moved`: all are shifted by one interval, so that the last one happens when it is played. `kept`: as they were.",
  }),
  prefix: identifying(40)
    .optional()
    .meta({ description: "Played as other people: this prefix before each user, visitor and session." }),
});
export type ReplayOptions = z.output<typeof replayOptions>;

/** Which kept events of the Space are played: the accepted ones that match. `environment`: where they were recorded, else where they are played. */
export const replaySource = eventFilters
  .omit({ status: true })
  .extend({ environment: environmentKey.optional() })
  .extend(eventRange.pick({ after: true, before: true }).shape)
  .meta({
    description:
      "What to play: filters over the kept events. Or send application/x-ndjson, as `…/events/export` gives it.",
    example: { environment: "production", after: 48200, before: 48208 },
  });
export type ReplaySource = z.output<typeof replaySource>;

/** One line of a recording: an event as it is exported. Members that are not named here are let go of. */
export const recordedEvent = eventInput.extend({
  receivedAt: timestamp.optional(),
  status: z.enum(["accepted", "rejected"]).default("accepted"),
});
export type RecordedEvent = z.output<typeof recordedEvent>;

export const replayStates = ["running", "done", "stopped", "failed"] as const;

/** A replay and how far it is. */
export const replay = z
  .object({
    id,
    state: z.enum(replayStates),
    from: z
      .union([environmentKey, z.literal("file")])
      .meta({ description: "Where the events were recorded." }),
    speed: z.union([z.literal("max"), z.number()]),
    times: z.enum(["moved", "kept"]),
    prefix: z.string().optional(),
    total: z.number().int().meta({ description: "How many events it plays." }),
    played: z.number().int(),
    skipped: z.number().int().meta({ description: "Refused events of the recording, which are not played." }),
    startedAt: timestamp.meta({ description: "By this machine's clock, as all three times are." }),
    endsAt: timestamp.meta({ description: "When the last one is due." }),
    endedAt: timestamp.optional(),
    detail: z.string().optional().meta({ description: "What it waits for, or why it failed." }),
  })
  .meta({
    id: "Replay",
    example: {
      id: "rpl_6KqTn2wA",
      state: "running",
      from: "production",
      speed: 10,
      times: "moved",
      total: 134,
      played: 45,
      skipped: 2,
      startedAt: "2026-11-20T14:32:06.240Z",
      endsAt: "2026-11-20T14:32:18.240Z",
    },
  });
export type Replay = z.output<typeof replay>;

/** An environment's replay: the one that runs, else the last one since the start. */
export const replayAnswer = z
  .object({ replay: replay.nullable() })
  .meta({ id: "ReplayAnswer", example: { replay: null } });
