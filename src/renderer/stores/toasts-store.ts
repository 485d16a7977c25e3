import { createStore } from "zustand/vanilla";

/** How long a toast stays, in milliseconds: long enough to read it, find Undo and press it. */
export const toastTime = 8000;

interface Undoable {
  readonly undo: () => void;
  /** Does it for good. `keepalive` when the page is being closed: the request must outlive it. */
  readonly commit: (options: { readonly keepalive: boolean }) => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undoable: Undoable | null;
}

export interface ToastsState {
  readonly toasts: readonly Toast[];
}

export const createToastsStore = () => createStore<ToastsState>(() => ({ toasts: [] }));
export type ToastsStore = ReturnType<typeof createToastsStore>;

let lastId = 0;

function add(store: ToastsStore, text: string, undoable: Undoable | null): void {
  lastId += 1;
  const id = lastId;
  store.setState({ toasts: [...store.getState().toasts, { id, text, undoable }] });
  setTimeout(() => settle(store, id, false), toastTime);
}

/** Says something that has happened. */
export const say = (store: ToastsStore, text: string): void => add(store, text, null);

/** Says something that will be done for good when the toast is over, unless it is undone. */
export const offerUndo = (store: ToastsStore, text: string, undoable: Undoable): void =>
  add(store, text, undoable);

function take(store: ToastsStore, id: number): Toast | undefined {
  const { toasts } = store.getState();
  const found = toasts.find((one) => one.id === id);
  if (found !== undefined) store.setState({ toasts: toasts.filter((one) => one.id !== id) });
  return found;
}

/** Ends a toast; what it offered to undo is done for good. Ending one twice does nothing. */
export function settle(store: ToastsStore, id: number, keepalive: boolean): void {
  take(store, id)?.undoable?.commit({ keepalive });
}

/** Takes back what a toast announced. */
export function undo(store: ToastsStore, id: number): void {
  take(store, id)?.undoable?.undo();
}

/** Does everything that still waits for its undo; for when the page is being closed. */
export function settleAll(store: ToastsStore): void {
  for (const { id } of store.getState().toasts) settle(store, id, true);
}
