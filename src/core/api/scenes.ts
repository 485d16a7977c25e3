import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { scene, sceneLaid, sceneLay, scenePut } from "../scene.ts";
import { inSpace } from "./paths.ts";

const oneScene = `${inSpace}/scenes/:sceneKey` as const;

/** Scenes of a Space: people who are made up, what they do, and what a presenter shows. */
export const scenesApi = {
  listScenes: {
    method: "get",
    path: `${inSpace}/scenes`,
    tag: "Scenes",
    summary: "List scenes",
    access: "viewer",
    query: pageQuery,
    status: [200],
    answer: page(scene),
  },
  getScene: {
    method: "get",
    path: oneScene,
    tag: "Scenes",
    summary: "Get a scene",
    access: "viewer",
    status: [200],
    answer: scene,
    etag: true,
  },
  putScene: {
    method: "put",
    path: oneScene,
    tag: "Scenes",
    summary: "Make or replace a scene; its JSON Schema is at /v2/scene.schema.json",
    access: "editor",
    body: scenePut,
    status: [200, 201],
    answer: scene,
    etag: true,
    problems: ["conflict"],
  },
  deleteScene: {
    method: "delete",
    path: oneScene,
    tag: "Scenes",
    summary: "Delete a scene; its file moves to the workspace's trash",
    access: "editor",
    status: [204],
    etag: true,
  },
  layScene: {
    method: "post",
    path: `${oneScene}/lay`,
    tag: "Scenes",
    summary: "Lay a scene's people and their history; what is there already stays as it is",
    access: "editor",
    body: sceneLay,
    status: [200],
    answer: sceneLaid,
    problems: ["conflict"],
  },
} as const satisfies Record<string, RouteSpec>;
