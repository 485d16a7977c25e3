import { z } from "zod";
import { environmentKey, id, identifying, timestamp } from "./primitives.ts";
import { state } from "./state.ts";
import { userFieldsPatch, userIdToStore } from "./user.ts";

const short = z.string().min(1).max(200);

/** The extra properties that every SDK must send (spec, "Errors": calls that lack them are rejected). */
const sdkProperties = z.object({
  name: identifying(64),
  version: identifying(64),
});
const device = z.object({
  id: short,
  platform: short,
  locale: z.string().min(1).max(64).optional(),
  timeZone: z.string().min(1).max(64).optional(),
});
export type SdkProperties = z.output<typeof sdkProperties>;
export type Device = z.output<typeof device>;

/** What is known of the device of a person's last session, or of one session. */
export interface DeviceFacts {
  readonly platform: string | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
}

/** With `userId`: the known-user flow. Without: the anonymous flow. */
export const sessionStart = z
  .object({
    userId: userIdToStore.optional(),
    anonymousId: userIdToStore.optional(),
    fields: userFieldsPatch.optional(),
    sdk: sdkProperties,
    device,
  })
  .meta({
    example: {
      userId: "u1",
      fields: { plan: "gold" },
      sdk: { name: "browser", version: "1.0.0-beta.8" },
      device: { id: "d1", platform: "web", locale: "en-GB", timeZone: "Europe/London" },
    },
  });
export type SessionStart = z.output<typeof sessionStart>;

const decided = {
  revision: z.number().int().min(0),
  states: z.record(id, state),
  tribes: z.array(id),
};

export const statesAnswer = z
  .object(decided)
  .meta({ id: "States", example: { revision: 12, states: {}, tribes: [] } });
export type StatesAnswer = z.output<typeof statesAnswer>;

const session = z.object({
  id,
  user: z.object({ id: z.string(), anonymous: z.boolean() }),
  environment: environmentKey,
  startedAt: timestamp,
});
export type Session = z.output<typeof session>;

export const sessionAnswer = z.object({ session, ...decided }).meta({
  id: "SessionStarted",
  example: {
    session: {
      id: "ses_6KqTn2wA",
      user: { id: "u1", anonymous: false },
      environment: "development",
      startedAt: "2026-11-20T14:32:06.240Z",
    },
    revision: 12,
    states: {},
    tribes: [],
  },
});
export type SessionAnswer = z.output<typeof sessionAnswer>;
