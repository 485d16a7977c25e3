import { z } from "zod";
import { environmentKey, id, reference, timestamp } from "./primitives.ts";

/** What codes are made of: no 0 and O, no 1, I and L. */
export const codeLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const codeLength = 6;

export const pairingCreate = z
  .strictObject({ spaceId: reference, environment: environmentKey })
  .meta({ example: { spaceId: "cinema", environment: "development" } });

/** A code that one device exchanges for a key of its own. */
export const pairing = z
  .object({
    code: z.string(),
    url: z
      .string()
      .meta({ description: "Opens the sample app on a phone in the same network, with the code." }),
    expiresAt: timestamp,
  })
  .meta({
    id: "Pairing",
    example: {
      code: "7K3F9Q",
      url: "http://192.168.1.20:4748/demo?pair=7K3F9Q",
      expiresAt: "2026-11-20T09:10:00.000Z",
    },
  });
export type Pairing = z.output<typeof pairing>;

/** Newer apps may say more. */
export const pairBody = z.object({ code: z.string().max(100) }).meta({ example: { code: "7K3F9Q" } });

export const paired = z
  .object({ apiKey: z.string(), spaceKey: z.string(), environment: environmentKey })
  .meta({ id: "Paired" });
export type Paired = z.output<typeof paired>;

/** A device that was paired. */
export const device = z
  .object({
    id,
    name: z.string().meta({ description: "As its browser calls itself.", example: "Android phone" }),
    pairedAt: timestamp,
    lastSeenAt: timestamp.nullable(),
    sdk: z
      .object({ name: z.string(), version: z.string() })
      .nullable()
      .meta({ description: "Of its last session.", example: { name: "browser", version: "1.0.0-beta.8" } }),
    userId: z.string().nullable().default(null).meta({
      description: "Who its last session was started for; null for somebody that the app has not named.",
      example: "maya",
    }),
  })
  .meta({ id: "Device" });
export type Device = z.output<typeof device>;

/** As `.understudy/secrets.json` keeps it: never its key. */
export const storedDevice = device.extend({
  spaceId: id,
  environment: environmentKey,
  hash: z.string(),
});
export const storedPairing = z.object({
  hash: z.string(),
  spaceId: id,
  environment: environmentKey,
  /** By the real clock, and by the platform's: whichever comes first. */
  expiresAt: timestamp,
  until: timestamp,
});
