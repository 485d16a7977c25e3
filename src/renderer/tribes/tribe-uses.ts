import { useMemo } from "react";
import type { Collection } from "../../core/collection.ts";
import { tribesNamed } from "../../core/items.ts";
import type { Persona } from "../../core/persona.ts";
import { tribeReferences } from "../../core/targeting/tribe-references.ts";
import type { Tribe } from "../../core/tribe.ts";
import { useConsole } from "../page/console-context.ts";
import { useList } from "../page/use-list.ts";
import { unlistedTribe } from "../rules/rule-words.ts";
import type { SentenceNames } from "../rules/sentence-piece.ts";
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
export const usesOf = (id: string, model: Model): TribeUse[] =>
  namings(model)
    .filter(({ ids }) => ids.includes(id))
    .map(({ use }) => use);

/** How many uses each Tribe has, in one look at all of them; absent where it has none. */
export function countsOfUses(model: Model): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { ids } of namings(model)) {
    for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** A use, and the ids of the Tribes that it names. */
interface Naming {
  readonly ids: readonly string[];
  readonly use: TribeUse;
}

const namings = ({ tribes, collections, personas }: Model): Naming[] => [
  ...collections.flatMap(inCollection),
  ...tribes.map((one): Naming => {
    const { id, name, key, rules } = one;
    const ids = tribeReferences(rules).filter((other) => other !== id);
    return { ids, use: { kind: "tribe", name, key, page: "tribes", below: [tribeStep(one)] } };
  }),
  ...personas.map(({ name, key, expected }): Naming => {
    const ids = expected.tribes.map(({ tribe }) => tribe);
    return { ids, use: { kind: "persona", name, key, page: "personas", below: [key] } };
  }),
];

/** The personas that expect something of a Tribe. */
export const personasOf = (id: string, personas: readonly Persona[]): readonly Persona[] =>
  personas.filter(({ expected }) => expected.tribes.some(({ tribe }) => tribe === id));

type Scenarios = readonly {
  readonly name: string;
  readonly audience?: { readonly anyOf: readonly string[]; readonly noneOf: readonly string[] } | undefined;
}[];

function inCollection({ key, experiences, sections }: Collection): Naming[] {
  return [
    ...experiences.flatMap((one) => inScenarios(one, "experience", [key, one.key])),
    ...sections.flatMap((section) => [
      ...inScenarios(section, "section", [key, section.key]),
      ...section.experiences.flatMap((one) => inScenarios(one, "experience", [key, section.key, one.key])),
    ]),
  ];
}

const inScenarios = (
  { name, scenarios }: { readonly name: string; readonly scenarios: Scenarios },
  kind: "experience" | "section",
  below: readonly string[],
): Naming[] =>
  scenarios.map((scenario, index) => ({
    ids: tribesNamed(scenario),
    use: { kind, name: `${name}, scenario ${index + 1}`, key: below.join("."), page: "collections", below },
  }));

/** What of a Space names Tribes. Lists that are not loaded yet count as empty. */
export function useModel(): Model {
  const { tribes, collections, personas } = useConsole();
  const [all, drafts, saved] = [useList(tribes), useList(collections), useList(personas)];
  return useMemo(
    () => ({ tribes: all ?? [], collections: drafts ?? [], personas: saved ?? [] }),
    [all, drafts, saved],
  );
}

/** How Tribes are named in sentences. */
export function useSentenceNames(): SentenceNames {
  const tribes = useList(useConsole().tribes);
  return useMemo(() => {
    const names = new Map(tribes?.map(({ id, name }) => [id, name]));
    return { tribe: (id) => names.get(id) ?? unlistedTribe(tribes) };
  }, [tribes]);
}
