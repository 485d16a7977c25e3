import type { PublishedDocument, SpaceDocument } from "../../core/documents.ts";
import { itemsIn, tribesNamed } from "../../core/items.ts";
import { type EnvironmentKey, environmentNames } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { CollectionContent } from "../../core/publication.ts";

/** A Collection that got another key, or was published before it had this one, still serves the old: two would share their flags' names. */
export function assertKeyFree(
  { collections }: PublishedDocument,
  { id, key }: CollectionContent,
  environment: EnvironmentKey,
): void {
  const other = collections.find(({ content }) => content.key === key && content.id !== id);
  if (other === undefined) return;
  const { name } = other.content;
  throw new Problem(
    "conflict",
    `${environmentNames[environment]} serves "${name}" under the key "${key}" already. Publish that Collection again, or take it out of ${environmentNames[environment]}, first. Where the two exchange their keys, give one of them a third key for as long.`,
  );
}

/** A version from before a Tribe was deleted can't come back as it was. @throws Problem conflict */
export function assertTribes({ tribes }: SpaceDocument, content: CollectionContent): void {
  const known = new Set(tribes.map(({ id }) => id));
  for (const one of itemsIn(content)) {
    for (const scenario of one.scenarios) {
      const missing = tribesNamed(scenario).find((id) => !known.has(id));
      if (missing !== undefined)
        throw new Problem(
          "conflict",
          `The scenario "${scenario.name}" of ${content.key}.${one.key} is for a Tribe that was deleted (${missing}).`,
        );
    }
  }
}
