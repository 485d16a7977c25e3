import { expect, test } from "vitest";
import { scenePut, scene as sceneSchema } from "../../../../src/core/scene.ts";
import { noShows } from "../../../../src/core/shows-document.ts";
import type { SimulatedDevices } from "../../../../src/server/scenes/simulated-device.ts";
import { SimulationService } from "../../../../src/server/scenes/simulation-service.ts";
import type { Workspace } from "../../../../src/server/workspace/workspace.ts";

const scene = sceneSchema.parse({
  schemaVersion: 1,
  key: "premiere",
  ...(scenePut.meta()?.example as object),
});
const environment = { spaceId: "spc_a", environment: "development" } as const;

test.each([
  ["its Space goes", "not-found"],
  ["the server stops", "busy"],
])("none begins where %s while the other servers are told of it", async (event, code) => {
  let spaces = 1;
  const shows = {
    data: structuredClone(noShows),
    update: async <R>(change: (draft: typeof noShows) => R) => {
      const done = change(shows.data);
      if (event === "its Space goes") spaces = 0;
      else void service.close();
      return done;
    },
  };
  const workspace = {
    shows,
    findSpace: () => (spaces > 0 ? {} : undefined),
    onChange: () => () => undefined,
  } as unknown as Workspace;
  const devices = { close: () => undefined } as unknown as SimulatedDevices;
  const service = new SimulationService(
    () => devices,
    workspace,
    () => Date.now(),
  );
  await expect(service.start(environment, scene, { rate: 0 })).rejects.toMatchObject({ code });
  expect([service.running(environment), shows.data.simulations]).toEqual([undefined, {}]);
});
