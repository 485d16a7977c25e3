import { isObject, type JsonObject } from "../../../core/json-object.ts";
import { readPointer } from "../../../core/problem.ts";
import type { CollectionContent, Difference } from "../../../core/publication.ts";
import type { Schedule } from "../../../core/scenario.ts";
import { kindWords, rowAudience, rowServe } from "../../model/row-words.ts";
import type { Row } from "../../model/scenario-rows.ts";
import { scheduleWords, zonedWords } from "../../model/schedule-words.ts";
import { rolloutWords, wholeWords } from "../../model/value-words.ts";

/** One difference as a person reads it. */
export interface DiffLine {
  /** The key of its Experience or Section; else what it is about: `type hero`. */
  readonly part: string;
  /** That in words, such as "Promo in Body". */
  readonly title: string;
  /** What of it changes: "Banner, Gold people" where that is a scenario, and its place from 1. */
  readonly head: string;
  readonly number: number | null;
  /** The member that changes: "headline"; empty for the whole. */
  readonly member: string;
  readonly before: string;
  readonly after: string;
  /** Which sides are nothing: said in muted words, neither struck through nor marked. */
  readonly added: boolean;
  readonly removed: boolean;
  /** It says more of what the line above adds; it is no change of its own. */
  readonly detail: boolean;
}

/** Names of what stands by its id in a draft: Tribes, Experience types, a Section's Experiences. */
type NameOf = (id: string) => string;

/** The differences of a publication in words, in their order. `after` is what would be served; null while it is not known. */
export function diffLines(
  diff: readonly Difference[],
  nameOf: NameOf,
  after: CollectionContent | null,
): DiffLine[] {
  const called = calledIn(diff, after);
  const names = new Map([...namesWithin(diff), ...namesWithin(after)]);
  const nameIn = (id: string) => names.get(id) ?? nameOf(id);
  return diff.flatMap((one) => linesOf(one, called, nameIn));
}

/** What changes of one scenario, or of one part beside its scenarios. */
export interface Change {
  readonly head: string;
  readonly number: number | null;
  readonly lines: readonly DiffLine[];
}

/** Part after part, the lines of each scenario together. */
export const grouped = (lines: readonly DiffLine[]): readonly Change[] =>
  together(lines, ({ part }) => part)
    .flatMap((ofPart) => together(ofPart, ({ head, number }) => `${number} ${head}`))
    .map((of) => ({ head: of[0]?.head ?? "", number: of[0]?.number ?? null, lines: of }));

function together(lines: readonly DiffLine[], keyOf: (line: DiffLine) => string): DiffLine[][] {
  const groups = new Map<string, DiffLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return [...groups.values()];
}

/** What content calls things by their ids; what it does not hold, such as Tribes, is called as in the draft. */
export function namesIn(content: CollectionContent, inDraft: NameOf): NameOf {
  const names = new Map(namesWithin(content));
  return (id) => names.get(id) ?? inDraft(id);
}

/** What content or a difference calls things by their ids: one that was deleted is in no draft any more. */
function namesWithin(value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  const { id, name } = value as JsonObject;
  const inside = Object.values(value).flatMap(namesWithin);
  return typeof id === "string" && typeof name === "string" ? [[id, name], ...inside] : inside;
}

function linesOf({ path, before, after }: Difference, called: Called, nameOf: NameOf): DiffLine[] {
  const place = placeOf(path, called);
  const isOrder = lists.has(place.below.at(-1) ?? "") && Array.isArray(before) && Array.isArray(after);
  const say = (value: unknown) =>
    isOrder
      ? (value as unknown[]).join(", ")
      : (timeWords(value, place, called) ?? sideWords(value, place, nameOf));
  const line: DiffLine = {
    part: place.part,
    title: place.title,
    ...whereOf(place, before ?? after, isOrder, called),
    before: say(before),
    after: say(after),
    added: before === null,
    removed: after === null,
    detail: false,
  };
  return before === null ? [line, ...details(after, line, nameOf)] : [line];
}

const lists = new Set(["scenarios", "experiences", "sections", "types", "properties"]);
/** Members that say nothing to a reader: the place beside them does. */
const silent = new Set(["serve", "data", "properties", "audience"]);
const spoken: Readonly<Record<string, string>> = {
  anyOf: "in any of",
  noneOf: "in none of",
  kind: "audience",
  typeId: "type",
  typeIds: "types",
  children: "shows",
};

function whereOf({ part, title, scenario, below }: Place, value: unknown, isOrder: boolean, called: Called) {
  // One that is gone has its place in what was served before: only it knows its name.
  const name = isObject(value) && below.length === 0 ? value.name : called.scenario(part, scenario ?? 0);
  const member = [...below.flatMap(memberName), ...(isOrder ? ["order"] : [])].join(", ");
  if (scenario === null) return { head: title, number: null, member };
  return { head: `${title}, ${name}`, number: scenario + 1, member };
}

/** A member in words; those below `data` are properties, which may have any name. */
function memberName(member: string, at: number, path: readonly string[]): string[] {
  if (path[at - 1] === "data") return [member];
  return silent.has(member) && at < path.length - 1 ? [] : [spoken[member] ?? member];
}

/** One side of a difference. What was added or removed whole is said by its name, a scenario by all that it is. */
function sideWords(value: unknown, { scenario, below }: Place, nameOf: NameOf): string {
  const member = below.at(-1) ?? "";
  if (below.at(-2) === "data") return wholeWords(value ?? undefined);
  if (value === null) return member === "schedule" ? "at any time" : "none";
  if (scenario !== null && below.length === 0 && isObject(value)) return rowWords(value, nameOf);
  return (
    memberWords(member, value, nameOf) ??
    (isObject(value) && typeof value.name === "string" ? value.name : wholeWords(value))
  );
}

/** A member that has words of its own. */
function memberWords(member: string, value: unknown, nameOf: NameOf): string | null {
  if (member === "rollout" && typeof value === "number") return rolloutWords(value);
  if (member === "schedule") return scheduleWords(value as Schedule);
  if (member === "kind" && typeof value === "string" && Object.hasOwn(kindWords, value))
    return kindWords[value as keyof typeof kindWords];
  if (ids.has(member)) return idWords(value, nameOf);
  return member === "serve" && isObject(value) ? rowServe(value, nameOf) : null;
}

/** When a schedule begins or ends, as its sentence says it: by the clock of its zone. */
function timeWords(value: unknown, { part, scenario, below }: Place, called: Called): string | null {
  const [schedule, member = "", ...deeper] = below;
  const isTime = schedule === "schedule" && ["from", "until"].includes(member) && deeper.length === 0;
  if (!isTime || scenario === null || typeof value !== "string") return null;
  const zone = called.zone(part, scenario);
  return `${zonedWords(value, zone)} (${zone})`;
}
const ids = new Set(["anyOf", "noneOf", "children", "typeIds", "typeId"]);

function idWords(value: unknown, nameOf: NameOf): string {
  const all = Array.isArray(value) ? value : [value];
  return all.length === 0 ? "none" : all.map((id) => nameOf(String(id))).join(", ");
}

/** A scenario as a whole: "users in Film club, 25 %: headline: Hi". */
function rowWords(value: JsonObject, nameOf: NameOf): string {
  const row = value as unknown as Row<object>;
  return isObject(row.serve)
    ? `${rowAudience(row, nameOf)} · ${rowServe(row.serve, nameOf)}`
    : String(row.name);
}

/** What a part that is new has in it: each scenario, and the Experiences of a Section with theirs. */
function details(value: unknown, line: DiffLine, nameOf: NameOf): DiffLine[] {
  if (!isObject(value) || !Array.isArray(value.scenarios)) return [];
  const rows = (part: JsonObject, title: string) =>
    (part.scenarios as JsonObject[]).map((row) => ({
      ...line,
      member: `${title}${row.name}`,
      after: rowWords(row, nameOf),
      detail: true,
    }));
  const children = (Array.isArray(value.experiences) ? value.experiences : []) as JsonObject[];
  return [...rows(value, ""), ...children.flatMap((child) => rows(child, `${child.name}, `))];
}

/** What is called how in what would be served: parts and types by their keys, the scenarios of a part by their place. */
interface Called {
  readonly part: (key: string) => string;
  readonly type: (key: string) => string;
  readonly scenario: (partKey: string, place: number) => string;
  /** The zone of a scenario's schedule; UTC while it is not known. */
  readonly zone: (partKey: string, place: number) => string;
}

interface Keyed {
  readonly key: string;
  readonly name: string;
  readonly scenarios?: readonly { readonly name: string; readonly schedule?: Schedule | null }[];
}

/**
 * Names from what would be served, and from the differences: what is removed is in no known content. While `after` is
 * null, keys and places stand in for names.
 */
function calledIn(diff: readonly Difference[], after: CollectionContent | null): Called {
  const all = [...keyed(diff), ...keyed(after)];
  const parts = new Map(all.filter(({ scenarios }) => scenarios !== undefined).map((one) => [one.key, one]));
  const types = new Map(all.filter((one) => "properties" in one).map((one) => [one.key, one.name]));
  return {
    part: (key) => parts.get(key)?.name ?? key,
    type: (key) => types.get(key) ?? key,
    scenario: (key, place) => parts.get(key)?.scenarios?.[place]?.name ?? String(place + 1),
    zone: (key, place) => parts.get(key)?.scenarios?.[place]?.schedule?.timeZone ?? "UTC",
  };
}

/** Everything in a value that has a key and a name. */
function keyed(value: unknown): Keyed[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(keyed);
  return "key" in value && "name" in value ? [value as Keyed, ...inside] : inside;
}

/** Where a difference is. */
interface Place {
  /** The key of its Experience or Section; else what it is about: `type hero`. */
  readonly part: string;
  /** That in words: "Promo in Body". */
  readonly title: string;
  /** The place of the scenario that it is in, or is. */
  readonly scenario: number | null;
  /** The members below that. */
  readonly below: readonly string[];
}

/** A JSON pointer of a difference, read. */
function placeOf(path: string, called: Called): Place {
  const segments = readPointer(path);
  const [top, key = "", ...rest] = segments;
  const isPart = (top === "experiences" || top === "sections") && segments.length > 1;
  if (top === "types" && segments.length > 1)
    return { part: `type ${key}`, title: `Type ${called.type(key)}`, scenario: null, below: rest };
  if (!isPart) return { part: "Collection", title: "Collection", scenario: null, below: segments };
  const [member, inner, ...deeper] = rest;
  if (top === "sections" && member === "experiences" && inner !== undefined)
    return inScenario(inner, `${called.part(inner)} in ${called.part(key)}`, deeper);
  return inScenario(key, called.part(key), rest);
}

function inScenario(part: string, title: string, below: readonly string[]): Place {
  const [member, place = "", ...rest] = below;
  if (member !== "scenarios" || !/^\d+$/.test(place)) return { part, title, scenario: null, below };
  return { part, title, scenario: Number(place), below: rest };
}
