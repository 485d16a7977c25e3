import { z } from "zod";
import { issueWords } from "./issue-words.ts";
import { id, json, name, slug, timestamp } from "./primitives.ts";

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
export const reservedKey = "constructor";

const propertyKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, "must be 1 to 64 letters, digits, _ or -, starting with a letter")
  .refine((key) => key !== reservedKey, "is reserved");

const options = z.array(z.string().min(1).max(200)).min(1, "must have at least one option").max(200);

const propertyShape = {
  type: z.enum(propertyTypes),
  options: options.optional(),
  default: json.optional(),
};

/** One typed property of an Experience type. `options` belongs to `select` alone. */
export const property = z.object({ id, key: propertyKey, name, ...propertyShape }).meta({ id: "Property" });
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
      const wrong = propertyValueError(value, value.default);
      if (wrong !== null) context.addIssue({ code: "custom", path: ["default"], message: wrong });
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
  .strictObject({ name, key: slug.optional(), properties: properties.default([]) })
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
  .strictObject({ name: name.optional(), key: slug.optional(), properties: properties.optional() })
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

const valueSchemas: Readonly<Record<Exclude<PropertyType, "select">, z.ZodType>> = {
  string: z.string().max(8192),
  text: z.string().max(65_536),
  number: z.number(),
  boolean: z.boolean(),
  color: colorValue,
  url: urlValue,
  image: urlValue,
  date: dateValue,
  list: z.array(z.union([z.string().max(8192), z.number(), z.boolean()])).max(1000),
  json,
};

/** Why `value` does not fit a property, in words, or null where it does. */
export function propertyValueError(
  of: { readonly type: PropertyType; readonly options?: readonly string[] | undefined },
  value: unknown,
): string | null {
  if (of.type === "select") {
    const known = of.options ?? [];
    return typeof value === "string" && known.includes(value) ? null : `must be one of: ${known.join(", ")}`;
  }
  const result = valueSchemas[of.type].safeParse(value);
  const [issue] = result.error?.issues ?? [];
  if (issue !== undefined) return issueWords(issue);
  return result.success ? null : `is not a ${of.type}`;
}
