import { findSpace } from "../access/platform-context.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names =
  | "listSpaces"
  | "createSpace"
  | "getSpace"
  | "updateSpace"
  | "deleteSpace"
  | "listEnvironments"
  | "rotateApiKey"
  | "getStats";

export function spaceRoutes({
  spaces,
  apiKeys,
  stats,
  clock,
  workspace,
}: Services): Pick<PlatformHandlers, Names> {
  return {
    listSpaces: ({ context: { caller }, query }) => ({
      body: pageOf(spaces.visible(caller, query.org), (one) => one.id, query),
    }),
    createSpace: async ({ context: { caller }, body }) => {
      caller.assertRole(body.orgId, "owner", "organization");
      return { body: await spaces.create(body, clock.now()) };
    },
    getSpace: ({ context }) => ({ body: context.space().data.space }),
    updateSpace: async ({ context, body, precondition }) => ({
      body: await spaces.update(context.space(), body, precondition, clock.now()),
    }),
    deleteSpace: async ({ context, precondition }) => {
      await spaces.delete(context.space(), precondition);
      return {};
    },
    listEnvironments: async ({ context, params, query }) => {
      const { id } = findSpace(workspace, context.caller, params.spaceId).data.space;
      await apiKeys.ensureFound([id]);
      return { body: pageOf(spaces.environments(id), (one) => one.key, query) };
    },
    rotateApiKey: async ({ context, body }) => {
      const environment = context.environment();
      await apiKeys.rotate(environment, body.graceSeconds);
      return { body: spaces.environment(environment) };
    },
    getStats: async ({ context }) => ({ body: await stats.of(context.environment()) }),
  };
}
