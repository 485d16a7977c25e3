import type { Language } from "./languages.ts";
import type {
  CodegenModel,
  CollectionModel,
  ExperienceModel,
  KeyedModel,
  SectionModel,
  TypeModel,
} from "./model.ts";
import { spaceFolder } from "./naming/file-names.ts";
import { type SpaceNames, spaceNames } from "./naming/space-names.ts";
import { sortedBy } from "./sorted.ts";
import type {
  ClassReference,
  ClassView,
  CollectionView,
  CommonView,
  ExperienceView,
  MemberView,
  PlacedView,
  PlannedFile,
  SectionView,
} from "./template-view.ts";

/** Every file of a Space in one language, with all that its template sees; sorted by path. The runtime is not among them. */
export function planFiles(model: CodegenModel, language: Language): PlannedFile[] {
  const views = new Views(model, language);
  const folder = spaceFolder(model.space.key);
  const path = (name: string) => `${folder}/${name}.${language.extension}`;
  const { common } = views;
  const files: PlannedFile[] = [
    { path: path("index"), template: "entry", view: views.entry() },
    { path: path("fallbacks"), template: "fallbacks", view: { ...common, fallbacks: model.fallbacks } },
    ...model.collections.flatMap((collection): PlannedFile[] => [
      {
        path: path(`collection/${views.file(collection)}`),
        template: "collection",
        view: views.collection(collection),
      },
      ...collection.sections.map((section) => ({
        path: path(`section/${views.file(section)}`),
        template: "section" as const,
        view: views.section(collection, section),
      })),
    ]),
    ...model.types.map((type) => ({
      path: path(`experience/${views.file(type)}`),
      template: "experience" as const,
      view: views.experience(type),
    })),
  ];
  return sortedBy(files, (file) => file.path);
}

class Views {
  readonly common: CommonView;
  private readonly model: CodegenModel;
  private readonly language: Language;
  private readonly names: SpaceNames;
  private readonly types: ReadonlyMap<string, TypeModel>;

  constructor(model: CodegenModel, language: Language) {
    const { modelVersion, space, revision } = model;
    this.common = { modelVersion, space, revision };
    this.model = model;
    this.language = language;
    this.names = spaceNames(model, language.naming);
    this.types = new Map(model.types.map((type) => [type.key, type]));
  }

  /** Without folder and extension. */
  file({ id }: KeyedModel): string {
    return named(this.names.files, id);
  }

  entry() {
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

  experience(type: TypeModel): ExperienceView {
    const { dataType, propertyName } = this.language.naming;
    const properties = type.properties.map((property) => ({
      key: property.key,
      declaredKey: propertyName(property.key),
      name: property.name,
      type: dataType(property),
      kind: property.type,
      optional: property.optional,
    }));
    const hasJson = type.properties.some((property) => property.type === "json");
    return { ...this.classView(type, type.key), properties, hasJson };
  }

  private classView({ id, name }: KeyedModel, key: string): ClassView {
    return { ...this.common, className: named(this.names.classes, id), id, key, name };
  }

  private experienceOf(collection: CollectionModel, one: ExperienceModel): PlacedView {
    return this.placed(one, this.type(one.type), `${collection.key}.${one.key}`);
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
    return unique.map((key) => this.reference(this.type(key)));
  }

  private type(key: string): TypeModel {
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
