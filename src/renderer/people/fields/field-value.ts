import type { FieldValue } from "../../../core/user.ts";
import { toLocalInput } from "../../text/format.ts";
import { platformNow } from "../../text/platform-clock.ts";
import { numberOr0 } from "../../text/typed-number.ts";

/** How a field is edited. A date is a text that is one. */
export const fieldKinds = ["text", "number", "boolean", "date", "list"] as const;
export type FieldKind = (typeof fieldKinds)[number];

export const fieldKindWords: Readonly<Record<FieldKind, string>> = {
  text: "Text",
  number: "Number",
  boolean: "Yes or no",
  date: "Date",
  list: "List",
};

const dateText = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

const isDate = (text: string): boolean => dateText.test(text) && !Number.isNaN(Date.parse(text));

export function fieldKindOf(value: FieldValue): FieldKind {
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return isDate(value) ? "date" : "text";
}

/** The kind that a value goes on being edited as: a text that is typed may look like a date on its way. */
export const keptKind = (kind: FieldKind, value: FieldValue): FieldKind =>
  kind === "text" && typeof value === "string" ? "text" : fieldKindOf(value);

/** A value as another kind: what can be kept of it is. */
export function asFieldKind(value: FieldValue, kind: FieldKind): FieldValue {
  const [first] = Array.isArray(value) ? value : [value];
  const text = first === undefined ? "" : String(first);
  switch (kind) {
    case "text":
      return Array.isArray(value) ? value.join(", ") : text;
    case "number":
      return numberOr0(text);
    case "boolean":
      return ["true", "yes", "1"].includes(text.toLowerCase());
    case "date":
      return isDate(text) ? text : toLocalInput(platformNow().toISOString()).slice(0, 10);
    case "list":
      return Array.isArray(value) ? value : text === "" ? [] : [first ?? ""];
    default:
      return kind satisfies never;
  }
}

/** The value of a new field of a kind. */
export const emptyField = (kind: FieldKind): FieldValue => asFieldKind("", kind);

/** A list as one types it: split at commas; what were numbers and switches stay some. */
export function readList(text: string): (string | number | boolean)[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(asScalar);
}

function asScalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

export const listText = (value: FieldValue): string =>
  Array.isArray(value) ? value.join(", ") : String(value);

const shownFields = 4;

/** Fields on one line: `plan gold · country PT`. */
export function fieldsInShort(fields: Readonly<Record<string, FieldValue>>): { key: string; text: string }[] {
  return Object.entries(fields)
    .slice(0, shownFields)
    .map(([key, value]) => ({
      key,
      text: typeof value === "boolean" ? (value ? "yes" : "no") : listText(value),
    }));
}
