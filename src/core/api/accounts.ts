import { me } from "../organization.ts";
import type { RouteSpec } from "../route.ts";

/** Who is asking. */
export const accountsApi = {
  getMe: {
    method: "get",
    path: "/v2/me",
    tag: "Accounts",
    summary: "Who is asking, and what they may do",
    access: "account",
    status: [200],
    answer: me,
  },
} as const satisfies Record<string, RouteSpec>;
