import { useRef } from "react";
import type { Scene } from "../../core/scene.ts";
import type { Clock } from "../../core/settings.ts";
import type { Stage } from "../../core/stage.ts";
import { inWords } from "../api/api-problem.ts";
import { patchKnown, routeQuery, useEveryPage, useRoute } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly } from "../page/reads.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { type Acts, useActs } from "../parts/use-acts.ts";
import type { Sending } from "../stores/form-store.ts";

/** How often another presenter's window is looked at, in ms. */
const often = 1000;

/** A show as it stands, and what a presenter does with it. */
export interface Show {
  readonly scenes: readonly Scene[];
  readonly scene: Scene | null;
  readonly stage: Stage;
  readonly acts: Acts;
  /** Plays a step, or the one that comes next; nothing while one waits or is played, but for the one that it leads to: the show is read every second, so that this may be shown before the answer is here. */
  readonly play: (step?: number) => void;
  /** Changes it, by how the acts before leave it. */
  readonly change: (wanted: (now: Stage) => { scene?: string; person?: string; next?: number }) => void;
  /** For an act: how the show is now. */
  readonly now: () => Stage;
  /** For an act: takes over what a write says of the show. */
  readonly keep: (part: Partial<Stage>) => void;
  /** For an act: the clock as it is now. */
  readonly clock: () => Promise<Clock>;
  /** For an act: has all read again, as it may have changed anything, the clock too. */
  readonly readAgain: () => void;
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
  const acts = useActs();
  const clock = useKnownClock();
  /** Whether one waits for its turn, and the step that is being played. */
  const plays = useRef<{ waits: boolean; step: number | null }>({ waits: false, step: null });
  const again = () => void Promise.all([scenes.refetch(), stage.refetch()]);
  const problem = scenes.error ?? stage.error;
  if (scenes.data === undefined || stage.data === undefined)
    return { show: null, problem: problem && inWords(problem), again };
  const read = routeQuery(client, "getStage", inPlace(place));
  const now = () => queries.getQueryData(read.queryKey) ?? stage.data;
  const keep = (part: Partial<Stage>) => patchKnown<Stage>(queries, read, (known) => ({ ...known, ...part }));
  const readAgain = () => {
    clock.isOld();
    void queries.invalidateQueries();
  };
  const sending = (send: () => Promise<Stage>, failure: string): Sending => ({
    send: async () => {
      keep(await send());
      readAgain();
      return {};
    },
    failure,
    namesMore: true,
  });
  const scene = scenes.data.find(({ key }) => key === stage.data.scene) ?? null;
  const show: Show = {
    scenes: scenes.data,
    scene,
    stage: stage.data,
    acts,
    now,
    keep,
    clock: clock.now,
    readAgain,
    play: (wanted) => {
      const { waits, step: played } = plays.current;
      if (!canEdit || waits || (played !== null && now().next !== played + 1)) return;
      plays.current.waits = true;
      acts.inTurn("play", () => {
        plays.current.waits = false;
        const step = wanted ?? now().next;
        const isAtEnd = wanted === undefined && step > (scene?.script.length ?? 0);
        if (isAtEnd) return { send: async () => ({}), failure: "" };
        return sending(async () => {
          plays.current.step = step;
          try {
            return await client.call("playStep", { ...inPlace(place), body: { step } });
          } finally {
            plays.current.step = null;
          }
        }, `Step ${step} was not played to its end.`);
      });
    },
    change: (wanted) =>
      canEdit &&
      acts.inTurn("change", () =>
        sending(
          () => client.call("changeStage", { ...inPlace(place), body: wanted(now()) }),
          "The show did not change.",
        ),
      ),
  };
  return { show, problem: null, again };
}

/** The clock as it is known; it is asked for where an act may have moved it. */
function useKnownClock() {
  const { client, queries } = useConsole();
  const isOld = useRef(false);
  const read = routeQuery(client, "getStatus", {});
  return {
    isOld: () => {
      isOld.current = true;
    },
    now: async (): Promise<Clock> => {
      const known = queries.getQueryData(read.queryKey);
      if (known !== undefined && !isOld.current) return known.clock;
      const { clock } = await queries.fetchQuery({ ...read, staleTime: 0 });
      isOld.current = false;
      return clock;
    },
  };
}
