import type { AuditEntry } from "../../core/audit.ts";
import type { CredentialRef } from "../../core/documents.ts";
import type { Account, Organization, Role } from "../../core/organization.ts";
import { lesserRole, roleIncludes } from "../../core/organization.ts";
import { Problem } from "../../core/problem.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Who is asking: an account, and the most that the credential lets it do. */
export class Caller {
  readonly account: Account;
  readonly limit: Role;
  /** The credential that it asks with, where that can be revoked by itself: whatever it makes ends with it. */
  readonly by: CredentialRef | null;
  /** The same as the audit log names it. */
  readonly credential: NonNullable<AuditEntry["by"]>;
  private readonly workspace: Workspace;

  constructor(
    workspace: Workspace,
    account: Account,
    limit: Role,
    by: CredentialRef | null = null,
    credential: NonNullable<AuditEntry["by"]> = by ?? { kind: "run", id: null },
  ) {
    this.workspace = workspace;
    this.account = account;
    this.limit = limit;
    this.by = by;
    this.credential = credential;
  }

  /** Null where the caller is no member. */
  roleIn(orgId: string): Role | null {
    const held = this.workspace.document.data.memberships.find(
      (m) => m.orgId === orgId && m.accountId === this.account.id,
    );
    return held === undefined ? null : lesserRole(held.role, this.limit);
  }

  /** The workspace's operator is its first account, which the first start made. */
  get isOperator(): boolean {
    return this.workspace.document.data.accounts[0]?.id === this.account.id;
  }

  /** @throws Problem forbidden for anybody else, and for the operator's token of a lesser role than `limit` */
  assertOperator(limit: Role): void {
    if (!this.isOperator) throw new Problem("forbidden", "This is for the operator of the workspace.");
    if (!roleIncludes(this.limit, limit))
      throw new Problem("forbidden", `This needs a token for the role ${limit}; yours is for ${this.limit}.`);
  }

  /** @throws Problem forbidden where the credential to be revoked may do more than the caller, or the caller may only read */
  assertMayEnd(role: Role, id: string): void {
    if (this.by?.id === id || (this.limit !== "viewer" && roleIncludes(this.limit, role))) return;
    throw new Problem("forbidden", `A ${this.limit}'s token can't revoke this. Sign in with a higher role.`);
  }

  organizations(): readonly { readonly organization: Organization; readonly role: Role }[] {
    return this.workspace.document.data.organizations.flatMap((organization) => {
      const role = this.roleIn(organization.id);
      return role === null ? [] : [{ organization, role }];
    });
  }

  /** @throws Problem not-found for what the caller may not even see, forbidden for what is more than its role */
  assertRole(orgId: string, needed: Role, what: string): void {
    const role = this.roleIn(orgId);
    if (role === null) throw new Problem("not-found", `There is no ${what} here that you can see.`);
    if (!roleIncludes(role, needed))
      throw new Problem("forbidden", `This needs the role ${needed}; you have ${role}.`);
  }

  /** @throws Problem forbidden where the caller has this role in no Organization */
  assertRoleAnywhere(needed: Role): void {
    if (!this.organizations().some(({ role }) => roleIncludes(role, needed))) {
      throw new Problem("forbidden", `This needs the role ${needed} in an organization.`);
    }
  }
}
