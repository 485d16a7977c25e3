import type { SecretsDocument, StoredToken } from "../../core/documents.ts";
import type { Role } from "../../core/organization.ts";
import { roleIncludes } from "../../core/organization.ts";
import { Problem } from "../../core/problem.ts";
import type { Token, TokenCreated } from "../../core/token.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { newId, randomText } from "../workspace/new-id.ts";
import type { Caller } from "./caller.ts";
import { sha256 } from "./secret-text.ts";

/** How far behind `lastUsedAt` may be, in ms: it is not worth a write for every request. */
const lastUsedStep = 60_000;

/** Personal access tokens: shown once, kept as hashes. */
export class TokenService {
  private readonly secrets: JsonDocument<SecretsDocument>;
  /** When a use was last handed to be written, by token: requests that come together need one write. */
  private readonly noted = new Map<string, number>();

  constructor(secrets: JsonDocument<SecretsDocument>) {
    this.secrets = secrets;
  }

  list(caller: Caller): Token[] {
    return this.secrets.data.tokens.filter((token) => token.accountId === caller.account.id).map(shown);
  }

  /** @throws Problem forbidden where the token would do more than its maker */
  async create(
    caller: Caller,
    input: { name: string; role: Role; expiresAt: string | null },
    now: number,
  ): Promise<TokenCreated> {
    if (!roleIncludes(caller.limit, input.role)) {
      throw new Problem("forbidden", `A ${caller.limit}'s token can't make one for the role ${input.role}.`);
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
    };
    await this.secrets.update((draft) => {
      draft.tokens.push(stored);
    });
    return { ...shown(stored), token: secret };
  }

  async revoke(caller: Caller, id: string): Promise<void> {
    await this.secrets.update((draft) => {
      const index = draft.tokens.findIndex(
        (token) => token.id === id && token.accountId === caller.account.id,
      );
      if (index < 0) throw new Problem("not-found", "You have no token with this id.");
      draft.tokens.splice(index, 1);
    });
    this.noted.delete(id);
  }

  /** The token that a secret belongs to; its use is noted. */
  find(secret: string, now: number): StoredToken | null {
    const hash = sha256(secret);
    const found = this.secrets.data.tokens.find((token) => token.hash === hash);
    if (found === undefined || (found.expiresAt !== null && Date.parse(found.expiresAt) <= now)) return null;
    this.noteUse(found, now);
    return found;
  }

  private noteUse(token: StoredToken, now: number): void {
    const last = this.noted.get(token.id) ?? (token.lastUsedAt === null ? 0 : Date.parse(token.lastUsedAt));
    if (now - last < lastUsedStep) return;
    this.noted.set(token.id, now);
    const write = this.secrets.update((draft) => {
      const stored = draft.tokens.find((one) => one.id === token.id);
      if (stored !== undefined) stored.lastUsedAt = new Date(now).toISOString();
    });
    // When a token was last used is worth no failed request.
    write.catch(() => undefined);
  }
}

function shown({ id, name, role, hint, createdAt, lastUsedAt, expiresAt }: StoredToken): Token {
  return { id, name, role, hint, createdAt, lastUsedAt, expiresAt };
}
