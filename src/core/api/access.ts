import { z } from "zod";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { consoleSession, passphraseSet, signIn } from "../sign-in.ts";
import { token, tokenCreate, tokenCreated } from "../token.ts";

const launchAnswer = z
  .object({ url: z.string() })
  .meta({ id: "LaunchAddress", example: { url: "http://127.0.0.1:4747/launch?token=…" } });

/** Ways in: tokens, sign-ins, the passphrase, and an address that opens the console. */
export const accessApi = {
  listTokens: {
    method: "get",
    path: "/v2/tokens",
    tag: "Access",
    summary: "List the caller's personal access tokens",
    access: "account",
    query: pageQuery,
    status: [200],
    answer: page(token),
  },
  createToken: {
    method: "post",
    path: "/v2/tokens",
    tag: "Access",
    summary: "Create a personal access token, shown once",
    access: "account",
    body: tokenCreate,
    status: [201],
    answer: tokenCreated,
    secret: true,
    problems: ["forbidden", "conflict"],
  },
  revokeToken: {
    method: "delete",
    path: "/v2/tokens/:tokenId",
    tag: "Access",
    summary:
      "Revoke a personal access token, with all that was made by it; a token with a lesser role can't revoke one with a greater",
    access: "account",
    status: [204],
    problems: ["forbidden"],
  },

  listSignIns: {
    method: "get",
    path: "/v2/sign-ins",
    tag: "Access",
    summary: "List the clients that are signed in as the caller",
    access: "account",
    query: pageQuery,
    status: [200],
    answer: page(signIn),
  },
  revokeSignIn: {
    method: "delete",
    path: "/v2/sign-ins/:signInId",
    tag: "Access",
    summary: "Sign a client out: every token of it ends at once, and all that was made by it",
    access: "account",
    status: [204],
    problems: ["forbidden"],
  },

  listConsoleSessions: {
    method: "get",
    path: "/v2/console/sessions",
    tag: "Access",
    summary: "List the browsers in which the console is open as the caller",
    access: "account",
    query: pageQuery,
    status: [200],
    answer: page(consoleSession),
  },
  revokeConsoleSession: {
    method: "delete",
    path: "/v2/console/sessions/:sessionId",
    tag: "Access",
    summary: "Sign the console out in one browser, with all its streams",
    access: "account",
    status: [204],
    problems: ["forbidden"],
  },

  setPassphrase: {
    method: "put",
    path: "/v2/me/passphrase",
    tag: "Accounts",
    summary:
      "Set, change or take away the passphrase that the sign-in page asks for; takes the one before, and no limited token",
    access: "account",
    body: passphraseSet,
    status: [204],
    problems: ["forbidden", "busy"],
  },
  launchConsole: {
    method: "post",
    path: "/v2/console/launch",
    tag: "Access",
    summary: "A one-time address that opens the console signed in as the caller",
    access: "account",
    body: z
      .strictObject({
        path: z
          .string()
          .regex(
            /^\/spaces\/[\w./-]{1,500}$/,
            "must be a path of the console such as /spaces/cinema/development/stage",
          )
          .optional(),
      })
      .meta({ example: {} }),
    optionalBody: true,
    status: [200],
    answer: launchAnswer,
    secret: true,
  },
} as const satisfies Record<string, RouteSpec>;
