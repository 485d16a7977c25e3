import { passphrase as passphraseSchema } from "../../core/sign-in.ts";
import type { Invitations } from "../access/invitations.ts";
import type { Passphrases } from "../access/passphrases.ts";
import { Refused, tooMany } from "./refused.ts";
import type { SignInAccounts } from "./sign-in-accounts.ts";

interface LoginOptions {
  readonly accounts: SignInAccounts;
  readonly passphrases: Passphrases;
  readonly invitations: Invitations;
}

const notTogether = "No account here has this name and what you typed.";

/** Who wants in, as the form says it. */
export class LoginStep {
  private readonly options: LoginOptions;

  constructor(options: LoginOptions) {
    this.options = options;
  }

  /** The account that may go on, or why it may not. */
  async enter(fields: URLSearchParams): Promise<string | Refused> {
    const { passphrases, invitations } = this.options;
    const { accounts } = this.options;
    const who = fields.get("who");
    const account = who === null ? accounts.find(fields.get("account") ?? "") : accounts.named(who);
    // Who is here is not told to who asks by name.
    const typed = fields.has("code") ? "invitation" : "passphrase";
    if (who !== null && account?.entry !== typed) return new Refused(403, notTogether);
    if (account === undefined || account.entry === "github")
      return new Refused(403, "This account can't sign in here.");
    if (account.entry === "click") return account.id;
    if (account.entry === "closed")
      return new Refused(
        403,
        "This account has no passphrase, and others here have one. Open the console with `understudy open` and set one in Settings, or ask an owner to remove you and add you again, for a code.",
      );
    const wait = passphrases.tries.waitFor(account.id, Date.now());
    if (wait > 0) return tooMany("tries", wait);
    const passphrase = (fields.get("passphrase") ?? "").slice(0, 200);
    if (account.entry === "invitation") {
      if (!invitations.matches(account.id, (fields.get("code") ?? "").trim()))
        return new Refused(
          403,
          who === null ? "This is not the code, or it is too old. An owner can add you again." : notTogether,
        );
      if (!passphraseSchema.safeParse(passphrase).success)
        return new Refused(400, "A passphrase needs 8 to 200 characters.");
      await passphrases.set(account.id, passphrase);
      await invitations.forget(account.id);
    } else if (!(await passphrases.matches(account.id, passphrase)))
      return new Refused(403, who === null ? "This is not the passphrase." : notTogether);
    passphrases.tries.forget(account.id);
    return account.id;
  }
}
