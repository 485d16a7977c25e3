import { createStore } from "zustand/vanilla";

/** Whether the server answers. */
interface ServerState {
  readonly reach: "running" | "lost";
}

export const createServerStore = () => createStore<ServerState>(() => ({ reach: "running" }));
export type ServerStore = ReturnType<typeof createServerStore>;

/** Calls back when the server answers again after it did not. Gives the way to stop. */
export const onReached = (store: ServerStore, does: () => unknown): (() => void) =>
  store.subscribe(({ reach }, before) => {
    if (reach === "running" && before.reach === "lost") does();
  });

/** Records how a request went. Sets nothing when nothing changed, so that no one renders for it. */
export function noteReach(store: ServerStore, reach: ServerState["reach"]): void {
  if (store.getState().reach !== reach) store.setState({ reach });
}
