import type { PropertyModel } from "./model.ts";
import { namesIn, type OwnScope } from "./naming/assign-names.ts";

/** How a language with types declares and reads a property. */
export interface TypedProperty {
  readonly type: string;
  readonly read: string;
  /** The default as an expression; null where there is none. */
  readonly given: string | null;
}

/** How a language with types writes an Experience's data. */
interface Typing {
  readonly property: OwnScope;
  readonly enum: OwnScope;
  readonly case: OwnScope;
  /** What stands between a value and what is there instead. */
  readonly orElse: "?:" | "??";
  readonly typed: (property: PropertyModel, enumName: string) => TypedProperty;
}

/** The members of an Experience's data, with an enum for each select. What has no default may be missing. */
export function typedData(properties: readonly PropertyModel[], typing: Typing) {
  const members = namesIn(typing.property, properties);
  const selects = properties.filter((property) => property.type === "select");
  const enums = namesIn(typing.enum, selects);
  return {
    properties: properties.map((property) => {
      const { type, read, given } = typing.typed(
        property,
        property.type === "select" ? enums(property.key) : "",
      );
      return {
        member: members(property.key),
        name: property.name,
        kind: property.type,
        type: given === null && !type.endsWith("?") ? `${type}?` : type,
        value: given === null ? read : `${read} ${typing.orElse} ${given}`,
      };
    }),
    enums: selects.map((property) => ({
      name: property.name,
      className: enums(property.key),
      cases: casesOf(property, typing.case),
    })),
  };
}

/** The options of a select, each with the name of its case. */
export function casesOf({ options }: PropertyModel, scope: OwnScope) {
  const nameOf = namesIn(
    scope,
    options.map((key, place) => ({ key, place })),
  );
  return options.map((text) => ({ name: nameOf(text), text }));
}
