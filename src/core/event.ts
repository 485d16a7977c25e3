import { z } from "zod";
import { limits } from "./limits.ts";
import { id, identifying, inDigits, page, timestamp } from "./primitives.ts";
import { eventProblemCodes } from "./problem.ts";
import { userId, userIdToStore } from "./user.ts";

/** Limits of `POST /sdk/v1/events` (DESIGN.md 7). Sizes in bytes. */
export const eventLimits = {
  perRequest: limits.eventsPerRequest.value,
  requestBytes: limits.sdkBodyBytes.value,
  eventBytes: limits.eventBytes.value,
} as const;

const namePart = "[A-Za-z0-9._-]{1,64}";
export const eventNamePattern = new RegExp(`^${namePart}/${namePart}$`);

/** `<group>/<action>`, each 1 to 64 of letters, digits, `.`, `_`, `-`. */
export const eventName = z
  .string()
  .regex(eventNamePattern, "must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'");

export const pairKeys = ["pair1", "pair2", "pair3"] as const;
const eventPair = z.strictObject({ key: z.string().min(1).max(64), value: z.string().max(256) });

/** Up to three key and value pairs; nothing else is allowed beside them. */
export const eventMetadata = z.strictObject({
  pair1: eventPair.optional(),
  pair2: eventPair.optional(),
  pair3: eventPair.optional(),
});
type EventMetadata = z.output<typeof eventMetadata>;
export type EventPair = z.output<typeof eventPair>;

/** The pairs that are there, in order. */
export const metadataPairs = (metadata: EventMetadata): EventPair[] =>
  pairKeys.map((key) => metadata[key]).filter((found) => found !== undefined);

/** Pairs as metadata: the first becomes `pair1`. */
export const pairsMetadata = (pairs: readonly EventPair[]): EventMetadata =>
  Object.fromEntries(pairs.slice(0, 3).map((found, index) => [pairKeys[index], found]));

/** One event as an SDK sends it. Members that are not known here are ignored: newer SDKs may send them. */
export const eventInput = z.object({
  id: id.optional(),
  name: eventName,
  time: timestamp,
  sessionId: id.optional(),
  userId: userIdToStore.optional(),
  anonymousId: userIdToStore.optional(),
  experienceId: id.optional(),
  metadata: eventMetadata.optional(),
});
export type EventInput = z.output<typeof eventInput>;

export const eventsBody = z
  .object({
    sentAt: timestamp.optional(),
    events: z
      .array(z.unknown())
      .max(eventLimits.perRequest, `must have at most ${eventLimits.perRequest} events`)
      .meta({
        description:
          "Each is read by itself: name, time, and id, sessionId, userId, anonymousId, experienceId, metadata as far as they apply.",
      }),
    sdk: z.object({ name: identifying(64), version: identifying(64) }).optional(),
  })
  .meta({
    example: {
      sentAt: "2026-11-20T14:32:06.240Z",
      events: [
        {
          id: "0198f3c2-7d41-7b0e-9c55-2f6a1d0c7e11",
          name: "movie/watched",
          time: "2026-11-20T14:32:06.240Z",
          userId: "u1",
          metadata: { pair1: { key: "genre", value: "drama" } },
        },
      ],
    },
  });

const rejection = z.object({
  index: z.number().int(),
  id: z.string().meta({ description: "By which the history has it: its own, or one made for it." }),
  code: z.enum(eventProblemCodes),
  detail: z.string(),
});
export type Rejection = z.output<typeof rejection>;

export const eventsAnswer = z
  .object({ accepted: z.number().int(), rejected: z.array(rejection) })
  .meta({ id: "EventsAnswer", example: { accepted: 1, rejected: [] } });
export type EventsAnswer = z.output<typeof eventsAnswer>;

export const eventSources = ["sdk", "segment", "ofrep", "replay", "simulator"] as const;
export type EventSource = (typeof eventSources)[number];

/** An event as the platform tells it. A rejected one keeps what could be read of it, and why it was refused. */
export const event = z
  .object({
    id: z.string(),
    sequence: z
      .number()
      .int()
      .min(1)
      .meta({ description: "Its place in the environment's order of arrival." }),
    name: z.string(),
    time: timestamp.meta({ description: "When it happened, corrected for the sender's clock." }),
    receivedAt: timestamp,
    userId: z.string().optional(),
    anonymousId: z.string().optional(),
    sessionId: z.string().optional(),
    experienceId: z.string().optional(),
    metadata: eventMetadata,
    source: z.enum(eventSources),
    sdk: z.object({ name: z.string(), version: z.string() }).optional(),
    status: z.enum(["accepted", "rejected"]),
    problem: z.object({ code: z.enum(eventProblemCodes), detail: z.string() }).optional(),
    original: z.unknown().optional(),
  })
  .meta({
    id: "Event",
    example: {
      id: "0198f3c2-7d41-7b0e-9c55-2f6a1d0c7e11",
      sequence: 48207,
      name: "movie/watched",
      time: "2026-11-20T14:32:06.240Z",
      receivedAt: "2026-11-20T14:32:06.271Z",
      userId: "ana-ribeiro",
      sessionId: "ses_6KqTn2wA",
      metadata: { pair1: { key: "genre", value: "drama" } },
      source: "sdk",
      sdk: { name: "browser", version: "1.0.0-beta.8" },
      status: "accepted",
    },
  });
export type Event = z.output<typeof event>;

/** A metadata pair as `key:value`, where some colon is the one in between. */
export const wherePattern = /^[\s\S]{1,64}:[\s\S]{0,256}$/u;
/** What `key:value` may mean: keys and values may have colons themselves. */
export const pairsOf = (text: string): (readonly [key: string, value: string])[] =>
  [...text.matchAll(/:/g)]
    .map(({ index }) => [text.slice(0, index), text.slice(index + 1)] as const)
    .filter(([key, value]) => eventPair.safeParse({ key, value }).success);
const wherePair = z
  .string()
  .max(400)
  .regex(wherePattern, "must be key:value")
  .meta({ description: "Where it has several colons, any of them may be the one in between." });

/** The viewer's filters, all of which must hold. `name` may end in `/*` for a whole group. */
export const eventFilters = z.strictObject({
  name: z.string().min(1).max(129).optional(),
  group: z.string().min(1).max(64).optional(),
  userId: userId.optional(),
  anonymousId: userId.optional(),
  sessionId: id.optional(),
  experience: id.optional().meta({
    description:
      "By id, as `<collection>.<key>`, or by a key that no other Collection has; keys are those of the draft.",
  }),
  sdk: identifying(64).optional().meta({ description: "The SDK's name, without its version." }),
  source: z.enum(eventSources).optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
  q: identifying(200).optional().meta({
    description: "Text in the name, user, session or metadata, in capitals or not.",
  }),
  id: id.optional(),
  sequence: inDigits(z.number().int().min(1).max(999_999_999_999)).optional(),
  where: z.preprocess((value) => [value].flat(), z.array(wherePair).max(3)).default([]),
  status: z.enum(["accepted", "rejected"]).optional(),
});
export type EventFilters = z.output<typeof eventFilters>;

const anySequence = inDigits(z.number().int().min(0).max(999_999_999_999));

/** Which stretch of the history, and from which end its pages are read. */
export const eventRange = z.object({
  after: anySequence.optional().meta({
    description: "Only what came after this sequence: what is new since a page was read.",
  }),
  before: anySequence.optional().meta({ description: "Only what came before this sequence." }),
  order: z.enum(["desc", "asc"]).default("desc").meta({
    description: "`desc`: the newest first. `asc`: in order of arrival, each page goes on upwards.",
    example: "desc",
  }),
});

/** A page of history. */
export const eventPage = page(event).extend({
  searchedTo: timestamp.optional().meta({
    description:
      "The page ends early because the search took long: what came since then has been searched, `next` goes on from there.",
  }),
});
export type EventPage = z.output<typeof eventPage>;

export const eventRateQuery = eventFilters.extend({
  buckets: inDigits(z.number().int().min(1).max(500)).prefault(90).meta({ example: 90 }),
});

/** How many events there were, by their time. `step` is in ms; the first bucket begins at `from`, which is rounded down to a step. */
export const eventRate = z
  .object({
    from: timestamp,
    to: timestamp,
    step: z.number().int().min(1),
    through: z.number().int().meta({ description: "The last sequence that was looked at." }),
    buckets: z.array(z.object({ at: timestamp, accepted: z.number().int(), rejected: z.number().int() })),
  })
  .meta({
    id: "EventRate",
    example: {
      from: "2026-11-20T14:32:00.000Z",
      to: "2026-11-20T14:32:20.000Z",
      step: 10_000,
      through: 48207,
      buckets: [
        { at: "2026-11-20T14:32:00.000Z", accepted: 412, rejected: 1 },
        { at: "2026-11-20T14:32:10.000Z", accepted: 398, rejected: 0 },
      ],
    },
  });
export type EventRate = z.output<typeof eventRate>;
