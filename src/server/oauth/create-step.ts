import { newName as accountName } from "../../core/primitives.ts";
import { passphraseSet } from "../../core/sign-in.ts";
import { Attempts } from "../access/attempts.ts";
import { Refused, tooMany } from "./refused.ts";
import type { SignInAccounts } from "./sign-in-accounts.ts";

/** A new account, from the form. Whoever reaches the page may make one, so their number is limited. */
export class CreateStep {
  private readonly accounts: SignInAccounts;
  private readonly creations = new Attempts(10, 10 * 60_000);

  constructor(accounts: SignInAccounts) {
    this.accounts = accounts;
  }

  /** The new account, or why there is none. @throws Problem storage-failed */
  async create(fields: URLSearchParams): Promise<string | Refused> {
    if (this.accounts.isPublic)
      return new Refused(403, "Accounts here are made by an owner. Ask one to add you.");
    const name = accountName.safeParse(fields.get("name") ?? "");
    if (!name.success) return new Refused(400, "Give the account a name of 1 to 200 characters.");
    const given = passphraseSet.safeParse({ passphrase: fields.get("passphrase") || null });
    if (!given.success) return new Refused(400, "A passphrase needs 8 to 200 characters.");
    if (given.data.passphrase === null && this.accounts.wantsPassphrases)
      return new Refused(400, "Give it a passphrase: other accounts here have one.");
    const wait = this.creations.waitFor("", Date.now());
    if (wait > 0) return tooMany("new accounts", wait);
    return this.accounts.create(name.data, given.data.passphrase);
  }
}
