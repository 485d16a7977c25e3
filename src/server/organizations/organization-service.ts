import type { WorkspaceDocument } from "../../core/documents.ts";
import type {
  Account,
  AccountListed,
  Member,
  MemberAdded,
  Organization,
  Role,
} from "../../core/organization.ts";
import type { Precondition } from "../../core/precondition.ts";
import { Problem } from "../../core/problem.ts";
import type { Caller } from "../access/caller.ts";
import { signInProblem } from "../access/console-access.ts";
import type { Invitations } from "../access/invitations.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { SignInAccounts } from "../oauth/sign-in-accounts.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Organizations and the people in them. */
export class OrganizationService {
  private readonly workspace: Workspace;
  private readonly invitations: Invitations;
  private readonly signIn: SignInAccounts;

  constructor(workspace: Workspace, invitations: Invitations, signIn: SignInAccounts) {
    this.workspace = workspace;
    this.invitations = invitations;
    this.signIn = signIn;
  }

  get(id: string): Organization {
    return find(this.workspace.document.data, id);
  }

  create(caller: Caller, name: string, now: number): Promise<Organization> {
    const at = new Date(now).toISOString();
    const made: Organization = { id: newId("org"), name, createdAt: at, updatedAt: at };
    return this.change((draft) => {
      // It may go while this is on its way.
      if (!draft.accounts.some(({ id }) => id === caller.account.id))
        throw signInProblem("Your account is gone.");
      draft.organizations.push(made);
      draft.memberships.push({ accountId: caller.account.id, orgId: made.id, role: "owner" });
      return made;
    });
  }

  update(
    id: string,
    patch: { name?: string | undefined },
    precondition: Precondition | null,
    now: number,
  ): Promise<Organization> {
    return this.change((draft) => {
      const found = find(draft, id);
      assertFresh(precondition, found);
      if (patch.name !== undefined)
        Object.assign(found, { name: patch.name, updatedAt: new Date(now).toISOString() });
      return found;
    });
  }

  /** @throws Problem in-use while it has Spaces, or is the only one */
  delete(id: string, precondition: Precondition | null): Promise<void> {
    const change = (draft: WorkspaceDocument) => {
      assertFresh(precondition, find(draft, id));
      if (draft.organizations.length === 1)
        throw new Problem("in-use", "It is the only organization; a workspace needs one.");
      draft.organizations = draft.organizations.filter((organization) => organization.id !== id);
      draft.memberships = draft.memberships.filter((membership) => membership.orgId !== id);
    };
    return this.change(change, async () => {
      const keys = await this.workspace.spaceKeysIn(id);
      if (keys.length > 0)
        throw new Problem("in-use", `It has the Spaces ${keys.join(", ")}; delete them first.`);
    });
  }

  members(orgId: string): Member[] {
    const { accounts, memberships } = this.workspace.document.data;
    return memberships
      .filter((membership) => membership.orgId === orgId)
      .flatMap(({ accountId, role }) => {
        const account = accounts.find((one) => one.id === accountId);
        return account === undefined ? [] : [{ accountId, name: account.name, email: account.email, role }];
      });
  }

  /**
   * Adds a person. One with the same e-mail address, in whatever case, or of this id, is the same person. Who is new gets an invitation, and so
   * does somebody without a way in who is in no other Organization.
   *
   * @throws Problem conflict for a member; for an address that only another Organization's owner has given to somebody; and for
   * who is elsewhere and can come in by a code alone, since whoever has that code would get in here too
   */
  async addMember(orgId: string, input: NewMember, now: number): Promise<MemberAdded> {
    const known = new Set(this.workspace.document.data.accounts.map(({ id }) => id));
    const added = await this.insertMember(orgId, input, now);
    const { accountId } = added;
    const waits = this.signIn.needsCode(accountId) && this.organizationsOf(accountId).length === 1;
    const invitation = waits || !known.has(accountId) ? await this.invitations.makeFirst(accountId) : null;
    return { ...added, invitation };
  }

  /** Every account with its role in each Organization. */
  accounts(): AccountListed[] {
    return this.workspace.document.data.accounts.map(({ id, name, email, createdAt }) => ({
      id,
      name,
      email,
      createdAt,
      organizations: this.organizationsOf(id).map(({ orgId, role }) => ({ id: orgId, role })),
    }));
  }

  /** @throws Problem not-found; conflict for the operator's, and for an Organization's last owner */
  deleteAccount(accountId: string): Promise<void> {
    return this.change((draft) => {
      const index = draft.accounts.findIndex(({ id }) => id === accountId);
      if (index < 0) throw new Problem("not-found", "There is no account with this id.");
      if (index === 0)
        throw new Problem("conflict", "This is the operator's account; the workspace needs it.");
      const orgIds = draft.memberships.flatMap((one) => (one.accountId === accountId ? [one.orgId] : []));
      draft.accounts.splice(index, 1);
      draft.memberships = draft.memberships.filter((one) => one.accountId !== accountId);
      for (const orgId of orgIds) assertHasOwner(draft, orgId);
    });
  }

  /** A new way in for who has lost theirs: a code in place of the passphrase. */
  async invite(accountId: string): Promise<{ code: string; expiresAt: string }> {
    const { accounts } = this.workspace.document.data;
    const index = accounts.findIndex(({ id }) => id === accountId);
    if (index < 0) throw new Problem("not-found", "There is no account with this id.");
    if (index === 0 && !this.signIn.isPublic)
      throw new Problem("conflict", "This is the operator's account, which `understudy open` lets in.");
    return this.invitations.make(accountId);
  }

  private organizationsOf(accountId: string) {
    return this.workspace.document.data.memberships.filter((one) => one.accountId === accountId);
  }

  private insertMember(orgId: string, input: NewMember, now: number): Promise<Member> {
    return this.change((draft) => {
      find(draft, orgId);
      const account = accountFor(draft, input, now);
      const memberships = draft.memberships.filter((one) => one.accountId === account.id);
      const named = account.email ?? account.name;
      const refuse = (detail: string) => {
        const path = input.accountId === undefined ? "/email" : "/accountId";
        return new Problem("conflict", `${named} ${detail}.`, { errors: [{ path, detail }] });
      };
      if (memberships.some((one) => one.orgId === orgId)) throw refuse("is a member already");
      // Also where their code is not made yet: the other Organization adds them at this very moment.
      const waits = this.invitations.has(account.id) || this.signIn.needsCode(account.id);
      if (memberships.length > 0 && waits)
        throw refuse(
          "was invited elsewhere and has not signed in yet. Ask them to sign in first, then add them",
        );
      if (memberships.length > 0 && input.accountId === undefined && account.github === undefined)
        throw new Problem(
          "conflict",
          `An account of another Organization has the address ${named}, which nobody has verified. Add it by its id, which its owner finds in Settings.`,
          {
            errors: [
              { path: "/email", detail: "belongs to an account of another Organization; add it by its id" },
            ],
          },
        );
      draft.memberships.push({ accountId: account.id, orgId, role: input.role });
      return { accountId: account.id, name: account.name, email: account.email, role: input.role };
    });
  }

  async updateMember(orgId: string, accountId: string, role: Role): Promise<Member> {
    await this.change((draft) => {
      const membership = findMembership(draft, orgId, accountId);
      membership.role = role;
      assertHasOwner(draft, orgId);
    });
    return this.member(orgId, accountId);
  }

  removeMember(orgId: string, accountId: string): Promise<void> {
    return this.change((draft) => {
      const membership = findMembership(draft, orgId, accountId);
      draft.memberships = draft.memberships.filter((one) => one !== membership);
      assertHasOwner(draft, orgId);
    });
  }

  private member(orgId: string, accountId: string): Member {
    const found = this.members(orgId).find((member) => member.accountId === accountId);
    if (found === undefined) throw new Problem("not-found", "There is no such member.");
    return found;
  }

  private async change<R>(change: (draft: WorkspaceDocument) => R, first?: () => Promise<void>): Promise<R> {
    const result = await this.workspace.document.update(change, first);
    this.workspace.announce({ kind: "workspace" });
    return result;
  }
}

type NewMember = {
  name?: string | undefined;
  email?: string | undefined;
  accountId?: string | undefined;
  role: Role;
};

/** The account that is meant, or a new one in the draft. @throws Problem not-found */
function accountFor(
  draft: WorkspaceDocument,
  { name, email = null, accountId }: Omit<NewMember, "email"> & { email?: string | null | undefined },
  now: number,
): Account {
  const wanted = email?.toLowerCase();
  const existing = draft.accounts.find((account) =>
    accountId === undefined
      ? wanted !== undefined && account.email?.toLowerCase() === wanted
      : account.id === accountId,
  );
  if (existing !== undefined) return existing;
  if (accountId !== undefined) throw new Problem("not-found", "There is no account with this id.");
  const made: Account = {
    id: newId("acc"),
    name: name ?? "",
    email,
    createdAt: new Date(now).toISOString(),
  };
  draft.accounts.push(made);
  return made;
}

function find(document: WorkspaceDocument, id: string): Organization {
  const found = document.organizations.find((organization) => organization.id === id);
  if (found === undefined) throw new Problem("not-found", "There is no organization with this id.");
  return found;
}

function findMembership(document: WorkspaceDocument, orgId: string, accountId: string) {
  const found = document.memberships.find((m) => m.orgId === orgId && m.accountId === accountId);
  if (found === undefined) throw new Problem("not-found", "There is no such member.");
  return found;
}

function assertHasOwner(document: WorkspaceDocument, orgId: string): void {
  if (!document.memberships.some((m) => m.orgId === orgId && m.role === "owner")) {
    throw new Problem("conflict", "An organization needs an owner; make someone else one first.");
  }
}
