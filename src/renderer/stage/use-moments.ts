import { useEffect, useRef, useState } from "react";
import type { Snapshot } from "../../core/snapshot.ts";
import { startName } from "../../core/stage.ts";
import { useEveryPage } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useLatestValue } from "../page/use-local-keys.ts";
import { useAct } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import type { Show } from "./use-show.ts";

/** What a moment of a show is called, by the step that comes next. */
const momentName = (next: number): string => (next === 1 ? startName : `After step ${next - 1}`);

/** The step that comes next at a moment of this name; null for a snapshot that is of no show. */
function nextOf(name: string): number | null {
  if (name === startName) return 1;
  const step = /^After step (\d{1,3})$/.exec(name)?.[1];
  return step === undefined ? null : Number(step) + 1;
}

/** Moments of shows, newest first; undefined until they are known. */
export const useMoments = (): readonly Snapshot[] | undefined => {
  const { ownsWorkspace } = useHere();
  const { data } = useEveryPage("listSnapshots", ownsWorkspace ? {} : null, { staleTime: slowly });
  return data?.filter(({ name, kept }) => !kept && nextOf(name) !== null);
};

export const isStart = ({ name }: Snapshot): boolean => name === startName;

/** Keeps everything as it is now. */
export function useKeepMoment({ stage }: Show): () => void {
  const { client, toasts } = useConsole();
  const act = useAct();
  return () =>
    act({
      send: async () => {
        const made = await client.call("createSnapshot", { body: { name: momentName(stage.next) } });
        say(toasts, `Kept “${made.name}”`);
        return {};
      },
      failure: "This moment was not kept.",
    });
}

/** Puts everything back as it was, and the script to the step that came next then. */
export function useGoBack(): (to: Snapshot) => void {
  const { client, queries, toasts } = useConsole();
  const place = usePlace();
  const path = usePath();
  const act = useAct();
  return ({ id, name }) =>
    act({
      send: async () => {
        await client.call("restoreSnapshot", { params: { snapshotId: id } });
        const next = nextOf(name) ?? 1;
        await client.call("changeStage", {
          ...inPlace(place),
          body: { next, ...(next === 1 && { person: null }) },
        });
        await queries.invalidateQueries();
        say(toasts, `Back at “${name}”; what was here is kept`, {
          words: "Show it",
          href: `${path("settings")}#snapshots`,
        });
        return {};
      },
      failure: `“${name}” was not put back.`,
    });
}

/** How long R is held before the show starts over, in ms; the bar under the button takes as long (stage.css). */
const holdMs = 700;

/** Starting over by a key or button that is held: no question, and no accident. */
export function useStartOver(show: Show) {
  const { toasts } = useConsole();
  const { ownsWorkspace } = useHere();
  const moments = useMoments();
  const goBack = useGoBack();
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = moments?.findLast(isStart);
  const blocked = !ownsWorkspace
    ? "it takes the operator of the workspace"
    : first === undefined
      ? "no start was kept: keep it before the first step (M)"
      : null;
  const run = () => {
    release();
    if (first !== undefined) goBack(first);
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
      ...(blocked !== null && { blocked }),
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
      "aria-disabled": blocked !== null || undefined,
      "data-holding": holding || undefined,
      title: blocked === null ? "Goes back to the start that was kept" : `Can't start over: ${blocked}`,
      onPointerDown: press,
      onPointerUp: release,
      onPointerLeave: release,
      // Without a pointer, as screen readers press: there is nothing to hold.
      onClick: (event: { readonly detail: number }) => event.detail === 0 && blocked === null && run(),
    },
    show,
  };
}
