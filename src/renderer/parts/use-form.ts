import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { Gone, isGone, ServerUnreachable } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import {
  clearProblem,
  createFormStore,
  type FormProblem,
  type FormWork,
  type Sender,
  type Sending,
  sayRefusal,
  sendAct,
  sendForm,
} from "../stores/form-store.ts";
import { onReached } from "../stores/server-store.ts";
import type { TypedForms } from "../stores/typed-forms.ts";

/** A form as its dialog holds it. */
export interface Form {
  readonly problem: FormProblem | null;
  /** The problem in words, for a form that says it in one place. */
  readonly error: string | null;
  /** The same for a field in a `FormDialog`, which itself says that what it is about is gone. */
  readonly fieldError: string | null;
  readonly sending: boolean;
  readonly send: () => void;
  readonly clear: () => void;
}

/** The state of a form: what is wrong with it, and the ways to send it and to begin anew. */
export function useForm(work: FormWork): Form {
  const [store] = useState(createFormStore);
  const { problem, sending } = useStore(store);
  const sender = useSender();
  return {
    problem,
    error: problem?.words ?? null,
    fieldError: problem === null || problem.isGone ? null : problem.words,
    sending,
    send: () => void sendForm(store, work, sender()),
    clear: () => clearProblem(store),
  };
}

/** The way to send what has no form; what comes of it is shown where one still is, else told. */
export function useAct(): (act: Sending) => void {
  const [store] = useState(createFormStore);
  const sender = useSender();
  return useCallback((act) => void sendAct(store, act, sender()), [store, sender]);
}

/** Gives who sends something now, from this component, on the page that is shown. */
export function useSender(): () => Sender {
  const { toasts } = useConsole();
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => {
    const page = location.pathname;
    return { toasts, isThere: () => mounted.current && location.pathname === page };
  }, [toasts]);
}

/**
 * Why something was refused, null where it was not; that it is gone, without the id. That no answer came is true only until one comes. Where one has gone
 * on meanwhile a message says it: `failure` and the reason.
 */
export function useRefusal(failure: string): readonly [unknown, (reason: unknown) => void] {
  const { server } = useConsole();
  const [reason, setReason] = useState<unknown>(null);
  const sender = useSender();
  const refuse = useCallback(
    (why: unknown) => {
      const { toasts, isThere } = sender();
      if (why !== null && !isThere()) sayRefusal(toasts, { failure }, why);
      setReason(isGone(why) ? new Gone() : why);
    },
    [sender, failure],
  );
  useEffect(() => {
    const unlessSilent = (why: unknown) => (why instanceof ServerUnreachable ? null : why);
    return onReached(server, () => setReason(unlessSilent));
  }, [server]);
  return [reason, refuse];
}

/** A form that is as it was left. */
interface KeptForm {
  /** A field's text, which is `otherwise` until something else is typed, and the way to type. */
  readonly field: (name: string, otherwise?: string) => readonly [string, (text: string) => void];
  /** Called when it was sent or discarded, as it was when this was drawn: what was typed since stays. */
  readonly forget: () => void;
}

/** What is typed in a form; it is there again when one comes back or reloads, or, of the `pageForms`, in this visit alone. */
export function useTypedForm(name: string, others?: TypedForms): KeptForm {
  const console = useConsole();
  const forms = others ?? console.forms;
  const typed = useStore(forms.form(name));
  return useMemo(
    () => ({
      field: (field, otherwise = "") => [
        typed[field] ?? otherwise,
        (text) => forms.type(name, field, text === otherwise ? null : text),
      ],
      forget: () => forms.forget(name, typed),
    }),
    [typed, forms, name],
  );
}
