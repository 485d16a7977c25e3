import { Problem } from "../../core/problem.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names =
  | "listTokens"
  | "createToken"
  | "revokeToken"
  | "listSignIns"
  | "revokeSignIn"
  | "listConsoleSessions"
  | "revokeConsoleSession"
  | "setPassphrase"
  | "launchConsole";

export function accessRoutes({
  tokens,
  console,
  oauth,
  passphrases,
  clock,
}: Services): Pick<PlatformHandlers, Names> {
  return {
    listTokens: ({ context, query }) => ({
      body: pageOf(tokens.list(context.caller, clock.real()), (one) => one.id, query),
    }),
    createToken: async ({ context, body }) => ({
      body: await tokens.create(context.caller, body, clock.real()),
    }),
    revokeToken: async ({ context, params }) => {
      await tokens.revoke(context.caller, params.tokenId);
      return {};
    },
    listSignIns: ({ context: { caller }, query }) => ({
      body: pageOf(oauth.list(caller.account.id, clock.real()), (one) => one.id, query),
    }),
    revokeSignIn: async ({ context, params }) => {
      await oauth.revoke(context.caller, params.signInId);
      return {};
    },
    listConsoleSessions: ({ context: { caller }, req, query }) => ({
      body: pageOf(console.list(caller.account.id, req), (one) => one.id, query),
    }),
    revokeConsoleSession: async ({ context: { caller }, params }) => {
      await console.revoke(caller, params.sessionId);
      return {};
    },
    setPassphrase: async ({ context: { caller }, body }) => {
      if (caller.limit !== "owner")
        throw new Problem("forbidden", "A token with a limited role can't change how its account signs in.");
      await passphrases.change(caller.account.id, body);
      return {};
    },
    launchConsole: async ({ context: { caller }, body }) => ({
      body: {
        url: await console.launchUrl(
          { accountId: caller.account.id, role: caller.limit, endsWith: caller.by ?? undefined },
          body.path,
        ),
      },
    }),
  };
}
