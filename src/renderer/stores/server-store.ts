import { createStore } from "zustand/vanilla";
import type { Status } from "../../core/settings.ts";
import type { ApiClient } from "../api/client.ts";

/** Whether the server answers, and what it says about itself. The last known status stays while it is gone. */
export interface ServerState {
  readonly reach: "running" | "lost";
  readonly status: Status | null;
}

export const createServerStore = () => createStore<ServerState>(() => ({ reach: "running", status: null }));
export type ServerStore = ReturnType<typeof createServerStore>;

/** Records how a request went. Sets nothing when nothing changed, so that no one renders for it. */
export function noteReach(store: ServerStore, reach: ServerState["reach"]): void {
  if (store.getState().reach !== reach) store.setState({ reach });
}

/** Asks for the status; a failure is noted by the client's observer and otherwise left alone. */
export async function refreshStatus(store: ServerStore, client: ApiClient): Promise<void> {
  try {
    store.setState({ status: await client.call("getStatus") });
  } catch {
    // Lost or signed out: both are shown already.
  }
}
