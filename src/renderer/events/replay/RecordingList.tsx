import { Download, Trash2 } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useConsole } from "../../page/console-context.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Radio } from "../../parts/Radio.tsx";
import { recordingAddress } from "../../stores/event-filter.ts";
import type { Recording } from "../../stores/recordings.ts";
import { counted, moment } from "../../text/format.ts";
import { stretch } from "./replay-words.ts";

interface RecordingListProps {
  readonly recordings: readonly Recording[];
  readonly hidden: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The recordings of the Space, one of which is played. */
export function RecordingList({ recordings, hidden, chosen, onChoose }: RecordingListProps) {
  if (recordings.length === 0) {
    return (
      <p className="consequence">
        Nothing is recorded yet. Record, on the Events page, marks what comes from then on until you stop it.
      </p>
    );
  }
  return (
    <RadioGroup.Root
      className="recordings"
      aria-label="Recording"
      value={chosen ?? ""}
      onValueChange={onChoose}
    >
      {recordings.map((one) => (
        <RecordingRow key={one.id} recording={one} gone={hidden.has(one.id)} />
      ))}
    </RadioGroup.Root>
  );
}

interface RecordingRowProps {
  readonly recording: Recording;
  /** It is being deleted, and can be brought back. */
  readonly gone: boolean;
}

function RecordingRow({ recording, gone }: RecordingRowProps) {
  const { recordings, removals } = useConsole();
  const { environment, startedAt, stoppedAt, events } = recording;
  const when = moment(startedAt);
  const length = stretch(Date.parse(stoppedAt) - Date.parse(startedAt));
  return (
    <div className="recording">
      <Radio className="recording-choice" value={recording.id} disabled={gone}>
        <span className="choice-mark" />
        <EnvironmentName of={environment} />
        <span className="num truncate">
          {gone ? `Deleted: ${when}` : `${when}, ${length}, ${counted(events, "event")}`}
        </span>
      </Radio>
      {!gone && (
        <a
          className="btn btn-icon btn-sm"
          href={recordingAddress(recording)}
          download={`events-${environment}-${recording.after + 1}.ndjson`}
          aria-label={`Save the recording of ${when} as a file`}
        >
          <Icon of={Download} size={14} />
        </a>
      )}
      <button
        type="button"
        className={gone ? "btn btn-sm" : "btn btn-icon btn-sm"}
        aria-label={gone ? `Undo: keep the recording of ${when}` : `Delete the recording of ${when}`}
        onClick={() => (gone ? removals.undo(recording.id) : recordings.remove(removals, recording))}
      >
        {gone ? "Undo" : <Icon of={Trash2} size={14} />}
      </button>
    </div>
  );
}
