import { limits } from "../../core/limits.ts";
import type { OauthDocument, StoredGrant, StoredSecret } from "../../core/oauth-document.ts";
import { lastUse } from "../access/last-use.ts";

/** How long a consent may wait for its first token, in ms: the code itself lives for a minute, a device asks every few seconds. */
const unusedLife = 20 * 60_000;
/** The most tokens that a grant keeps. Used refresh tokens stay, so that a stolen one shows; the oldest make room. */
const tokensKept = 60;

/**
 * The document without what is over: expired tokens, tokens of no grant, grants of no token, and the longest unused of an account that
 * has many. `now` in ms UTC.
 */
export function pruned(
  { grants, tokens }: OauthDocument,
  now: number,
): Pick<OauthDocument, "grants" | "tokens"> {
  const kept = new Map<string, [hash: string, token: StoredSecret][]>();
  for (const [hash, token] of Object.entries(tokens)) {
    const grant = Object.hasOwn(grants, token.grantId) ? grants[token.grantId] : undefined;
    if (grant === undefined || Date.parse(token.expiresAt) <= now || Date.parse(grant.expiresAt) <= now)
      continue;
    kept.set(token.grantId, [...(kept.get(token.grantId) ?? []), [hash, token]]);
  }
  const ofAccount = new Map<string, number>();
  const living = Object.entries(grants)
    .filter(([id, grant]) => kept.has(id) || Date.parse(grant.createdAt) > now - unusedLife)
    .sort(([, a], [, b]) => usedAt(a, now) - usedAt(b, now))
    .toReversed()
    .filter(([, { accountId }]) => {
      const count = (ofAccount.get(accountId) ?? 0) + 1;
      ofAccount.set(accountId, count);
      return count <= limits.signInsPerAccount.value;
    })
    .toReversed();
  return {
    grants: Object.fromEntries(living),
    tokens: Object.fromEntries(living.flatMap(([id]) => (kept.get(id) ?? []).slice(-tokensKept))),
  };
}

const usedAt = ({ createdAt, lastUsedAt }: StoredGrant, now: number): number =>
  lastUse([createdAt, lastUsedAt], now);
