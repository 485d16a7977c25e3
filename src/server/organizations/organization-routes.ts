import type { Me } from "../../core/organization.ts";
import { Problem } from "../../core/problem.ts";
import type { Caller } from "../access/caller.ts";
import type { PlatformContext } from "../access/platform-context.ts";
import { assertFresh } from "../http/bind-routes.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names =
  | "getMe"
  | "listAccounts"
  | "deleteMe"
  | "deleteAccount"
  | "inviteAccount"
  | "listOrgs"
  | "legacyOrgs"
  | "createOrg"
  | "getOrg"
  | "updateOrg"
  | "deleteOrg"
  | "listMembers"
  | "addMember"
  | "updateMember"
  | "removeMember";

/** Nothing of an account that is gone lets anybody in. */
async function forgetWaysIn(
  { workspace, oauth, console }: Pick<Services, "workspace" | "oauth" | "console">,
  accountId: string,
): Promise<void> {
  await workspace.secrets.update((draft) => {
    draft.tokens = draft.tokens.filter((token) => token.accountId !== accountId);
    draft.consoleSessions = draft.consoleSessions.filter((session) => session.accountId !== accountId);
    delete draft.passphrases[accountId];
    delete draft.invitations[accountId];
  });
  await oauth.forget(accountId);
  await console.forgetLaunches(accountId);
}

const visible = ({ caller }: PlatformContext) =>
  caller.organizations().map(({ organization }) => organization);

export function organizationRoutes(services: Services): Pick<PlatformHandlers, Names> {
  const { organizations, clock, passphrases } = services;
  const listOrgs: PlatformHandlers["listOrgs"] = ({ context, query }) => ({
    body: pageOf(visible(context), (one) => one.id, query),
  });
  const me = (caller: Caller): Me => {
    const { id, name, email } = caller.account;
    const roles = caller
      .organizations()
      .map(({ organization, role }) => ({ id: organization.id, name: organization.name, role }));
    const workspaceRole = caller.isOperator && caller.limit === "owner" ? ("operator" as const) : null;
    const hasPassphrase = passphrases.has(id);
    return { account: { id, name, email }, organizations: roles, workspaceRole, hasPassphrase };
  };
  return {
    getMe: ({ context: { caller } }) => ({ body: me(caller) }),
    listAccounts: ({ query }) => ({ body: pageOf(organizations.accounts(), (one) => one.id, query) }),
    deleteAccount: async ({ params: { accountId } }) => {
      await organizations.deleteAccount(accountId);
      await forgetWaysIn(services, accountId);
      return {};
    },
    inviteAccount: async ({ params: { accountId } }) => ({ body: await organizations.invite(accountId) }),
    deleteMe: async ({ context: { caller }, precondition }) => {
      const { id: accountId } = caller.account;
      if (caller.limit !== "owner")
        throw new Problem("forbidden", "A token with a limited role can't delete its account.");
      assertFresh(precondition, me(caller));
      await organizations.deleteAccount(accountId);
      await forgetWaysIn(services, accountId);
      return {};
    },
    listOrgs,
    legacyOrgs: listOrgs,
    createOrg: async ({ context: { caller }, body }) => {
      caller.assertRoleAnywhere("owner");
      return { body: await organizations.create(caller, body.name, clock.now()) };
    },
    getOrg: ({ params }) => ({ body: organizations.get(params.orgId) }),
    updateOrg: async ({ params, body, precondition }) => ({
      body: await organizations.update(params.orgId, body, precondition, clock.now()),
    }),
    deleteOrg: async ({ params, precondition }) => {
      await organizations.delete(params.orgId, precondition);
      return {};
    },
    listMembers: ({ params, query }) => ({
      body: pageOf(organizations.members(params.orgId), (one) => one.accountId, query),
    }),
    addMember: async ({ params, body }) => ({
      body: await organizations.addMember(params.orgId, body, clock.real()),
    }),
    updateMember: async ({ params, body }) => ({
      body: await organizations.updateMember(params.orgId, params.accountId, body.role),
    }),
    removeMember: async ({ params }) => {
      await organizations.removeMember(params.orgId, params.accountId);
      return {};
    },
  };
}
