import type { EnvironmentRef } from "../../core/refs.ts";
import type { EnvironmentStats } from "../../core/space.ts";
import type { Store } from "../store/ports.ts";
import type { EventFeed } from "./event-feed.ts";

/** What an environment holds, and how busy it is. */
export class StatsService {
  private readonly store: Store;
  private readonly feed: EventFeed;
  private readonly connected: (environment: EnvironmentRef) => number;

  /** `connected`: how many sessions have an open stream. */
  constructor(store: Store, feed: EventFeed, connected: (environment: EnvironmentRef) => number) {
    this.store = store;
    this.feed = feed;
    this.connected = connected;
  }

  async of(environment: EnvironmentRef): Promise<EnvironmentStats> {
    const { events, rejected, users, visitors, lastEvent } = await this.store.figures(environment);
    return {
      events,
      rejected,
      users,
      visitors,
      sessions: this.connected(environment),
      rate: this.feed.rate(environment),
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
