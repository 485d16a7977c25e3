import { z } from "zod";
import { type Fault, faultsOf } from "./issue-words.ts";
import { id, json, name, newName, slug, slugify, timestamp } from "./primitives.ts";

export const propertyTypes = [
  "string",
  "text",
  "number",
  "boolean",
  "color",
  "url",
  "image",
  "date",
  "select",
  "list",
  "json",
] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** Generated code could not have a member of this name. */
const reservedKey = "constructor";

const propertyKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, "must be 1 to 64 letters, digits, _ or -, starting with a letter")
  .refine((key) => key !== reservedKey, "is reserved");

/** A key such as `opensAt` for a property that is called so, which none of `taken` is. It reads Latin letters alone. */
export function propertyKeyOf(name: string, taken: readonly string[]): string {
  const spaced = name.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ");
  const [first = "property", ...rest] = slugify(spaced, "property").split("-");
  const key = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const isFree = (one: string) => one !== reservedKey && !taken.includes(one);
  let n = 1;
  while (!isFree(n === 1 ? key : `${key}${n}`)) n += 1;
  return n === 1 ? key : `${key}${n}`;
}

const options = z.array(z.string().min(1).max(200)).min(1, "must have at least one option").max(200);

const propertyShape = {
  type: z.enum(propertyTypes),
  options: options.optional(),
  default: json.optional(),
};

/** One typed property of an Experience type. `options` belongs to `select` alone. */
const property = z.object({ id, key: propertyKey, name, ...propertyShape }).meta({ id: "Property" });
export type Property = z.output<typeof property>;

const propertyInput = z
  .strictObject({ id: id.optional(), key: propertyKey.optional(), name: name.optional(), ...propertyShape })
  .superRefine((value, context) => {
    if (value.key === undefined && value.name === undefined) {
      context.addIssue({ code: "custom", path: ["key"], message: "is required where there is no name" });
    }
    if (value.type === "select" && value.options === undefined) {
      context.addIssue({ code: "custom", path: ["options"], message: "is required for a select" });
    }
    if (value.type !== "select" && value.options !== undefined) {
      context.addIssue({ code: "custom", path: ["options"], message: "belongs to a select only" });
    }
    if (value.default !== undefined) {
      for (const { path, detail } of propertyValueFaults(value, value.default))
        context.addIssue({ code: "custom", path: ["default", ...path], message: detail });
    }
  });
export type PropertyInput = z.output<typeof propertyInput>;

/** A kind of component: a name and typed properties. */
export const experienceType = z
  .object({ id, key: slug, name, properties: z.array(property), createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: "ExperienceType" });
export type ExperienceType = z.output<typeof experienceType>;

const properties = z.array(propertyInput).max(200);

export const experienceTypeCreate = z
  .strictObject({ name: newName, key: slug.optional(), properties: properties.default([]) })
  .meta({
    example: {
      name: "Hero",
      properties: [
        { key: "headline", type: "string", default: "Welcome" },
        { key: "background", type: "color" },
      ],
    },
  });

export const experienceTypePatch = z
  .strictObject({ name: newName.optional(), key: slug.optional(), properties: properties.optional() })
  .meta({ example: { name: "Hero banner" } });

const colorValue = z.strictObject({
  value: z.string().regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #c81e4a"),
  opacity: z.number().min(0).max(1),
});
const urlValue = z
  .string()
  .max(8192)
  .regex(
    // The web's, those that phones and stores know, pictures, an app's own links, and nothing that a page would run.
    /^((https?|mailto|tel|sms|geo|market):\S+|data:image\/(png|jpeg|gif|webp|avif)[;,]\S+|(?!(javascript|vbscript|livescript|data|blob|file|filesystem|about|view-source):)[a-z][a-z0-9+.-]*:\/\/\S+|\/\S*)$/i,
    "must be an absolute URL or a path that starts with /",
  );
/** Whether a page that follows this address runs what is in it; blanks and line ends within a scheme mean nothing to browsers. */
export const runsInPages = (address: string): boolean =>
  /^(javascript|vbscript|livescript|data(?!:image\/(png|jpeg|gif|webp|avif)[;,])):/i.test(
    address.replace(/[\u0000-\u0020]/g, ""),
  );
const dateValue = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: "must be a date (2026-11-20) or an RFC 3339 time",
});

const listEntry = z.union([z.string().max(8192), z.number(), z.boolean()], {
  error: "must be a string of at most 8192 characters, a number, or true or false",
});

const valueSchemas: Readonly<Record<Exclude<PropertyType, "select">, z.ZodType>> = {
  string: z.string().max(8192),
  text: z.string().max(65_536),
  number: z.number(),
  boolean: z.boolean(),
  color: colorValue,
  url: urlValue,
  image: urlValue,
  date: dateValue,
  list: z.array(listEntry).max(1000),
  json,
};

interface Values {
  readonly type: PropertyType;
  readonly options?: readonly string[] | undefined;
}

/** Where within `value`, and why, it does not fit a property; none where it does. */
export function propertyValueFaults({ type, options = [] }: Values, value: unknown): readonly Fault[] {
  if (type !== "select") return faultsOf(valueSchemas[type].safeParse(value).error);
  const isKnown = typeof value === "string" && options.includes(value);
  return isKnown ? [] : [{ path: [], detail: `must be one of: ${options.join(", ")}` }];
}

export const fitsProperty = (of: Values, value: unknown): boolean =>
  propertyValueFaults(of, value).length === 0;
