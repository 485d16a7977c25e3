import type { CollectionDraft, DraftInput, Experience, Section } from "../../core/collection.ts";
import { spaceInconsistencies } from "../../core/consistency.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import { itemsIn } from "../../core/items.ts";
import { invalid, pointer } from "../../core/problem.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { assertFresh } from "../http/bind-routes.ts";
import {
  type Document,
  findCollection,
  rename,
  stamp,
  stamps,
  typeOf,
  type Write,
} from "./collection-parts.ts";
import type { ChangedCollection, ShownIn } from "./collection-service.ts";
import { experienceScenarios, sectionScenarios } from "./scenario-builder.ts";

type Path = readonly PropertyKey[];
type ExperienceInput = DraftInput["experiences"][number];
type SectionInput = DraftInput["sections"][number];

/** What is needed to build a part: what it may refer to, what was there before, and the time. */
interface Making {
  readonly document: SpaceDocument;
  readonly before: ReadonlyMap<string, Experience | Section>;
  readonly now: number;
}

/** Puts a whole draft in the place of another and keeps its ids, so that a version's own content shows no difference to it. */
export function replaceDraft(
  document: Document,
  reference: string,
  input: DraftInput,
  write: Write & { readonly shown: ShownIn },
): Promise<ChangedCollection> {
  return document.update((draft) => {
    const collection = findCollection(draft, reference);
    assertFresh(write.precondition, write.shown(draft, collection));
    rename(collection, input, new Set(draft.collections.filter((one) => one !== collection).map(keyOf)));
    const making = { document: draft, before: partsById(collection), now: write.now };
    collection.experiences = input.experiences.map((one, index) =>
      experienceOf(one, making, ["experiences", index]),
    );
    collection.sections = input.sections.map((one, index) => sectionOf(one, making, ["sections", index]));
    collection.updatedAt = stamp(write.now);
    assertConsistent(draft, collection);
    return { space: draft, collection };
  });
}

const keyOf = ({ key }: { readonly key: string }): string => key;

const partsById = (collection: CollectionDraft): ReadonlyMap<string, Experience | Section> =>
  new Map(itemsIn(collection).map((one) => [one.id, one]));

function experienceOf(input: ExperienceInput, making: Making, path: Path): Experience {
  const { id, key, name, scenarios } = input;
  const type = typeOf(making.document, input.typeId, [...path, "typeId"]);
  const rows = experienceScenarios(making.document, type, scenarios, [...path, "scenarios"]);
  return stamped({ id, key, name, typeId: type.id, scenarios: rows }, making);
}

function sectionOf(input: SectionInput, making: Making, path: Path): Section {
  const { id, key, name } = input;
  const typeIds = input.typeIds.map((one, at) => typeOf(making.document, one, [...path, "typeIds", at]).id);
  const experiences = input.experiences.map((one, at) =>
    experienceOf(one, making, [...path, "experiences", at]),
  );
  const rows = sectionScenarios(making.document, experiences, input.scenarios, [...path, "scenarios"]);
  return stamped({ id, key, name, typeIds, experiences, scenarios: rows }, making);
}

/** A part with its times: an unchanged one keeps both, a changed one keeps when it was made. */
function stamped<T extends { readonly id: string }>(part: T, { before, now }: Making) {
  const was = before.get(part.id);
  if (was === undefined) return { ...part, ...stamps(now) };
  const { createdAt, updatedAt, ...rest } = was;
  return { ...part, createdAt, updatedAt: jsonEqual(rest, part) ? updatedAt : stamp(now) };
}

/** @throws Problem invalid-body where an id or a key is there twice, or a Section holds what it does not take */
function assertConsistent(space: SpaceDocument, collection: CollectionDraft): void {
  const at = space.collections.indexOf(collection);
  const wrong = spaceInconsistencies(space).filter(
    ({ path }) => path[0] === "collections" && (path[1] === at || path.at(-1) === "id"),
  );
  if (wrong.length > 0)
    throw invalid(wrong.map(({ path, message }) => ({ path: pointer(path.slice(2)), detail: message })));
}
