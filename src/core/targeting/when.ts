import { z } from "zod";
import { issueWords } from "../issue-words.ts";
import { inUtc } from "../primitives.ts";
import { type Count, countOperators, type Length, lengthMs, ruleLimits, type Window } from "../rule.ts";
import { closedObject } from "./closed-object.ts";
import { parseTime } from "./time.ts";

const day = 86_400_000;

/**
 * An object with one member, which says what it is. What is wrong with that member is told of it, rather than that the
 * object is none of them all.
 */
function oneMember<T extends object>(members: Readonly<Record<string, z.ZodType>>, message: string) {
  const names = Object.keys(members);
  return z.unknown().transform((value, context): T => {
    const found = typeof value === "object" && value !== null ? value : {};
    const [name, ...others] = names.filter((one) => Object.hasOwn(found, one));
    const schema = name === undefined ? undefined : members[name];
    if (name === undefined || schema === undefined) {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    if (others.length > 0) {
      context.addIssue({ code: "custom", message: `must have only one of ${[name, ...others].join(", ")}` });
      return z.NEVER;
    }
    const result = closedObject([name], z.object({ [name]: schema })).safeParse(value);
    if (result.success) return result.data as unknown as T;
    for (const issue of result.error.issues)
      context.addIssue({ code: "custom", path: [...issue.path], message: issueWords(issue) });
    return z.NEVER;
  });
}

const most = ruleLimits.windowDays * day;
const amount = (unit: Length) => {
  const limit = most / lengthMs(unit);
  return z
    .number("must be a number")
    .positive("must be more than 0")
    .max(limit, `must be at most ${limit} (${ruleLimits.windowDays} days)`);
};
const length = oneMember<Length>(
  { minutes: amount({ minutes: 1 }), hours: amount({ hours: 1 }), days: amount({ days: 1 }) },
  'must be one of {"minutes":n}, {"hours":n}, {"days":n}',
);
const time = z
  .string("must be a date (2026-11-20) or an RFC 3339 time")
  .refine((text) => parseTime(text) !== null, "must be a date (2026-11-20) or an RFC 3339 time")
  .overwrite((text) => (z.iso.date().safeParse(text).success ? text : inUtc(text.toUpperCase())));

export const window = oneMember<Window>(
  {
    last: length,
    moreThanAgo: length,
    on: z.iso.date("must be a date such as 2026-11-20"),
    before: time,
    after: time,
    anyTime: z.literal(true, "must be true"),
  },
  'must be one of {"last":{"days":7}}, {"moreThanAgo":{"hours":12}}, {"on":"2026-11-01"}, {"before":"…"}, {"after":"…"}, {"anyTime":true}',
);

const whole = z
  .number("must be a whole number")
  .int("must be a whole number")
  .min(0, "must not be negative")
  .max(1_000_000, "must be at most 1000000");

const counts = z.discriminatedUnion(
  "op",
  [
    z.strictObject({ op: z.literal("any") }),
    z.strictObject({ op: z.enum(countOperators).exclude(["any"]), value: whole }),
  ],
  { error: 'must be {"op":"any"}, or atLeast, moreThan, exactly, atMost or lessThan with a value' },
);
export const count: z.ZodType<Count> = closedObject(["op", "value"], counts);
