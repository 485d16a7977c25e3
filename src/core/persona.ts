import { z } from "zod";
import { eventMetadata, eventName } from "./event.ts";
import { id, jsonObject, name, newName, reference, slug, timestamp } from "./primitives.ts";
import { labels, userFields, userFieldsPatch, userId, userKinds } from "./user.ts";

/** The most of each: a run of all of them stays a matter of seconds. */
export const personaLimits = {
  personas: 200,
  events: 200,
  count: 100,
  tribes: 200,
  experiences: 200,
} as const;

const length = (max: number) => z.number().int().min(0).max(max);
const days = 365;

/** How long before the time of the decision, so that a persona stays true as days pass. */
const ago = z.union(
  [
    z.strictObject({ minutes: length(days * 24 * 60) }),
    z.strictObject({ hours: length(days * 24) }),
    z.strictObject({ days: length(days) }),
  ],
  { error: "must be one of minutes, hours and days: a whole number, 365 days at most" },
);

const device = { platform: z.string().max(200), locale: z.string().max(64), timeZone: z.string().max(64) };
const stamps = { createdAt: timestamp, firstSeenAt: timestamp, lastSeenAt: timestamp };
const sessions = z.number().int().min(0).max(1_000_000_000);

/** Who the pretend user is. Without a `userId` they have the persona's own id: a rollout needs one that stays. */
export const personaUser = z.strictObject({
  kind: z.enum(userKinds).default("known"),
  userId: userId.optional(),
  fields: userFields.default({}),
  labels: labels.default([]),
  platform: device.platform.optional(),
  locale: device.locale.optional(),
  timeZone: device.timeZone.optional(),
  sessions: sessions.default(0),
  createdAt: stamps.createdAt.optional(),
  firstSeenAt: stamps.firstSeenAt.optional(),
  lastSeenAt: stamps.lastSeenAt.optional(),
});

export const personaEvent = z.strictObject({
  name: eventName,
  ago,
  count: z.number().int().min(1).max(personaLimits.count).default(1),
  metadata: eventMetadata.default({}),
});
const events = z.array(personaEvent).max(personaLimits.events);

/** What an Experience or Section is expected to be. `data` names the members that matter, no more. */
export const expectedExperience = z.strictObject({
  experience: reference.meta({ description: "By id, or as `<collection>.<key>`." }),
  enabled: z.boolean().optional(),
  scenario: reference.optional().meta({ description: "By id." }),
  data: jsonObject.optional(),
  children: z.array(reference).max(500).optional().meta({ description: "In order, by id or key." }),
});
export type ExpectedExperience = z.output<typeof expectedExperience>;

const expectedTribe = z.strictObject({ tribe: reference, member: z.boolean() });
const expectedTribes = z.array(expectedTribe).max(personaLimits.tribes);
const expectedExperiences = z.array(expectedExperience).max(personaLimits.experiences);

const expected = z.strictObject({
  tribes: expectedTribes.default([]),
  experiences: expectedExperiences.default([]),
});

/** All of a persona that people write. */
const written = {
  name,
  user: personaUser,
  events,
  at: timestamp.nullable().meta({ description: "When to decide; null is now, by the platform clock." }),
  expected,
};

/** A saved pretend user with expected outcomes. References are ids. */
export const persona = z
  .object({
    id,
    key: slug,
    ...written,
    user: personaUser.extend({ labels: z.array(z.string()).default([]) }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Persona" });
export type Persona = z.output<typeof persona>;

const example = {
  name: "Binge watcher",
  user: { fields: { plan: "gold" }, labels: ["vip"] },
  events: [
    {
      name: "movie/watched",
      ago: { days: 2 },
      count: 3,
      metadata: { pair1: { key: "genre", value: "drama" } },
    },
  ],
  expected: {
    tribes: [{ tribe: "binge-watchers", member: true }],
    experiences: [{ experience: "homepage.banner", enabled: true, data: { headline: "One more?" } }],
  },
};

export const personaCreate = z
  .strictObject({
    name: newName,
    key: slug.optional(),
    user: personaUser.prefault({}),
    events: events.default([]),
    at: written.at.default(null),
    expected: expected.prefault({}),
  })
  .meta({ example });
export type PersonaCreate = z.output<typeof personaCreate>;

/** A JSON merge patch (RFC 7396): null takes away what may be absent, lists are replaced whole. */
export const personaPatch = z
  .strictObject({
    name: newName.optional(),
    key: slug.optional(),
    user: z
      .strictObject({
        kind: z.enum(userKinds).optional(),
        userId: userId.nullish(),
        fields: userFieldsPatch.optional(),
        labels: labels.optional(),
        platform: device.platform.nullish(),
        locale: device.locale.nullish(),
        timeZone: device.timeZone.nullish(),
        sessions: sessions.optional(),
        createdAt: stamps.createdAt.nullish(),
        firstSeenAt: stamps.firstSeenAt.nullish(),
        lastSeenAt: stamps.lastSeenAt.nullish(),
      })
      .optional(),
    events: events.optional(),
    at: timestamp.nullish(),
    expected: z
      .strictObject({ tribes: expectedTribes.optional(), experiences: expectedExperiences.optional() })
      .optional(),
  })
  .meta({ example: { user: { fields: { plan: "silver" } }, events: [] } });
export type PersonaPatch = z.output<typeof personaPatch>;
