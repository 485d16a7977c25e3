import type { Scene } from "../../core/scene.ts";
import type { Stage } from "../../core/stage.ts";
import { inWords } from "../api/api-problem.ts";
import { routeQuery, useEveryPage, useRoute } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly } from "../page/reads.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useAct } from "../parts/use-form.ts";

/** How often another presenter's window is looked at, in ms. */
const often = 1000;

/** A show as it stands, and what a presenter does with it. */
export interface Show {
  readonly scenes: readonly Scene[];
  readonly scene: Scene | null;
  readonly stage: Stage;
  readonly play: (step: number) => void;
  readonly change: (wanted: { scene?: string; person?: string; next?: number }) => void;
}

/** The show of this place; `problem` says why it is not known, where it is not. */
export function useShow(): {
  readonly show: Show | null;
  readonly problem: string | null;
  readonly again: () => void;
} {
  const { client, queries } = useConsole();
  const { canEdit } = useHere();
  const place = usePlace();
  const scenes = useEveryPage("listScenes", { params: { spaceId: place.spaceId } }, { staleTime: slowly });
  const stage = useRoute("getStage", inPlace(place), { refetchInterval: often });
  const act = useAct();
  const again = () => void Promise.all([scenes.refetch(), stage.refetch()]);
  const problem = scenes.error ?? stage.error;
  if (scenes.data === undefined || stage.data === undefined)
    return { show: null, problem: problem && inWords(problem), again };
  const keep = (now: Stage) =>
    queries.setQueryData(routeQuery(client, "getStage", inPlace(place)).queryKey, now);
  const send = (sending: () => Promise<Stage>, failure: string) =>
    canEdit &&
    act({
      send: async () => {
        keep(await sending());
        // A step may have moved the clock, published, or let people go on.
        void queries.invalidateQueries();
        return {};
      },
      failure,
    });
  const show: Show = {
    scenes: scenes.data,
    scene: scenes.data.find(({ key }) => key === stage.data.scene) ?? null,
    stage: stage.data,
    play: (step) =>
      send(
        () => client.call("playStep", { ...inPlace(place), body: { step } }),
        `Step ${step} was not played to its end.`,
      ),
    change: (body) =>
      send(() => client.call("changeStage", { ...inPlace(place), body }), "The show did not change."),
  };
  return { show, problem: null, again };
}
