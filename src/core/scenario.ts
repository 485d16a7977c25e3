import { z } from "zod";
import { id, jsonObject, name, reference, timestamp } from "./primitives.ts";
import { weekdays } from "./weekdays.ts";

export const audienceKinds = ["everyone", "users", "visitors"] as const;

/** Whom a scenario is for: a kind of people, in any of some Tribes and in none of others. */
const audience = z.object({
  kind: z.enum(audienceKinds),
  anyOf: z.array(reference),
  noneOf: z.array(reference),
});
const audienceInput = z.strictObject({
  kind: z.enum(audienceKinds).default("everyone"),
  anyOf: z.array(reference).max(100).default([]),
  noneOf: z.array(reference).max(100).default([]),
});

const isHundredth = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** Percent of the audience, 0 to 100 in steps of 0.01. */
const rollout = z.number().min(0).max(100).refine(isHundredth, "must be a step of 0.01");

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 18:30");

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** When a scenario is open: from and until are instants; days and hours are read in `timeZone`. */
export const schedule = z
  .strictObject({
    from: timestamp.nullable().default(null),
    until: timestamp.nullable().default(null),
    days: z.array(z.enum(weekdays)).max(7).default([]),
    hours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable().default(null),
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin")
      .default("UTC"),
  })
  .refine((s) => s.from === null || s.until === null || Date.parse(s.from) < Date.parse(s.until), {
    path: ["until"],
    message: "must be after from",
  });
export type Schedule = z.output<typeof schedule>;

const experienceServe = z.strictObject({
  enabled: z.boolean().default(true),
  data: jsonObject.default({}),
});
export type ExperienceServe = z.output<typeof experienceServe>;

const sectionServe = z.strictObject({
  enabled: z.boolean().default(true),
  children: z.array(reference).max(500).default([]),
});
export type SectionServe = z.output<typeof sectionServe>;

const rowInput = <S extends z.ZodType>(serve: S) =>
  z.strictObject({
    id: id.optional(),
    name: name.optional(),
    audience: audienceInput.optional(),
    rollout: rollout.optional(),
    schedule: schedule.nullable().optional(),
    serve,
  });

const targetingMembers = ["audience", "rollout", "schedule"] as const;

/** Rows of targeting, first match wins; the last is the default and has a name and a serve only. */
const rowsInput = <S extends z.ZodType>(serve: S) =>
  z
    .array(rowInput(serve))
    .min(1, "must have at least the default scenario")
    .max(200)
    .superRefine((rows, context) => {
      const ids = rows.map(({ id }) => id);
      for (const [index, id] of ids.entries()) {
        if (id !== undefined && ids.indexOf(id) < index)
          context.addIssue({ code: "custom", path: [index, "id"], message: "is there twice" });
      }
      const last = rows.at(-1);
      for (const member of targetingMembers) {
        if (last?.[member] !== undefined) {
          const path = [rows.length - 1, member];
          context.addIssue({
            code: "custom",
            path,
            message: "does not belong to the last scenario, which is the default for everyone",
          });
        }
      }
    });

export const experienceScenariosInput = rowsInput(experienceServe);
export const sectionScenariosInput = rowsInput(sectionServe);
export type ScenarioInput<S> = Omit<z.output<ReturnType<typeof rowInput>>, "serve"> & { readonly serve: S };

/** A scenario as it is kept: the default one has no audience, rollout or schedule. */
const row = <S extends z.ZodType>(serve: S) =>
  z.object({
    id,
    name,
    audience: audience.optional(),
    rollout: rollout.optional(),
    schedule: schedule.nullable().optional(),
    serve,
  });

export const experienceScenario = row(experienceServe).meta({ id: "ExperienceScenario" });
export const sectionScenario = row(sectionServe).meta({ id: "SectionScenario" });
export type ExperienceScenario = z.output<typeof experienceScenario>;
export type SectionScenario = z.output<typeof sectionScenario>;
