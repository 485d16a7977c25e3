import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { DesktopBridge, DesktopState, PreferencesPatch } from "../../core/ipc.ts";
import { useConsole } from "../page/console-context.ts";
import { say, type ToastsStore } from "../stores/toasts-store.ts";
import { desktopBridge } from "./desktop-bridge.ts";

/** The desktop app around this page; `state` is null until it is known, and always in a browser. */
interface DesktopInfo {
  readonly state: DesktopState | null;
  /** Why the last thing that was asked of it was not done. */
  readonly problem: string | null;
}

export const createDesktopStore = () => createStore<DesktopInfo>(() => ({ state: null, problem: null }));
type DesktopStore = ReturnType<typeof createDesktopStore>;

/** Keeps the state fresh until the returned function is called. */
export function followDesktop(store: DesktopStore, bridge: DesktopBridge): () => void {
  let isTold = false;
  const end = bridge.on("desktopChanged", (state) => {
    isTold = true;
    store.setState({ state });
  });
  void tell(store, async () => {
    const state = await bridge.getDesktop();
    // What was told meanwhile is newer than this answer.
    if (!isTold) store.setState({ state });
  });
  return end;
}

/** Changes at once what is shown; the app answers with what it kept. */
export const changePreferences = (
  store: DesktopStore,
  bridge: DesktopBridge,
  patch: PreferencesPatch,
): Promise<void> => ask(store, () => bridge.changePreferences(patch));

export const pauseIngestion = (store: DesktopStore, bridge: DesktopBridge, paused: boolean): Promise<void> =>
  ask(store, () => bridge.pauseIngestion({ paused }));

/** Does something that answers nothing, e.g. opens a folder; what went wrong is kept to be shown. */
export async function tell(store: DesktopStore, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    store.setState({ problem: null });
  } catch (error) {
    store.setState({ problem: wordsOf(error) });
  }
}

/** Waits for one of these, and says what went wrong: away from the app's part of Settings nobody would see it. */
export async function sayProblem(
  store: DesktopStore,
  toasts: ToastsStore,
  work: Promise<void>,
): Promise<void> {
  await work;
  const { problem } = store.getState();
  if (problem !== null) say(toasts, problem);
}

async function ask(store: DesktopStore, work: () => Promise<DesktopState>): Promise<void> {
  await tell(store, async () => store.setState({ state: await work() }));
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : "The desktop app did not answer.";

interface DesktopHere {
  readonly bridge: DesktopBridge;
  readonly state: DesktopState;
  readonly problem: string | null;
}

/** The desktop app that shows this page; null in a browser, and until the app has told of itself. */
export function useDesktop(): DesktopHere | null {
  const { desktop } = useConsole();
  const { state, problem } = useStore(desktop);
  const bridge = desktopBridge();
  return bridge === null || state === null ? null : { bridge, state, problem };
}
