import type { ClockAhead } from "../../core/stage.ts";
import { goneSignal } from "../http/gone-signal.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names = "getStage" | "changeStage" | "playStep" | "clockAhead";

const dayMs = 86_400_000;
/** Each is counted twice over everybody: the first ones, where a Space has more. */
const mostTribes = 50;

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
    const count = async (tribeId: string, at: number) => {
      const { matched } = await population.reach({ environment, tribes: all, tribeId, now: at }, signal);
      return matched.users + matched.visitors;
    };
    const tribes: ClockAhead["tribes"] = [];
    for (const { id, name } of all.slice(0, mostTribes)) {
      const counts = { now: await count(id, now), ahead: await count(id, later) };
      if (counts.now !== counts.ahead) tribes.push({ id, name, ...counts });
    }
    return { body: { at: new Date(later).toISOString(), tribes }, headers: clock.headers() };
  },
});
