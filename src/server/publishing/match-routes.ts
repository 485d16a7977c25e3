import { findCollection } from "../collections/collection-parts.ts";
import { goneSignal } from "../http/gone-signal.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { mostChecked } from "./publication-routes.ts";

export function matchRoutes({
  publishing,
  population,
  clock,
}: Services): Pick<PlatformHandlers, "getMatches"> {
  return {
    getMatches: async ({ context, params, query, res }) => {
      const space = context.space().data;
      const draft = findCollection(space, params.collectionId);
      const environment = { spaceId: space.space.id, environment: query.environment };
      const content =
        query.content === "draft"
          ? await publishing.content(space, draft, { environment: query.environment })
          : (publishing.served(environment.spaceId, query.environment, draft.id)?.content ?? null);
      const now = clock.now();
      const found = await population.matches(
        { environment, tribes: space.tribes, content, now, most: mostChecked },
        goneSignal(res),
      );
      return { body: { at: new Date(now).toISOString(), ...found }, headers: clock.headers() };
    },
  };
}
