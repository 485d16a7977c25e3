import type { PropertyModel } from "../model.ts";

export type ClassKind = "collection" | "section" | "experience";

/** How one language names and writes things. Nothing in here knows of any other name: collisions are settled outside. */
export interface Naming {
  /** Names that it would give a class, the best first. Each is a valid identifier. */
  readonly classNames: (text: string, kind: ClassKind) => readonly [string, ...string[]];
  /** Names that it would give a member of a generated class or object. */
  readonly memberNames: (text: string) => readonly [string, ...string[]];
  /** All that a class's module declares beside it. */
  readonly declared: (className: string, kind: ClassKind) => readonly string[];
  readonly withSuffix: (name: string, suffix: string) => string;
  readonly reservedClasses: readonly string[];
  readonly reservedMembers: readonly string[];
  /** The type of a property's value. */
  readonly dataType: (property: PropertyModel) => string;
  /** A property's key as a declaration writes it. */
  readonly propertyName: (key: string) => string;
}

/** How one language writes values and words of an operator's, which can hold anything. */
export interface Writing {
  /** A JSON value as source text, in lines indented by `indent` spaces from the second on. */
  readonly literal: (value: unknown, indent: number) => string;
  /** Text that may stand in a comment, on one line. */
  readonly comment: (text: string) => string;
}
