import { setTimeout as wait } from "node:timers/promises";
import { platformApi, routePath } from "../../core/api.ts";
import type { Simulation } from "../../core/simulation.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { type EventFlags, place } from "../events/event-flags.ts";
import { counted, paint, print, printAside, printJson, visible } from "../output.ts";
import type { PlatformClient } from "../platform/platform-client.ts";
import { listenForStop } from "../stop-signals.ts";

interface SimulateFlags extends EventFlags {
  readonly scene?: string;
  readonly rate?: number;
  readonly speed?: number;
  /** In ms; left out: until a signal. */
  readonly length?: number;
}

/** Lets a scene's people use the app through the SDK plane, and says how it goes, until a signal or for so long. */
export async function simulateEvents(flags: SimulateFlags): Promise<number> {
  const { client, params } = await place(flags);
  const { rate, speed, length = Number.POSITIVE_INFINITY, json = false } = flags;
  const scene = flags.scene ?? (await onlyScene(client, params));
  const path = routePath(platformApi.startSimulation.path, params);
  const { answer } = platformApi.getSimulation;
  const stop = listenForStop();
  try {
    const body = { scene, ...(rate !== undefined && { rate }), ...(speed !== undefined && { speed }) };
    let now = await client.ask("POST", path, { body, answer });
    const begun = performance.now();
    try {
      for (let left = length; left > 0 && !stop.came(); left = length - (performance.now() - begun)) {
        await Promise.race([wait(Math.min(left, 2000)), stop.first]);
        now = await client.ask("GET", path, { answer });
        if (!json && !stop.came() && length - (performance.now() - begun) > 0)
          printAside(simulationLine(now, "…"));
      }
    } finally {
      await client.open(platformApi.stopSimulation, path, {});
    }
    if (json) printJson(now);
    else print(simulationLine(now, paint("✓", "green")));
    return exitCodes.done;
  } finally {
    stop.release();
  }
}

async function onlyScene(client: PlatformClient, params: { readonly spaceId: string }): Promise<string> {
  const { answer, path } = platformApi.listScenes;
  const { data } = await client.ask("GET", routePath(path, params), { answer });
  const [only] = data;
  if (data.length === 1 && only !== undefined) return only.key;
  throw new CliError(
    data.length === 0
      ? `The Space has no scene. Send it one with PUT /v2/spaces/${params.spaceId}/scenes/KEY, or name a Space that has one with --space: a platform that is started with --seed premiere has the Space cinema.`
      : `The Space has several scenes: ${data.map(({ key }) => key).join(", ")}. Name one with --scene.`,
  );
}

function simulationLine({ sent, people, active, detail }: Simulation, sign: string): string {
  const waits = detail === undefined ? "" : `: ${visible(detail)}`;
  return `${sign} Sent ${counted(sent, "event")}; ${active} of ${people} people are in the middle of something${waits}.`;
}
