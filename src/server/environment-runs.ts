import { Problem } from "../core/problem.ts";
import { type EnvironmentRef, environmentName } from "../core/refs.ts";
import { busy } from "./store/busy.ts";

/** What runs in environments, one of a kind in each: replays, simulations. It ends with its Space, and with the server. */
export class EnvironmentRuns<Run extends { readonly stop: () => Promise<unknown> }> {
  private readonly runs = new Map<string, Run>();
  private readonly isThere: (spaceId: string) => boolean;
  private closed = false;

  /** `isThere`: whether there is such a Space. */
  constructor(isThere: (spaceId: string) => boolean) {
    this.isThere = isThere;
  }

  /**
   * Asked before something begins there, and again after each wait: what begins in a Space that went is ended by nobody.
   *
   * @throws Problem busy where the server is stopping, not-found where the Space is gone
   */
  assertOpen({ spaceId }: EnvironmentRef): void {
    if (this.closed) throw busy("The server is stopping.");
    if (!this.isThere(spaceId)) throw new Problem("not-found", "The Space is gone.");
  }

  find(environment: EnvironmentRef): Run | undefined {
    return this.runs.get(environmentName(environment));
  }

  all(): readonly Run[] {
    return [...this.runs.values()];
  }

  set(environment: EnvironmentRef, run: Run): void {
    this.runs.set(environmentName(environment), run);
  }

  delete(environment: EnvironmentRef): void {
    this.runs.delete(environmentName(environment));
  }

  /** Ends what goes on in a Space that is gone, before anything more of it is stored. */
  dropSpace(spaceId: string): void {
    for (const [name, run] of this.runs) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.runs.delete(name);
      void run.stop();
    }
  }

  /** Ends all of them, and begins no more. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.all().map((run) => run.stop()));
  }
}
