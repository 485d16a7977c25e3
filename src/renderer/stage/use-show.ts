import { useRef } from "react";
import type { Scene } from "../../core/scene.ts";
import type { Clock } from "../../core/settings.ts";
import type { Stage, Standing } from "../../core/stage.ts";
import { inWords } from "../api/api-problem.ts";
import { patchKnown, routeQuery } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly } from "../page/reads.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useEveryPage, useRoute } from "../page/use-route.ts";
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
  /** Changes it, from what was shown when it was pressed, or as this window's acts have left it since. */
  readonly change: (
    wanted: (from: Stage) => { scene?: string; person?: string; next?: number; seen?: Standing },
  ) => void;
  /** For an act: how the show is now. */
  readonly now: () => Stage;
  /** For an act: sends a write, and takes over what it says of the show; where the show was read meanwhile, nobody knows which is newer: it is read again. */
  readonly write: (send: () => Promise<Partial<Stage>>) => Promise<void>;
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
  /** How this window's acts have left it last. */
  const left = useRef<Stage | null>(null);
  const again = () => void Promise.all([scenes.refetch(), stage.refetch()]);
  const problem = scenes.error ?? stage.error;
  if (scenes.data === undefined || stage.data === undefined)
    return { show: null, problem: problem && inWords(problem), again };
  const read = routeQuery(client, "getStage", inPlace(place));
  const now = () => queries.getQueryData(read.queryKey) ?? stage.data;
  const write = async (send: () => Promise<Partial<Stage>>) => {
    const reads = () => queries.getQueryState(read.queryKey)?.dataUpdateCount;
    const before = reads();
    const part = await send();
    if (reads() === before) patchKnown<Stage>(queries, read, (known) => ({ ...known, ...part }));
    else await queries.refetchQueries({ queryKey: read.queryKey, exact: true });
    // What says nothing of the script leaves the show where it was seen.
    if (part.next !== undefined) left.current = { ...now(), ...part };
  };
  /** For an act, called when it is pressed: gives when its turn comes where it goes on from. What another window did is not among it, as nobody has seen that here. */
  const asShown = () => {
    const before = left.current;
    return () => (left.current === before ? stage.data : (left.current ?? stage.data));
  };
  const readAgain = () => {
    clock.isOld();
    void queries.invalidateQueries();
  };
  const sending = (send: () => Promise<Stage>, failure: string): Sending => ({
    send: async () => {
      try {
        await write(send);
      } finally {
        readAgain();
      }
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
    write,
    clock: clock.now,
    readAgain,
    play: (wanted) => {
      const { waits, step: played } = plays.current;
      if (!canEdit || waits || (played !== null && now().next !== played + 1)) return;
      plays.current.waits = true;
      const from = asShown();
      acts.inTurn("play", () => {
        plays.current.waits = false;
        const { scene: key, next } = from();
        const step = wanted ?? next;
        const isAtEnd = wanted === undefined && step > (scene?.script.length ?? 0);
        if (isAtEnd) return { send: async () => ({}), failure: "" };
        return sending(async () => {
          plays.current.step = step;
          try {
            return await client.call("playStep", {
              ...inPlace(place),
              body: { step, seen: { scene: key, next } },
            });
          } finally {
            plays.current.step = null;
          }
        }, `Step ${step} was not played to its end.`);
      });
    },
    change: (wanted) => {
      if (!canEdit) return;
      const from = asShown();
      acts.inTurn("change", () =>
        sending(
          () => client.call("changeStage", { ...inPlace(place), body: wanted(from()) }),
          "The show did not change.",
        ),
      );
    },
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
