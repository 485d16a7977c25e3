import type { PlatformContext } from "../access/platform-context.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names =
  | "getMe"
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

const visible = ({ caller }: PlatformContext) =>
  caller.organizations().map(({ organization }) => organization);

export function organizationRoutes({ organizations, clock }: Services): Pick<PlatformHandlers, Names> {
  const listOrgs: PlatformHandlers["listOrgs"] = ({ context, query }) => ({
    body: pageOf(visible(context), (one) => one.id, query),
  });
  return {
    getMe: ({ context: { caller } }) => {
      const { id, name, email } = caller.account;
      const roles = caller
        .organizations()
        .map(({ organization, role }) => ({ id: organization.id, name: organization.name, role }));
      const workspaceRole = caller.isOperator && caller.limit === "owner" ? ("operator" as const) : null;
      return { body: { account: { id, name, email }, organizations: roles, workspaceRole } };
    },
    listOrgs,
    legacyOrgs: listOrgs,
    createOrg: async ({ context: { caller }, body }) => {
      caller.assertRoleAnywhere("owner");
      return { body: await organizations.create(caller, body.name, clock.now()) };
    },
    getOrg: ({ params }) => ({ body: organizations.get(params.orgId) }),
    updateOrg: async ({ params, body, ifMatch }) => ({
      body: await organizations.update(params.orgId, body, ifMatch, clock.now()),
    }),
    deleteOrg: async ({ params, ifMatch }) => {
      await organizations.delete(params.orgId, ifMatch);
      return {};
    },
    listMembers: ({ params, query }) => ({
      body: pageOf(organizations.members(params.orgId), (one) => one.accountId, query),
    }),
    addMember: async ({ params, body }) => ({
      body: await organizations.addMember(params.orgId, body, clock.now()),
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
