/**
 * What a JSON Schema says, in words for a table. Named schemas (`$ref`) become links, so that each is told once.
 *
 * @typedef {Record<string, any>} JsonSchema
 */

const defined = "#/$defs/";
/** @param {string} ref */
const nameOf = (ref) => ref.slice(defined.length);
/** Any JSON value needs no section of its own. */
export const isNamed = (/** @type {string} */ name) => name !== "Json";

/** @param {JsonSchema} schema */
const isPlainObject = (schema) => schema.properties !== undefined;
/**
 * The object within: itself, or the one choice beside null.
 *
 * @param {JsonSchema} schema
 * @returns {JsonSchema | undefined}
 */
const objectIn = (schema) =>
  isPlainObject(schema)
    ? schema
    : (schema.anyOf ?? []).find((/** @type {JsonSchema} */ one) => isPlainObject(one));

/**
 * The rows of an object's members, nested ones by their path: `sdk.name`, `rejected[].code`.
 *
 * @param {JsonSchema} schema
 * @returns {{ path: string, type: string, required: boolean, about: string }[]}
 */
export function memberRows(schema, prefix = "") {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const required = (schema.required ?? []).includes(name);
    const row = { path, type: typeText(member), required, about: member.description ?? "" };
    const inner = objectIn(member);
    if (inner !== undefined) return [row, ...memberRows(inner, `${path}.`)];
    if (member.items !== undefined && isPlainObject(member.items))
      return [row, ...memberRows(member.items, `${path}[].`)];
    return [row];
  });
}

/**
 * @param {JsonSchema} schema
 * @returns {string}
 */
export function typeText(schema) {
  if (schema.$ref !== undefined) return refText(nameOf(schema.$ref));
  if (schema.enum !== undefined)
    return schema.enum.map((/** @type {unknown} */ one) => `\`${JSON.stringify(one)}\``).join(", ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(" or ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeText({ ...schema, type })).join(" or ");
  switch (schema.type) {
    case "array":
      return listText(schema);
    case "object":
      return objectText(schema);
    case "string":
      return stringText(schema);
    case "integer":
      return `whole number${range(schema.minimum, schema.maximum)}`;
    case "number":
      return `number${range(schema.minimum, schema.maximum)}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    default:
      return "any JSON";
  }
}

/** @param {string} name */
const refText = (name) => (isNamed(name) ? `[${name}](#${name.toLowerCase()})` : "any JSON");

/** @param {JsonSchema} schema */
function listText({ items, maxItems }) {
  return `list of ${itemText(items)}${maxItems === undefined ? "" : ` (at most ${maxItems})`}`;
}

/** @param {JsonSchema | undefined} items */
function itemText(items) {
  if (items === undefined || isPlainObject(items)) return "objects";
  return items.anyOf === undefined ? typeText(items) : `(${typeText(items)})`;
}

/** @param {JsonSchema} schema */
const objectText = (schema) =>
  isPlainObject(schema) || typeof schema.additionalProperties !== "object"
    ? "object"
    : `object of ${typeText(schema.additionalProperties)}`;

/** @param {JsonSchema} schema */
function stringText({ format, minLength, maxLength }) {
  if (format === "date-time") return "time";
  if (format === "email") return "email address";
  return `text${range(minLength, maxLength, " characters")}`;
}

/** zod bounds every whole number by what JavaScript can count to; that says nothing to a reader. */
const isBound = (/** @type {number | undefined} */ limit) =>
  limit !== undefined && Math.abs(limit) !== Number.MAX_SAFE_INTEGER;

/**
 * @param {number | undefined} from
 * @param {number | undefined} to
 */
function range(from, to, unit = "") {
  if (isBound(from) && isBound(to)) return ` (${from} to ${to}${unit})`;
  if (isBound(to)) return ` (at most ${to}${unit})`;
  return isBound(from) && from !== 0 && from !== undefined ? ` (at least ${from}${unit})` : "";
}
