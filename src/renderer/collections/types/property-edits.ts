import type { Collection } from "../../../core/collection.ts";
import { fitsProperty, type Property, type PropertyType } from "../../../core/experience-type.ts";
import { flagKey, type Part, partsOf } from "../../model/collection-address.ts";

/** A property of another type: what fits of its default stays, a select gets an option to start from. */
export function withType(property: Property, type: PropertyType): Property {
  const { options, default: value, ...rest } = property;
  const first = typeof value === "string" && value !== "" ? value : "First";
  const changed = { ...rest, type, ...(type === "select" && { options: options ?? [first] }) };
  const keeps = value !== undefined && fitsProperty(changed, value);
  return keeps ? { ...changed, default: value } : changed;
}

/** A select with other options. `renamed`: what options are called now, by what they were called: a default goes along. */
export function withOptions(
  property: Property,
  options: readonly string[],
  renamed: ReadonlyMap<string, string>,
): Property {
  const to = typeof property.default === "string" ? renamed.get(property.default) : undefined;
  return { ...property, options: [...options], ...(to !== undefined && { default: to }) };
}

/** A property without its default, or with another. */
export function withDefault(property: Property, value: unknown): Property {
  const { default: _gone, ...rest } = property;
  return value === undefined ? rest : { ...rest, default: value as NonNullable<Property["default"]> };
}

/** One scenario that holds a value for a property. */
interface HeldValue {
  readonly part: Extract<Part, { kind: "experience" }>;
  /** From 1. */
  readonly place: number;
  readonly scenario: string;
  readonly value: unknown;
}

/** Every scenario that sets a property of a type, in all drafts. */
export const heldValues = (collections: readonly Collection[], typeId: string, key: string): HeldValue[] =>
  experiencesOf(collections, typeId).flatMap((part) =>
    part.experience.scenarios.flatMap(({ name, serve }, index) =>
      Object.hasOwn(serve.data, key)
        ? [{ part, place: index + 1, scenario: name, value: serve.data[key] }]
        : [],
    ),
  );

/** What every scenario of a type's Experiences serves. */
export const scenariosOf = (collections: readonly Collection[], typeId: string) =>
  experiencesOf(collections, typeId).flatMap(({ experience }) =>
    experience.scenarios.map(({ serve }) => serve),
  );

const experiencesOf = (collections: readonly Collection[], typeId: string) =>
  collections
    .flatMap(partsOf)
    .filter(
      (part): part is HeldValue["part"] => part.kind === "experience" && part.experience.typeId === typeId,
    );

/** Everything that uses a type: Experiences of it, and Sections that take it. */
export const usesOf = (collections: readonly Collection[], typeId: string): Part[] =>
  collections
    .flatMap(partsOf)
    .filter((part) =>
      part.kind === "section" ? part.section.typeIds.includes(typeId) : part.experience.typeId === typeId,
    );

/** Those values that a changed property would no longer take. */
export const misfits = (held: readonly HeldValue[], property: Property): HeldValue[] =>
  held.filter(({ value }) => !fitsProperty(property, value));

/** Which scenario holds an option that a select has no longer, and what is to be done: the server would not save it. */
export function lostOptionWords(held: readonly HeldValue[], property: Property): string | null {
  const [first, ...more] = property.type === "select" ? misfits(held, property) : [];
  if (first === undefined) return null;
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return `“${first.value}” is set in ${heldWords(first)}${others}: choose another option there first: until then the type can’t be saved.`;
}

export const heldWords = ({ part, place, scenario }: HeldValue): string =>
  `${flagKey(part)} / ${place} ${scenario}`;
