import { z } from "zod";
import { eventMetadata, eventName } from "./event.ts";
import { environmentKey, id, timestamp } from "./primitives.ts";
import { clock } from "./settings.ts";
import { state } from "./state.ts";
import { labels, user, userFields, userId, userKinds } from "./user.ts";

/** An event that was counted, or would be. */
const countedEvent = z.object({ id: z.string(), name: z.string(), time: timestamp });
export type CountedEvent = z.output<typeof countedEvent>;

/** Why a rule holds or does not: what it wants, what there is, and the same of each rule in it. Members that apply. */
export interface Why {
  readonly rule: unknown;
  readonly matched: boolean;
  readonly expected?: unknown;
  /** What the person has; null where they have nothing of the kind. */
  readonly actual?: unknown;
  /** Events in the window that pass every filter. */
  readonly count?: number;
  /** The window's ends: `from` is not in it, `to` is. */
  readonly window?: { readonly from: string; readonly to: string };
  /** The events counted, newest first, at most 100. */
  readonly events?: readonly CountedEvent[];
  readonly children?: readonly Why[];
  /** Not all of it is told: a value is long, or the answer would be. */
  readonly cut?: boolean;
}

export const why: z.ZodType<Why> = z
  .object({
    rule: z.unknown(),
    matched: z.boolean(),
    expected: z.unknown().optional(),
    actual: z.unknown().optional(),
    count: z.number().int().optional(),
    window: z.object({ from: timestamp, to: timestamp }).optional(),
    events: z.array(countedEvent).optional(),
    get children(): z.ZodOptional<z.ZodArray<z.ZodType<Why>>> {
      return z.array(why).optional();
    },
    cut: z.boolean().optional(),
  })
  .meta({ id: "Why" }) as z.ZodType<Why>;

/** Published is what is served; draft is what would be, were everything published now. */
export const contentChoice = z.enum(["published", "draft"]);
export type ContentChoice = z.output<typeof contentChoice>;

export const explainQuery = z.strictObject({
  at: timestamp.optional(),
  content: contentChoice.default("published"),
  kind: z.enum(userKinds).optional(),
});

/** A pretend user: what they are and what they did. */
export const explainBody = z
  .strictObject({
    user: z.strictObject({
      id: userId.default("preview"),
      kind: z.enum(userKinds).default("known"),
      fields: userFields.default({}),
      labels: labels.default([]),
      platform: z.string().max(200).optional(),
      locale: z.string().max(64).optional(),
      timeZone: z.string().max(64).optional(),
      createdAt: timestamp.optional(),
      firstSeenAt: timestamp.optional(),
      lastSeenAt: timestamp.optional(),
      sessions: z.number().int().min(0).default(0),
    }),
    events: z
      .array(z.strictObject({ name: eventName, time: timestamp, metadata: eventMetadata.default({}) }))
      .max(1000)
      .default([]),
    at: timestamp.optional(),
    content: contentChoice.default("published"),
  })
  .meta({
    example: {
      user: { fields: { plan: "gold" }, labels: ["vip"] },
      events: [
        {
          name: "movie/watched",
          time: "2026-11-20T14:32:06.240Z",
          metadata: { pair1: { key: "genre", value: "drama" } },
        },
      ],
    },
  });
export type ExplainBody = z.output<typeof explainBody>;

const tribeWhy = z.object({ id, name: z.string(), matched: z.boolean(), why });
const tried = z.object({
  scenario: z.object({ id, name: z.string() }),
  matched: z.boolean(),
  why,
});
const explainedExperience = z.object({
  id,
  key: z.string().meta({ description: "<collection>.<experience or section>" }),
  collection: z.string(),
  enabled: z.boolean(),
  data: state.shape.data,
  children: state.shape.children,
  scenario: state.shape.scenario,
  reason: state.shape.reason,
  tried: z.array(tried),
});
export type ExplainedExperience = z.output<typeof explainedExperience>;

/** Every decision for one person with its reasons. */
export const explanation = z
  .object({
    user,
    at: timestamp.meta({
      description: "The time of the decisions, by the platform clock unless asked otherwise.",
    }),
    clock,
    environment: environmentKey,
    content: contentChoice,
    tribes: z.array(tribeWhy),
    experiences: z.array(explainedExperience),
  })
  .meta({ id: "Explanation" });
export type Explanation = z.output<typeof explanation>;
