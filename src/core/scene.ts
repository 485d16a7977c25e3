import { z } from "zod";
import { eventName } from "./event.ts";
import { eventGroup, reservedGroup } from "./event-group.ts";
import { environmentKey, jsonObject, name, reference, slug, timestamp, withoutProto } from "./primitives.ts";
import { fieldValue, userFields, userId } from "./user.ts";

/** The most of each: a scene stays a file that people read, and laying it a matter of seconds. */
export const sceneLimits = {
  people: 20_000,
  days: 90,
  named: 100,
  intents: 50,
  steps: 100,
  script: 100,
  /** People times intents: each of both is asked each day. */
  asked: 200_000,
  /** What all do in a day, on average. */
  eventsADay: 100_000,
};

const label = z
  .string()
  .min(1)
  .max(64)
  .regex(/^\S(.*\S)?$/, "must not begin or end with a space");
const labels = z.array(label).max(100);
const chance = z.number().min(0, "must be 0 to 1").max(1, "must be 0 to 1");
const weights = withoutProto(
  z
    .record(z.string().min(1).max(128), z.number().min(0).max(1_000_000))
    .refine((given) => Object.values(given).some((weight) => weight > 0), "must have a weight above 0"),
);
const wholeNumbers = z
  .strictObject({ from: z.number().int().min(-1e9).max(1e9), to: z.number().int().min(-1e9).max(1e9) })
  .refine(({ from, to }) => from <= to, "must not end before it begins");
const seconds = z
  .strictObject({ from: z.number().min(0).max(86_400), to: z.number().min(0).max(86_400) })
  .refine(({ from, to }) => from <= to, "must not end before it begins");
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 18:30");

/** How a value is spread over people: the same one, one of several by weight, or a whole number. */
const choice = z.union([z.strictObject({ value: fieldValue }), z.strictObject({ weights }), wholeNumbers], {
  error: 'must be {"value": …}, {"weights": {…}} or {"from": 1, "to": 9}',
});
export type Choice = z.output<typeof choice>;

const namedPerson = z.strictObject({
  id: userId,
  name,
  fields: userFields.default({}),
  labels: labels.default([]),
  platform: z.string().min(1).max(64).optional(),
});

const people = z.strictObject({
  count: z.number().int().min(1).max(sceneLimits.people),
  visitors: chance.default(0).meta({ description: "Which share of them nobody has signed in as." }),
  fields: withoutProto(z.record(z.string().min(1).max(128), choice)).default({}),
  labels: withoutProto(z.record(label, chance)).default({}),
  platforms: weights.default({ web: 1 }),
  named: z
    .array(namedPerson)
    .max(sceneLimits.named)
    .default([])
    .meta({ description: "People of this very name; they count among the others." }),
});

/** Of what somebody was served as their visit began: all that is named must hold. */
const servedCondition = z.strictObject({
  experience: reference.meta({ description: "By id, or as `<collection>.<key>`." }),
  enabled: z.boolean().optional(),
  scenario: reference.optional().meta({ description: "By id or name." }),
  data: jsonObject.optional(),
});
export type ServedCondition = z.output<typeof servedCondition>;

const metadata = withoutProto(
  z
    .record(
      z.string().min(1).max(64),
      z.union([z.string().max(256), z.strictObject({ weights }), wholeNumbers], {
        error: 'must be a text, {"weights": {…}} or {"from": 1, "to": 9}',
      }),
    )
    .refine((given) => Object.keys(given).length <= 3, "must have at most 3 pairs"),
);

const step = z.strictObject({
  event: eventName,
  chance: chance.default(1),
  served: z
    .array(servedCondition.extend({ chance }))
    .max(20)
    .default([])
    .meta({ description: "Another chance for who is served this; the first that holds." }),
  wait: seconds.default({ from: 2, to: 20 }).meta({ description: "Seconds before it." }),
  times: wholeNumbers.refine(({ from, to }) => from >= 1 && to <= 50, "must be 1 to 50").optional(),
  experience: reference.optional(),
  metadata: metadata.default({}),
  otherwise: z
    .enum(["go-on", "leave"])
    .default("go-on")
    .meta({ description: "What they do where chance leaves it out." }),
});
export type SceneStep = z.output<typeof step>;

const intent = z.strictObject({
  key: slug,
  name,
  who: z
    .strictObject({
      fields: withoutProto(z.record(z.string(), z.array(fieldValue).min(1).max(50))).optional(),
      labels: labels.optional(),
    })
    .default({})
    .meta({ description: "Only people with one of these values in each field, and all of these labels." }),
  perDay: z
    .number()
    .min(0)
    .max(48)
    .meta({ description: "How many such visits a person makes a day, on average." }),
  between: z.strictObject({ from: clockTime, to: clockTime }).default({ from: "07:00", to: "23:30" }),
  steps: z.array(step).min(1).max(sceneLimits.steps),
});
export type SceneIntent = z.output<typeof intent>;

const act = z.union(
  [
    z.strictObject({
      track: z.strictObject({
        person: userId,
        event: eventName,
        times: z.number().int().min(1).max(50).default(1),
        metadata: withoutProto(
          z
            .record(z.string().min(1).max(64), z.string().max(256))
            .refine((given) => Object.keys(given).length <= 3, "must have at most 3 pairs"),
        ).default({}),
      }),
    }),
    z.strictObject({ be: userId }),
    z.strictObject({
      forward: z.strictObject({
        days: z.number().int().min(0).max(365).default(0),
        hours: z.number().int().min(0).max(24).default(0),
        minutes: z.number().int().min(0).max(60).default(0),
      }),
    }),
    z.strictObject({ clock: z.literal("system") }),
    z.strictObject({
      publish: z.strictObject({ collection: reference, environment: environmentKey.optional() }),
    }),
    z.strictObject({ simulate: z.strictObject({ rate: z.number().min(0).max(2000) }) }),
  ],
  { error: "must be one of track, be, forward, clock, publish and simulate" },
);
export type SceneAct = z.output<typeof act>;

const scriptStep = z.strictObject({
  title: name,
  says: z.string().max(1000).default("").meta({ description: "What the presenter tells." }),
  do: z
    .array(act)
    .max(20)
    .default([])
    .meta({ description: "What the platform does; nothing where the presenter does it." }),
});
type ScriptStep = z.output<typeof scriptStep>;

const written = {
  name,
  seed: z.number().int().min(0).max(4_294_967_295),
  begins: timestamp.meta({
    description: "The moment on stage. Where it is laid, the platform clock's time takes this one's place.",
  }),
  days: z.number().int().min(0).max(sceneLimits.days).default(30),
  people,
  intents: z.array(intent).max(sceneLimits.intents),
  script: z.array(scriptStep).max(sceneLimits.script).default([]),
};

interface Parts {
  readonly people: z.output<typeof people>;
  readonly intents: readonly SceneIntent[];
  readonly script: readonly ScriptStep[];
}

/** What its parts say of each other. */
function checkParts({ people, intents, script }: Parts, context: z.core.$RefinementCtx): void {
  const refuse = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  const known = new Set(people.named.map((person) => person.id));
  if (known.size < people.named.length) refuse(["people", "named"], "names one id twice");
  if (known.size > people.count) refuse(["people", "count"], "is less than those who are named");
  if (new Set(intents.map(({ key }) => key)).size < intents.length) refuse(["intents"], "has one key twice");
  if (people.count * intents.length > sceneLimits.asked)
    refuse(
      ["people", "count"],
      `times the intents must be at most ${sceneLimits.asked}; it is ${people.count * intents.length}`,
    );
  const events = Math.ceil(people.count * intents.reduce((all, one) => all + eventsOf(one), 0));
  if (events > sceneLimits.eventsADay)
    refuse(["intents"], `would be ${events} events a day; at most ${sceneLimits.eventsADay}`);
  for (const [at, { do: acts }] of script.entries())
    for (const [index, one] of acts.entries()) {
      const person = "track" in one ? one.track.person : "be" in one ? one.be : null;
      if (person !== null && !known.has(person))
        refuse(["script", at, "do", index], `names "${person}", who is not among people/named`);
    }
}

/** What only the SDK may send. A file that has it all the same can be read: the rest of it can be played, and laying it is refused. */
function checkEvents({ intents, script }: Parts, context: z.core.$RefinementCtx): void {
  const check = (event: string, ...path: PropertyKey[]) => {
    if (eventGroup(event) === reservedGroup)
      context.addIssue({
        code: "custom",
        path,
        message: `must not be of the group "${reservedGroup}", which is reserved for the SDK`,
      });
  };
  for (const [at, { steps }] of intents.entries())
    for (const [index, { event }] of steps.entries()) check(event, "intents", at, "steps", index, "event");
  for (const [at, { do: acts }] of script.entries())
    for (const [index, act] of acts.entries())
      if ("track" in act) check(act.track.event, "script", at, "do", index, "track", "event");
}

/** How many events a person's day has of an intent at most, on average. */
const eventsOf = ({ perDay, steps }: SceneIntent): number =>
  perDay *
  steps.reduce(
    (all, { chance, served, times }) =>
      all +
      Math.max(chance, ...served.map((one) => one.chance)) * (((times?.from ?? 1) + (times?.to ?? 1)) / 2),
    0,
  );

/** scenes/<key>.json: people, what they do, and what a presenter shows. */
export const sceneFile = z
  .strictObject({
    $schema: z.string().max(300).optional(),
    schemaVersion: z.literal(1),
    key: slug,
    ...written,
  })
  .superRefine(checkParts);
export const scene = sceneFile.meta({ id: "Scene" });
export type Scene = z.output<typeof scene>;

/** What a PUT takes: the whole scene; the path has its key. */
export const scenePut = z
  .strictObject({
    $schema: z.string().max(300).optional(),
    schemaVersion: z.literal(1).default(1),
    key: slug.optional(),
    ...written,
  })
  .superRefine(checkParts)
  .superRefine(checkEvents)
  .meta({
    example: {
      name: "Friday premiere",
      seed: 7,
      begins: "2026-12-04T20:00:00Z",
      days: 7,
      people: {
        count: 42,
        fields: { plan: { weights: { gold: 2, silver: 3, free: 5 } } },
        named: [{ id: "maya-okafor", name: "Maya Okafor", fields: { plan: "gold" } }],
      },
      intents: [
        {
          key: "evening",
          name: "An evening film",
          perDay: 0.6,
          between: { from: "18:00", to: "23:00" },
          steps: [
            { event: "app/opened" },
            {
              event: "movie/watched",
              chance: 0.3,
              served: [{ experience: "homepage.banner", data: { headline: "Drama" }, chance: 0.6 }],
              metadata: { genre: "drama" },
            },
          ],
        },
      ],
      script: [{ title: "Maya opens the app", do: [{ be: "maya-okafor" }] }],
    },
  });
