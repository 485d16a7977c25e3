import { itemsIn } from "../items.ts";
import type { Scene } from "../scene.ts";

interface WithScenarios {
  readonly id: string;
  readonly key: string;
  readonly scenarios: readonly { readonly id: string; readonly name: string }[];
}

/** What a scene may name of a Collection: as it is drafted, or as it is served. */
interface Named {
  readonly id: string;
  readonly key: string;
  readonly experiences: readonly WithScenarios[];
  readonly sections: readonly (WithScenarios & { readonly experiences: readonly WithScenarios[] })[];
}

/**
 * What a scene names that neither a draft of its Space has nor `served`, what its environment serves; each once, in words: a condition
 * on it never holds, and a step that publishes it fails. A scene may be there before what it names is made, so this is no reason to
 * refuse one.
 */
export function missingNames(
  { intents, script }: Pick<Scene, "intents" | "script">,
  drafts: readonly Named[],
  served: readonly Named[],
): string[] {
  const known = scenariosByReference([...drafts, ...served]);
  const publishable = new Set(drafts.flatMap(({ id, key }) => [id, key]));
  const steps = intents.flatMap((intent) => intent.steps);
  const missing = [
    ...steps.flatMap(({ experience }) => (experience === undefined ? [] : unserved(experience))),
    ...steps.flatMap((step) =>
      step.served.flatMap(({ experience, scenario }) => unserved(experience, scenario)),
    ),
    ...script.flatMap(({ do: acts }) =>
      acts.flatMap((act) =>
        "publish" in act && !publishable.has(act.publish.collection)
          ? [`Collection “${act.publish.collection}”`]
          : [],
      ),
    ),
  ];
  return [...new Set(missing)];

  function unserved(experience: string, scenario?: string): string[] {
    const scenarios = known.get(experience);
    if (scenarios === undefined) return [`“${experience}”`];
    return scenario === undefined || scenarios.has(scenario)
      ? []
      : [`scenario “${scenario}” of “${experience}”`];
  }
}

/** Of each Experience and Section, by its id and by `<collection>.<key>`: its scenarios, by id and name. */
function scenariosByReference(collections: readonly Named[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const collection of collections)
    for (const one of itemsIn(collection))
      for (const reference of [one.id, `${collection.key}.${one.key}`]) {
        const scenarios = known.get(reference) ?? new Set();
        for (const { id, name } of one.scenarios) scenarios.add(id).add(name);
        known.set(reference, scenarios);
      }
  return known;
}
