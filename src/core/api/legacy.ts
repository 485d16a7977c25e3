import { organization } from "../organization.ts";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { user, userFilters } from "../user.ts";

/** Version 1, which the setting `legacyApi` can end. */
export const legacyApi = {
  legacyOrgs: {
    method: "get",
    path: "/v1.0/orgs",
    tag: "Version 1",
    summary: "Deprecated: list organizations",
    access: "account",
    query: pageQuery,
    status: [200],
    answer: page(organization),
    problems: ["gone"],
  },
  legacyUsers: {
    method: "get",
    path: "/v1.0/spaces/:spaceId/users",
    tag: "Version 1",
    summary: "Deprecated: list users of production",
    access: "viewer",
    query: pageQuery.extend(userFilters.shape),
    status: [200],
    answer: page(user),
    says: ["Understudy-Clock"],
    problems: ["gone"],
  },
} as const satisfies Record<string, RouteSpec>;
