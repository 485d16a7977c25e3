import type { Passphrases } from "../access/passphrases.ts";
import { Attempts } from "./attempts.ts";
import { Refused, tooMany } from "./refused.ts";
import type { SignInAccounts } from "./sign-in-accounts.ts";

interface LoginOptions {
  readonly accounts: SignInAccounts;
  readonly passphrases: Passphrases;
}

/** Who wants in, as the form says it. */
export class LoginStep {
  private readonly options: LoginOptions;
  private readonly tries = new Attempts(5, 5 * 60_000);

  constructor(options: LoginOptions) {
    this.options = options;
  }

  /** The account that may go on, or why it may not. */
  async enter(fields: URLSearchParams): Promise<string | Refused> {
    const account = this.options.accounts.find(fields.get("account") ?? "");
    if (account === undefined || account.entry === "github")
      return new Refused(403, "This account can't sign in here.");
    if (account.entry === "click") return account.id;
    const wait = this.tries.waitFor(account.id, Date.now());
    if (wait > 0) return tooMany("tries", wait);
    const passphrase = (fields.get("passphrase") ?? "").slice(0, 200);
    if (!(await this.options.passphrases.matches(account.id, passphrase)))
      return new Refused(403, "This is not the passphrase.");
    this.tries.forget(account.id);
    return account.id;
  }
}
