import { z } from "zod";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { apiKeyRotate, environment, environmentStats, space, spaceCreate, spacePatch } from "../space.ts";
import { inEnvironment, inSpace } from "./paths.ts";

/** Spaces and their environments. */
export const spacesApi = {
  listSpaces: {
    method: "get",
    path: "/v2/spaces",
    tag: "Spaces",
    summary: "List Spaces",
    access: "account",
    query: pageQuery.extend({ org: z.string().optional() }),
    status: [200],
    answer: page(space),
  },
  createSpace: {
    method: "post",
    path: "/v2/spaces",
    tag: "Spaces",
    summary: "Create a Space with its three environments; for an owner of its organization",
    access: "account",
    body: spaceCreate,
    status: [201],
    answer: space,
    etag: true,
    problems: ["forbidden", "not-found", "conflict"],
  },
  getSpace: {
    method: "get",
    path: inSpace,
    tag: "Spaces",
    summary: "Get a Space",
    access: "viewer",
    status: [200],
    answer: space,
    etag: true,
  },
  updateSpace: {
    method: "patch",
    path: inSpace,
    tag: "Spaces",
    summary: "Change a Space",
    access: "owner",
    body: spacePatch,
    status: [200],
    answer: space,
    etag: true,
    problems: ["conflict"],
  },
  deleteSpace: {
    method: "delete",
    path: inSpace,
    tag: "Spaces",
    summary: "Delete a Space with all its content, users and events",
    access: "owner",
    status: [204],
    etag: true,
  },

  listEnvironments: {
    method: "get",
    path: `${inSpace}/environments`,
    tag: "Environments",
    summary: "List the three environments with their API keys",
    access: "viewer",
    status: [200],
    answer: page(environment),
    secret: true,
  },
  rotateApiKey: {
    method: "post",
    path: `${inEnvironment}/api-key`,
    tag: "Environments",
    summary: "Create a new API key; the old one works for a grace period",
    access: "owner",
    body: apiKeyRotate,
    optionalBody: true,
    status: [200],
    answer: environment,
    secret: true,
  },
  getStats: {
    method: "get",
    path: `${inEnvironment}/stats`,
    tag: "Environments",
    summary: "What an environment holds, and its rate",
    access: "viewer",
    status: [200],
    answer: environmentStats,
  },
} as const satisfies Record<string, RouteSpec>;
