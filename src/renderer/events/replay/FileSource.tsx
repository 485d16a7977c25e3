import { useRef, useState } from "react";
import type { FieldError } from "../../../core/problem.ts";
import { Field } from "../../parts/Field.tsx";
import { type RecordedFile, readRecordedFile } from "../../stores/recorded-file.ts";
import { counted } from "../../text/format.ts";

interface FileSourceProps {
  readonly file: RecordedFile | null;
  /** What is wrong in it, by line. */
  readonly errors: readonly FieldError[];
  /** Null while one that was chosen is being read: the one before it is not meant any more. */
  readonly onFile: (file: RecordedFile | null) => void;
}

/** A recording in a file: chosen, or dropped onto the field. */
export function FileSource({ file, errors, onFile }: FileSourceProps) {
  const { reading, unread, choose } = useReading(onFile);
  return (
    <>
      <Field
        label="File"
        hint={reading === null ? hintOf(file) : `Reading ${reading}…`}
        error={unread && `${unread} could not be read. Choose it again, or another.`}
      >
        {(tie) => (
          <input
            {...tie}
            type="file"
            className="replay-file"
            accept=".ndjson,.jsonl,application/x-ndjson"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen !== undefined) void choose(chosen);
            }}
          />
        )}
      </Field>
      {errors.length > 0 && <WrongLines errors={errors} />}
    </>
  );
}

const hintOf = (file: RecordedFile | null): string =>
  file === null
    ? "Choose it or drop it here: NDJSON, as Export and a saved recording have it."
    : `${file.name}, ${counted(file.events, "event")}`;

/**
 * Reads the file that was chosen last; `reading` is its name meanwhile, `unread` where that failed: it is gone, or not ours to
 * read. A large one may end after a later small one.
 */
function useReading(onFile: FileSourceProps["onFile"]) {
  const [reading, setReading] = useState<string | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  const choose = async (chosen: File) => {
    latest.current = chosen;
    setReading(chosen.name);
    setUnread(null);
    onFile(null);
    const read = await readRecordedFile(chosen).catch(() => null);
    if (latest.current !== chosen) return;
    setReading(null);
    if (read === null) setUnread(chosen.name);
    else onFile(read);
  };
  return { reading, unread, choose };
}

function WrongLines({ errors }: { readonly errors: readonly FieldError[] }) {
  return (
    <table className="set-table wrong-lines" aria-label="Wrong lines">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ path, detail }) => (
          <tr key={`${path} ${detail}`}>
            <td className="num">{path.replace(/^\//, "")}</td>
            <td>{detail}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
