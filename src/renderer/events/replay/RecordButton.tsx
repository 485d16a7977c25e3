import { Circle, Square } from "lucide-react";
import { useRef } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { inPlace } from "../../page/reads.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere, usePlace } from "../../page/use-here.ts";
import { useRoute } from "../../page/use-route.ts";
import { Icon } from "../../parts/Icon.tsx";
import { say } from "../../stores/toasts-store.ts";
import { counted } from "../../text/format.ts";
import type { Recording } from "./recordings.ts";
import { newestEvent } from "./replay-measure.ts";
import { recordTitle, running as runningTime } from "./replay-words.ts";
import { useNow, useRunningRecording } from "./use-recordings.ts";

/** Records every event of the environment, whatever the list shows; goes on while other pages are looked at. */
export function RecordButton({ onRecorded }: { readonly onRecorded: (recording: Recording) => void }) {
  const { environment } = useHere();
  const { running, events, toggle } = useRecord(onRecorded);
  const now = useNow(running !== null);
  const record = { id: "events/record", title: recordTitle(running !== null), group: "Events" };
  useCommands([{ ...record, keys: "r", run: toggle }]);
  return (
    <>
      <span className="sr" role="status">
        {running !== null && `Recording every event of ${environmentNames[environment]}`}
      </span>
      {running !== null && (
        <span className="record-run num small text-2">
          <span className="record-dot" />
          {runningTime(now - Date.parse(running.startedAt))}, {counted(events, "event")}
        </span>
      )}
      <button type="button" className={running === null ? "btn btn-quiet" : "btn"} onClick={toggle}>
        <Icon of={running === null ? Circle : Square} />
        {running === null ? "Record" : "Stop recording"}
      </button>
    </>
  );
}

/** How often it is asked how many events have come, while a recording is made (ms). */
const askEvery = 1000;

/** Marks stretches of the environment's history. `onRecorded` is told of each that is kept. */
function useRecord(onRecorded: (recording: Recording) => void) {
  const { client, recordings, toasts } = useConsole();
  const place = usePlace();
  const running = useRunningRecording();
  const { data } = useRoute(
    "listEvents",
    running === null ? null : { ...inPlace(place), query: { limit: 1 } },
    { refetchInterval: askEvery },
  );
  const newest = data?.data[0]?.sequence ?? 0;
  const busy = useRef(false);
  const ask = async () => (await newestEvent(client, place))?.sequence ?? 0;
  const begin = async () => recordings.start(place, await ask());
  const end = async () => {
    const made = recordings.stop(place, await ask());
    if (made === null) say(toasts, "Nothing was recorded: no event came");
    else onRecorded(made);
  };
  /** Starts a recording, or stops the one that is being made. */
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
  /** Every event of the environment since its start. */
  const events = Math.max(0, newest - (running?.after ?? newest));
  return { running, events, toggle: () => void toggle() };
}
