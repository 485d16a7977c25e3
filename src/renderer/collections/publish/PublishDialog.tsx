import { useMemo } from "react";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { type CollectionContent, contentOf } from "../../../core/publication.ts";
import { ApiProblem, inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { FormDialog, FormRefusal } from "../../parts/FormDialog.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useForm } from "../../parts/use-form.ts";
import { useTypedForm } from "../../parts/use-typed-form.ts";
import { say } from "../../stores/toasts-store.ts";
import { tooLong } from "../../text/too-long.ts";
import type { PublishSource } from "../page/use-publishing.ts";
import { useTypes } from "../use-collections.ts";
import { useVersion } from "../use-served.ts";
import { Affected } from "./Affected.tsx";
import { DiffList } from "./DiffList.tsx";
import { changedSince, othersStay, publicationBody, publishWords } from "./publish-words.ts";
import { UnsavedNote } from "./UnsavedNote.tsx";
import { useDryRun } from "./use-dry-run.ts";

const longestNote = 1000;

interface PublishDialogProps {
  readonly collection: Collection;
  readonly source: PublishSource;
  readonly onClose: () => void;
}

/** What a publication would change and for whom, and the button that does it. The same for drafts, promotions and rollbacks. */
export function PublishDialog({ collection, source, onClose }: PublishDialogProps) {
  const { environment } = useHere();
  const words = publishWords(collection, source, environment);
  const kept = useTypedForm(`publish/${collection.id}/${environment}/${source}`);
  const [note, setNote] = kept.field("note");
  const [trial, retry] = useDryRun(collection, publicationBody(source, environment, ""));
  const after = useSourceContent(collection, source);
  const publish = usePublish(collection, source, note);
  const form = useForm({
    missing: () => tooLong(note, longestNote),
    send: async () => {
      if (trial.phase !== "ready") return {};
      await publish(trial.etag);
      kept.forget();
      return { show: onClose };
    },
    refused: (reason) => {
      if (!isStale(reason)) return { words: inWords(reason) };
      retry();
      return { words: changedSince(source, environment) };
    },
    failure: `${collection.name} was not published to ${environmentNames[environment]}.`,
  });
  const diff = trial.phase === "ready" ? trial.run.diff : null;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="wide"
      title={words.title}
      about={words.about}
      note={<span className="direction small">{othersStay(collection, environment)}</span>}
      keep="Keep editing"
      act={diff?.length === 0 ? null : form.sending ? "Publishing…" : words.button}
      look="env"
      env={environment}
      disabled={diff === null || form.sending}
    >
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
          <DiffList diff={trial.run.diff} collection={collection} after={after} />
          <Affected affected={trial.run.affected} />
          <TextField label="Note for the history" value={note} most={longestNote} onChange={setNote} />
        </>
      )}
      <FormRefusal error={form.error} />
    </FormDialog>
  );
}

/** Something came between looking and publishing, so nothing was published. */
const isStale = (reason: unknown): boolean => reason instanceof ApiProblem && reason.code === "stale";

/** Publishes what a dry run showed, says as which version, and shows the new state everywhere. @throws ApiProblem with the reason */
function usePublish(collection: Collection, source: PublishSource, note: string) {
  const console = useConsole();
  const { space, environment } = useHere();
  return async (seen: string | null) => {
    const where = { spaceId: space.id, collectionId: collection.id };
    const body = publicationBody(source, environment, note);
    const ifMatch = seen ?? undefined;
    const answer = await console.client.call("publish", { params: where, body, ifMatch });
    await console.collections.load(space.id);
    if ("version" in answer)
      say(console.toasts, publishWords(collection, source, environment).done(answer.version));
  };
}

/** What a publication would serve; null while it is not known. */
function useSourceContent(collection: Collection, source: PublishSource): CollectionContent | null {
  const { space, environment } = useHere();
  const types = useTypes();
  const from = typeof source === "string" && source !== "draft" ? source : environment;
  const version = typeof source === "number" ? source : (collection.status[from].version ?? 0);
  const name = { spaceId: space.id, collectionId: collection.id, environment: from, version };
  const kept = useVersion(name, source !== "draft" && version > 0);
  const draft = useMemo(() => contentOf(collection, types), [collection, types]);
  if (source === "draft") return draft;
  return kept.phase === "ready" ? kept.content : null;
}
