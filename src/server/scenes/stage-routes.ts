import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import type { ClockAhead } from "../../core/stage.ts";
import type { Tribe } from "../../core/tribe.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { busy } from "../store/busy.ts";

type Names = "getStage" | "changeStage" | "playStep" | "clockAhead";

const dayMs = 86_400_000;
/** In one environment: each walks over all people twice. */
const looksAtOnce = 3;

export const stageRoutes = ({ stages, clock, population }: Services): Pick<PlatformHandlers, Names> => {
  /**
   * What is being counted, by environment, days (none: from the real time to the clock) and the clock's setting: equal
   * questions share one answer.
   */
  const looks = new Map<string, Map<string, Promise<ClockAhead>>>();
  const aheadOf = async (
    environment: EnvironmentRef,
    tribes: readonly Tribe[],
    days: number | undefined,
  ): Promise<ClockAhead> => {
    const now = days === undefined ? clock.real() : clock.now();
    const later = days === undefined ? clock.now() : now + days * dayMs;
    const today = await population.sizes({ environment, tribes, now });
    const then = await population.sizes({ environment, tribes, now: later });
    const counted = tribes.map(({ id, name }) => ({
      id,
      name,
      now: today.get(id) ?? 0,
      ahead: then.get(id) ?? 0,
    }));
    return { at: new Date(later).toISOString(), tribes: counted.filter((one) => one.now !== one.ahead) };
  };
  return {
    getStage: ({ context }) => ({ body: stages.view(context.environment()) }),
    changeStage: async ({ context, body }) => ({ body: await stages.change(context.environment(), body) }),
    playStep: async ({ context, body, res }) => {
      const onActed = () => {
        res.locals.changed = true;
      };
      return { body: await stages.play(context.environment(), body, context.caller, onActed) };
    },
    clockAhead: async ({ context, query: { days } }) => {
      const environment = context.environment();
      const place = environmentName(environment);
      const asked = looks.get(place) ?? new Map<string, Promise<ClockAhead>>();
      // By the clock's setting: after it was moved, the question is another one.
      const { mode, at, ...offset } = clock.read();
      const question = JSON.stringify([days, mode, mode === "frozen" ? at : offset]);
      const under = asked.get(question);
      if (under === undefined && asked.size >= looksAtOnce)
        throw busy("What other moves of the clock change is being counted; try again shortly.");
      const answer = under ?? aheadOf(environment, context.space().data.tribes, days);
      if (under === undefined) {
        looks.set(place, asked.set(question, answer));
        const over = () => asked.delete(question);
        answer.then(over, over);
      }
      return { body: await answer, headers: clock.headers() };
    },
  };
};
