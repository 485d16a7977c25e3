import type {
  CodegenModel,
  CollectionModel,
  ExperienceModel,
  KeyedModel,
  SectionModel,
  TypeModel,
} from "./model.ts";
import type { SpaceNames } from "./naming/space-names.ts";
import { sortedBy } from "./sorted.ts";
import type {
  ClassReference,
  ClassView,
  CollectionView,
  CommonView,
  EntryView,
  MemberView,
  PlacedView,
  SectionView,
} from "./template-view.ts";

/** What templates see, whatever the language. */
export class Views {
  readonly common: CommonView;
  private readonly model: CodegenModel;
  private readonly names: SpaceNames;
  private readonly types: ReadonlyMap<string, TypeModel>;

  constructor(model: CodegenModel, names: SpaceNames) {
    const { modelVersion, space, revision } = model;
    this.common = { modelVersion, space, revision };
    this.model = model;
    this.names = names;
    this.types = new Map(model.types.map((type) => [type.key, type]));
  }

  className({ id }: KeyedModel): string {
    return named(this.names.classes, id);
  }

  /** Without folder and extension. */
  file({ id }: KeyedModel): string {
    return named(this.names.files, id);
  }

  entry(): EntryView {
    const collections = this.model.collections.map((one) => this.member(one, one.key));
    return { ...this.common, collections };
  }

  collection(collection: CollectionModel): CollectionView {
    const sections = collection.sections.map((one) => this.member(one, `${collection.key}.${one.key}`));
    return {
      ...this.classView(collection, collection.key),
      experiences: collection.experiences.map((one) => ({
        ...this.experienceOf(collection, one),
        ...this.memberName(one),
      })),
      sections,
      experienceClasses: this.classesOf(collection.experiences.map((one) => one.type)),
    };
  }

  section(collection: CollectionModel, section: SectionModel): SectionView {
    const used = new Set(section.experiences.map((one) => one.type));
    return {
      ...this.classView(section, `${collection.key}.${section.key}`),
      childClasses: this.classesOf(section.types),
      experiences: section.experiences.map((one) => this.experienceOf(collection, one)),
      experienceClasses: this.classesOf([...used]),
      typeOnlyClasses: this.classesOf(section.types.filter((key) => !used.has(key))),
    };
  }

  /** The class of a type; what its data looks like is the language's. */
  type(type: TypeModel): ClassView {
    return this.classView(type, type.key);
  }

  private classView({ id, name }: KeyedModel, key: string): ClassView {
    return { ...this.common, className: named(this.names.classes, id), id, key, name };
  }

  private experienceOf(collection: CollectionModel, one: ExperienceModel): PlacedView {
    return this.placed(one, this.typeOf(one.type), `${collection.key}.${one.key}`);
  }

  /** A Collection or Section, which have a class of their own. */
  private member(one: KeyedModel, key: string): MemberView {
    return { ...this.placed(one, one, key), ...this.memberName(one) };
  }

  private memberName({ id }: KeyedModel) {
    return { member: named(this.names.members, id) };
  }

  private placed({ id, name }: KeyedModel, classOf: KeyedModel, key: string): PlacedView {
    return { ...this.reference(classOf), id, key, name };
  }

  private reference(of: KeyedModel): ClassReference {
    return { className: named(this.names.classes, of.id), file: this.file(of) };
  }

  private classesOf(typeKeys: readonly string[]): ClassReference[] {
    const unique = sortedBy([...new Set(typeKeys)], (key) => key);
    return unique.map((key) => this.reference(this.typeOf(key)));
  }

  private typeOf(key: string): TypeModel {
    const found = this.types.get(key);
    if (found === undefined) throw new Error(`the model names no type ${key}`);
    return found;
  }
}

function named(names: ReadonlyMap<string, string>, id: string): string {
  const name = names.get(id);
  if (name === undefined) throw new Error(`nothing is named for ${id}`);
  return name;
}
