import { createStore } from "zustand/vanilla";
import type { SignIn } from "../../core/sign-in.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { everyPage } from "./every-page.ts";
import { offerUndo, say, type ToastsStore } from "./toasts-store.ts";

/** The clients that are signed in as the caller. `revoking` are hidden already, but still work until their toast is over. */
export interface SignInsState {
  readonly signIns: readonly SignIn[] | null;
  readonly revoking: ReadonlySet<string>;
  readonly problem: string | null;
}

export const createSignInsStore = () =>
  createStore<SignInsState>(() => ({ signIns: null, revoking: new Set(), problem: null }));
export type SignInsStore = ReturnType<typeof createSignInsStore>;

/** Loads them; a failure keeps what is shown and says why. */
export async function loadSignIns(store: SignInsStore, client: ApiClient): Promise<void> {
  try {
    const signIns = await everyPage((cursor) =>
      client.call("listSignIns", { query: { limit: 200, cursor } }),
    );
    store.setState({ signIns, problem: null });
  } catch (error) {
    store.setState({ problem: inWords(error) });
  }
}

/** Hides a sign-in at once and revokes it when its undo has run out: it cannot come back. */
export function revokeSignIn(
  store: SignInsStore,
  toasts: ToastsStore,
  client: ApiClient,
  { id, client: { name } }: SignIn,
): void {
  setRevoking(store, id, true);
  offerUndo(toasts, `Signed “${name}” out`, {
    undo: () => setRevoking(store, id, false),
    commit: async ({ keepalive }) => {
      try {
        await client.call("revokeSignIn", { params: { signInId: id }, keepalive });
        store.setState({ signIns: store.getState().signIns?.filter((one) => one.id !== id) ?? null });
      } catch (error) {
        say(toasts, `“${name}” is still signed in. ${inWords(error)}`);
      }
      setRevoking(store, id, false);
    },
  });
}

function setRevoking(store: SignInsStore, id: string, on: boolean): void {
  const revoking = new Set(store.getState().revoking);
  if (on) revoking.add(id);
  else revoking.delete(id);
  store.setState({ revoking });
}
