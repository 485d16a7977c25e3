import { useMemo } from "react";
import type { Collection } from "../../core/collection.ts";
import { tribesNamed } from "../../core/items.ts";
import type { Persona } from "../../core/persona.ts";
import { tribeReferences } from "../../core/targeting/tribe-references.ts";
import type { Tribe } from "../../core/tribe.ts";
import { itemOf, keyPath, partsOf } from "../model/collection-address.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { notHidden, useList, useListProblem } from "../page/use-list.ts";
import { tribeStep } from "./tribe-step.ts";

/** What names a Tribe, and where in it, in words that stand after its name. */
export interface UsePlace {
  readonly name: string;
  readonly place?: string;
}

/** Something that names a Tribe; `below` leads to it on its page. */
export interface TribeUse extends UsePlace {
  readonly kind: "experience" | "section" | "tribe" | "persona";
  readonly key: string;
  readonly page: "collections" | "tribes" | "personas";
  readonly below: readonly string[];
}

/** What of a Space names Tribes, all of it. */
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

const inCollection = (collection: Collection): Naming[] =>
  partsOf(collection).flatMap((part) => {
    const { name, scenarios } = itemOf(part);
    const below = keyPath(part);
    const key = [collection.key, ...below.slice(1)].join(".");
    return scenarios.map((scenario, index): Naming => {
      const place = `scenario ${index + 1}`;
      return {
        ids: tribesNamed(scenario),
        use: { kind: part.kind, name, place, key, page: "collections", below },
      };
    });
  });

/** The model; null until each of its lists is known, or with the reason why one is not. */
export function useModel(): { readonly model: Model | null; readonly problem: string | null } {
  const { tribes, collections, personas } = useConsole();
  const [all, drafts, saved] = [useList(tribes), useList(collections), useList(personas)];
  const problem = useListProblem(tribes, collections, personas);
  const model = useMemo(
    () =>
      all === null || drafts === null || saved === null
        ? null
        : { tribes: all, collections: drafts, personas: saved },
    [all, drafts, saved],
  );
  return { model, problem };
}

/** The same for an act, which waits for it. @throws ApiProblem, ServerUnreachable */
export async function wholeModel(
  { tribes, collections, personas, removals }: Console,
  spaceId: string,
): Promise<Model> {
  const [all, drafts, saved] = await Promise.all([
    tribes.whole(spaceId),
    collections.whole(spaceId),
    personas.whole(spaceId),
  ]);
  const hidden = removals.hidden.getState();
  return {
    tribes: notHidden(all, hidden),
    collections: notHidden(drafts, hidden),
    personas: notHidden(saved, hidden),
  };
}
