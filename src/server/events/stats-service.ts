import type { EnvironmentRef } from "../../core/refs.ts";
import type { EnvironmentStats } from "../../core/space.ts";
import type { LogFollower } from "../log/log-follower.ts";
import type { Store } from "../store/ports.ts";
import type { RecentRate } from "./recent-rate.ts";

interface StatsParts {
  readonly store: Pick<Store, "figures">;
  readonly log: Pick<LogFollower, "look">;
  readonly rate: RecentRate;
  /** How many sessions have an open stream. */
  readonly connected: (environment: EnvironmentRef) => number;
}

/** What an environment holds, and how busy it is. */
export class StatsService {
  private readonly parts: StatsParts;

  constructor(parts: StatsParts) {
    this.parts = parts;
  }

  async of(environment: EnvironmentRef): Promise<EnvironmentStats> {
    const { store, log, rate, connected } = this.parts;
    await log.look(environment);
    const { events, rejected, users, visitors, lastEvent } = await store.figures(environment);
    return {
      events,
      rejected,
      users,
      visitors,
      sessions: connected(environment),
      rate: rate.of(environment),
      lastEvent:
        lastEvent === null
          ? null
          : {
              name: lastEvent.name ?? "",
              who: lastEvent.person?.id ?? "",
              receivedAt: new Date(lastEvent.receivedAt).toISOString(),
              sdk: lastEvent.sdk?.name ?? null,
            },
    };
  }
}
