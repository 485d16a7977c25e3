import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { sceneLaid, sceneLay } from "../scene/lay.ts";
import { scene, scenePut } from "../scene.ts";
import { simulation, simulationPatch, simulationStart } from "../simulation.ts";
import { inEnvironment, inSpace } from "./paths.ts";

const simulationPath = `${inEnvironment}/simulation` as const;
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
    summary: "Create or replace a scene; its JSON Schema is at /v2/scene.schema.json",
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
  startSimulation: {
    method: "post",
    path: simulationPath,
    tag: "Scenes",
    summary: "Let a scene's people go on through the SDK plane, at a rate or at a speed (10 events a second)",
    access: "editor",
    body: simulationStart,
    status: [201],
    answer: simulation,
    problems: ["conflict"],
  },
  getSimulation: {
    method: "get",
    path: simulationPath,
    tag: "Scenes",
    summary: "Who is doing what, and how much was sent",
    access: "viewer",
    status: [200],
    answer: simulation,
  },
  changeSimulation: {
    method: "patch",
    path: simulationPath,
    tag: "Scenes",
    summary: "Change the rate, pause, go on",
    access: "editor",
    body: simulationPatch,
    status: [200],
    answer: simulation,
  },
  stopSimulation: {
    method: "delete",
    path: simulationPath,
    tag: "Scenes",
    summary: "End the simulation; what was sent stays",
    access: "editor",
    status: [204],
  },
} as const satisfies Record<string, RouteSpec>;
