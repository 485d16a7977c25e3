import { byReference } from "../../core/by-reference.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import {
  type ExperienceType,
  type Property,
  type PropertyInput,
  propertyKeyOf,
  propertyValueFaults,
} from "../../core/experience-type.ts";
import { experiencesIn, itemsIn } from "../../core/items.ts";
import type { Precondition } from "../../core/precondition.ts";
import { type FieldError, inUseBy, invalid, Problem, pointer } from "../../core/problem.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { chooseKey, inLatin } from "../workspace/key-of-name.ts";
import { newId } from "../workspace/new-id.ts";
import { partsMeant } from "../workspace/parts-meant.ts";

type Document = JsonDocument<SpaceDocument>;

interface TypeInput {
  readonly name?: string | undefined;
  readonly key?: string | undefined;
  readonly properties?: readonly PropertyInput[] | undefined;
}

/** By id or key. @throws Problem not-found */
export function findType(document: SpaceDocument, reference: string): ExperienceType {
  const found = byReference(document.experienceTypes, reference);
  if (found === undefined)
    throw new Problem("not-found", `There is no Experience type "${reference.slice(0, 100)}" in this Space.`);
  return found;
}

export function createType(
  document: Document,
  input: TypeInput & { readonly name: string },
  now: number,
): Promise<ExperienceType> {
  return document.update((draft) => {
    const at = new Date(now).toISOString();
    const made: ExperienceType = {
      id: newId("typ"),
      key: freeKey(draft, input.key, input.name),
      name: input.name,
      properties: properties(input.properties ?? [], []),
      createdAt: at,
      updatedAt: at,
    };
    draft.experienceTypes.push(made);
    return made;
  });
}

export function updateType(
  document: Document,
  reference: string,
  patch: TypeInput,
  precondition: Precondition | null,
  now: number,
): Promise<ExperienceType> {
  return document.update((draft) => {
    const type = findType(draft, reference);
    assertFresh(precondition, type);
    if (patch.key !== undefined && patch.key !== type.key) type.key = freeKey(draft, patch.key, type.name);
    if (patch.name !== undefined) type.name = patch.name;
    if (patch.properties !== undefined) type.properties = properties(patch.properties, type.properties);
    assertDataStillFits(draft, type);
    type.updatedAt = new Date(now).toISOString();
    return type;
  });
}

/** @throws Problem in-use, naming by what */
export function deleteType(
  document: Document,
  reference: string,
  precondition: Precondition | null,
): Promise<void> {
  return document.update((draft) => {
    const type = findType(draft, reference);
    assertFresh(precondition, type);
    const users = usersOf(draft, type.id);
    if (users.length > 0) throw inUseBy(users);
    draft.experienceTypes = draft.experienceTypes.filter((one) => one !== type);
  });
}

function freeKey(document: SpaceDocument, asked: string | undefined, name: string): string {
  const taken = new Set(document.experienceTypes.map((type) => type.key));
  return chooseKey(taken, asked, name, "type", ["key"], "by another Experience type");
}

/** Properties as they are kept: ids stay with their keys, so that a change shows as a small diff. */
function properties(inputs: readonly PropertyInput[], before: readonly Property[]): Property[] {
  const meant = partsMeant(inputs, before, waysToMean);
  const told = inputs.map((input) => input.key ?? meant.get(input)?.key);
  const taken = told.filter((key) => key !== undefined);
  return inputs.map((input, index) => {
    const known = meant.get(input);
    const key = told[index] ?? propertyKeyOf(inLatin(input.name ?? ""), taken);
    if (told[index] === undefined) taken.push(key);
    else if (told.indexOf(key) < index)
      throw new Problem("conflict", `Two properties have the key "${key}".`, {
        errors: [{ path: `/properties/${index}/key`, detail: "is there twice" }],
      });
    return {
      id: known?.id ?? newId("prp"),
      key,
      name: input.name ?? known?.name ?? key,
      type: input.type,
      ...(input.options === undefined ? {} : { options: input.options }),
      ...(input.default === undefined ? {} : { default: input.default }),
    };
  });
}

/** Properties are meant by their ids, else by their keys, else, where neither is told, by their names. */
const waysToMean: readonly ((input: PropertyInput, one: Property) => boolean)[] = [
  ({ id }, one) => one.id === id,
  ({ key }, one) => one.key === key,
  ({ id, key, name }, one) => id === undefined && key === undefined && one.name === name,
];

const usersOf = ({ collections }: SpaceDocument, typeId: string): string[] =>
  collections.flatMap((collection) =>
    itemsIn(collection)
      .filter((one) => ("typeIds" in one ? one.typeIds.includes(typeId) : one.typeId === typeId))
      .map((one) => `${collection.key}.${one.key}`),
  );

/** @throws Problem in-use where a scenario holds data that the changed type no longer takes */
function assertDataStillFits(document: SpaceDocument, type: ExperienceType): void {
  for (const collection of document.collections) {
    for (const experience of experiencesIn(collection).filter((one) => one.typeId === type.id)) {
      const [misfit] = experience.scenarios.flatMap((scenario) => dataErrors(type, scenario.serve.data, []));
      if (misfit !== undefined) {
        throw new Problem(
          "in-use",
          `${collection.key}.${experience.key} serves data that would no longer fit: ${misfit.path.slice(1)} ${misfit.detail}.`,
        );
      }
    }
  }
}

/** What of `data` does not fit the type, with its path in the body. */
export function dataErrors(
  type: ExperienceType,
  data: Readonly<Record<string, unknown>>,
  base: readonly PropertyKey[],
): FieldError[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const property = type.properties.find((one) => one.key === key);
    const faults =
      property === undefined
        ? [{ path: [], detail: `is not a property of ${type.name}` }]
        : propertyValueFaults(property, value);
    return faults.map(({ path, detail }) => ({ path: pointer([...base, key, ...path]), detail }));
  });
}

export const invalidReference = (path: readonly PropertyKey[], detail: string): Problem =>
  invalid([{ path: pointer(path), detail }]);
