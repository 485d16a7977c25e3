import { useState } from "react";
import { useStore } from "zustand";
import type { FieldError } from "../../../core/problem.ts";
import { ColumnHeads } from "../../parts/ColumnHeads.tsx";
import { Field } from "../../parts/Field.tsx";
import { ChosenFile, unreadWords } from "../../stores/chosen-file.ts";
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
  const [chosen] = useState(() => new ChosenFile());
  const state = useStore(chosen.store);
  return (
    <>
      <Field
        label="File"
        hint={state.reading === null ? hintOf(file) : `Reading ${state.reading}…`}
        error={unreadWords(state)}
      >
        {(tie) => (
          <input
            {...tie}
            type="file"
            className="replay-file"
            accept=".ndjson,.jsonl,application/x-ndjson"
            onChange={({ target }) => {
              const [one] = target.files ?? [];
              if (one === undefined) return;
              onFile(null);
              void chosen.choose(one, readRecordedFile, onFile);
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

function WrongLines({ errors }: { readonly errors: readonly FieldError[] }) {
  return (
    <table className="set-table wrong-lines" aria-label="Wrong lines">
      <ColumnHeads of={["Line", "Why"]} />
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
