import { useRef, useState } from "react";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { usePlace } from "../../app/use-here.ts";
import { usePoll } from "../../app/use-poll.ts";
import type { Recording, RunningRecording } from "../../stores/recordings.ts";
import { newestEvent } from "../../stores/replay-measure.ts";
import { placeKey } from "../../stores/stats-store.ts";
import { say } from "../../stores/toasts-store.ts";
import { useRunningRecording } from "./use-recordings.ts";

/** How often it is asked how many events have come, while a recording is made (ms). */
const askEvery = 1000;

export interface Recorder {
  readonly running: RunningRecording | null;
  /** Every event of the environment since its start. */
  readonly events: number;
  /** Starts a recording, or stops the one that is being made. */
  readonly toggle: () => void;
}

/** Marks stretches of the environment's history. `onRecorded` is told of each that is kept. */
export function useRecord(onRecorded: (recording: Recording) => void): Recorder {
  const { client, recordings, toasts } = useConsole();
  const place = usePlace();
  const running = useRunningRecording();
  const [newest, setNewest] = useState(0);
  const busy = useRef(false);
  const ask = async () => (await newestEvent(client, place))?.sequence ?? 0;
  const begin = async () => recordings.start(place, await ask());
  const end = async () => {
    const made = recordings.stop(place, await ask());
    if (made === null) say(toasts, "Nothing was recorded: no event came");
    else onRecorded(made);
  };
  const toggle = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      await (running === null ? begin() : end());
    } catch (error) {
      say(toasts, `${running === null ? "Not recording." : "The recording goes on."} ${inWords(error)}`);
    }
    busy.current = false;
  };
  usePoll(
    async () => {
      if (running !== null) setNewest(await ask().catch(() => newest));
    },
    askEvery,
    `${placeKey(place)}/${running?.startedAt}`,
  );
  return { running, events: Math.max(0, newest - (running?.after ?? newest)), toggle: () => void toggle() };
}
