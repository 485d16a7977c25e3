import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Scene, Simulation } from "../../core/scene.ts";
import type { ApiKeyService } from "../access/api-key-service.ts";
import { EnvironmentRuns } from "../environment-runs.ts";
import { SimulatedDevices } from "./simulated-device.ts";
import { type Pace, SimulationRun } from "./simulation-run.ts";

interface Needs {
  readonly apiKeys: Pick<ApiKeyService, "current">;
  readonly sdkUrl: () => string;
}

/** Scenes that go on, one in each environment. They end with the server. */
export class SimulationService {
  private readonly needs: Needs;
  private readonly runs = new EnvironmentRuns<SimulationRun>();

  constructor(needs: Needs) {
    this.needs = needs;
  }

  /** @throws Problem conflict where one runs there */
  start(environment: EnvironmentRef, scene: Scene, pace: Pace): Simulation {
    this.runs.assertOpen();
    if (this.runs.find(environment) !== undefined)
      throw new Problem(
        "conflict",
        `A simulation runs in ${environment.environment} already. Change its rate (PATCH), or end it first (DELETE …/simulation).`,
      );
    const { apiKeys, sdkUrl } = this.needs;
    const devices = new SimulatedDevices({ sdkUrl, apiKey: () => apiKeys.current(environment).apiKey });
    const run = new SimulationRun(scene, pace, devices);
    this.runs.set(environment, run);
    return run.view();
  }

  /** @throws Problem not-found where none runs there */
  find(environment: EnvironmentRef): SimulationRun {
    const found = this.runs.find(environment);
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
