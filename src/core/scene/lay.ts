import { z } from "zod";
import { environmentKey, timestamp } from "../primitives.ts";
import { sceneLimits } from "../scene.ts";

export const sceneLay = z
  .strictObject({
    environment: environmentKey,
    days: z.number().int().min(0).max(sceneLimits.days).optional(),
  })
  .meta({ example: { environment: "development", days: 1 } });

export const sceneLaid = z
  .object({
    people: z.number().int(),
    events: z.number().int(),
    from: timestamp,
    to: timestamp,
    hash: z.string().meta({
      description:
        "SHA-256 of its events in order, one a line as JSON: what was sent, with times in ms from `to`.",
    }),
  })
  .meta({ id: "SceneLaid" });
export type SceneLaid = z.output<typeof sceneLaid>;
