import { z } from "zod";
import { environmentKey, id, name, newName, reference, slug, timestamp } from "./primitives.ts";

const origin = z
  .string()
  .max(200)
  .regex(
    /^(\*|[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s/?#@*]+)$/,
    "must be an origin such as https://app.example.com or capacitor://localhost, without a path, or *",
  );

const userFieldsLocked = z.boolean().meta({
  description: "Fields of known users are written by the Platform API only, never with an environment's key.",
});

export const space = z
  .object({
    id,
    orgId: id,
    key: slug,
    name,
    allowedOrigins: z.array(origin),
    userFieldsLocked: userFieldsLocked.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Space" });
export type Space = z.output<typeof space>;

export const spaceCreate = z
  .strictObject({ orgId: reference, name: newName, key: slug.optional() })
  .meta({ example: { orgId: "org_1", name: "Cinema", key: "cinema" } });

export const spacePatch = z
  .strictObject({
    name: newName.optional(),
    key: slug.optional(),
    allowedOrigins: z.array(origin).max(50).optional(),
    userFieldsLocked: userFieldsLocked.optional(),
  })
  .meta({ example: { name: "Cinema", allowedOrigins: ["https://app.example.com"] } });

/** One of a Space's three environments with the API key that selects it. */
export const environment = z
  .object({
    key: environmentKey,
    name: z.string(),
    apiKey: z.string(),
    revision: z.number().int().min(0),
    previousKeyUntil: timestamp
      .nullable()
      .meta({ description: "Until when the key before this one still works." }),
  })
  .meta({
    id: "Environment",
    example: {
      key: "development",
      name: "Development",
      apiKey: "us_dev_3vK9",
      revision: 3,
      previousKeyUntil: null,
    },
  });
export type Environment = z.output<typeof environment>;

/** The longest grace for a rotated key: 30 days, in seconds. */
const maxGraceSeconds = 30 * 24 * 3600;

export const apiKeyRotate = z
  .strictObject({ graceSeconds: z.number().int().min(0).max(maxGraceSeconds).default(0) })
  .meta({ example: { graceSeconds: 3600 } });

/** What an environment holds and how busy it is. `rate` is accepted events in each of the last 60 seconds, oldest first. */
export const environmentStats = z
  .object({
    events: z.number().int(),
    rejected: z.number().int(),
    users: z.number().int(),
    visitors: z.number().int(),
    sessions: z.number().int().meta({ description: "SDK sessions with an open stream." }),
    rate: z.array(z.number().int()),
    lastEvent: z
      .object({ name: z.string(), who: z.string(), receivedAt: timestamp, sdk: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: "EnvironmentStats" });
export type EnvironmentStats = z.output<typeof environmentStats>;
