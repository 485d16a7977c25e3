import type { EnvironmentRef } from "../../core/refs.ts";
import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { TribeTrial, TribeTrialResult } from "../../core/tribe-trial.ts";
import { goneSignal } from "../http/gone-signal.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import { tribesBehind } from "../population/tribes-behind.ts";
import type { Services } from "../services.ts";
import { findTribe } from "./tribe-service.ts";
import { type TriedTribe, triedTribe } from "./tried-tribe.ts";

type Names =
  | "listTribes"
  | "createTribe"
  | "getTribe"
  | "updateTribe"
  | "deleteTribe"
  | "getReach"
  | "tryTribe";

export function tribeRoutes({
  tribes,
  population,
  clock,
  explain,
  store,
}: Services): Pick<PlatformHandlers, Names> {
  const personIn = async (
    { tribes: all, tribeId, saved }: TriedTribe,
    { userId, kind }: TribeTrial,
    asked: { readonly environment: EnvironmentRef; readonly at: number },
  ): Promise<TribeTrialResult["person"]> => {
    if (userId === undefined) return null;
    const { environment } = asked;
    const user = await store.users.find({ environment, id: userId, kind: kind ?? null });
    if (user === null) return null;
    const ids = saved === null ? [tribeId] : [tribeId, saved.id];
    const set = compileTribes(tribesBehind(all, ids));
    const found = await explain.membership({ kind: user.kind, id: user.id }, set, ids, asked);
    const [why, was] = found?.whys ?? [];
    if (found === null || why === undefined) return null;
    return { user: found.user, matched: why.matched, wasMatched: was?.matched ?? null, why };
  };

  return {
    listTribes: ({ context, query }) => ({
      body: pageOf(context.space().data.tribes, (one) => one.id, query),
    }),
    createTribe: async ({ context, body }) => ({
      body: await tribes.create(context.space(), body, clock.now()),
    }),
    getTribe: ({ context, params }) => ({ body: findTribe(context.space().data, params.tribeId) }),
    updateTribe: async ({ context, params, body, precondition }) => ({
      body: await tribes.update(context.space(), params.tribeId, body, { precondition, now: clock.now() }),
    }),
    deleteTribe: async ({ context, params, precondition }) => {
      await tribes.delete(context.space(), params.tribeId, precondition);
      return {};
    },
    tryTribe: async ({ context, query, body, res }) => {
      const space = context.space().data;
      const now = clock.now();
      const at = new Date(now).toISOString();
      const tried = triedTribe(space, body, now);
      const environment = { spaceId: space.space.id, environment: query.environment };
      const { tribes: all, tribeId, saved } = tried;
      const [found, person] = await Promise.all([
        population.trial(
          { environment, tribes: all, tribeId, savedId: saved?.id ?? null, now },
          goneSignal(res),
        ),
        personIn(tried, body, { environment, at: now }),
      ]);
      const before = found.before === null ? null : { ...found.before, at };
      return {
        body: { ...found, reach: { ...found.reach, at }, before, person },
        headers: clock.headers(),
      };
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
