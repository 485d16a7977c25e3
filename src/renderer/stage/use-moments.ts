import { useEffect, useRef, useState } from "react";
import { isShared } from "../../core/settings.ts";
import type { Snapshot } from "../../core/snapshot.ts";
import { momentName, nextAtMoment } from "../../core/stage.ts";
import { inWords } from "../api/api-problem.ts";
import { everyPageQuery, patchKnown, useEveryPage } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly, useStatus } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useLatestValue } from "../page/use-local-keys.ts";
import { useLong } from "../parts/use-long.ts";
import { say } from "../stores/toasts-store.ts";
import type { Show } from "./use-show.ts";

/** A moment of the scene that is played, and the step that comes next there. */
interface Moment extends Snapshot {
  readonly next: number;
}

/** What it is called where the scene is known. */
export const wordsOf = ({ next }: Moment): string => (next === 1 ? "Start" : `After step ${next - 1}`);

/** Moments of this scene's show, newest first; undefined until they are known. */
export const useMoments = ({ stage: { scene } }: Show): readonly Moment[] | undefined => {
  const { ownsWorkspace } = useHere();
  const { data } = useEveryPage("listSnapshots", ownsWorkspace ? {} : null, { staleTime: slowly });
  return data?.flatMap((one) => {
    const next = one.kept || scene === null ? null : nextAtMoment(scene, one.name);
    return next === null ? [] : [{ ...one, next }];
  });
};

export const isStart = ({ next }: Moment): boolean => next === 1;

/** Keeps everything as it is now. */
export function useKeepMoment({ acts, now }: Show): () => void {
  const { client, queries, toasts } = useConsole();
  return () =>
    acts.once("keep", () => ({
      send: async () => {
        const { scene, next } = now();
        const kept = await client.call("createSnapshot", { body: { name: momentName(scene ?? "", next) } });
        patchKnown<readonly Snapshot[]>(queries, everyPageQuery(client, "listSnapshots", {}), (all) => [
          kept,
          ...all.filter(({ id }) => id !== kept.id),
        ]);
        say(toasts, next === 1 ? "Kept the start" : `Kept “After step ${next - 1}”`);
        return {};
      },
      failure: "This moment was not kept.",
    }));
}

/** What restoring a moment is called among the acts. */
export const restoring = ({ id }: Moment): string => `restore/${id}`;

/** Restores everything, and the script to the step that came next then. */
export function useRestore({ acts, keep, readAgain }: Show): (to: Moment) => void {
  const { client, toasts } = useConsole();
  const place = usePlace();
  const path = usePath();
  return (moment) => {
    const { id, next } = moment;
    const name = wordsOf(moment);
    acts.once(restoring(moment), () => ({
      send: async () => {
        await client.call("restoreSnapshot", { params: { snapshotId: id } });
        const script = await client
          .call("changeStage", { ...inPlace(place), body: { next, ...(next === 1 && { person: null }) } })
          .then(keep)
          .then(() => "", scriptStays);
        readAgain();
        say(toasts, `Restored “${name}”; what was here is kept${script}`, {
          words: "Show it",
          href: `${path("settings")}#snapshots`,
        });
        return {};
      },
      failure: `“${name}” was not restored.`,
    }));
  };
}

const scriptStays = (reason: unknown): string => `. The script stands where it stood: ${inWords(reason)}`;

/** How long R is held before the show starts over, in ms; the bar under the button takes as long (stage.css). */
const holdMs = 700;

/** Starting over by a key or button that is held: no question, and no accident. */
export function useStartOver(show: Show) {
  const { toasts } = useConsole();
  const { ownsWorkspace } = useHere();
  const status = useStatus();
  const moments = useMoments(show);
  const restore = useRestore(show);
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = moments?.find(isStart);
  const isUnderWay = useLong(first !== undefined && show.acts.isPending(restoring(first)));
  const blocked = !ownsWorkspace
    ? "it takes the operator of the workspace"
    : status !== null && isShared(status)
      ? "a store that servers share has no snapshots"
      : first === undefined
        ? "no start was kept: keep it before the first step (M)"
        : null;
  const run = () => {
    release();
    if (first !== undefined) restore(first);
  };
  const press = () => {
    if (timer.current !== undefined) return;
    if (blocked !== null) return say(toasts, `The show can't start over: ${blocked}.`);
    setHolding(true);
    timer.current = setTimeout(run, holdMs);
  };
  const release = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHolding(false);
  };
  const latest = useLatestValue({ press, release });
  useCommands([
    {
      id: "stage/start-over",
      title: "Start over (hold the key)",
      group: "Stage",
      keys: "r",
      // A command of the palette has nothing to hold.
      keysOnly: true,
      run: () => latest.current.press(),
    },
  ]);
  useEffect(() => {
    const up = () => latest.current.release();
    document.addEventListener("keyup", up);
    window.addEventListener("blur", up);
    return () => {
      up();
      document.removeEventListener("keyup", up);
      window.removeEventListener("blur", up);
    };
  }, [latest]);
  return {
    button: {
      "aria-disabled": blocked !== null || isUnderWay || undefined,
      "data-holding": holding || undefined,
      title: blocked === null ? "Restores the start that was kept" : `Can't start over: ${blocked}`,
      onPointerDown: press,
      onPointerUp: release,
      onPointerLeave: release,
      // Without a pointer, as screen readers press: there is nothing to hold.
      onClick: (event: { readonly detail: number }) => event.detail === 0 && blocked === null && run(),
    },
    /** It takes a while, and still goes on. */
    isUnderWay,
  };
}
