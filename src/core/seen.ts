import { z } from "zod";
import { timestamp } from "./primitives.ts";
import { fieldScalar } from "./user.ts";

export const fieldTypes = ["string", "number", "boolean", "list"] as const;

const texts = z.array(z.string()).meta({ description: "The most frequent first." });

/**
 * What an environment has really seen, for suggestions: names, keys and values are looked for among the newest events, among
 * others spread over the history, and among the people who were seen or made last.
 */
export const seen = z
  .object({
    events: z.array(
      z.object({
        name: z.string(),
        count: z.number().int().meta({ description: "Of all events that are kept." }),
        lastAt: timestamp.meta({ description: "When the newest that was looked at arrived." }),
        pairs: z.array(z.object({ key: z.string(), values: texts })),
      }),
    ),
    fields: z.array(
      z.object({
        key: z.string(),
        types: z.array(z.enum(fieldTypes)),
        values: z.array(fieldScalar).meta({ description: "Of lists, what is in them." }),
      }),
    ),
    labels: texts,
    platforms: texts,
    locales: texts,
    timeZones: texts,
    sdks: z.array(z.object({ name: z.string(), versions: texts })),
  })
  .meta({
    id: "Seen",
    example: {
      events: [
        {
          name: "movie/watched",
          count: 48207,
          lastAt: "2026-11-20T14:32:06.271Z",
          pairs: [{ key: "genre", values: ["drama", "comedy"] }],
        },
      ],
      fields: [{ key: "plan", types: ["string"], values: ["gold", "free"] }],
      labels: ["vip"],
      platforms: ["web"],
      locales: ["en-GB"],
      timeZones: ["Europe/London"],
      sdks: [{ name: "browser", versions: ["1.0.0-beta.8"] }],
    },
  });
export type Seen = z.output<typeof seen>;
