import { Problem } from "../../core/problem.ts";
import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import type { Scene } from "../../core/scene.ts";
import type { Simulation } from "../../core/simulation.ts";
import { EnvironmentRuns } from "../environment-runs.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Going, remoteRun, ToldRun } from "./shared-simulation.ts";
import type { DevicesOf } from "./simulated-device.ts";
import { type Pace, SimulationRun } from "./simulation-run.ts";

/** Where other servers look, too. */
interface Shared {
  readonly shows: Workspace["shows"];
  readonly now: () => number;
}

/** Scenes that go on, one in each environment, whichever server has it. They end with that server. */
export class SimulationService {
  private readonly devices: DevicesOf;
  private readonly runs: EnvironmentRuns<Going>;
  private readonly shared: Shared | null;

  /** `now`: the time for all servers, in ms since 1970 UTC; null where there is one. */
  constructor(
    devices: DevicesOf,
    workspace: Pick<Workspace, "shows" | "onChange" | "findSpace">,
    now: (() => number) | null,
  ) {
    this.devices = devices;
    this.runs = new EnvironmentRuns((spaceId) => workspace.findSpace(spaceId) !== undefined);
    this.shared = now === null ? null : { shows: workspace.shows, now };
    workspace.onChange(({ kind }) => {
      if (kind !== "shows") return;
      for (const run of this.runs.all()) if (run instanceof ToldRun) run.heed();
    });
  }

  /** @throws Problem conflict where one runs there, not-found where the Space is gone */
  async start(environment: EnvironmentRef, scene: Scene, pace: Pace): Promise<Simulation> {
    this.runs.assertOpen(environment);
    if (this.running(environment) !== undefined) throw taken(environment);
    const run = new SimulationRun(scene, pace, this.devices(environment));
    if (this.shared === null) this.runs.set(environment, run);
    else {
      const onEnd = () => this.runs.delete(environment);
      const told = new ToldRun(run, { ...this.shared, name: environmentName(environment), onEnd });
      try {
        if (!(await told.begin())) throw taken(environment);
        this.runs.assertOpen(environment);
      } catch (error) {
        await told.stop();
        throw error;
      }
      this.runs.set(environment, told);
    }
    return run.view();
  }

  running(environment: EnvironmentRef): Going | undefined {
    const own = this.runs.find(environment);
    if (own !== undefined || this.shared === null) return own;
    return remoteRun(this.shared.shows, environmentName(environment), this.shared.now);
  }

  /** @throws Problem not-found where none runs there */
  find(environment: EnvironmentRef): Going {
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

const taken = ({ environment }: EnvironmentRef): Problem =>
  new Problem(
    "conflict",
    `A show or a simulation runs in ${environment} already, with the same people. End it first: on the Stage, or by the API.`,
  );
