import type { Collection } from "../../core/collection.ts";
import type { Persona } from "../../core/persona.ts";
import { tribeReferences } from "../../core/targeting/tribe-references.ts";
import type { Tribe } from "../../core/tribe.ts";
import { tribeStep } from "./tribe-step.ts";

/** Something that names a Tribe; `below` leads to it on its page. */
export interface TribeUse {
  readonly kind: "experience" | "section" | "tribe" | "persona";
  readonly name: string;
  readonly key: string;
  readonly page: "collections" | "tribes" | "personas";
  readonly below: readonly string[];
}

export interface Model {
  readonly tribes: readonly Tribe[];
  readonly collections: readonly Collection[];
  readonly personas: readonly Persona[];
}

/** What of a Space's drafts names a Tribe: scenarios, other Tribes, personas. What is served is the server's to say. */
export const usesOf = (id: string, { tribes, collections, personas }: Model): TribeUse[] => [
  ...collections.flatMap((one) => collectionUses(id, one)),
  ...tribes
    .filter((one) => one.id !== id && tribeReferences(one.rules).includes(id))
    .map(
      (one): TribeUse => ({
        kind: "tribe",
        name: one.name,
        key: one.key,
        page: "tribes",
        below: [tribeStep(one)],
      }),
    ),
  ...personasOf(id, personas).map(
    ({ name, key }): TribeUse => ({ kind: "persona", name, key, page: "personas", below: [key] }),
  ),
];

/** The personas that expect something of a Tribe. */
export const personasOf = (id: string, personas: readonly Persona[]): readonly Persona[] =>
  personas.filter(({ expected }) => expected.tribes.some(({ tribe }) => tribe === id));

type Scenarios = readonly {
  readonly name: string;
  readonly audience?: { readonly anyOf: readonly string[]; readonly noneOf: readonly string[] } | undefined;
}[];

function collectionUses(id: string, collection: Collection): TribeUse[] {
  const { key, experiences, sections } = collection;
  return [
    ...experiences.flatMap((one) => scenarioUses(id, one, "experience", [key, one.key])),
    ...sections.flatMap((section) => [
      ...scenarioUses(id, section, "section", [key, section.key]),
      ...section.experiences.flatMap((one) =>
        scenarioUses(id, one, "experience", [key, section.key, one.key]),
      ),
    ]),
  ];
}

function scenarioUses(
  id: string,
  { name, scenarios }: { readonly name: string; readonly scenarios: Scenarios },
  kind: "experience" | "section",
  below: readonly string[],
): TribeUse[] {
  return scenarios.flatMap(({ audience }, index): TribeUse[] =>
    audience?.anyOf.includes(id) || audience?.noneOf.includes(id)
      ? [{ kind, name: `${name}, scenario ${index + 1}`, key: below.join("."), page: "collections", below }]
      : [],
  );
}
