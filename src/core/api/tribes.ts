import { z } from "zod";
import { environmentKey, page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { reach, tribe, tribeCreate, tribePatch } from "../tribe.ts";
import { tribeTrial, tribeTrialResult } from "../tribe-trial.ts";
import { inSpace } from "./paths.ts";

/** Tribes of a Space, and whom they hold. */
export const tribesApi = {
  listTribes: {
    method: "get",
    path: `${inSpace}/tribes`,
    tag: "Tribes",
    summary: "List Tribes",
    access: "viewer",
    query: pageQuery,
    status: [200],
    answer: page(tribe),
  },
  createTribe: {
    method: "post",
    path: `${inSpace}/tribes`,
    tag: "Tribes",
    summary: "Create a Tribe; it takes effect at once in all environments",
    access: "editor",
    body: tribeCreate,
    status: [201],
    answer: tribe,
    etag: true,
    problems: ["conflict"],
  },
  getTribe: {
    method: "get",
    path: `${inSpace}/tribes/:tribeId`,
    tag: "Tribes",
    summary: "Get a Tribe",
    access: "viewer",
    status: [200],
    answer: tribe,
    etag: true,
  },
  updateTribe: {
    method: "patch",
    path: `${inSpace}/tribes/:tribeId`,
    tag: "Tribes",
    summary: "Change a Tribe (rules are replaced whole)",
    access: "editor",
    body: tribePatch,
    status: [200],
    answer: tribe,
    etag: true,
    problems: ["conflict", "cycle", "too-large"],
  },
  deleteTribe: {
    method: "delete",
    path: `${inSpace}/tribes/:tribeId`,
    tag: "Tribes",
    summary: "Delete a Tribe that nothing uses",
    access: "editor",
    status: [204],
    etag: true,
    problems: ["in-use"],
  },
  getReach: {
    method: "get",
    path: `${inSpace}/tribes/:tribeId/reach`,
    tag: "Tribes",
    summary: "How many users and visitors of an environment are in it now",
    access: "viewer",
    query: z.strictObject({ environment: environmentKey }),
    status: [200],
    answer: reach,
    says: ["Understudy-Clock"],
  },
  tryTribe: {
    method: "post",
    path: `${inSpace}/tribes/trial`,
    tag: "Tribes",
    summary: "Who would be in a Tribe saved like this, and whom that adds and removes; nothing is stored",
    access: "viewer",
    query: z.strictObject({ environment: environmentKey }),
    body: tribeTrial,
    status: [200],
    answer: tribeTrialResult,
    says: ["Understudy-Clock"],
    problems: ["cycle", "too-large"],
  },
} as const satisfies Record<string, RouteSpec>;
