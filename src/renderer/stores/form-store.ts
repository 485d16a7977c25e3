import { createStore } from "zustand/vanilla";
import { inWords, ServerUnreachable } from "../api/api-problem.ts";

/** Why a form was not sent or was refused. */
export interface FormProblem {
  readonly words: string;
  /** The field that it is said at, where it is not the first. */
  readonly field?: string;
  /** No answer came: it is true until one comes. */
  readonly outage?: true;
}

/** What a form does. */
export interface FormWork {
  /** What has to be filled in first; null where it can be sent. */
  readonly missing?: () => string | null;
  /** Sends it. Throws with the reason where it is refused. */
  readonly send: () => Promise<void>;
  /** What is said of a refusal; its reason where this is left out. */
  readonly refused?: (reason: unknown) => FormProblem;
}

export interface FormState {
  readonly problem: FormProblem | null;
  readonly sending: boolean;
}

export const createFormStore = () => createStore<FormState>(() => ({ problem: null, sending: false }));
export type FormStore = ReturnType<typeof createFormStore>;

/** Sends a form, once at a time: a second Enter makes no second thing. Never throws. */
export async function sendForm(store: FormStore, { missing, send, refused }: FormWork): Promise<void> {
  if (store.getState().sending) return;
  const words = missing?.() ?? null;
  if (words !== null) return store.setState({ problem: { words } });
  store.setState({ problem: null, sending: true });
  try {
    await send();
  } catch (reason) {
    const problem = refused?.(reason) ?? { words: inWords(reason) };
    store.setState({ problem: reason instanceof ServerUnreachable ? { ...problem, outage: true } : problem });
  }
  store.setState({ sending: false });
}

/** Forgets what was wrong, when it is being mended. */
export function clearProblem(store: FormStore): void {
  if (store.getState().problem !== null) store.setState({ problem: null });
}

/** Forgets that the server did not answer, when it does. */
export function clearOutage(store: FormStore): void {
  if (store.getState().problem?.outage === true) clearProblem(store);
}
