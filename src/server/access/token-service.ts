import type { CredentialRef, SecretsDocument, StoredToken } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import type { Role } from "../../core/organization.ts";
import { roleIncludes } from "../../core/organization.ts";
import { invalid, Problem } from "../../core/problem.ts";
import type { Token, TokenCreated } from "../../core/token.ts";
import { sayFault } from "../tell-each.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { newId, randomText } from "../workspace/new-id.ts";
import type { Caller } from "./caller.ts";
import { NotedUses } from "./last-use.ts";
import { sha256 } from "./secret-text.ts";

/** How far behind `lastUsedAt` may be, in ms: it is not worth a write for every request. */
const lastUsedStep = 60_000;

/** Personal access tokens: shown once, kept as hashes. */
export class TokenService {
  private readonly secrets: JsonDocument<SecretsDocument>;
  private readonly isSignedIn: (grantId: string, now: number) => boolean;
  private readonly noted = new NotedUses(lastUsedStep);

  /** `isSignedIn`: whether a sign-in, by which a token may have been made, still lasts. */
  constructor(secrets: JsonDocument<SecretsDocument>, isSignedIn: (grantId: string, now: number) => boolean) {
    this.secrets = secrets;
    this.isSignedIn = isSignedIn;
  }

  list(caller: Caller, now: number): Token[] {
    return this.secrets.data.tokens
      .filter((token) => token.accountId === caller.account.id && this.isAlive(token.endsWith ?? null, now))
      .map(shown);
  }

  /** Whether a token or sign-in is still valid, and all that it was made by. */
  isAlive(by: CredentialRef | null, now: number): boolean {
    if (by === null) return true;
    if (by.kind === "sign-in") return this.isSignedIn(by.id, now);
    const token = this.secrets.data.tokens.find(({ id }) => id === by.id);
    return token !== undefined && !hasExpired(token, now) && this.isAlive(token.endsWith ?? null, now);
  }

  /** Removes tokens and console sessions whose maker (a token or a sign-in) has ended. */
  private dropDead(draft: SecretsDocument, now: number): void {
    const left = ({ endsWith }: Pick<StoredToken, "endsWith">) => this.isAlive(endsWith ?? null, now);
    draft.tokens = draft.tokens.filter(left);
    draft.consoleSessions = draft.consoleSessions.filter(left);
  }

  /** @throws Problem forbidden where the token would do more than its maker, invalid-body where it would have ended, conflict where there are many */
  async create(
    caller: Caller,
    input: { name: string; role: Role; expiresAt: string | null },
    now: number,
  ): Promise<TokenCreated> {
    if (!roleIncludes(caller.limit, input.role)) {
      throw new Problem("forbidden", `A ${caller.limit}'s token can't make one for the role ${input.role}.`);
    }
    if (hasExpired(input, now)) {
      const detail = `must be in the future; it is ${new Date(now).toISOString()} here`;
      throw invalid([{ path: "/expiresAt", detail }]);
    }
    const secret = `us_pat_${randomText(32)}`;
    const stored: StoredToken = {
      id: newId("tok"),
      accountId: caller.account.id,
      ...input,
      hash: sha256(secret),
      hint: secret.slice(-4),
      createdAt: new Date(now).toISOString(),
      lastUsedAt: null,
      ...(caller.by !== null && { endsWith: caller.by }),
    };
    await this.secrets.update((draft) => {
      this.dropDead(draft, now);
      makeRoom(draft, caller.account.id, now);
      draft.tokens.push(stored);
    });
    return { ...shown(stored), token: secret };
  }

  async revoke(caller: Caller, id: string): Promise<void> {
    await this.secrets.update((draft) => {
      const index = draft.tokens.findIndex(
        (token) => token.id === id && token.accountId === caller.account.id,
      );
      const found = draft.tokens[index];
      if (found === undefined) throw new Problem("not-found", "You have no token with this id.");
      caller.assertMayEnd(found.role, id);
      draft.tokens.splice(index, 1);
    });
    this.noted.forget(id);
  }

  /** The token that a secret belongs to; its use is noted. */
  find(secret: string, now: number): StoredToken | null {
    const hash = sha256(secret);
    const found = this.secrets.data.tokens.find((token) => token.hash === hash);
    if (found === undefined || hasExpired(found, now)) return null;
    this.noteUse(found, now);
    return found;
  }

  private noteUse(token: StoredToken, now: number): void {
    if (!this.noted.isNews(token.id, token.lastUsedAt, now)) return;
    const write = this.secrets.update((draft) => {
      const stored = draft.tokens.find((one) => one.id === token.id);
      if (stored !== undefined) stored.lastUsedAt = new Date(now).toISOString();
    });
    // A request must not fail because a last use could not be written.
    write.catch(sayFault);
  }
}

/** For one more, also of those that are asked for at the same moment; what has expired goes first. @throws Problem conflict */
function makeRoom(draft: SecretsDocument, accountId: string, now: number): void {
  const most = limits.tokensPerAccount.value;
  const own = draft.tokens.filter((token) => token.accountId === accountId);
  const expired = own.filter((token) => hasExpired(token, now));
  if (own.length - expired.length >= most)
    throw new Problem(
      "conflict",
      `An account has at most ${most} tokens. Revoke one that you no longer need.`,
    );
  const going = new Set(expired.slice(0, Math.max(0, own.length - most + 1)));
  draft.tokens = draft.tokens.filter((token) => !going.has(token));
}

const hasExpired = ({ expiresAt }: Pick<StoredToken, "expiresAt">, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;

function shown({ id, name, role, hint, createdAt, lastUsedAt, expiresAt }: StoredToken): Token {
  return { id, name, role, hint, createdAt, lastUsedAt, expiresAt };
}
