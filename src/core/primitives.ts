import { z } from "zod";
import { isBlank } from "./characters.ts";

/** What is wrong with a value, and where in it. */
interface Fault {
  readonly path: string[];
  readonly message: string;
}

/** A schema that is asked only where a first look finds nothing: a schema finds every fault of very many, and holds everybody up. */
export const lookedAt = <S extends z.ZodType>(schema: S, look: (value: unknown) => readonly Fault[]) =>
  z.preprocess((value: z.input<S>, context) => {
    for (const fault of look(value)) context.addIssue({ code: "custom", ...fault });
    return value;
  }, schema);

/** Refuses a value that has a member `__proto__` anywhere: zod takes such members away without a word. */
export const withoutProto = <S extends z.ZodType>(schema: S) => lookedAt(schema, protoFaults);

export function protoFaults(value: unknown): Fault[] {
  const path = protoIn(value);
  return path === null ? [] : [{ path, message: "is not allowed as a name" }];
}

/** Where the first one is; null where there is none. */
function protoIn(value: unknown): string[] | null {
  if (typeof value !== "object" || value === null) return null;
  // The places of a list are no names: there may be a million.
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const path = protoIn(value[at]);
      if (path !== null) return [String(at), ...path];
    }
    return null;
  }
  for (const name of Object.keys(value)) {
    const path = name === "__proto__" ? [] : protoIn((value as Record<string, unknown>)[name]);
    if (path !== null) return [name, ...path];
  }
  return null;
}

/** Looked at by hand: zod's own asks of each of a million numbers first whether it is a text. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "string" || typeof value === "boolean";
  if (!Array.isArray(value)) return z.core.util.isPlainObject(value) && Object.values(value).every(isJson);
  for (const member of value) if (!isJson(member)) return false;
  return true;
}

/** Any JSON value. Where schemas are described it says no more than that: generators of types stumble over one that refers to itself. */
const anyJson = z
  .unknown()
  .refine(isJson, "must be a JSON value")
  .meta({ id: "Json", description: "Any JSON value." }) as z.ZodType<z.core.util.JSONType>;
export const json = withoutProto(anyJson);
/** An object of JSON values. */
export const jsonObject = withoutProto(z.record(z.string(), anyJson));

const earliest = Date.parse("0000-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether RFC 3339 can write this time, in ms since 1970 UTC: a year has four digits. NaN it cannot. */
export const isWritableTime = (ms: number): boolean => ms >= earliest && ms <= latest;

/** The time as RFC 3339 in UTC; the first or last that can be written where it is beyond. */
export const writtenTime = (ms: number): string =>
  new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();

const noTime = "must be an RFC 3339 time such as 2026-11-20T14:32:06Z";
/** In UTC: one with an offset to the millisecond, one without as it was written. */
export const inUtc = (text: string): string => {
  const ms = text.endsWith("Z") ? Number.NaN : Date.parse(text);
  return isWritableTime(ms) ? new Date(ms).toISOString() : text;
};

/** RFC 3339 in UTC, e.g. `2026-11-20T14:32:06.240Z`. It may be sent with an offset, where its UTC time has a year of four digits, and with `t` and `z` in lower case (RFC 3339, 5.6). */
export const timestamp = z
  .string(noTime)
  .overwrite((text) => text.replace(/[tz]/g, (letter) => letter.toUpperCase()))
  .check(z.iso.datetime({ offset: true, error: noTime, abort: true }))
  .refine((text) => isWritableTime(Date.parse(text)), noTime)
  .overwrite(inUtc)
  .meta({ example: "2026-11-20T14:32:06.240Z" });

/**
 * Whether a text comes back from the store as it went in: SQLite's bindings end a text at U+0000, and UTF-8 has no half
 * surrogate pairs. An identifier that came back changed would be another one.
 */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);
const unstorable = "must not contain U+0000 or half of a surrogate pair";

/** A text that identifies something, so that it must be stored to the character. */
export const identifying = (max: number) =>
  z
    .string()
    .min(1, "must not be empty")
    .max(max, `must be at most ${max} characters`)
    .refine(isStorable, unstorable);

/** The most that an identifier has, in characters. */
export const longestIdentifier = 200;

/** An opaque identifier made by the server, e.g. `spc_4f0c…`. */
export const id = identifying(longestIdentifier);

export const slugPattern = /^[a-z][a-z0-9-]{0,63}$/;

/** A key: unique in its parent, used in generated code and flag names. */
export const slug = z
  .string()
  .regex(slugPattern, "must be 1 to 64 of a-z, 0-9 and -, starting with a letter");

/** Names that Windows keeps for devices, with any extension (Microsoft Learn, "Naming Files, Paths, and Namespaces"). */
export const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** A name that a person gave: 1 to 200 characters after trimming. */
export const name = z.string().trim().min(1, "must not be empty").max(200, "must be at most 200 characters");

/** One that is given now: stored ones, and lists that bring them back as they are, may have come by an earlier build. */
export const newName = name.refine((given) => given === "" || !isBlank(given), "must not be empty");

/** A reference to another object: its id, or its key where it has one. */
export const reference = z.string().min(1).max(200);

export const environmentKeys = ["development", "staging", "production"] as const;
export const environmentKey = z.enum(environmentKeys);
export type EnvironmentKey = z.output<typeof environmentKey>;

export const environmentNames: Readonly<Record<EnvironmentKey, string>> = {
  development: "Development",
  staging: "Staging",
  production: "Production",
};

/** One page of a list: `next` is the cursor of the page after it, or null at the end. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    next: z.string().nullable().meta({
      description:
        "The `cursor` of the next page, also where this one has fewer than `limit`; null at the end.",
    }),
  });

/** A number of a query: as a text it is plain digits, and nothing else that JavaScript reads as one (`1e2`, `0x10`, no text at all). */
export const inDigits = <S extends z.ZodType<number>>(number: S) =>
  z.preprocess((value, context) => {
    if (typeof value !== "string") return value;
    if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
    context.addIssue("must be a number in plain digits");
    return z.NEVER;
  }, number);

export const pageQuery = z.strictObject({
  limit: inDigits(z.number().int().min(1).max(200)).prefault(50).meta({ example: 50 }),
  cursor: z.string().min(1).max(2000).optional(),
});

/** Latin letters that Unicode does not decompose, as they are usually written in ASCII. */
export const latinLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Makes a key out of a name: "Häuser & Co." becomes "hauser-co". Never empty: `fallback` stands in. */
export function slugify(text: string, fallback: string): string {
  const ascii = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => latinLetters[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 56)
    .replace(/-+$/, "");
  return ascii === "" ? fallback : ascii;
}

/** The first of `base`, `base-2`, `base-3` … that is not taken. */
export function uniqueKey(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let n = 2;
  while (taken.has(`${base}-${n}`)) n += 1;
  return `${base}-${n}`;
}
