import { z } from "zod";
import { collection, collectionCreate, collectionPatch, draftInput } from "../collection.ts";
import { contentChoice } from "../explanation.ts";
import { environmentKey, page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { scenarioMatches } from "../scenario-matches.ts";
import { inCollection, inSpace } from "./paths.ts";

/** Collections of a Space. */
export const collectionsApi = {
  listCollections: {
    method: "get",
    path: `${inSpace}/collections`,
    tag: "Collections",
    summary: "List Collections",
    access: "viewer",
    query: pageQuery,
    status: [200],
    answer: page(collection),
  },
  createCollection: {
    method: "post",
    path: `${inSpace}/collections`,
    tag: "Collections",
    summary: "Create a Collection",
    access: "editor",
    body: collectionCreate,
    status: [201],
    answer: collection,
    etag: true,
    problems: ["conflict"],
  },
  getCollection: {
    method: "get",
    path: inCollection,
    tag: "Collections",
    summary: "Get a Collection with all that is in it",
    access: "viewer",
    status: [200],
    answer: collection,
    etag: true,
  },
  updateCollection: {
    method: "patch",
    path: inCollection,
    tag: "Collections",
    summary: "Rename a Collection",
    access: "editor",
    body: collectionPatch,
    status: [200],
    answer: collection,
    etag: true,
    problems: ["conflict"],
  },
  deleteCollection: {
    method: "delete",
    path: inCollection,
    tag: "Collections",
    summary: "Delete a Collection",
    access: "editor",
    status: [204],
    etag: true,
  },
  replaceDraft: {
    method: "put",
    path: `${inCollection}/draft`,
    tag: "Collections",
    summary: "Replace all that is in a Collection's draft, e.g. by what a version holds; ids stay",
    access: "editor",
    body: draftInput,
    status: [200],
    answer: collection,
    etag: true,
    problems: ["conflict"],
  },
  getMatches: {
    method: "get",
    path: `${inCollection}/matches`,
    tag: "Collections",
    summary: "How many users and visitors get which scenario now",
    access: "viewer",
    query: z.strictObject({ environment: environmentKey, content: contentChoice.default("published") }),
    status: [200],
    answer: scenarioMatches,
    says: ["Understudy-Clock"],
  },
} as const satisfies Record<string, RouteSpec>;
