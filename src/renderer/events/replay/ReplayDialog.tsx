import { useId, useState } from "react";
import { pagePath } from "../../../core/console-pages.ts";
import { environmentNames } from "../../../core/primitives.ts";
import type { FieldError } from "../../../core/problem.ts";
import { ApiProblem, inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { DialogFoot, Modal } from "../../parts/Modal.tsx";
import { useForm } from "../../parts/use-form.ts";
import { say } from "../../stores/toasts-store.ts";
import { counted } from "../../text/format.ts";
import type { EventFilter } from "../event-filter.ts";
import { ReplayHow } from "./ReplayHow.tsx";
import { ReplayWhat } from "./ReplayWhat.tsx";
import { optionsOf, sourceOf } from "./replay-plan.ts";
import { missingWords, needsPrefix } from "./replay-words.ts";
import { type PlannedReplay, useReplayPlan } from "./use-replay-plan.ts";

interface ReplayDialogProps {
  readonly onClose: () => void;
  /** What the page's list shows. */
  readonly filter: EventFilter;
}

/** Plays recorded events again. What is chosen in it is kept while it is closed. */
export function ReplayDialog({ onClose, filter }: ReplayDialogProps) {
  const planned = useReplayPlan(filter);
  const { canEdit } = useHere();
  const { form, errors, clear } = useStartReplay(planned, onClose);
  const note = useId();
  return (
    <Modal
      size="wide"
      onClose={onClose}
      title="Replay events"
      about="Plays recorded events again, as new ones, to see what your Tribes and scenarios make of them now."
    >
      <div className="dialog-body">
        <ReplayWhat planned={planned} errors={errors} onChange={clear} />
        <ReplayHow
          planned={planned}
          prefixError={form.error === needsPrefix ? needsPrefix : null}
          onPrefix={form.clear}
        />
      </div>
      <DialogFoot onKeep={onClose} note={<FootNote id={note} error={form.error} />}>
        <Button
          look="primary"
          disabled={!canEdit || form.sending}
          aria-describedby={canEdit ? undefined : note}
          onClick={form.send}
        >
          {form.sending ? "Reading what to play…" : actWords(planned)}
        </Button>
      </DialogFoot>
    </Modal>
  );
}

/** Where it is in sight however long the dialog is: why it was not started, or never can be. */
function FootNote({ id, error }: { readonly id: string; readonly error: string | null }) {
  const { canEdit } = useHere();
  if (!canEdit) {
    return (
      <p className="direction" role="note" id={id}>
        To replay, ask an owner for the role of editor.
      </p>
    );
  }
  return error === null || error === needsPrefix ? null : <ProblemLine>{error}</ProblemLine>;
}

function actWords({ plan, measure: { events } }: PlannedReplay): string {
  const what = events === null || events === 0 ? "" : `${counted(events, "event")} `;
  return `Replay ${what}into ${environmentNames[plan.into]}`;
}

/** Starts the planned replay; says so where it runs in another environment than the one on screen. */
function useStartReplay({ plan, thing, measure }: PlannedReplay, onStarted: () => void) {
  const { client, replay: replays, toasts } = useConsole();
  const { space, environment: here } = useHere();
  /** What is wrong in the file that was refused. */
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const { into } = plan;
  const form = useForm({
    missing: () => missingWords(plan, thing, measure),
    send: async () => {
      if (thing === null) return {};
      setErrors([]);
      const begun = await client.call("startReplay", {
        params: { spaceId: space.id, envKey: into },
        query: optionsOf(plan),
        ...(thing.kind === "file" ? { lines: thing.file.blob } : { body: sourceOf(thing) }),
      });
      replays({ spaceId: space.id, environment: into }).begin(begun);
      const said = `Replaying ${counted(begun.total, "event")} into ${environmentNames[into]}`;
      const way = { words: "Show it", href: pagePath({ spaceKey: space.key, environment: into }, "events") };
      const show = () => {
        onStarted();
        if (into !== here) say(toasts, said, way);
      };
      return { show, said, way };
    },
    failure: "Nothing is replayed.",
    refused: (reason) => {
      const wrong = reason instanceof ApiProblem ? reason.errors.filter(isOfLine) : [];
      setErrors(wrong);
      return {
        words: wrong.length === 0 ? inWords(reason) : "Lines of the file are wrong: nothing is replayed.",
      };
    },
  });
  /** Forgets what was wrong. */
  const clear = () => {
    setErrors([]);
    form.clear();
  };
  return { form, errors, clear };
}

const isOfLine = ({ path }: FieldError): boolean => /^\/\d+$/.test(path);
