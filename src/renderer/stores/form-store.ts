import { createStore } from "zustand/vanilla";
import { goneWords, inWords, isGone, ServerUnreachable } from "../api/api-problem.ts";
import { say, type ToastsStore, type Way } from "./toasts-store.ts";

/** Why a form was not sent or was refused. */
export interface FormProblem {
  readonly words: string;
  /** The field that it is said at, where it is not the first. */
  readonly field?: string;
  /** Whether nothing that is typed can mend it: what the form is about is gone. */
  readonly isGone?: true;
}

/** What has come of something that was sent. */
interface Sent {
  /** Shows it, e.g. by going there. Left out where one has gone on meanwhile: nobody is taken away from where they are. */
  readonly show?: () => void;
  /** What a message says then instead, and where it can be seen. */
  readonly said?: string;
  readonly way?: Way;
}

/** Something that is sent: what it takes, and what is told of it. */
export interface Sending {
  /** Sends it. Throws with the reason where it is refused. */
  readonly send: () => Promise<Sent>;
  /** What a message says before the reason, where it is refused and nobody is at it any more: "Nothing was published." */
  readonly failure: string;
  /** Whether what is not found may be something else than what it is sent from, such as what a script names: the server says what. */
  readonly namesMore?: true;
}

/** What a form does. */
export interface FormWork extends Sending {
  /** What has to be filled in first; null where it can be sent. */
  readonly missing?: () => string | null;
  /** What is gone where the server does not find what this is sent to, such as “This Space”. */
  readonly about?: string | undefined;
  /** What is said of a refusal; its reason where this is left out. */
  readonly refused?: (reason: unknown) => FormProblem;
}

/** What is told of a refusal. */
type Refusable = Omit<FormWork, "send" | "missing">;

/** Where something is sent from. */
export interface Sender {
  readonly toasts: ToastsStore;
  /** Whether one is still at it: it was not closed, and no other page is shown. */
  readonly isThere: () => boolean;
}

interface FormState {
  readonly problem: FormProblem | null;
  readonly sending: boolean;
}

export const createFormStore = () => createStore<FormState>(() => ({ problem: null, sending: false }));
type FormStore = ReturnType<typeof createFormStore>;

/** Sends a form, once at a time: a second Enter makes no second thing. Never throws. */
export async function sendForm(store: FormStore, work: FormWork, sender: Sender): Promise<void> {
  if (store.getState().sending) return;
  const words = work.missing?.() ?? null;
  if (words !== null) return store.setState({ problem: { words } });
  store.setState({ problem: null, sending: true });
  try {
    tell(await work.send(), sender);
  } catch (reason) {
    const problem = problemOf(reason, work);
    store.setState({ problem });
    if (!sender.isThere()) sayRefusal(sender.toasts, work, reason);
  }
  store.setState({ sending: false });
}

/** Sends something that has no form, such as a menu's item: a message says why it was refused. Never throws. */
export async function sendAct(store: FormStore, work: Sending, sender: Sender): Promise<void> {
  if (store.getState().sending) return;
  store.setState({ sending: true });
  try {
    tell(await work.send(), sender);
  } catch (reason) {
    sayRefusal(sender.toasts, work, reason);
  }
  store.setState({ sending: false });
}

/** Says why something was refused, to whom is not at it any more. */
export const sayRefusal = (toasts: ToastsStore, work: Refusable, reason: unknown): void =>
  say(toasts, `${failureWords(work, reason)} ${problemOf(reason, work).words}`);

function tell({ show, said, way }: Sent, { toasts, isThere }: Sender): void {
  if (isThere()) show?.();
  else if (said !== undefined) say(toasts, said, way);
}

/** Forgets what was wrong, when it is being mended. That what it is about is gone stays so, whatever is typed. */
export function clearProblem(store: FormStore): void {
  const { problem } = store.getState();
  if (problem !== null && !problem.isGone) store.setState({ problem: null });
}

/** No answer came: that alone may be lost, and what was sent may have been done. */
const isInDoubt = (reason: unknown): boolean => reason instanceof ServerUnreachable;

/** That it failed, as far as anybody knows. */
const failureWords = ({ failure }: Refusable, reason: unknown): string =>
  isInDoubt(reason) ? failure.replace(/\.$/, ", as far as is known.") : failure;

function problemOf(reason: unknown, { refused, namesMore, about }: Refusable): FormProblem {
  const problem = refused?.(reason) ?? { words: inWords(reason) };
  if (isGone(reason) && !namesMore && problem.field === undefined)
    return { words: goneWords(about), isGone: true };
  return { ...problem, words: wholeReason(reason, problem.words) };
}

/** Sending it again would make a second thing where the first one was made. */
const wholeReason = (reason: unknown, words: string): string =>
  isInDoubt(reason) ? `${words} It may have been done all the same: look before you send it again.` : words;
