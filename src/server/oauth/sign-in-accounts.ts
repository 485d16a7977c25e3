import type { Account } from "../../core/organization.ts";
import type { Invitations } from "../access/invitations.ts";
import type { Passphrases } from "../access/passphrases.ts";
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

  constructor({
    workspace,
    passphrases,
    invitations,
  }: Pick<Services, "workspace" | "passphrases" | "invitations">) {
    this.workspace = workspace;
    this.passphrases = passphrases;
    this.invitations = invitations;
  }

  /** Whether a new account must have a passphrase: from the first one on nobody is let in by a click. */
  get wantsPassphrases(): boolean {
    return this.passphrases.any;
  }

  list(): SignInAccount[] {
    return this.workspace.document.data.accounts.map((account, index) => ({
      id: account.id,
      name: account.name,
      email: account.email,
      entry: this.entryOf(account, index === 0),
    }));
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
   * A passphrase always counts. Without one: who was invited comes with the code of that, once; who has signed in with
   * GitHub, or was invited by e-mail while GitHub can be signed in with, is somebody whom a click must not become. Where
   * one account has a passphrase the machine has several people, and a click becomes nobody.
   */
  private entryOf({ id, email, github, invitedAt }: Account, isOperator: boolean): Entry {
    if (this.passphrases.has(id)) return "passphrase";
    if (this.invitations.has(id)) return "invitation";
    const invited = email !== null && this.workspace.secrets.data.github !== null && !isOperator;
    return github !== undefined || invitedAt !== undefined || invited
      ? "github"
      : this.passphrases.any
        ? "closed"
        : "click";
  }
}
