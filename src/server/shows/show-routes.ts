import { pagePath } from "../../core/console-pages.ts";
import { Problem } from "../../core/problem.ts";
import { momentName, noSuchScene, ownScenes, type ShowStarted } from "../../core/stage.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import { findSeed, isLaying, seedWorkspace } from "../seed/seed-workspace.ts";
import type { Services } from "../services.ts";

const environment = "development";
/** Events a second of everybody else. */
const usualRate = 12;

/**
 * Sets a show up so that its first step can be played: a scene that comes with Understudy brings its Space and history where no
 * Space has it, the start is kept where there is none, and the simulator is on.
 *
 * @throws Problem not-found, or conflict where another Space has the key of the scene's
 */
export async function startShow(services: Services, key: string, sdkUrl: string): Promise<ShowStarted> {
  const { workspace, stages, simulations, snapshots, store } = services;
  const spaceWithScene = () =>
    workspace.spaces().find(({ data }) => workspace.scenes(data.space.id).find(key) !== undefined);
  const isOwn = ownScenes.some((own) => own === key);
  const before = spaceWithScene();
  if (isOwn && (before === undefined || isLaying(services, before.data.space.id)))
    await seedWorkspace(services, await findSeed(key));
  const space = spaceWithScene()?.data.space;
  if (space === undefined) throw isOwn ? keyTaken(key) : unknown(key);
  const place = { spaceId: space.id, environment } as const;
  const scene = workspace.scenes(space.id).find(key);
  if (scene === undefined) throw unknown(key);
  await stages.change(place, { scene: key, person: null, next: 1 });
  // Only a store that lies in one file has snapshots. Where the show begins anew its start is now, with all that is here now.
  if (store.file !== undefined) {
    const name = momentName(key, 1);
    const before = (await snapshots.list()).filter((one) => one.name === name && !one.kept);
    await snapshots.save(name);
    for (const { id } of before) await snapshots.delete(id);
  }
  if (simulations.running(place) === undefined)
    await simulations.start(place, scene, { rate: usualRate }).catch((error: unknown) => {
      // Another server was quicker: it is on.
      if (simulations.running(place) === undefined) throw error;
    });
  return {
    spaceKey: space.key,
    environment,
    scene: key,
    consolePath: pagePath({ spaceKey: space.key, environment }, "stage"),
    demoUrl: new URL("/demo", sdkUrl).href,
  };
}

const unknown = (key: string): Problem => new Problem("not-found", noSuchScene(key));

const keyTaken = (key: string): Problem =>
  new Problem(
    "conflict",
    `The Space of "${key}" exists already, from another seed. Start the show in a new workspace: understudy open --show ${key} --data FOLDER`,
  );

export const showRoutes = (services: Services, sdkUrl: () => string): Pick<PlatformHandlers, "startShow"> => {
  /** One after the other: the second start finds what the first has laid. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    startShow: async ({ body }) => {
      const start = () => startShow(services, body.scene, sdkUrl());
      const show = turn.then(start, start);
      turn = show;
      return { body: await show };
    },
  };
};
