import { goneSignal } from "../http/gone-signal.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names = "getStage" | "changeStage" | "playStep" | "clockAhead";

const dayMs = 86_400_000;

export const stageRoutes = ({ stages, clock, population }: Services): Pick<PlatformHandlers, Names> => ({
  getStage: ({ context }) => ({ body: stages.view(context.environment()) }),
  changeStage: ({ context, body }) => ({ body: stages.change(context.environment(), body) }),
  playStep: async ({ context, body }) => ({
    body: await stages.play(context.environment(), body.step, context.caller),
  }),
  clockAhead: async ({ context, query, res }) => {
    const environment = context.environment();
    const all = context.space().data.tribes;
    const signal = goneSignal(res);
    const now = clock.now();
    const later = now + query.days * dayMs;
    const then = await population.sizes({ environment, tribes: all, now: later }, signal);
    const today = await population.sizes({ environment, tribes: all, now }, signal);
    const tribes = all
      .map(({ id, name }) => ({ id, name, now: today.get(id) ?? 0, ahead: then.get(id) ?? 0 }))
      .filter((tribe) => tribe.now !== tribe.ahead);
    return { body: { at: new Date(later).toISOString(), tribes }, headers: clock.headers() };
  },
});
