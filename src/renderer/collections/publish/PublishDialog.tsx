import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Collection } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentNames } from "../../../core/primitives.ts";
import { type CollectionContent, contentOf } from "../../../core/publication.ts";
import { diffContents } from "../../../core/publishing/diff.ts";
import { inWords } from "../../api/api-problem.ts";
import { itemOf, type Part, partsOf } from "../../model/collection-address.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { TextField } from "../../parts/Field.tsx";
import { FormDialog, FormRefusal } from "../../parts/FormDialog.tsx";
import { useForm, useTypedForm } from "../../parts/use-form.ts";
import { say } from "../../stores/toasts-store.ts";
import { tooLong } from "../../text/too-long.ts";
import { textsOf } from "../../values/typed-texts.ts";
import { useCollectionsState, useTypes } from "../collections-state.ts";
import { changeListed, savedPart, withState } from "../part-ports.ts";
import { useVersion } from "../use-served.ts";
import { Affected } from "./Affected.tsx";
import { DiffList, NewList } from "./DiffList.tsx";
import {
  changedSince,
  isStale,
  LookAgain,
  notPublished,
  othersStay,
  type PublishSource,
  publicationBody,
  publishWords,
  tribesChanged,
} from "./publish-words.ts";
import { useDryRun, useLooked, useTribesNow } from "./use-dry-run.ts";

const longestNote = 1000;

interface PublishDialogProps {
  readonly collection: Collection;
  readonly source: PublishSource;
  /** The environment that it publishes to; the page on screen may be another one's. */
  readonly to: EnvironmentKey;
  readonly onClose: () => void;
  /** Closes it once it is published. */
  readonly onDone: () => void;
}

/** What a publication would change and for whom, and the button that does it. The same for drafts, promotions and rollbacks. */
export function PublishDialog({ collection, source, to, onClose, onDone }: PublishDialogProps) {
  const { collections } = useConsole();
  const { space } = useHere();
  const words = publishWords(collection, source, to);
  const kept = useTypedForm(`publish/${collection.id}/${to}/${source}`);
  const [note, setNote] = kept.field("note");
  const [trial, retry] = useDryRun(collection, publicationBody(source, to, ""));
  const tribesNow = useTribesNow();
  const [changed, look] = useLooked(trial, changedSince(source, to));
  const after = useSourceContent(collection, source, to);
  const publish = usePublish(collection, source, to, after);
  const form = useForm({
    missing: () => tooLong(note, longestNote),
    send: async () => {
      if (trial.phase !== "ready") return {};
      if (changed !== null) {
        look(trial);
        throw new LookAgain(changed);
      }
      if (trial.tribes !== tribesNow()) throw new OtherTribes();
      await publish(note, trial.etag);
      kept.forget();
      return { show: onDone };
    },
    refused: (reason) => {
      const pressAgain = (changed: string) => ({ words: `${changed} ${notPublished(words.button)}` });
      if (reason instanceof LookAgain) return pressAgain(reason.message);
      if (!(reason instanceof OtherTribes || isStale(reason))) return { words: inWords(reason) };
      void retry().then(look);
      // Its heading says which version is served.
      void collections.load(space.id);
      return pressAgain(reason instanceof OtherTribes ? tribesChanged : changedSince(source, to));
    },
    failure: `${collection.name} was not published to ${environmentNames[to]}.`,
  });
  const diff = trial.phase === "ready" ? trial.run.diff : null;
  const isFirst = collection.status[to].version === null;
  // What changed meanwhile may have other names as well.
  useEffect(() => {
    if (changed !== null) void collections.load(space.id);
  }, [changed, collections, space.id]);
  const noteField = useRef<HTMLDivElement>(null);
  // It stays while a look is refused: somebody may be typing.
  const [asksNote, askNote] = useState(false);
  if (diff !== null && diff.length > 0 !== asksNote) askNote(diff.length > 0);
  // The note gets the focus once there is something to publish.
  useEffect(() => {
    if (asksNote) noteField.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [asksNote]);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="wide"
      cued
      title={words.title}
      about={diff?.length === 0 ? `Version ${collection.status[to].version} stays.` : words.about}
      note={<span className="direction small">{othersStay(collection, to)}</span>}
      act={diff?.length === 0 ? null : form.sending ? "Publishing…" : words.button}
      look="env"
      env={to}
      disabled={diff === null || form.sending}
      beneath={
        asksNote && (
          <div ref={noteField}>
            <TextField label="Note for the history" value={note} most={longestNote} onChange={setNote} />
          </div>
        )
      }
    >
      {source === "draft" && <UnsavedNote collection={collection} />}
      {trial.phase === "asking" && (
        <div className="publish-wait" role="status">
          <p className="direction">
            {trial.waits ?? `Comparing, and deciding for everyone in ${environmentNames[to]}…`}
          </p>
          <span className="skeleton" style={{ width: "72%" }} />
          <span className="skeleton" style={{ width: "58%" }} />
        </div>
      )}
      {trial.phase === "failed" && (
        <div className="consequence is-danger" role="alert">
          <p>{trial.reason}</p>
          <Button small onClick={() => void retry()}>
            Try again
          </Button>
        </div>
      )}
      {diff?.length === 0 && <p role="status">Nothing to publish: {words.nothing}</p>}
      {trial.phase === "ready" && trial.run.diff.length > 0 && (
        <>
          {isFirst && after !== null ? (
            <NewList collection={collection} content={after} />
          ) : (
            <DiffList diff={trial.run.diff} collection={collection} after={after} />
          )}
          <Affected affected={trial.run.affected} environment={to} isFirst={isFirst} />
        </>
      )}
      {diff?.length !== 0 && <FormRefusal error={form.fieldError ?? changed} />}
    </FormDialog>
  );
}

/** A Tribe was changed while one looked. It is no part of what is published, but decides for whom that changes something. */
class OtherTribes extends Error {}

/** Publishes what a dry run showed, says as which version, and shows the new state everywhere. @throws ApiProblem with the reason */
function usePublish(
  collection: Collection,
  source: PublishSource,
  environment: EnvironmentKey,
  content: CollectionContent | null,
) {
  const console = useConsole();
  const { space } = useHere();
  const types = useTypes();
  return async (note: string, seen: string | null) => {
    const where = { spaceId: space.id, collectionId: collection.id };
    const body = publicationBody(source, environment, note);
    const ifMatch = seen ?? undefined;
    const answer = await console.client.call("publish", { params: where, body, ifMatch });
    if (!("version" in answer)) return;
    const { version, publishedAt } = answer;
    changeListed(console, where, (known) => {
      const isDraft = content !== null && diffContents(content, contentOf(known, types)).length === 0;
      return withState(known, environment, {
        state: isDraft ? "published" : "changed",
        version,
        publishedAt,
      });
    });
    say(console.toasts, publishWords(collection, source, environment).done(version));
  };
}

/** What a publication would serve; null while it is not known. */
function useSourceContent(
  collection: Collection,
  source: PublishSource,
  environment: EnvironmentKey,
): CollectionContent | null {
  const { space } = useHere();
  const types = useTypes();
  const from = typeof source === "string" && source !== "draft" ? source : environment;
  const served = collection.status[from];
  const { version, publishedAt } =
    typeof source === "number" ? { version: source, publishedAt: undefined } : served;
  const where = { spaceId: space.id, collectionId: collection.id, environment: from };
  const kept = useVersion(
    { ...where, version: version ?? 0, publishedAt },
    source !== "draft" && version !== null,
  );
  const draft = useMemo(() => contentOf(collection, types), [collection, types]);
  if (source === "draft") return draft;
  return kept.phase === "ready" ? kept.content : null;
}

/** Says which edits have not arrived, so that they are no part of what is published. */
function UnsavedNote({ collection }: { readonly collection: Collection }) {
  return partsOf(collection).map((part) => <PartNote key={itemOf(part).id} part={part} />);
}

function PartNote({ part }: { readonly part: Part }) {
  const console = useConsole();
  const { space } = useHere();
  const where = { spaceId: space.id, collectionId: part.collection.id };
  const { name } = itemOf(part);
  const { store } = savedPart(console, where, part);
  const state = useStore(store as never, (one: { saving: { state: string } }) => one.saving.state);
  const texts = useStore(useCollectionsState().typedTexts);
  const arrives = state === "saved" || state === "refused" || state === "saving";
  if (arrives && textsOf(texts, itemOf(part)).length === 0) return null;
  return (
    <p className="consequence" role="note">
      An edit of {name} is not saved, so it is not part of this.
    </p>
  );
}
