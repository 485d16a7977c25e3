import type { FieldError } from "../../../core/problem.ts";
import { Field } from "../../parts/Field.tsx";
import { type RecordedFile, readRecordedFile } from "../../stores/recorded-file.ts";
import { counted } from "../../text/format.ts";

interface FileSourceProps {
  readonly file: RecordedFile | null;
  /** What is wrong in it, by line. */
  readonly errors: readonly FieldError[];
  readonly onFile: (file: RecordedFile) => void;
}

/** A recording in a file: chosen, or dropped onto the field. */
export function FileSource({ file, errors, onFile }: FileSourceProps) {
  return (
    <>
      <Field
        label="File"
        hint={
          file === null
            ? "Choose it or drop it here: NDJSON, as Export and a saved recording have it."
            : `${file.name}, ${counted(file.events, "event")}`
        }
      >
        {(tie) => (
          <input
            {...tie}
            type="file"
            className="replay-file"
            accept=".ndjson,.jsonl,application/x-ndjson"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen !== undefined) void readRecordedFile(chosen).then(onFile);
            }}
          />
        )}
      </Field>
      {errors.length > 0 && <WrongLines errors={errors} />}
    </>
  );
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
