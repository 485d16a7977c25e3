import type { Difference } from "../../../core/publication.ts";
import type { Schedule } from "../../../core/scenario.ts";
import { scheduleWords } from "../model/schedule-words.ts";
import { rolloutWords, valueWords } from "../model/value-words.ts";

/** One difference as a person reads it. */
export interface DiffLine {
  /** The key of the Experience or Section that it is in; what it is about where it is in none: `type hero`. */
  readonly part: string;
  /** Where, from the part on: `hero / 2 / headline`. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
  /** Which sides are nothing: said in muted words, neither struck through nor marked. */
  readonly added: boolean;
  readonly removed: boolean;
}

/** Names of what stands by its id in a draft: Tribes, Experience types, a Section's Experiences. */
export type NameOf = (id: string) => string;

/** The differences of a publication in words, in their order. */
export const diffLines = (diff: readonly Difference[], nameOf: NameOf): DiffLine[] =>
  diff.map((one) => diffLine(one, nameOf));

/** Lines of one part after the other, each under its key. */
export function grouped(lines: readonly DiffLine[]): ReadonlyMap<string, readonly DiffLine[]> {
  const groups = new Map<string, DiffLine[]>();
  for (const line of lines) {
    const group = groups.get(line.part);
    if (group === undefined) groups.set(line.part, [line]);
    else group.push(line);
  }
  return groups;
}

function diffLine({ path, before, after }: Difference, nameOf: NameOf): DiffLine {
  const segments = path.split("/").slice(1).map(unescaped);
  const { part, words } = place(segments);
  const member = segments.at(-1) ?? "";
  const isOrder = lists.has(member) && Array.isArray(before) && Array.isArray(after);
  const say = (value: unknown) => (isOrder ? names(value) : sideWords(value, segments, nameOf));
  return {
    part,
    where: (isOrder ? [...words.slice(0, -1), `${member}, order`] : words).join(" / "),
    before: say(before),
    after: say(after),
    added: before === null,
    removed: after === null,
  };
}

const unescaped = (segment: string): string => segment.replaceAll("~1", "/").replaceAll("~0", "~");
const names = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : valueWords(value));

const lists = new Set(["scenarios", "experiences", "sections", "types", "properties"]);
/** Members that say nothing to a reader: the place beside them does. */
const silent = new Set(["scenarios", "serve", "data", "experiences", "sections", "types", "properties"]);

interface Placed {
  readonly part: string;
  readonly words: readonly string[];
}

/** A pointer's segments as places: parts by their keys, scenarios by their number from 1. */
function place(segments: readonly string[]): Placed {
  const [top, key = top ?? ""] = segments;
  if (top === "types") return { part: `type ${key}`, words: [`type ${key}`, ...spoken(segments.slice(2))] };
  if (top !== "experiences" && top !== "sections") return { part: "Collection", words: segments };
  const inner = top === "sections" && segments[2] === "experiences" ? segments[3] : undefined;
  if (inner !== undefined) return { part: inner, words: [key, inner, ...spoken(segments.slice(4))] };
  return { part: segments.length === 1 ? "Collection" : key, words: [key, ...spoken(segments.slice(2))] };
}

function spoken(segments: readonly string[]): string[] {
  return segments.flatMap((segment, index) => {
    if (segments[index - 1] === "scenarios" && /^\d+$/.test(segment)) return [String(Number(segment) + 1)];
    const isLast = index === segments.length - 1;
    // Below `data` stand properties, which may have any name.
    return silent.has(segment) && !isLast && segments[index - 1] !== "data" ? [] : [segment];
  });
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One side of a difference. What was added or removed whole is said by its name. */
function sideWords(value: unknown, segments: readonly string[], nameOf: NameOf): string {
  const member = segments.at(-1) ?? "";
  if (value === null) return member === "schedule" ? "at any time" : "not there";
  if (segments.at(-2) === "data") return valueWords(value);
  if (member === "rollout" && typeof value === "number") return rolloutWords(value);
  if (member === "schedule") return scheduleWords(value as Schedule);
  if (ids.has(member)) return idWords(value, nameOf);
  if (isObject(value) && typeof value.name === "string") return value.name;
  if (member === "serve" && isObject(value)) return serveWords(value, nameOf);
  return valueWords(value);
}

const ids = new Set(["anyOf", "noneOf", "children", "typeIds", "typeId"]);

function idWords(value: unknown, nameOf: NameOf): string {
  const all = Array.isArray(value) ? value : [value];
  return all.length === 0 ? "none" : all.map((id) => nameOf(String(id))).join(", ");
}

function serveWords(serve: Json, nameOf: NameOf): string {
  if (Array.isArray(serve.children)) return idWords(serve.children, nameOf);
  return serve.enabled === false ? "Off" : valueWords(serve.data);
}
