import { pairsOf, wherePattern } from "../../core/event.ts";
import { tooLong } from "../text/too-long.ts";
import { type EventFilter, maxPairs, readNameFilter, readSource } from "./event-filter.ts";

/** What one chip stands for. */
export const partFields = [
  "name",
  "userId",
  "anonymousId",
  "sessionId",
  "where",
  "experience",
  "sdk",
  "source",
  "q",
] as const;
export type PartField = (typeof partFields)[number];
export interface FilterPart {
  readonly field: PartField;
  readonly value: string;
}

/** What a chip calls its field, and what is typed for it. */
export const partWords: Readonly<Record<PartField, { readonly name: string; readonly typed: string }>> = {
  name: { name: "Event", typed: "event" },
  userId: { name: "User", typed: "user" },
  anonymousId: { name: "Visitor", typed: "visitor" },
  sessionId: { name: "Session", typed: "session" },
  where: { name: "Metadata", typed: "where" },
  experience: { name: "Experience", typed: "experience" },
  sdk: { name: "SDK", typed: "sdk" },
  source: { name: "Source", typed: "source" },
  q: { name: "Text", typed: "text" },
};

/** A chip's two words: its field, or the key of a metadata pair, and its value. */
export function partTexts({ field, value }: FilterPart): readonly [name: string, value: string] {
  if (field !== "where") return [partWords[field].name, value];
  return pairsOf(value)[0] ?? [value, ""];
}

/** The filter's chips, in the order of the fields. */
export const partsOf = (filter: EventFilter): FilterPart[] =>
  partFields.flatMap((field): FilterPart[] => {
    if (field === "where") return [...new Set(filter.where)].map((value) => ({ field, value }));
    const value = filter[field];
    return value === undefined ? [] : [{ field, value }];
  });

/** Adds a part, or puts it in place of what its field had; a fourth pair takes the place of the third. */
export function withPart(filter: EventFilter, { field, value }: FilterPart): EventFilter {
  if (field === "where") {
    const others = (filter.where ?? []).filter((pair) => pair !== value).slice(0, maxPairs - 1);
    return { ...filter, where: [...others, value] };
  }
  if (field === "source") return { ...filter, source: readSource(value) };
  // An event is one person's: a user and a visitor at once would find nothing, and the server says so.
  const person =
    field === "userId" ? { anonymousId: undefined } : field === "anonymousId" ? { userId: undefined } : {};
  return { ...filter, ...person, [field]: value };
}

/** The part that makes way where another is added; undefined where there is room for both. */
export function madeWay(filter: EventFilter, added: FilterPart): FilterPart | undefined {
  const left = new Set(partsOf(withPart(filter, added)).map(partKey));
  return partsOf(filter).find((part) => !left.has(partKey(part)));
}

/** Tells a part from every other. */
export const partKey = ({ field, value }: FilterPart): string => `${field}\0${value}`;

/** The filter with one part in the place of another. */
export const withPartInstead = (filter: EventFilter, old: FilterPart, part: FilterPart): EventFilter =>
  withPart(withoutPart(filter, old), part);

export function withoutPart(filter: EventFilter, { field, value }: FilterPart): EventFilter {
  if (field !== "where") return { ...filter, [field]: undefined };
  const where = (filter.where ?? []).filter((pair) => pair !== value);
  return { ...filter, where: where.length > 0 ? where : undefined };
}

/** A part as it would be typed. */
export const typedPart = ({ field, value }: FilterPart): string => {
  if (field === "where" && fieldOf(value.slice(0, value.indexOf(":")).toLowerCase()) === undefined)
    return value;
  return field === "name" ? value : `${partWords[field].typed}:${value}`;
};

const fieldOf = (word: string): PartField | "group" | undefined =>
  word === "group" || word === "name"
    ? word
    : partFields.find((field) => partWords[field].typed === word || field === word);

const longestValue = 200;

/** What was typed, as a part of the filter; or what is wrong with it. Plain words are free text. */
export function readPart(typed: string): FilterPart | { readonly problem: string } {
  const text = typed.trim();
  const colon = text.indexOf(":");
  const field = colon > 0 ? fieldOf(text.slice(0, colon).toLowerCase()) : undefined;
  if (field !== undefined) return checked(field, text.slice(colon + 1).trim());
  if (wherePattern.test(text)) return { field: "where", value: text };
  if (/^[\w.-]+\/[\w.*-]*$/.test(text)) return checked("name", text);
  return checked("q", text);
}

function checked(field: PartField | "group", value: string): FilterPart | { readonly problem: string } {
  if (value === "")
    return { problem: `Say which: ${field === "group" ? "group" : partWords[field].typed}:…` };
  if (field === "name" || field === "group") {
    const name = readNameFilter(field === "group" ? `${value.replace(/\/\*$/, "")}/*` : value);
    return name === null
      ? { problem: "A name is group/action; group/* is a whole group." }
      : { field: "name", value: name };
  }
  if (field === "where" && !wherePattern.test(value)) return { problem: "A metadata pair is key:value." };
  if (field === "source" && readSource(value) === undefined)
    return { problem: "A source is sdk, segment, ofrep, replay or simulator." };
  const long = field === "where" ? null : tooLong(value, longestValue);
  return long === null ? { field, value } : { problem: long };
}
