import { createStore } from "zustand/vanilla";
import type { Role } from "../../core/organization.ts";
import type { Token, TokenCreated } from "../../core/token.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { everyPage } from "./every-page.ts";
import { offerUndo, say, type ToastsStore } from "./toasts-store.ts";

/** The caller's access tokens. `revoking` are hidden already, but still work until their toast is over. */
export interface TokensState {
  readonly tokens: readonly Token[] | null;
  readonly revoking: ReadonlySet<string>;
  readonly problem: string | null;
}

export const createTokensStore = () =>
  createStore<TokensState>(() => ({ tokens: null, revoking: new Set(), problem: null }));
export type TokensStore = ReturnType<typeof createTokensStore>;

/** Loads the tokens; a failure keeps what is shown and says why. */
export async function loadTokens(store: TokensStore, client: ApiClient): Promise<void> {
  try {
    const tokens = await everyPage((cursor) => client.call("listTokens", { query: { limit: 200, cursor } }));
    store.setState({ tokens, problem: null });
  } catch (error) {
    store.setState({ problem: inWords(error) });
  }
}

/** Creates a token. The answer holds the secret, which is never told again. @throws ApiProblem */
export async function createToken(
  store: TokensStore,
  client: ApiClient,
  input: { readonly name: string; readonly role: Role; readonly expiresAt: string | null },
): Promise<TokenCreated> {
  const made = await client.call("createToken", { body: input });
  const { token: _secret, ...listed } = made;
  store.setState({ tokens: [...(store.getState().tokens ?? []), listed] });
  return made;
}

/** Hides a token at once and revokes it when its undo has run out: a revoked token cannot come back. */
export function revokeToken(store: TokensStore, toasts: ToastsStore, client: ApiClient, token: Token): void {
  setRevoking(store, token.id, true);
  offerUndo(toasts, `Revoked “${token.name}”`, {
    undo: () => setRevoking(store, token.id, false),
    commit: async ({ keepalive }) => {
      try {
        await client.call("revokeToken", { params: { tokenId: token.id }, keepalive });
        store.setState({ tokens: store.getState().tokens?.filter((one) => one.id !== token.id) ?? null });
      } catch (error) {
        say(toasts, `“${token.name}” still works. ${inWords(error)}`);
      }
      setRevoking(store, token.id, false);
    },
  });
}

function setRevoking(store: TokensStore, id: string, on: boolean): void {
  const revoking = new Set(store.getState().revoking);
  if (on) revoking.add(id);
  else revoking.delete(id);
  store.setState({ revoking });
}
