import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Scene, Simulation } from "../../core/scene.ts";
import { EnvironmentRuns } from "../environment-runs.ts";
import type { DevicesOf } from "./simulated-device.ts";
import { type Pace, SimulationRun } from "./simulation-run.ts";

/** Scenes that go on, one in each environment. They end with the server. */
export class SimulationService {
  private readonly devices: DevicesOf;
  private readonly runs = new EnvironmentRuns<SimulationRun>();

  constructor(devices: DevicesOf) {
    this.devices = devices;
  }

  /** @throws Problem conflict where one runs there */
  start(environment: EnvironmentRef, scene: Scene, pace: Pace): Simulation {
    this.runs.assertOpen();
    if (this.running(environment) !== undefined)
      throw new Problem(
        "conflict",
        `Everybody of a scene is on the go in ${environment.environment} already, in a show or a simulation. End that first: on the Stage, or by the API.`,
      );
    const run = new SimulationRun(scene, pace, this.devices(environment));
    this.runs.set(environment, run);
    return run.view();
  }

  running(environment: EnvironmentRef): SimulationRun | undefined {
    return this.runs.find(environment);
  }

  /** @throws Problem not-found where none runs there */
  find(environment: EnvironmentRef): SimulationRun {
    const found = this.running(environment);
    if (found === undefined)
      throw new Problem("not-found", `No simulation runs in ${environment.environment}.`);
    return found;
  }

  async stop(environment: EnvironmentRef): Promise<void> {
    const run = this.find(environment);
    this.runs.delete(environment);
    await run.stop();
  }

  dropSpace(spaceId: string): void {
    this.runs.dropSpace(spaceId);
  }

  /** Ends all of them, and begins no more. */
  close(): Promise<void> {
    return this.runs.close();
  }
}
