import { goneSignal } from "../http/gone-signal.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { findTribe } from "./tribe-service.ts";

type Names = "listTribes" | "createTribe" | "getTribe" | "updateTribe" | "deleteTribe" | "getReach";

export function tribeRoutes({ tribes, population, clock }: Services): Pick<PlatformHandlers, Names> {
  return {
    listTribes: ({ context, query }) => ({
      body: pageOf(context.space().data.tribes, (one) => one.id, query),
    }),
    createTribe: async ({ context, body }) => ({
      body: await tribes.create(context.space(), body, clock.now()),
    }),
    getTribe: ({ context, params }) => ({ body: findTribe(context.space().data, params.tribeId) }),
    updateTribe: async ({ context, params, body, ifMatch }) => ({
      body: await tribes.update(context.space(), params.tribeId, body, { ifMatch, now: clock.now() }),
    }),
    deleteTribe: async ({ context, params, ifMatch }) => {
      await tribes.delete(context.space(), params.tribeId, ifMatch);
      return {};
    },
    getReach: async ({ context, params, query, res }) => {
      const { space, tribes: all } = context.space().data;
      const now = clock.now();
      const found = await population.reach(
        {
          environment: { spaceId: space.id, environment: query.environment },
          tribes: all,
          tribeId: findTribe({ tribes: all }, params.tribeId).id,
          now,
        },
        goneSignal(res),
      );
      return { body: { ...found, at: new Date(now).toISOString() }, headers: clock.headers() };
    },
  };
}
