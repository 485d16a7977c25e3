import { beginningOf } from "../../core/characters.ts";
import { limits } from "../../core/limits.ts";
import { passphrase as passphraseSchema } from "../../core/sign-in.ts";
import { Attempts } from "../access/attempts.ts";
import { type Invitations, takeInvitation } from "../access/invitations.ts";
import type { Passphrases } from "../access/passphrases.ts";
import { networkOf } from "../http/network-of.ts";
import { Refused, tooMany } from "./refused.ts";
import type { SignInAccount, SignInAccounts } from "./sign-in-accounts.ts";

interface LoginOptions {
  readonly accounts: SignInAccounts;
  readonly passphrases: Passphrases;
  readonly invitations: Invitations;
}

const notTogether = "No account here has this name and what you typed.";
const notIt = "This is not the passphrase.";
/** The page was opened, in another tab or by somebody else, before the code was used. */
const usedMeanwhile =
  "The code has been used meanwhile, and a passphrase chosen with it: type that one. If it was not you who chose it, tell an owner.";
const span = 5 * 60_000;

/** Who wants in, as the form says it. */
export class LoginStep {
  private readonly options: LoginOptions;
  /** By account and address: wrong passphrases only lock out who types them. */
  private readonly tries = new Attempts(limits.passphraseTries.value, span);
  /** By account from all addresses, and by address for all accounts: nobody can guess on and on, or keep the server busy. */
  private readonly allTries = new Attempts(limits.passphraseTriesOfAll.value, span);

  constructor(options: LoginOptions) {
    this.options = options;
  }

  /** The account that may go on, or why it may not. `from`: the caller's address. */
  async enter(fields: URLSearchParams, from: string): Promise<string | Refused> {
    const { accounts } = this.options;
    const who = fields.get("who");
    // Whether an account exists is not told: an unknown name takes as long, and is counted and answered alike.
    if (who !== null) {
      const typed = fields.has("code") ? "invitation" : "passphrase";
      const meant = accounts.named(who).filter(({ entry }) => entry === typed);
      return this.tried(who.trim().toLowerCase().slice(0, 200), from, () =>
        typed === "invitation"
          ? this.byCode(meant, fields, notTogether)
          : this.byPassphrase(meant, fields, notTogether),
      );
    }
    const account = accounts.find(fields.get("account") ?? "");
    if (account === undefined || account.entry === "github")
      return new Refused(403, "This account can't sign in here.");
    if (account.entry === "click") return account.id;
    if (account.entry === "closed")
      return new Refused(
        403,
        "This account has no passphrase, and others here have one. Open the console with `understudy open` and set one in Settings, or ask an owner to remove you and add you again, for a code.",
      );
    return this.tried(account.id, from, () =>
      account.entry === "invitation"
        ? this.byCode(
            [account],
            fields,
            "This is not the code, or it has expired. An owner can add you again.",
          )
        : this.byPassphrase([account], fields, fields.has("code") ? usedMeanwhile : notIt),
    );
  }

  private async tried(
    whom: string,
    from: string,
    enter: () => Promise<string | Refused>,
  ): Promise<string | Refused> {
    const network = networkOf(from);
    const [one, ofAccount] = [`${network} ${whom}`, `of ${whom}`];
    const now = Date.now();
    // A try that the address no longer has does not count against the account, nor push out what others have tried.
    const wait =
      this.allTries.waitFor(`from ${network}`, now) ||
      this.tries.waitFor(one, now) ||
      this.allTries.waitFor(ofAccount, now);
    if (wait > 0) return tooMany("tries", wait);
    const outcome = await enter();
    if (typeof outcome === "string") {
      this.tries.forget(one);
      this.allTries.forget(ofAccount);
    }
    return outcome;
  }

  private async byCode(
    meant: readonly SignInAccount[],
    fields: URLSearchParams,
    wrong: string,
  ): Promise<string | Refused> {
    const { passphrases, invitations } = this.options;
    const code = (fields.get("code") ?? "").trim();
    const account = meant.find(({ id }) => invitations.matches(id, code));
    if (account === undefined) return new Refused(403, wrong);
    const passphrase = typedPassphrase(fields);
    if (!passphraseSchema.safeParse(passphrase).success)
      return new Refused(400, "A passphrase needs 8 to 200 characters.");
    const isFirst = await passphrases.set(account.id, passphrase, (secrets) =>
      takeInvitation(secrets, account.id, code),
    );
    return isFirst ? account.id : new Refused(403, wrong);
  }

  private async byPassphrase(
    meant: readonly SignInAccount[],
    fields: URLSearchParams,
    wrong: string,
  ): Promise<string | Refused> {
    const { passphrases } = this.options;
    const passphrase = typedPassphrase(fields);
    // An unknown name takes as long.
    for (const id of meant.length === 0 ? [""] : meant.map((one) => one.id))
      if (await passphrases.matches(id, passphrase)) return id;
    return new Refused(403, wrong);
  }
}

const typedPassphrase = (fields: URLSearchParams): string => beginningOf(fields.get("passphrase") ?? "", 200);
