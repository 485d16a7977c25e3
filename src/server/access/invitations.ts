import type { SecretsDocument } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { randomText } from "../workspace/new-id.ts";
import { sameSecret, sha256 } from "./secret-text.ts";

const day = 24 * 60 * 60_000;

/** Codes with which somebody who was added signs in once; then they have a passphrase of their own, or GitHub. */
export class Invitations {
  private readonly secrets: JsonDocument<SecretsDocument>;

  constructor(secrets: JsonDocument<SecretsDocument>) {
    this.secrets = secrets;
  }

  /** Whether the account has an invitation that was not used, even where its code has expired. */
  has(accountId: string): boolean {
    return Object.hasOwn(this.secrets.data.invitations, accountId);
  }

  /** A new one; the one before no longer counts. Whoever takes the code chooses a new passphrase. */
  async make(accountId: string): Promise<{ code: string; expiresAt: string }> {
    const { stored, ...told } = newInvitation();
    await this.secrets.update(({ invitations, passphrases }) => {
      invitations[accountId] = stored;
      delete passphrases[accountId];
    });
    return told;
  }

  /** The same for who has no passphrase; null where they have come in by now, and chosen one. */
  async makeFirst(accountId: string): Promise<{ code: string; expiresAt: string } | null> {
    const { stored, ...told } = newInvitation();
    return this.secrets.update(({ invitations, passphrases }) => {
      if (Object.hasOwn(passphrases, accountId)) return null;
      invitations[accountId] = stored;
      return told;
    });
  }

  matches(accountId: string, code: string): boolean {
    return opens(this.secrets.data, accountId, code);
  }

  /** Its account has come in another way. */
  async forget(accountId: string): Promise<void> {
    if (!this.has(accountId)) return;
    await this.secrets.update(({ invitations }) => {
      delete invitations[accountId];
    });
  }
}

function newInvitation() {
  const code = `us_inv_${randomText(24)}`;
  const expiresAt = new Date(Date.now() + limits.invitationDays.value * day).toISOString();
  return { code, expiresAt, stored: { hash: sha256(code), expiresAt } };
}

/** Takes an account's invitation away, where this is its code: a code works once, whoever else has it. */
export function takeInvitation(draft: SecretsDocument, accountId: string, code: string): boolean {
  if (!opens(draft, accountId, code)) return false;
  delete draft.invitations[accountId];
  return true;
}

function opens({ invitations }: SecretsDocument, accountId: string, code: string): boolean {
  const found = Object.hasOwn(invitations, accountId) ? invitations[accountId] : undefined;
  return (
    found !== undefined && Date.parse(found.expiresAt) > Date.now() && sameSecret(found.hash, sha256(code))
  );
}
