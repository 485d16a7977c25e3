import { Circle, Square } from "lucide-react";
import { environmentNames } from "../../../core/primitives.ts";
import { useCommands } from "../../app/use-commands.ts";
import { useHere } from "../../app/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import type { Recording } from "../../stores/recordings.ts";
import { counted } from "../../text/format.ts";
import { recordTitle, running as runningTime } from "./replay-words.ts";
import { useNow } from "./use-now.ts";
import { useRecord } from "./use-record.ts";

interface RecordButtonProps {
  readonly onRecorded: (recording: Recording) => void;
}

/** Records every event of the environment, whatever the list shows; goes on while other pages are looked at. */
export function RecordButton({ onRecorded }: RecordButtonProps) {
  const { environment } = useHere();
  const { running, events, toggle } = useRecord(onRecorded);
  const now = useNow(running !== null);
  useCommands([
    {
      id: "events/record",
      title: recordTitle(running !== null),
      group: "Events",
      keys: "r",
      run: toggle,
    },
  ]);
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
