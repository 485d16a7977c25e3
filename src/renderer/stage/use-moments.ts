import { useEffect, useRef, useState } from "react";
import { isShared } from "../../core/settings.ts";
import type { Snapshot } from "../../core/snapshot.ts";
import { momentName, nextAtMoment } from "../../core/stage.ts";
import { inWords } from "../api/api-problem.ts";
import { everyPageQuery, patchKnown } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly, useStatus } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useLatestValue } from "../page/use-local-keys.ts";
import { useEveryPage } from "../page/use-route.ts";
import { useLong } from "../parts/use-time.ts";
import { say } from "../stores/toasts-store.ts";
import type { Show } from "./use-show.ts";

/** A moment of the scene that is played, and the step that comes next there. */
interface Moment extends Snapshot {
  readonly next: number;
}

/** What it is called where the scene is known. */
export const wordsOf = ({ next }: Moment): string => (next === 1 ? "Start" : `After step ${next - 1}`);

/** A scene's moments that a key restores: the start, and the one that was kept last beside it. */
interface AtHand {
  readonly start: Moment | undefined;
  readonly last: Moment | undefined;
}
export type Which = keyof AtHand;

const isStart = ({ next }: Moment): boolean => next === 1;

const momentsOf = (scene: string | null, all: readonly Snapshot[]): readonly Moment[] =>
  all.flatMap((one) => {
    const next = one.kept || scene === null ? null : nextAtMoment(scene, one.name);
    return next === null ? [] : [{ ...one, next }];
  });

const atHand = (all: readonly Moment[]): AtHand => {
  const start = all.find(isStart);
  return { start, last: all.find(({ id }) => id !== start?.id) };
};

/** Moments of this scene's show, newest first, and those at hand; undefined until they are known. */
export const useMoments = ({
  stage: { scene },
}: Show): (AtHand & { readonly all: readonly Moment[] }) | undefined => {
  const { ownsWorkspace } = useHere();
  const { data } = useEveryPage("listSnapshots", ownsWorkspace ? {} : null, { staleTime: slowly });
  if (data === undefined) return undefined;
  const all = momentsOf(scene, data);
  return { all, ...atHand(all) };
};

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

/** What restoring is called among the acts. */
export const restoring = (which: Which): string => `restore/${which}`;

/** Restores everything, and the script to the step that came next then: the moment that it is when its turn comes. */
export function useRestore({ acts, write, now, readAgain }: Show): (which: Which) => void {
  const { client, queries, toasts } = useConsole();
  const place = usePlace();
  const path = usePath();
  const known = (which: Which) => {
    const all = queries.getQueryData(everyPageQuery(client, "listSnapshots", {}).queryKey) ?? [];
    return atHand(momentsOf(now().scene, all))[which];
  };
  return (which) =>
    acts.once(restoring(which), () => {
      const moment = known(which);
      if (moment === undefined) return { send: async () => ({}), failure: "Nothing was restored." };
      const { id, next } = moment;
      const name = wordsOf(moment);
      const send = async () => {
        await client.call("restoreSnapshot", { params: { snapshotId: id } });
        const script = await write(() =>
          client.call("changeStage", {
            ...inPlace(place),
            body: { next, ...(next === 1 && { person: null }) },
          }),
        ).then(() => "", scriptStays);
        readAgain();
        say(toasts, `Restored “${name}”; what was here is kept${script}`, {
          words: "Show it",
          href: `${path("settings")}#snapshots`,
        });
        return {};
      };
      return { send, failure: `“${name}” was not restored.` };
    });
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
  const isUnderWay = useLong(show.acts.isPending(restoring("start")));
  const blocked = !ownsWorkspace
    ? "it takes the operator of the workspace"
    : status !== null && isShared(status)
      ? "a store that servers share has no snapshots"
      : moments?.start === undefined && !show.acts.isPending("keep")
        ? "no start was kept: keep it before the first step (M)"
        : null;
  const run = () => {
    release();
    restore("start");
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
