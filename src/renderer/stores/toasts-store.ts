import { createStore } from "zustand/vanilla";

/** How long a toast stays, in milliseconds: long enough to read it, find Undo and press it. */
export const toastTime = 8000;

interface Undoable {
  readonly undo: () => void;
  /** Does it for good; left out where it is done already. `keepalive` when the page is being closed: the request must outlive it. */
  readonly commit?: (options: { readonly keepalive: boolean }) => void;
}

/** A page to go to, and what its link says. */
export interface Way {
  readonly words: string;
  readonly href: string;
}

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undoable: Undoable | null;
  readonly way: Way | null;
}

interface ToastsState {
  readonly toasts: readonly Toast[];
  /** Whether somebody is at them, with the pointer or the focus: none of them ends meanwhile (WCAG 2.2.1). */
  readonly pointer: boolean;
  readonly focus: boolean;
}

export const isHeld = ({ pointer, focus }: ToastsState): boolean => pointer || focus;

export const createToastsStore = () =>
  createStore<ToastsState>(() => ({ toasts: [], pointer: false, focus: false }));
export type ToastsStore = ReturnType<typeof createToastsStore>;

let lastId = 0;
const timers = new WeakMap<Toast, ReturnType<typeof setTimeout>>();

function add(store: ToastsStore, told: Omit<Toast, "id">): number {
  lastId += 1;
  const toast = { id: lastId, ...told };
  store.setState({ toasts: [...store.getState().toasts, toast] });
  if (!isHeld(store.getState())) startTimer(store, toast);
  return toast.id;
}

function startTimer(store: ToastsStore, toast: Toast): void {
  timers.set(
    toast,
    setTimeout(() => settle(store, toast.id, false), toastTime),
  );
}

/** Says something that has happened, and where it can be seen. */
export const say = (store: ToastsStore, text: string, way: Way | null = null): void =>
  void add(store, { text, undoable: null, way });

/** Says something that will be done for good when the toast is over, unless it is undone. Gives the toast's id. */
export const offerUndo = (store: ToastsStore, text: string, undoable: Undoable): number =>
  add(store, { text, undoable, way: null });

/** Notes who is at the toasts: meanwhile the time of each stands still, and afterwards each has all of its time again. */
export function hold(store: ToastsStore, by: Partial<Pick<ToastsState, "pointer" | "focus">>): void {
  const before = isHeld(store.getState());
  store.setState(by);
  const { toasts, ...now } = store.getState();
  if (isHeld({ toasts, ...now }) === before) return;
  for (const toast of toasts) {
    clearTimeout(timers.get(toast));
    if (before) startTimer(store, toast);
  }
}

function take(store: ToastsStore, id: number): Toast | undefined {
  const { toasts } = store.getState();
  const found = toasts.find((one) => one.id === id);
  if (found === undefined) return undefined;
  clearTimeout(timers.get(found));
  const left = toasts.filter((one) => one.id !== id);
  // The last one takes the pointer's leaving with it.
  store.setState({ toasts: left, ...(left.length === 0 && { pointer: false, focus: false }) });
  return found;
}

/** Ends a toast; what it offered to undo is done for good. Ending one twice does nothing. */
export function settle(store: ToastsStore, id: number, keepalive: boolean): void {
  take(store, id)?.undoable?.commit?.({ keepalive });
}

/** Takes back what a toast announced. */
export function undo(store: ToastsStore, id: number): void {
  take(store, id)?.undoable?.undo();
}

/** Takes back what was announced last and still can be. */
export function undoLast(store: ToastsStore): void {
  const last = store.getState().toasts.findLast(({ undoable }) => undoable !== null);
  if (last !== undefined) undo(store, last.id);
}
