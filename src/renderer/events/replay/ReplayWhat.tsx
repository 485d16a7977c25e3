import { Download, Trash2 } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useState } from "react";
import type { FieldError } from "../../../core/problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHidden } from "../../page/use-list.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { FileField } from "../../parts/FileInput.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Radio } from "../../parts/Radio.tsx";
import { Table } from "../../parts/Table.tsx";
import { ChosenFile } from "../../stores/chosen-file.ts";
import { ownAddress } from "../../stores/page-secret.ts";
import { counted, realMoment } from "../../text/format.ts";
import { recordingAddress } from "../event-filter.ts";
import { SegField } from "./ReplayHow.tsx";
import type { Recording } from "./recordings.ts";
import { type RecordedFile, type ReplayKind, readRecordedFile } from "./replay-plan.ts";
import { listWords, stretch } from "./replay-words.ts";
import { useRecordings } from "./use-recordings.ts";
import type { PlannedReplay } from "./use-replay-plan.ts";

const kinds = [
  ["recording", "A recording"],
  ["list", "What the list shows"],
  ["file", "A file"],
] as const satisfies readonly (readonly [ReplayKind, string])[];

const help: Readonly<Record<ReplayKind, string>> = {
  recording: "What this browser recorded, in any environment of the Space.",
  list: "Every kept event that matches the filter, oldest first, not only those on screen.",
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

interface FileSourceProps {
  readonly file: RecordedFile | null;
  /** What is wrong in it, by line. */
  readonly errors: readonly FieldError[];
  /** Null while a newly chosen file is being read. */
  readonly onFile: (file: RecordedFile | null) => void;
}

/** A recording in a file: chosen, or dropped onto the field. */
function FileSource({ file, errors, onFile }: FileSourceProps) {
  const [chosen] = useState(() => new ChosenFile());
  return (
    <>
      <FileField
        chosen={chosen}
        hint={hintOf(file)}
        accept=".ndjson,.jsonl,application/x-ndjson"
        onFile={(one) => {
          onFile(null);
          void chosen.choose(one, readRecordedFile, onFile);
        }}
      />
      {errors.length > 0 && <WrongLines errors={errors} />}
    </>
  );
}

const hintOf = (file: RecordedFile | null): string =>
  file === null
    ? "NDJSON, as Export and a saved recording write it."
    : `${file.name}, ${counted(file.events, "event")}`;

function WrongLines({ errors }: { readonly errors: readonly FieldError[] }) {
  return (
    <Table className="set-table wrong-lines" aria-label="Wrong lines" heads={["Line", "Why"]}>
      {errors.map(({ path, detail }) => (
        <tr key={`${path} ${detail}`}>
          <td className="num">{path.replace(/^\//, "")}</td>
          <td>{detail}</td>
        </tr>
      ))}
    </Table>
  );
}

interface RecordingListProps {
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The recordings of the Space, one of which is played. */
function RecordingList({ chosen, onChoose }: RecordingListProps) {
  const recordings = useRecordings();
  const hidden = useHidden();
  if (recordings.length === 0) {
    return (
      <p className="consequence">
        Nothing is recorded yet. Record, on the Events page, marks what arrives until you stop it.
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
  const when = realMoment(startedAt);
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
          href={ownAddress(recordingAddress(recording))}
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
