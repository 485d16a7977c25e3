import { accountListed, invitation, me } from "../organization.ts";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";

/** Who is asking, and who there is. */
export const accountsApi = {
  getMe: {
    method: "get",
    path: "/v2/me",
    tag: "Accounts",
    summary: "Who is asking, and what they may do",
    access: "account",
    status: [200],
    answer: me,
    etag: true,
  },
  deleteMe: {
    method: "delete",
    path: "/v2/me",
    tag: "Accounts",
    summary: "Delete the caller's account with all its ways in; not with a limited token",
    access: "account",
    status: [204],
    etag: true,
    problems: ["forbidden", "conflict"],
  },
  listAccounts: {
    method: "get",
    path: "/v2/accounts",
    tag: "Accounts",
    summary: "List every account of the workspace; for the operator",
    access: "operator",
    query: pageQuery,
    status: [200],
    answer: page(accountListed),
  },
  deleteAccount: {
    method: "delete",
    path: "/v2/accounts/:accountId",
    tag: "Accounts",
    summary: "Delete an account with all its ways in; for the operator",
    access: "operator",
    status: [204],
    problems: ["conflict"],
  },
  inviteAccount: {
    method: "post",
    path: "/v2/accounts/:accountId/invitation",
    tag: "Accounts",
    summary: "Give an account a one-time code in place of its passphrase; for the operator",
    access: "operator",
    status: [200],
    answer: invitation,
    secret: true,
    problems: ["conflict"],
  },
} as const satisfies Record<string, RouteSpec>;
