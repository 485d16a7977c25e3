import { useState } from "react";
import { useStore } from "zustand";
import { useOnReach } from "../app/use-on-reach.ts";
import {
  clearOutage,
  clearProblem,
  createFormStore,
  type FormProblem,
  type FormWork,
  sendForm,
} from "../stores/form-store.ts";

/** A form as its dialog holds it. */
export interface Form {
  readonly problem: FormProblem | null;
  /** The problem in words, for a form that says it in one place. */
  readonly error: string | null;
  readonly sending: boolean;
  readonly send: () => void;
  readonly clear: () => void;
}

/** The state of a form: what is wrong with it, and the ways to send it and to begin anew. */
export function useForm(work: FormWork): Form {
  const [store] = useState(createFormStore);
  const { problem, sending } = useStore(store);
  useOnReach(() => clearOutage(store));
  return {
    problem,
    error: problem?.words ?? null,
    sending,
    send: () => void sendForm(store, work),
    clear: () => clearProblem(store),
  };
}
