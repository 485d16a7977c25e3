import { z } from "zod";
import { explainBody, explainQuery, explanation } from "../explanation.ts";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import {
  user,
  userCount,
  userCreate,
  userFilters,
  userImportResult,
  userKinds,
  userPatch,
  userPut,
  userSort,
} from "../user.ts";
import { inEnvironment } from "./paths.ts";

const usersQuery = pageQuery.extend(userFilters.shape).extend(userSort.shape);
const oneUserQuery = z.strictObject({ kind: z.enum(userKinds).optional() });
const importBody = z.unknown().meta({
  description:
    "A JSON array of users, or application/x-ndjson with one a line. They may be as another environment lists them: what only a server says of a user, such as `createdAt` and `sessions`, is passed over.",
  example: [{ id: "u1", fields: { plan: "gold" } }],
});

/** Users and visitors of an environment, and why they get what they get. */
export const usersApi = {
  listUsers: {
    method: "get",
    path: `${inEnvironment}/users`,
    tag: "Users",
    summary: "List users and visitors of one environment",
    access: "viewer",
    query: usersQuery,
    status: [200],
    answer: page(user),
    says: ["Understudy-Clock"],
  },
  countUsers: {
    method: "get",
    path: `${inEnvironment}/user-count`,
    tag: "Users",
    summary: "How many users and visitors the same filters leave",
    access: "viewer",
    query: userFilters,
    status: [200],
    answer: userCount,
    says: ["Understudy-Clock"],
  },
  createUser: {
    method: "post",
    path: `${inEnvironment}/users`,
    tag: "Users",
    summary: "Create a user",
    access: "editor",
    body: userCreate,
    status: [201],
    answer: user,
    etag: true,
    problems: ["conflict"],
  },
  importUsers: {
    method: "post",
    path: `${inEnvironment}/users/import`,
    tag: "Users",
    summary: "Import users, as a JSON array or NDJSON",
    access: "editor",
    body: importBody,
    ndjson: true,
    status: [200],
    answer: userImportResult,
  },
  getUser: {
    method: "get",
    path: `${inEnvironment}/users/:userId`,
    tag: "Users",
    summary: "Get a user or visitor",
    access: "viewer",
    query: oneUserQuery,
    status: [200],
    answer: user,
    etag: true,
  },
  putUser: {
    method: "put",
    path: `${inEnvironment}/users/:userId`,
    tag: "Users",
    summary: "Create or replace a known user",
    access: "editor",
    body: userPut,
    status: [200, 201],
    answer: user,
    etag: true,
  },
  patchUser: {
    method: "patch",
    path: `${inEnvironment}/users/:userId`,
    tag: "Users",
    summary: "Change fields or labels (JSON merge patch)",
    access: "editor",
    query: oneUserQuery,
    body: userPatch,
    status: [200],
    answer: user,
    etag: true,
  },
  deleteUser: {
    method: "delete",
    path: `${inEnvironment}/users/:userId`,
    tag: "Users",
    summary: "Delete a user; their events stay",
    access: "editor",
    query: oneUserQuery,
    status: [204],
    etag: true,
  },

  explainUser: {
    method: "get",
    path: `${inEnvironment}/users/:userId/explain`,
    tag: "Users",
    summary: "Every decision for a user or visitor, with its reasons",
    access: "viewer",
    query: explainQuery,
    status: [200],
    answer: explanation,
    says: ["Understudy-Clock"],
  },
  explain: {
    method: "post",
    path: `${inEnvironment}/explain`,
    tag: "Users",
    summary: "Every decision for a pretend user, with its reasons; nothing is stored",
    access: "viewer",
    body: explainBody,
    status: [200],
    answer: explanation,
    says: ["Understudy-Clock"],
  },
} as const satisfies Record<string, RouteSpec>;
