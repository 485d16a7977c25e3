import { z } from "zod";
import { environmentKey, page, pageQuery } from "../primitives.ts";
import { dryRun, publication, publicationCreate, publishedCollection } from "../publication.ts";
import type { RouteSpec } from "../route.ts";
import { inCollection } from "./paths.ts";

const flag = z.enum(["0", "1", "false", "true"]).transform((value) => value === "1" || value === "true");

/** What a Collection has published, and where. */
export const publicationsApi = {
  listPublications: {
    method: "get",
    path: `${inCollection}/publications`,
    tag: "Publications",
    summary: "A Collection's publications, newest first",
    access: "viewer",
    query: pageQuery.extend({ environment: environmentKey.optional() }),
    status: [200],
    answer: page(publication),
  },
  publish: {
    method: "post",
    path: `${inCollection}/publications`,
    tag: "Publications",
    summary:
      "Publish the draft, promote, or roll back; with dryRun only say what it would change, and for whom. A dry run has an `ETag`: sent back as `If-Match`, what is published is what it showed, or nothing",
    access: "editor",
    query: z.strictObject({ dryRun: flag.optional() }),
    body: publicationCreate,
    status: [201, 200],
    answer: z.union([publication, dryRun]),
    says: ["Understudy-Clock", "ETag"],
    problems: ["conflict", "stale"],
  },
  getPublication: {
    method: "get",
    path: `${inCollection}/publications/:environment/:version`,
    tag: "Publications",
    summary: "A version that an environment serves, or served, with all that was in it",
    access: "viewer",
    status: [200],
    answer: publishedCollection,
    etag: true,
  },
  unpublish: {
    method: "delete",
    path: `${inCollection}/publications/:environment`,
    tag: "Publications",
    summary:
      "Stop serving a Collection in an environment; its history stays, and SDKs use their fallbacks. With the `ETag` of a version as `If-Match`, only where that version is served",
    access: "editor",
    status: [204],
    problems: ["stale"],
  },
} as const satisfies Record<string, RouteSpec>;
