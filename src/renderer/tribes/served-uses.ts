import type { Collection } from "../../core/collection.ts";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import type { ApiClient } from "../api/client.ts";

/** What environments serve that names a Tribe, in words: the drafts may no longer say so. Throws as the client does. */
export async function servedUses(
  client: ApiClient,
  spaceId: string,
  collections: readonly Collection[],
  tribeId: string,
): Promise<string[]> {
  const served = collections.flatMap(({ id, status }) =>
    environmentKeys.map((environment) => ({ id, environment, version: status[environment].version })),
  );
  const found = await Promise.all(
    served.map(async ({ id, environment, version }) => {
      if (version === null) return [];
      const params = { spaceId, collectionId: id, environment, version: String(version) };
      const { content } = await client.call("getPublication", { params });
      const items = [
        ...content.experiences,
        ...content.sections,
        ...content.sections.flatMap((one) => one.experiences),
      ];
      return items
        .filter(({ scenarios }) =>
          scenarios.some(
            ({ audience }) => audience?.anyOf.includes(tribeId) || audience?.noneOf.includes(tribeId),
          ),
        )
        .map(({ name }) => `${name}, as served in ${environmentNames[environment]}`);
    }),
  );
  return found.flat();
}
