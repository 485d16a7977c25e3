import type { PublishedDocument, SpaceDocument } from "../../core/documents.ts";
import { itemsIn, tribesNamed } from "../../core/items.ts";
import type { CollectionContent } from "../../core/publication.ts";
import { tribeReferences } from "../../core/targeting/tribe-references.ts";

type Content = Pick<CollectionContent, "key" | "experiences" | "sections">;

/** What names a Tribe, in words: other Tribes, personas, scenarios of drafts, scenarios that an environment serves. */
export function usersOfTribe(
  id: string,
  { tribes, collections, personas }: Pick<SpaceDocument, "tribes" | "collections" | "personas">,
  published: readonly PublishedDocument[],
): string[] {
  return [
    ...tribes
      .filter(({ rules }) => tribeReferences(rules).includes(id))
      .map(({ name }) => `the Tribe "${name}"`),
    ...personas
      .filter(({ expected }) => expected.tribes.some(({ tribe }) => tribe === id))
      .map(({ name }) => `the persona "${name}"`),
    ...collections.flatMap((draft) => scenarios(draft, id)),
    ...published.flatMap(({ environment, collections: served }) =>
      served.flatMap(({ content }) => scenarios(content, id).map((name) => `${name} in ${environment}`)),
    ),
  ];
}

const scenarios = (content: Content, id: string): string[] =>
  itemsIn(content).flatMap(({ key, scenarios }) =>
    scenarios
      .filter((scenario) => tribesNamed(scenario).includes(id))
      .map(({ name }) => `${content.key}.${key} ("${name}")`),
  );
