import { createStore } from "zustand/vanilla";
import type { ChooserState, ChosenWorkspace, DesktopBridge, WorkspaceFolder } from "../../core/ipc.ts";

/** Which folder is selected, as the app knows it: the page never names a path. */
export type FolderChoice = ChosenWorkspace["folder"];

interface ChooserView {
  /** Null until the app has told what there is. */
  readonly state: ChooserState | null;
  readonly choice: FolderChoice;
  /** The workspace is being opened. */
  readonly opening: boolean;
  readonly problem: string | null;
}

export const createChooserStore = () =>
  createStore<ChooserView>(() => ({ state: null, choice: "suggested", opening: false, problem: null }));
export type ChooserStore = ReturnType<typeof createChooserStore>;

export const loadChooser = (store: ChooserStore, bridge: DesktopBridge): Promise<void> =>
  guarded(store, async () => store.setState({ state: await bridge.getChooser() }));

/** Asks for a folder by the system's dialog; what was picked is selected. */
export const pickFolder = (store: ChooserStore, bridge: DesktopBridge): Promise<void> =>
  guarded(store, async () => {
    const state = await bridge.pickWorkspace();
    store.setState({ state, problem: null, ...(state.picked !== null && { choice: "picked" }) });
  });

export const choose = (store: ChooserStore, choice: FolderChoice): void =>
  store.setState({ choice, problem: null });

/** Opens what is selected. The app closes this window where that works. */
export async function openChosen(
  store: ChooserStore,
  bridge: DesktopBridge,
  start: ChosenWorkspace["start"],
): Promise<void> {
  store.setState({ opening: true, problem: null });
  await guarded(store, async () => {
    const { problem } = await bridge.openWorkspace({ folder: store.getState().choice, start });
    store.setState({ problem });
  });
  store.setState({ opening: false });
}

/** The folder that is selected; null where nothing is. */
export function selectedFolder({ state, choice }: ChooserView): WorkspaceFolder | null {
  if (state === null) return null;
  if (choice === "suggested") return state.suggested;
  return choice === "picked" ? state.picked : (state.recents[choice.recent] ?? null);
}

async function guarded(store: ChooserStore, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    store.setState({ problem: error instanceof Error ? error.message : "The app did not answer." });
  }
}
