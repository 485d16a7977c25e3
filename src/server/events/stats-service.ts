import type { EnvironmentStats } from "../../core/space.ts";
import type { EnvironmentRef } from "../ingest/ingest-types.ts";
import type { LiveSessions } from "../sessions/live-sessions.ts";
import type { EventStore } from "../store/event-store.ts";
import type { EventFeed } from "./event-feed.ts";

/** What an environment holds, and how busy it is. */
export class StatsService {
  private readonly store: EventStore;
  private readonly feed: EventFeed;
  private readonly live: LiveSessions;

  constructor(store: EventStore, feed: EventFeed, live: LiveSessions) {
    this.store = store;
    this.feed = feed;
    this.live = live;
  }

  async of(environment: EnvironmentRef): Promise<EnvironmentStats> {
    const { events, rejected, users, visitors, lastEvent } = await this.store.read("stats", environment);
    return {
      events,
      rejected,
      users,
      visitors,
      sessions: this.live.connected(environment),
      rate: this.feed.rate(environment),
      lastEvent:
        lastEvent === null
          ? null
          : {
              name: lastEvent.name ?? "",
              who: lastEvent.person?.id ?? "",
              receivedAt: new Date(lastEvent.receivedAt).toISOString(),
              sdk: lastEvent.sdkName,
            },
    };
  }
}
