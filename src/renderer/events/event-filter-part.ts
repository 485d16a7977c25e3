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

export function withoutPart(filter: EventFilter, { field, value }: FilterPart): EventFilter {
  if (field !== "where") return { ...filter, [field]: undefined };
  const where = (filter.where ?? []).filter((pair) => pair !== value);
  return { ...filter, where: where.length > 0 ? where : undefined };
}

/** A part as it would be typed: in quotes only where it would be read as something else without. */
export const typedPart = (part: FilterPart): string => {
  const { field, value } = part;
  const { typed } = partWords[field];
  const bare = field === "name" || field === "where" ? [value] : [];
  const quoted = `${typed}:"${value.replaceAll(/["\\]/g, "\\$&")}"`;
  return [...bare, `${typed}:${value}`].find((text) => isTypedAs(part, text)) ?? quoted;
};

function isTypedAs({ field, value }: FilterPart, text: string): boolean {
  const [read, ...others] = readParts(text);
  return (
    read !== undefined && others.length === 0 && isPart(read) && read.field === field && read.value === value
  );
}

const fieldOf = (word: string): PartField | "group" | undefined =>
  word === "group" || word === "name"
    ? word
    : partFields.find((field) => partWords[field].typed === word || field.toLowerCase() === word);

const longestValue = 200;

/** What was typed for one part cannot be read. */
interface TypedProblem {
  readonly problem: string;
}
export const isPart = (read: FilterPart | TypedProblem): read is FilterPart => !("problem" in read);

/** In quotes, from where a word or a value begins: blanks, colons and names in it mean nothing. */
const quotedText = String.raw`(?<![^\s:])"((?:[^"\\]|\\.){0,400})"(?![^\s:])`;
const quotes = new RegExp(quotedText, "gs");
const words = new RegExp(`(?:${quotedText}|\\S)+`, "gs");
const unquoted = (text: string): string =>
  text.replace(quotes, (_, inner: string) => inner.replaceAll(/\\(.)/gs, "$1"));

const bareName = /^[\w.-]+\/[\w.*-]*$/;

/** Where the colon behind a key is; -1 where there is none. What is in quotes has none. */
const colonOf = (text: string): number =>
  text.replace(quotes, (found) => "x".repeat(found.length)).indexOf(":", 1);

/** A line as the texts of its parts: each begins with `key:` or is a name; more words belong to a value, or are free text. */
export function typedTexts(line: string): string[] {
  const parts: string[][] = [];
  for (const [word] of line.matchAll(words)) {
    const last = parts.at(-1);
    if (last === undefined || begins(word, last)) parts.push([word]);
    else last.push(word);
  }
  return parts.map((one) => one.join(" "));
}

/** Whether a word is another part than the words before it. */
function begins(word: string, before: readonly string[]): boolean {
  const [first = ""] = before;
  const isName = bareName.test(word);
  // A key has its value behind it, and a name, or a value that is one, nothing more. The words of a part with more are read once.
  if (before.length > 1) return isName || colonOf(word) > 0;
  const colon = colonOf(first);
  return colonOf(word) > 0 || (colon < first.length - 1 && (isName || bareName.test(first.slice(colon + 1))));
}

/** What was typed in one line, as parts of the filter, or what is wrong with one of them. */
export const readParts = (line: string): (FilterPart | TypedProblem)[] => typedTexts(line).map(readPart);

function readPart(text: string): FilterPart | TypedProblem {
  const colon = colonOf(text);
  const value = unquoted(text.slice(colon + 1).trim());
  if (colon > 0) {
    const key = unquoted(text.slice(0, colon));
    const field = fieldOf(key.toLowerCase());
    if (field !== undefined) return checked(field, value);
    if (wherePattern.test(`${key}:${value}`)) return { field: "where", value: `${key}:${value}` };
  }
  return checked(bareName.test(text) ? "name" : "q", unquoted(text));
}

function checked(field: PartField | "group", value: string): FilterPart | TypedProblem {
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
