import type { modelVersion } from "./model.ts";

/** What every template sees. docs/codegen.md describes all of these, and says when `modelVersion` grows. */
export interface CommonView {
  readonly modelVersion: typeof modelVersion;
  readonly space: { readonly id: string; readonly key: string; readonly name: string };
  /** Production's. */
  readonly revision: number;
}

/** A class of another generated file. */
export interface ClassReference {
  readonly className: string;
  /** The file's name, without folder and extension. */
  readonly file: string;
}

/** Something of the Space that code makes an object of. */
export interface PlacedView extends ClassReference {
  readonly id: string;
  /** `<collection>`, or `<collection>.<experience or section>`. */
  readonly key: string;
  readonly name: string;
}

/** A member of a generated class or object: a Collection of the Space, or an Experience or Section of a Collection. */
export interface MemberView extends PlacedView {
  readonly member: string;
}

export interface EntryView extends CommonView {
  readonly collections: readonly MemberView[];
}

export interface ClassView extends CommonView {
  readonly className: string;
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

export interface CollectionView extends ClassView {
  readonly experiences: readonly MemberView[];
  readonly sections: readonly MemberView[];
  /** The classes of its Experiences, each once. */
  readonly experienceClasses: readonly ClassReference[];
}

export interface SectionView extends ClassView {
  /** The classes of the types that it supports: what its children are. */
  readonly childClasses: readonly ClassReference[];
  /** Its Experiences. */
  readonly experiences: readonly PlacedView[];
  /** The classes of its Experiences, each once. */
  readonly experienceClasses: readonly ClassReference[];
  /** Classes that it only names, because it has no Experience of theirs yet. */
  readonly typeOnlyClasses: readonly ClassReference[];
}

/** One file to be: where it goes below the codegen root, which of its language's templates it is, and what that sees. */
export interface PlannedFile {
  readonly path: string;
  readonly template: string;
  readonly view: CommonView;
}

export const plannedFile = <View extends CommonView>(
  path: string,
  template: string,
  view: View,
): PlannedFile => ({ path, template, view });
