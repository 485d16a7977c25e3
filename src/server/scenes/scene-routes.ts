import type { RequestHandler } from "express";
import { z } from "zod";
import type { SpaceDocument } from "../../core/documents.ts";
import { deviceName, slug } from "../../core/primitives.ts";
import { fieldErrors, invalid, Problem } from "../../core/problem.ts";
import { type Scene, sceneFile } from "../../core/scene.ts";
import { assertFresh } from "../http/bind-routes.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { SceneLayer } from "./lay-scene.ts";

type Names =
  | "listScenes"
  | "getScene"
  | "putScene"
  | "deleteScene"
  | "layScene"
  | "startSimulation"
  | "getSimulation"
  | "changeSimulation"
  | "stopSimulation";

/** The JSON Schema of a scene's file, for editors to complete and check it by. */
export const sceneSchema: RequestHandler = (_req, res) => {
  schemaText ??= JSON.stringify({
    title: "Scene",
    ...z.toJSONSchema(sceneFile, { io: "input", unrepresentable: "any" }),
  });
  res.type("application/schema+json").send(schemaText);
};
let schemaText: string | undefined;

export function sceneRoutes(services: Services): Pick<PlatformHandlers, Names> {
  const { workspace, simulations } = services;
  const layer = new SceneLayer(services);
  const scenesOf = (space: JsonDocument<SpaceDocument>) => workspace.scenes(space.data.space.id);
  return {
    listScenes: ({ context, query }) => ({
      body: pageOf(scenesOf(context.space()).all(), ({ key }) => key, query),
    }),
    getScene: ({ context, params }) => ({ body: findScene(workspace, context.space(), params.sceneKey) }),
    putScene: async ({ context, params, body, precondition }) => {
      const key = params.sceneKey;
      const checked = slug.safeParse(key);
      if (!checked.success) throw invalid(fieldErrors(checked.error, ["key"]));
      if (deviceName.test(key) && scenesOf(context.space()).find(key) === undefined)
        throw invalid([{ path: "/key", detail: "is a name that Windows keeps for a device" }]);
      if (body.key !== undefined && body.key !== key)
        throw invalid([{ path: "/key", detail: `is not the path's, ${key}` }]);
      const made: Scene = { ...body, key };
      const outcome = await scenesOf(context.space()).put(made, (before) =>
        assertFresh(precondition, before ?? null),
      );
      return { body: made, status: outcome === "created" ? 201 : 200 };
    },
    deleteScene: async ({ context, params, precondition }) => {
      const { key } = findScene(workspace, context.space(), params.sceneKey);
      await scenesOf(context.space()).remove(
        key,
        (before) => assertFresh(precondition, before),
        workspace.trash,
      );
      return {};
    },
    layScene: async ({ context, params, body, res }) => {
      const found = findScene(workspace, context.space(), params.sceneKey);
      const environment = { spaceId: context.space().data.space.id, environment: body.environment };
      const onStored = () => {
        res.locals.changed = true;
      };
      return { body: await layer.lay(environment, found, body.days ?? found.days, { onStored }) };
    },
    startSimulation: async ({ context, body: { scene, rate = 10, speed } }) => {
      const found = findScene(workspace, context.space(), scene);
      const pace = speed === undefined ? { rate } : { speed };
      return { body: await simulations.start(context.environment(), found, pace) };
    },
    getSimulation: ({ context }) => ({ body: simulations.find(context.environment()).view() }),
    changeSimulation: async ({ context, body: { rate, speed, paused } }) => {
      const run = simulations.find(context.environment());
      const pace = rate !== undefined ? { rate } : speed !== undefined ? { speed } : undefined;
      await run.change({ pace, paused });
      return { body: run.view() };
    },
    stopSimulation: async ({ context }) => {
      await simulations.stop(context.environment());
      return {};
    },
  };
}

/** @throws Problem not-found */
function findScene(workspace: Workspace, space: JsonDocument<SpaceDocument>, key: string): Scene {
  const found = workspace.scenes(space.data.space.id).find(key);
  if (found !== undefined) return found;
  throw new Problem("not-found", `There is no scene "${key.slice(0, 100)}" in this Space.`);
}
