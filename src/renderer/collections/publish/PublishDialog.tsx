import { type FormEvent, useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { Field } from "../../parts/Field.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { loadEnvironments } from "../../stores/environments-store.ts";
import { say } from "../../stores/toasts-store.ts";
import type { PublishSource } from "../page/use-publishing.ts";
import { refreshCollection } from "../part-ports.ts";
import { Affected } from "./Affected.tsx";
import { DiffList } from "./DiffList.tsx";
import { othersStay, publicationBody, publishWords } from "./publish-words.ts";
import { UnsavedNote } from "./UnsavedNote.tsx";
import { useDryRun } from "./use-dry-run.ts";

interface PublishDialogProps {
  readonly collection: Collection;
  readonly source: PublishSource;
  readonly onClose: () => void;
}

/** What a publication would change and for whom, and the button that does it. The same for drafts, promotions and rollbacks. */
export function PublishDialog({ collection, source, onClose }: PublishDialogProps) {
  const { environment } = useHere();
  const { title, about } = publishWords(collection, source, environment);
  return (
    <Modal open onOpenChange={(open) => !open && onClose()} size="wide" title={title} about={about}>
      <PublishForm collection={collection} source={source} onClose={onClose} />
    </Modal>
  );
}

function PublishForm({ collection, source, onClose }: PublishDialogProps) {
  const { environment } = useHere();
  const words = publishWords(collection, source, environment);
  const [note, setNote] = useState("");
  const [trial, retry] = useDryRun(collection, publicationBody(source, environment, ""));
  const [publishing, refusal, publish] = usePublish(collection, source, onClose);
  const diff = trial.phase === "ready" ? trial.run.diff : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (diff !== null && diff.length > 0 && !publishing) void publish(note);
  };
  return (
    <form className="publish-form" onSubmit={submit} data-env={environment}>
      <div className="dialog-body">
        {source === "draft" && <UnsavedNote collection={collection} />}
        {trial.phase === "asking" && (
          <div className="publish-wait" role="status">
            <p className="direction">
              Comparing, and deciding for everyone in {environmentNames[environment]}…
            </p>
            <span className="skeleton" style={{ width: "72%" }} />
            <span className="skeleton" style={{ width: "58%" }} />
          </div>
        )}
        {trial.phase === "failed" && (
          <div className="consequence is-danger" role="alert">
            <p>{trial.reason}</p>
            <button type="button" className="btn btn-sm" onClick={retry}>
              Try again
            </button>
          </div>
        )}
        {diff?.length === 0 && <p role="status">Nothing to publish: {words.nothing}</p>}
        {trial.phase === "ready" && trial.run.diff.length > 0 && (
          <>
            <DiffList diff={trial.run.diff} collection={collection} />
            <Affected affected={trial.run.affected} />
            <Field label="Note for the history">
              {(tie) => (
                <input
                  {...tie}
                  className="input"
                  value={note}
                  maxLength={1000}
                  autoComplete="off"
                  onChange={({ target }) => setNote(target.value)}
                />
              )}
            </Field>
          </>
        )}
        {refusal !== null && (
          <p className="consequence is-danger" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <span className="direction small">{othersStay(collection, environment)}</span>
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Keep editing
        </button>
        {diff?.length !== 0 && (
          <button type="submit" className="btn btn-env" disabled={diff === null || publishing}>
            {publishing ? "Publishing…" : words.button}
          </button>
        )}
      </div>
    </form>
  );
}

/** Publishes, says as which version, and shows the new state everywhere. */
function usePublish(
  collection: Collection,
  source: PublishSource,
  onDone: () => void,
): readonly [boolean, string | null, (note: string) => Promise<void>] {
  const console = useConsole();
  const { space, environment } = useHere();
  const [publishing, setPublishing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const publish = async (note: string) => {
    const where = { spaceId: space.id, collectionId: collection.id };
    setPublishing(true);
    setRefusal(null);
    try {
      const body = publicationBody(source, environment, note);
      const answer = await console.client.call("publish", { params: where, body });
      const version = "version" in answer ? ` as version ${answer.version}` : "";
      await refreshCollection(console, where);
      void loadEnvironments(console.environments, console.client, space.id);
      say(console.toasts, `Published ${collection.name} to ${environmentNames[environment]}${version}`);
      onDone();
    } catch (error) {
      setRefusal(inWords(error));
      setPublishing(false);
    }
  };
  return [publishing, refusal, publish];
}
