import { randomUUID } from "node:crypto";
import type { ShowsDocument } from "../../core/shows-document.ts";
import type { Simulation } from "../../core/simulation.ts";
import { busy } from "../store/busy.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import type { Pace, SimulationRun } from "./simulation-run.ts";

/** A simulation, here or on another server. */
export interface Going {
  view(): Simulation;
  change(change: Change): void | Promise<void>;
  /** Resolves once nothing more of it comes. @throws Problem busy where another server has not said so in time */
  stop(): Promise<void>;
}
interface Change {
  readonly pace?: Pace | undefined;
  readonly paused?: boolean | undefined;
}
type Shows = Pick<JsonDocument<ShowsDocument>, "data" | "update">;

/** How often a server writes how its simulation goes, and after how long without a word it counts as gone, in ms. */
const tellEvery = 2_000;
const life = 10_000;
/** How long the end of another server's simulation is waited for, and how often it is checked, in ms. */
const patience = 5_000;
const lookEvery = 100;

/** A simulation of this server that the others can see, change and end. */
export class ToldRun implements Going {
  private readonly id = randomUUID();
  private readonly run: SimulationRun;
  private readonly told: {
    readonly shows: Shows;
    /** The time for all servers, in ms since 1970 UTC. */
    readonly now: () => number;
    readonly name: string;
    readonly onEnd: () => void;
  };
  private timer: NodeJS.Timeout | undefined;

  constructor(run: SimulationRun, told: ToldRun["told"]) {
    this.run = run;
    this.told = told;
  }

  /** Whether the environment was free. */
  async begin(): Promise<boolean> {
    const isFree = await this.told.shows.update((draft) => {
      if ((draft.simulations[this.told.name]?.until ?? 0) > this.told.now()) return false;
      draft.simulations[this.told.name] = this.entry();
      return true;
    });
    if (isFree) this.timer = setInterval(() => void this.tell(), tellEvery).unref();
    return isFree;
  }

  view(): Simulation {
    return this.run.view();
  }

  async change(change: Change): Promise<void> {
    this.run.change(change);
    await this.tell();
  }

  /** Something of the shows has changed, perhaps by another server. */
  heed(): void {
    const found = this.told.shows.data.simulations[this.told.name];
    if (found?.id !== this.id || found.wanted !== null) void this.tell();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.run.stop();
    // What can't be written now is missed: then the others count this one as gone.
    await this.told.shows
      .update((draft) => {
        if (draft.simulations[this.told.name]?.id === this.id) delete draft.simulations[this.told.name];
      })
      .catch(() => undefined);
  }

  private async tell(): Promise<void> {
    const { shows, name, onEnd } = this.told;
    const wanted = await shows
      .update((draft) => {
        const found = draft.simulations[name];
        // Another server has taken its place, or somebody has ended it.
        if (found?.id !== this.id) return { stop: true };
        if (found.wanted !== null) this.run.change(found.wanted);
        draft.simulations[name] = this.entry();
        return found.wanted;
      })
      .catch(() => null);
    if (wanted?.stop !== true) return;
    onEnd();
    await this.stop();
  }

  private entry(): ShowsDocument["simulations"][string] {
    return { id: this.id, until: this.told.now() + life, view: this.run.view(), wanted: null };
  }
}

/** The simulation that another server runs there, as that one last told of it; undefined where none does. */
export function remoteRun(shows: Shows, name: string, now: () => number): Going | undefined {
  const found = shows.data.simulations[name];
  if (found === undefined || found.until <= now()) return undefined;
  const { id } = found;
  let { view } = found;
  const isThere = () => {
    const there = shows.data.simulations[name];
    return there?.id === id && there.until > now();
  };
  const want = (wanted: Change | { readonly stop: true }) =>
    shows.update((draft) => {
      const there = draft.simulations[name];
      if (there?.id === id) there.wanted = { ...there.wanted, ...definedOf(wanted) };
    });
  return {
    view: () => view,
    change: async (change) => {
      await want(change);
      const { pace, paused } = change;
      view = {
        ...view,
        ...(paused !== undefined && { state: paused ? "paused" : "running" }),
        ...(pace !== undefined && ("rate" in pace ? pace : { rate: 0, ...pace })),
      };
    },
    stop: async () => {
      await want({ stop: true });
      for (let waited = 0; isThere() && waited < patience; waited += lookEvery)
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
      // The request to end it stays in the document, where that server finds it.
      if (isThere())
        throw busy(
          "The server that runs the simulation has not answered yet. It ends as soon as it does; ask again shortly.",
        );
    },
  };
}

const definedOf = (wanted: object): object =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
