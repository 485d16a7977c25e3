import { z } from "zod";
import { isObject } from "./json-object.ts";
import { limits } from "./limits.ts";
import { identifying, longestIdentifier, lookedAt, protoFaults, timestamp } from "./primitives.ts";

const noFieldValue = "must be a string, number, boolean, date or a list of those";
export const fieldScalar = z.union([z.string().max(8192), z.number(), z.boolean()], { error: noFieldValue });
const fieldName = z.string().min(1).max(128);

/** A user's own facts: string, number, boolean, date (as a string), or a list of those. */
export const fieldValue = z.union([fieldScalar, z.array(fieldScalar).max(500)], { error: noFieldValue });
export type FieldValue = z.output<typeof fieldValue>;

/** Whether a value is of a kind that a field can have, however long. */
export const isOfField = (value: unknown): value is FieldValue =>
  isScalar(value) || (Array.isArray(value) && value.every(isScalar));
const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

export const maxFields = 500;

/** What a look finds wrong in fields, as far as an answer names it. */
const fieldFaults =
  (isValue: (value: unknown) => boolean) =>
  (fields: unknown): ReturnType<typeof protoFaults> => {
    if (!isObject(fields)) return [];
    const names = Object.keys(fields);
    if (names.length > maxFields) return [{ path: [], message: `must have at most ${maxFields} fields` }];
    const wrong = names.filter((name) => !isValue(fields[name])).slice(0, limits.fieldErrors.value);
    return wrong.length === 0
      ? protoFaults(fields)
      : wrong.map((name) => ({ path: [name], message: noFieldValue }));
  };
/** Of what a change would make of somebody. */
export const noRoom = `must leave the user at most ${maxFields} fields, of ${limits.userFieldsCharacters.value} characters as JSON together`;
export const userFields = lookedAt(z.record(fieldName, fieldValue), fieldFaults(isOfField));
export type UserFields = Readonly<Record<string, FieldValue>>;

/** Fields as a change: null removes one. */
export const userFieldsPatch = lookedAt(
  z.record(fieldName, fieldValue.nullable()),
  fieldFaults((value) => value === null || isOfField(value)),
);
export type UserFieldsPatch = z.output<typeof userFieldsPatch>;

export const labels = z
  .array(z.string().trim().min(1).max(64))
  .max(100)
  .transform((list) => [...new Set(list)]);

/** A known user's id or a visitor's anonymousId: 1 to 200 characters. */
export const userId = identifying(longestIdentifier);
/** An address ends in the id of whoever is stored, and there `.` and `..` would lead elsewhere. */
export const hasAddress = (id: string): boolean => id !== "." && id !== "..";
/** The id of somebody who is stored from now on. */
export const userIdToStore = userId.refine(hasAddress, "must not be . or .., which no address can end in");

export const userKinds = ["known", "visitor"] as const;
export type UserKind = (typeof userKinds)[number];

const ofDevice = z
  .string()
  .nullable()
  .meta({ description: "Of the device of their last session; null where none has told it." });

/** A person known to one environment, or a visitor of it. */
export const user = z
  .object({
    id: userId,
    kind: z.enum(userKinds),
    fields: z.record(z.string(), fieldValue),
    labels: z.array(z.string()),
    platform: ofDevice,
    locale: ofDevice,
    timeZone: ofDevice,
    createdAt: timestamp,
    firstSeenAt: timestamp.nullable(),
    lastSeenAt: timestamp.nullable(),
    sessions: z.number().int().min(0),
  })
  .meta({
    id: "User",
    example: {
      id: "ana-ribeiro",
      kind: "known",
      fields: { plan: "gold", age: 34 },
      labels: ["vip"],
      platform: "web",
      locale: "pt-PT",
      timeZone: "Europe/Lisbon",
      createdAt: "2026-11-20T09:00:00.000Z",
      firstSeenAt: "2026-11-20T09:00:00.000Z",
      lastSeenAt: "2026-11-20T14:32:06.240Z",
      sessions: 3,
    },
  });
export type User = z.output<typeof user>;

export const userPut = z
  .strictObject({ fields: userFields.default({}), labels: labels.default([]) })
  .meta({ example: { fields: { plan: "gold", age: 34 }, labels: ["vip"] } });

export const userPatch = z
  .strictObject({ fields: userFieldsPatch.optional(), labels: labels.optional() })
  .meta({ example: { fields: { plan: "silver", age: null } } });

export const userCreate = z
  .strictObject({
    id: userIdToStore,
    kind: z.enum(userKinds).default("known"),
    fields: userFields.default({}),
    labels: labels.default([]),
  })
  .meta({ example: { id: "ana-ribeiro", fields: { plan: "gold" }, labels: ["vip"] } });
export type UserCreate = z.output<typeof userCreate>;

/** What only the server says of a user: of their sessions, and since when they are there. */
const saidByServer = user.omit({ id: true, kind: true, fields: true, labels: true });

/**
 * One row of an import: as a new user, but what it leaves out stays as it is where the user is there already. It may be a user as
 * another environment lists them.
 */
export const userImportRow = userCreate.extend({
  labels: labels.optional(),
  ...saidByServer.partial().shape,
});

export const userImportResult = z
  .object({
    created: z.number().int(),
    updated: z.number().int(),
    rejected: z.array(z.object({ index: z.number().int(), detail: z.string() })),
  })
  .meta({
    id: "UserImportResult",
    example: { created: 2, updated: 1, rejected: [{ index: 3, detail: "/id must not be empty" }] },
  });
export type UserImportResult = z.output<typeof userImportResult>;

/** Which users and visitors a list or a count is about. */
export const userFilters = z.strictObject({
  kind: z.enum([...userKinds, "all"]).default("all"),
  q: z.string().max(200).optional(),
  label: z.string().max(64).optional(),
  tribe: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "Only those in this Tribe now, by its id or key." }),
});

export const userSortKeys = ["id", "createdAt", "lastSeenAt"] as const;
export type UserSortKey = (typeof userSortKeys)[number];

/** By id, users stand before visitors; by a time, those who have none stand last: both whatever the order. */
export const userSort = z.strictObject({
  sort: z.enum(userSortKeys).default("id"),
  order: z.enum(["asc", "desc"]).default("asc"),
});
export type UserSort = z.output<typeof userSort>;

export const userCount = z
  .object({ users: z.number().int(), visitors: z.number().int() })
  .meta({ id: "UserCount", example: { users: 8, visitors: 3 } });
export type UserCount = z.output<typeof userCount>;
