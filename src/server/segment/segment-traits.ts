import { beginningOf, characters } from "../../core/characters.ts";
import { isObject, type JsonObject } from "../../core/json-object.ts";
import { maxFields, type UserFieldsPatch } from "../../core/user.ts";
import { isScalar, type Scalar } from "./segment-message.ts";

/** The limits of a user's fields (core/user.ts): a key's and a string's length, a list's items. */
const maxKey = 128;
const maxText = 8192;
const maxItems = 500;

type Field = [key: string, value: UserFieldsPatch[string]];

/**
 * Traits as a change of a user's fields: nested objects are flattened with dots, null removes a field, lists of scalars
 * stay lists, other lists become their JSON. What no field can hold (a key too long, `__proto__`, Infinity) is left out.
 */
export function traitFields(traits: JsonObject): UserFieldsPatch {
  return Object.fromEntries(flatten(traits, "").slice(0, maxFields));
}

function flatten(object: JsonObject, prefix: string): Field[] {
  return Object.entries(object).flatMap(([key, value]): Field[] => {
    const path = `${prefix}${key}`;
    if (key === "" || key === "__proto__" || characters(path) > maxKey) return [];
    if (isObject(value)) return flatten(value, `${path}.`);
    const field = fieldOf(value);
    return field === undefined ? [] : [[path, field]];
  });
}

function fieldOf(value: unknown): UserFieldsPatch[string] | undefined {
  if (value === null) return null;
  if (Array.isArray(value)) return listField(value);
  return isScalar(value) ? scalarField(value) : undefined;
}

function listField(list: readonly unknown[]): UserFieldsPatch[string] | undefined {
  const items = list.filter((item) => item !== null);
  if (items.every(isScalar)) return items.slice(0, maxItems).map(scalarField);
  const text = JSON.stringify(list);
  return characters(text) <= maxText ? text : undefined;
}

const scalarField = (value: Scalar): Scalar =>
  typeof value === "string" ? beginningOf(value, maxText) : value;
