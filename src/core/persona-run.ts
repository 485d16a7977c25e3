import { z } from "zod";
import { contentChoice, explanation, why } from "./explanation.ts";
import { environmentKey, id, reference, timestamp } from "./primitives.ts";

export const personaRunQuery = z.strictObject({
  environment: environmentKey,
  content: contentChoice.default("published"),
  reasons: z.enum(["all", "none"]).default("all").meta({
    description: "Whether each decision is told with its reasons; without them the answer is short.",
  }),
});

/** Which personas to run, by id or key; left out, all of the Space. */
export const personaRunBody = z
  .strictObject({ personas: z.array(reference).max(200).optional() })
  .meta({ example: { personas: ["binge-watcher"] } });

/** What there is instead, where the Experience or scenario no longer exists, or the Experience is not published. */
export const goneText = "is gone";
export const notServedText = "is not served here";
/** What an Experience is expected to be of which nothing more is said. */
export const servedText = "is served";

/** One expectation and what there was. */
const outcome = z.object({
  kind: z.enum(["tribe", "experience"]),
  id: id.meta({ description: "Of the Tribe, the Experience or the Section." }),
  name: z.string().meta({ description: "The Tribe's name, or `<collection>.<key>`." }),
  path: z
    .string()
    .optional()
    .meta({ description: "What of the Experience: /enabled, /scenario, /data/<property> or /children." }),
  expected: z.unknown(),
  actual: z.unknown().meta({
    description: `What there was; "${goneText}" of what was deleted, "${notServedText}" of what is not published.`,
  }),
  passed: z.boolean(),
  why: why.optional(),
});
export type Outcome = z.output<typeof outcome>;

/** Which personas get what they are expected to get, and why the others do not. */
export const personaRun = z
  .object({
    at: timestamp,
    environment: environmentKey,
    content: contentChoice,
    passed: z.number().int(),
    failed: z.number().int(),
    personas: z.array(
      z.object({
        id,
        name: z.string(),
        passed: z.boolean(),
        outcomes: z.array(outcome),
        explanation: explanation.optional().meta({ description: "Only with `reasons=all`." }),
      }),
    ),
  })
  .meta({ id: "PersonaRun" });
export type PersonaRun = z.output<typeof personaRun>;
