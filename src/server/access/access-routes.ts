import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names = "listTokens" | "createToken" | "revokeToken" | "launchConsole";

export function accessRoutes({ tokens, console }: Services): Pick<PlatformHandlers, Names> {
  return {
    listTokens: ({ context, query }) => ({
      body: pageOf(tokens.list(context.caller), (one) => one.id, query),
    }),
    createToken: async ({ context, body }) => ({
      body: await tokens.create(context.caller, body, Date.now()),
    }),
    revokeToken: async ({ context, params }) => {
      await tokens.revoke(context.caller, params.tokenId);
      return {};
    },
    launchConsole: ({ context: { caller } }) => ({
      body: { url: console.launchUrl(caller.account.id, caller.limit) },
    }),
  };
}
