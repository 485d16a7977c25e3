import { useState } from "react";
import { environmentNames } from "../../core/primitives.ts";
import { inWords } from "../api/api-problem.ts";
import { paramsOf, placeKey } from "../api/place.ts";
import { useConsole } from "../page/console-context.ts";
import { usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { Field } from "../parts/Field.tsx";
import { FileField } from "../parts/FileInput.tsx";
import { Modal } from "../parts/Modal.tsx";
import { Table } from "../parts/Table.tsx";
import { useSender, useTypedForm } from "../parts/use-form.ts";
import { ChosenFile } from "../stores/chosen-file.ts";
import { say } from "../stores/toasts-store.ts";
import { fileText } from "../text/file-text.ts";
import { count, counted } from "../text/format.ts";
import { type ImportProgress, importRows, readRows } from "./import-users.ts";

/** Brings users in from a file or from what is pasted; rows that are refused are told one by one. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, pageForms } = useConsole();
  const sender = useSender();
  const place = usePlace();
  const kept = useTypedForm(`import/${placeKey(place)}`, pageForms);
  const [text, setText] = kept.field("text");
  const [error, setError] = useState<string | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [finished, setFinished] = useState(false);
  /** Whether what came of it is of the text that is there: refused rows are mended, and sent again. */
  const [sent, setSent] = useState(false);
  const [chosen] = useState(() => new ChosenFile());
  const running = progress !== null && !finished;
  const write = (next: string) => {
    setText(next);
    setSent(false);
  };
  const start = async () => {
    chosen.letGo();
    const read = readRows(text);
    setProgress(null);
    if ("problem" in read) return setError(read.problem);
    setError(null);
    setFinished(false);
    setSent(true);
    setProgress({ done: 0, total: read.rows.length, created: 0, updated: 0, rejected: [] });
    const params = paramsOf(place);
    const { toasts, isThere } = sender();
    // Whoever has left the page meanwhile is told all the same.
    const tell = (words: string) =>
      !isThere() && say(toasts, `${environmentNames[place.environment]}: ${words}`);
    try {
      const post = (body: readonly unknown[]) => client.call("importUsers", { params, body });
      const outcome = await importRows(read, post, setProgress);
      if (outcome.rejected.length === 0) kept.forget();
      tell(outcomeWords(outcome));
    } catch (reason) {
      const words = `The import stopped. ${inWords(reason)} Import again: nobody is created twice.`;
      setError(words);
      tell(words);
    }
    setFinished(true);
  };
  const isOver = finished && sent && error === null;
  return (
    <Modal
      onSend={() => !running && !isOver && void start()}
      size="wide"
      dismissable={!running}
      onClose={onClose}
      title="Import users"
      about={
        <>
          Into <EnvironmentName of={place.environment} />: a JSON array, or one JSON object a line. Those who
          are there already are updated.
        </>
      }
    >
      <div className="dialog-body">
        <FileField
          chosen={chosen}
          accept=".json,.ndjson,.jsonl,application/json"
          disabled={running}
          onFile={(one) => void chosen.choose(one, fileText, write)}
        />
        <Field
          label="Or paste"
          error={error}
          hint='Each needs an id; kind is "known" unless it is "visitor".'
        >
          {(tie) => (
            <textarea
              {...tie}
              className="input mono"
              rows={8}
              spellCheck={false}
              placeholder={'{"id":"ana-ribeiro","fields":{"plan":"gold"},"labels":["vip"]}'}
              value={text}
              readOnly={running}
              onChange={({ target }) => {
                chosen.letGo();
                write(target.value);
              }}
            />
          )}
        </Field>
        {progress !== null && <ImportOutcome progress={progress} finished={finished} />}
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        {isOver ? (
          <Button look="primary" autoFocus onClick={onClose}>
            Show the users
          </Button>
        ) : (
          <>
            <Button look="quiet" disabled={running} onClick={onClose}>
              Cancel
            </Button>
            <Button look="primary" disabled={running} onClick={() => void start()}>
              Import users
            </Button>
          </>
        )}
      </div>
    </Modal>
  );
}

interface ImportOutcomeProps {
  readonly progress: ImportProgress;
  readonly finished: boolean;
}

const outcomeWords = ({ created, updated, rejected }: ImportProgress): string =>
  `${count(created)} created, ${count(updated)} updated, ${count(rejected.length)} refused.`;

const shown = 100;

/** How far an import is, what it did, and each row that was refused. */
function ImportOutcome({ progress, finished }: ImportOutcomeProps) {
  const { done, total, rejected } = progress;
  return (
    <div className="import-outcome">
      <progress aria-label="Imported" max={total} value={done} />
      <p role="status">
        {finished ? outcomeWords(progress) : `${count(done)} of ${counted(total, "row")} sent.`}
      </p>
      {rejected.length > 0 && (
        <Table className="set-table" aria-label="Refused rows" heads={["Row", "Why"]}>
          {rejected.slice(0, shown).map(({ line, detail }) => (
            <tr key={line}>
              <td className="num">{count(line)}</td>
              <td>{detail}</td>
            </tr>
          ))}
        </Table>
      )}
      {rejected.length > shown && <p className="direction">and {count(rejected.length - shown)} more</p>}
    </div>
  );
}
