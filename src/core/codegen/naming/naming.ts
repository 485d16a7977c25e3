export type ClassKind = "collection" | "section" | "experience";

/** How one language names things. Nothing in here knows of any other name: collisions are settled outside. */
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
}
