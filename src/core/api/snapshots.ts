import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { snapshot, snapshotCreate, snapshotRestored } from "../snapshot.ts";

const one = "/v2/snapshots/:snapshotId";

/** Snapshots of the whole workspace, for its operator. */
export const snapshotsApi = {
  listSnapshots: {
    method: "get",
    path: "/v2/snapshots",
    tag: "Snapshots",
    summary: "List snapshots, newest first",
    access: "operator",
    query: pageQuery,
    status: [200],
    answer: page(snapshot),
  },
  createSnapshot: {
    method: "post",
    path: "/v2/snapshots",
    tag: "Snapshots",
    summary: "Keep everything as it is now",
    access: "operator",
    body: snapshotCreate,
    status: [201],
    answer: snapshot,
    problems: ["conflict"],
  },
  importSnapshot: {
    method: "post",
    path: "/v2/snapshots/import",
    tag: "Snapshots",
    summary: "Import a snapshot's file: the body, as it was downloaded",
    access: "operator",
    file: true,
    status: [201],
    answer: snapshot,
    problems: ["invalid-body", "too-large", "conflict"],
  },
  getSnapshot: {
    method: "get",
    path: one,
    tag: "Snapshots",
    summary: "Get a snapshot",
    access: "operator",
    status: [200],
    answer: snapshot,
    problems: ["conflict"],
  },
  deleteSnapshot: {
    method: "delete",
    path: one,
    tag: "Snapshots",
    summary: "Delete a snapshot",
    access: "operator",
    status: [204],
    problems: ["conflict"],
  },
  getSnapshotFile: {
    method: "get",
    path: `${one}/file`,
    tag: "Snapshots",
    summary: "Download a snapshot as one file",
    access: "operator",
    status: [200],
    media: "application/octet-stream",
    says: ["Content-Disposition"],
    problems: ["conflict"],
  },
  restoreSnapshot: {
    method: "post",
    path: `${one}/restore`,
    tag: "Snapshots",
    summary: "Restore everything; what is there now is kept as a snapshot",
    access: "operator",
    status: [200],
    answer: snapshotRestored,
    problems: ["conflict"],
  },
} as const satisfies Record<string, RouteSpec>;
