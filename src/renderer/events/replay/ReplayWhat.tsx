import type { FieldError } from "../../../core/problem.ts";
import type { ReplayKind } from "../../stores/replay-plan.ts";
import { counted } from "../../text/format.ts";
import { FileSource } from "./FileSource.tsx";
import { RecordingList } from "./RecordingList.tsx";
import { listWords } from "./replay-words.ts";
import { SegField } from "./SegField.tsx";
import { useRecordings } from "./use-recordings.ts";
import type { PlannedReplay } from "./use-replay-plan.ts";

const kinds = [
  ["recording", "A recording"],
  ["list", "What the list shows"],
  ["file", "A file"],
] as const satisfies readonly (readonly [ReplayKind, string])[];

const help: Readonly<Record<ReplayKind, string>> = {
  recording: "A stretch of the history that this browser has marked, in any environment of the Space.",
  list: "Every kept event of the filter, oldest first, not only what is on screen.",
  file: "Events of another Space or another machine.",
};

interface ReplayWhatProps {
  readonly planned: PlannedReplay;
  /** What is wrong in the file. */
  readonly errors: readonly FieldError[];
  /** Something else is chosen: what was wrong is wrong no longer. */
  readonly onChange: () => void;
}

/** What is played: a recording, the list, or a file. */
export function ReplayWhat({ planned, errors, onChange }: ReplayWhatProps) {
  const { plan, change, kind, thing, measure } = planned;
  const { all, hidden } = useRecordings();
  const choose = (some: Parameters<typeof change>[0]) => {
    change(some);
    onChange();
  };
  return (
    <>
      <SegField
        label="What to play"
        help={`${help[kind]} Refused events are left out.`}
        value={kind}
        options={kinds}
        onChange={(next) => choose({ kind: next })}
      />
      {kind === "recording" && (
        <RecordingList
          recordings={all}
          hidden={hidden}
          chosen={thing?.kind === "recording" ? thing.recording.id : null}
          onChoose={(recordingId) => choose({ recordingId })}
        />
      )}
      {thing?.kind === "list" && (
        <p>
          {listWords(thing)}
          {measure.events !== null && `: ${counted(measure.events, "event")}`}
        </p>
      )}
      {kind === "file" && <FileSource file={plan.file} errors={errors} onFile={(file) => choose({ file })} />}
    </>
  );
}
