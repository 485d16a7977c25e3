import type { CollectionDraft } from "../collection.ts";
import type { Scene } from "../scene.ts";

type Placed = readonly [reference: string, scenarios: ReadonlySet<string>];

/**
 * What a scene names that no draft of its Space has, each once, in words: once that is published a condition on it never holds, and a
 * step that publishes it fails. A scene may be there before what it names is made, so this is no reason to refuse one.
 */
export function missingNames(
  { intents, script }: Pick<Scene, "intents" | "script">,
  collections: readonly Pick<CollectionDraft, "id" | "key" | "experiences" | "sections">[],
): string[] {
  const served = new Map(collections.flatMap(placed));
  const published = new Set(collections.flatMap(({ id, key }) => [id, key]));
  const steps = intents.flatMap((intent) => intent.steps);
  const missing = [
    ...steps.flatMap(({ experience }) => (experience === undefined ? [] : unserved(experience))),
    ...steps.flatMap((step) =>
      step.served.flatMap(({ experience, scenario }) => unserved(experience, scenario)),
    ),
    ...script.flatMap(({ do: acts }) =>
      acts.flatMap((act) =>
        "publish" in act && !published.has(act.publish.collection)
          ? [`Collection “${act.publish.collection}”`]
          : [],
      ),
    ),
  ];
  return [...new Set(missing)];

  function unserved(experience: string, scenario?: string): string[] {
    const scenarios = served.get(experience);
    if (scenarios === undefined) return [`“${experience}”`];
    return scenario === undefined || scenarios.has(scenario)
      ? []
      : [`scenario “${scenario}” of “${experience}”`];
  }
}

/** Each Experience and Section by its id and by `<collection>.<key>`, with its scenarios by id and name. */
const placed = ({
  key,
  experiences,
  sections,
}: Pick<CollectionDraft, "key" | "experiences" | "sections">): Placed[] =>
  [...experiences, ...sections, ...sections.flatMap((section) => section.experiences)].flatMap((one) => {
    const scenarios = new Set(one.scenarios.flatMap(({ id, name }) => [id, name]));
    return [one.id, `${key}.${one.key}`].map((reference): Placed => [reference, scenarios]);
  });
