import type { CollectionContent, Difference } from "../../../core/publication.ts";

/** What is called how in what would be served: parts and types by their keys, the scenarios of a part by their place. */
export interface Called {
  readonly part: (key: string) => string;
  readonly type: (key: string) => string;
  readonly scenario: (partKey: string, place: number) => string;
}

interface Keyed {
  readonly key: string;
  readonly name: string;
  readonly scenarios?: readonly { readonly name: string }[];
}

/**
 * Names out of what would be served, and out of the differences themselves: what is gone is in no content that is known.
 * `after` is null while it is not known, when keys and places have to do.
 */
export function calledIn(diff: readonly Difference[], after: CollectionContent | null): Called {
  const all = [...keyed(diff), ...keyed(after)];
  const parts = new Map(all.filter(({ scenarios }) => scenarios !== undefined).map((one) => [one.key, one]));
  const types = new Map(all.filter((one) => "properties" in one).map((one) => [one.key, one.name]));
  return {
    part: (key) => parts.get(key)?.name ?? key,
    type: (key) => types.get(key) ?? key,
    scenario: (key, place) => parts.get(key)?.scenarios?.[place]?.name ?? String(place + 1),
  };
}

/** Everything in a value that has a key and a name. */
function keyed(value: unknown): Keyed[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(keyed);
  return "key" in value && "name" in value ? [value as Keyed, ...inside] : inside;
}

/** Where a difference is. */
export interface Place {
  /** The key of the Experience or Section that it is in; what it is about where it is in none: `type hero`. */
  readonly part: string;
  /** That in words: "Promo in Body". */
  readonly title: string;
  /** The place of the scenario that it is in, or is. */
  readonly scenario: number | null;
  /** The members below that. */
  readonly below: readonly string[];
}

/** A JSON pointer of a difference, read. */
export function placeOf(path: string, called: Called): Place {
  const segments = path.split("/").slice(1).map(unescaped);
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

const unescaped = (segment: string): string => segment.replaceAll("~1", "/").replaceAll("~0", "~");
