import { cutTo } from "../../core/characters.ts";
import { consoleLocale, moment } from "../text/format.ts";

const longest = 120;

export const isColor = (value: unknown): value is { readonly value: string; readonly opacity: number } =>
  typeof value === "object" && value !== null && "value" in value && "opacity" in value;

/** A property's value in a few words. */
export const valueWords = (value: unknown): string => shortened(wholeWords(value));

/** The same, however long it is. */
export function wholeWords(value: unknown): string {
  if (value === undefined || value === null) return value === null ? "null" : "not set";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (value === "") return "empty";
  if (isColor(value)) return `${value.value} ${percent(value.opacity)}`;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.length === 0 ? "nothing" : value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const shortened = (text: string): string => cutTo(text, longest);

export const percent = (opacity: number): string => `${Math.round(opacity * 100)} %`;

/** A rollout with the digits that it has: "25 %", "0.25 %". */
export const rolloutWords = (rollout: number): string => `${Number(rollout.toFixed(2))} %`;

/** A date property: a day as it is, a time as clocks here show it. */
export const dateWords = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? new Intl.DateTimeFormat(consoleLocale, { dateStyle: "medium", timeZone: "UTC" }).format(
        new Date(`${value}T00:00Z`),
      )
    : moment(value);
