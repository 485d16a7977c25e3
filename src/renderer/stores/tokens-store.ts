import type { Role } from "../../core/organization.ts";
import type { Token, TokenCreated } from "../../core/token.ts";
import type { ApiClient } from "../api/client.ts";
import type { Removals } from "./removals.ts";
import { createRevocableList, loadRevocables, type RevocableList, revoke } from "./revocable-list.ts";

/** The caller's access tokens. */
export const createTokensStore = () => createRevocableList<Token>();
export type TokensStore = RevocableList<Token>;

export const loadTokens = (store: TokensStore, client: ApiClient): Promise<void> =>
  loadRevocables(store, (cursor) => client.call("listTokens", { query: { limit: 200, cursor } }));

/** Creates a token. The answer holds the secret, which is never told again. @throws ApiProblem */
export async function createToken(
  store: TokensStore,
  client: ApiClient,
  input: { readonly name: string; readonly role: Role; readonly expiresAt: string | null },
): Promise<TokenCreated> {
  const made = await client.call("createToken", { body: input });
  const { token: _secret, ...listed } = made;
  store.setState({ items: [...(store.getState().items ?? []), listed] });
  return made;
}

/** Revokes a token when its undo has run out. */
export function revokeToken(store: TokensStore, removals: Removals, client: ApiClient, token: Token): void {
  revoke(store, removals, token, {
    said: `Revoked “${token.name}”`,
    refused: `“${token.name}” still works.`,
    remove: (options) => client.call("revokeToken", { params: { tokenId: token.id }, ...options }),
  });
}
