import type { SignIn } from "../../core/sign-in.ts";
import type { ApiClient } from "../api/client.ts";
import type { Removals } from "./removals.ts";
import { createRevocableList, loadRevocables, type RevocableList, revoke } from "./revocable-list.ts";

/** The clients that are signed in as the caller. */
export const createSignInsStore = () => createRevocableList<SignIn>();
export type SignInsStore = RevocableList<SignIn>;

export const loadSignIns = (store: SignInsStore, client: ApiClient): Promise<void> =>
  loadRevocables(store, (cursor) => client.call("listSignIns", { query: { limit: 200, cursor } }));

/** Signs a client out when its undo has run out. */
export function revokeSignIn(
  store: SignInsStore,
  removals: Removals,
  client: ApiClient,
  signIn: SignIn,
): void {
  const { id, client: who } = signIn;
  revoke(store, removals, signIn, {
    said: `Signed “${who.name}” out`,
    refused: `“${who.name}” is still signed in.`,
    remove: (options) => client.call("revokeSignIn", { params: { signInId: id }, ...options }),
  });
}
