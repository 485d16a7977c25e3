import type { Account } from "../../core/organization.ts";
import type { Invitations } from "../access/invitations.ts";
import type { Passphrases } from "../access/passphrases.ts";
import type { Outside } from "../http/outside.ts";
import type { Services } from "../services.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** How an account is entered: with one click, its passphrase, the code of its invitation, through GitHub alone, or not at all. */
export type Entry = "click" | "passphrase" | "invitation" | "github" | "closed";
export interface SignInAccount extends Pick<Account, "id" | "name" | "email"> {
  readonly entry: Entry;
}

/** The accounts that the sign-in page offers, and the ones that are made there. */
export class SignInAccounts {
  private readonly workspace: Workspace;
  private readonly passphrases: Passphrases;
  private readonly invitations: Invitations;
  /** Whether others than this machine call: then nobody is let in by a click, told who is here, or may make an account. */
  readonly isPublic: boolean;
  readonly callerOf: Outside["callerOf"];

  constructor(
    { workspace, passphrases, invitations }: Pick<Services, "workspace" | "passphrases" | "invitations">,
    { platform, callerOf }: Pick<Outside, "platform" | "callerOf">,
  ) {
    this.workspace = workspace;
    this.passphrases = passphrases;
    this.invitations = invitations;
    this.isPublic = platform !== null;
    this.callerOf = callerOf;
  }

  /**
   * Whether a new account must have a passphrase: once the operator or a member has one, nobody gets in by a click. A
   * passphrase of an account without an Organization changes nothing: whoever opens the page can make such an account.
   */
  get wantsPassphrases(): boolean {
    if (this.isPublic) return true;
    const { accounts, memberships } = this.workspace.document.data;
    const members = new Set(memberships.map(({ accountId }) => accountId));
    return accounts.some(({ id }, index) => (index === 0 || members.has(id)) && this.passphrases.has(id));
  }

  list(): SignInAccount[] {
    const { wantsPassphrases } = this;
    return this.workspace.document.data.accounts.map((account, index) => ({
      id: account.id,
      name: account.name,
      email: account.email,
      entry: this.entryOf(account, index === 0, wantsPassphrases),
    }));
  }

  /** Whether only the code of an invitation can let this account in. The operator has `understudy open`. */
  needsCode(id: string): boolean {
    const [operator] = this.workspace.document.data.accounts;
    const account = this.workspace.document.data.accounts.find((one) => one.id === id);
    const entry = this.find(id)?.entry;
    return (
      id !== operator?.id &&
      (entry === "invitation" || entry === "closed" || (entry === "github" && account?.github === undefined))
    );
  }

  /** All accounts with this name, e-mail address or id; several may have the same name. */
  named(text: string): SignInAccount[] {
    const wanted = text.trim().toLowerCase();
    return this.list().filter(({ id, name, email }) =>
      [id, name, email].some((one) => one?.toLowerCase() === wanted),
    );
  }

  find(id: string): SignInAccount | undefined {
    return this.list().find((account) => account.id === id);
  }

  /** A new account, in no Organization. @throws Problem storage-failed */
  async create(name: string, passphrase: string | null): Promise<string> {
    const id = newId("acc");
    if (passphrase !== null) await this.passphrases.set(id, passphrase);
    await this.workspace.document.update((draft) => {
      draft.accounts.push({ id, name, email: null, createdAt: new Date().toISOString() });
    });
    this.workspace.announce({ kind: "workspace" });
    return id;
  }

  /**
   * A passphrase always counts. Without one: who was invited uses the code, once; who has signed in with GitHub, or was invited
   * by e-mail while GitHub is set up, must use GitHub. Once the operator or a member has a passphrase, several people use the
   * machine, and a click lets nobody in.
   */
  private entryOf(
    { id, email, github, invitedAt }: Account,
    isOperator: boolean,
    wantsPassphrases: boolean,
  ): Entry {
    if (this.passphrases.has(id)) return "passphrase";
    if (this.invitations.has(id)) return "invitation";
    const invited = email !== null && this.workspace.secrets.data.github !== null && !isOperator;
    return github !== undefined || invitedAt !== undefined || invited
      ? "github"
      : wantsPassphrases
        ? "closed"
        : "click";
  }
}
