import type { z } from "zod";
import { isObject, type JsonObject } from "../../core/json-object.ts";
import { type FieldError, fieldErrors } from "../../core/problem.ts";
import { type FieldValue, isOfField, userFields, userId } from "../../core/user.ts";
import type { FlagContext } from "./flag-service.ts";
import { OfrepRefusal } from "./ofrep-refusal.ts";

/** The context as it was sent, of whatever shape its members are. @throws OfrepRefusal PARSE_ERROR, INVALID_CONTEXT */
export function sentContext(body: unknown): JsonObject {
  if (!isObject(body))
    throw new OfrepRefusal("PARSE_ERROR", 'Send a JSON object such as {"context":{"targetingKey":"u1"}}.');
  const context = Object.hasOwn(body, "context") ? body.context : undefined;
  if (context === undefined || context === null) return {};
  if (!isObject(context))
    throw new OfrepRefusal("INVALID_CONTEXT", "/context must be an object, e.g. with a targetingKey.");
  return context;
}

/**
 * The context as it is evaluated. Scalars and lists of scalars are fields, within the limits of a user's; nulls, objects
 * and lists of those are passed over. An empty `targetingKey` counts as none.
 *
 * @throws OfrepRefusal INVALID_CONTEXT
 */
export function readContext(context: JsonObject): FlagContext {
  const { targetingKey, ...others } = context;
  const fields = Object.entries(others).filter((entry): entry is [string, FieldValue] => isOfField(entry[1]));
  return {
    targetingKey: isNone(targetingKey) ? null : checkedKey(targetingKey),
    fields: checked(userFields, Object.fromEntries(fields), ["context"]),
    platform: textOf(context, "platform"),
    locale: textOf(context, "locale"),
    timeZone: textOf(context, "timeZone"),
  };
}

function checkedKey(sent: unknown): string {
  if (typeof sent === "string") return checked(userId, sent, ["context", "targetingKey"]);
  throw new OfrepRefusal("INVALID_CONTEXT", "/context/targetingKey must be a string: the user's id.");
}

function checked<S extends z.ZodType>(schema: S, value: unknown, path: readonly string[]): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new OfrepRefusal("INVALID_CONTEXT", inWords(fieldErrors(result.error, path)));
}

/** The first few errors; a path may hold a name as long as the body. */
const inWords = (errors: readonly FieldError[]): string =>
  errors
    .slice(0, 3)
    .map(({ path, detail }) => `${path.slice(0, 200)} ${detail}.`)
    .join(" ");

const isNone = (value: unknown): boolean => value === undefined || value === null || value === "";

function textOf(context: JsonObject, name: string): string | null {
  const value = Object.hasOwn(context, name) ? context[name] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}
