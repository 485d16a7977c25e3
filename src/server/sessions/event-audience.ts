import type { EnvironmentRef } from "../../core/refs.ts";
import type { Audience } from "../ingest/ingest-service.ts";
import type { IngestItem, NewEvent } from "../store/events.ts";
import type { RecentMatches } from "../targeting/recent-matches.ts";
import type { TargetingService } from "../targeting/targeting-service.ts";
import type { LiveSessions } from "./live-sessions.ts";

/** Makes events count for rules from the moment that they are durable, and tells the sessions that they concern. */
export class EventAudience implements Audience {
  private readonly targeting: TargetingService;
  private readonly recent: RecentMatches;
  private readonly live: LiveSessions;

  constructor(targeting: TargetingService, recent: RecentMatches, live: LiveSessions) {
    this.targeting = targeting;
    this.recent = recent;
    this.live = live;
  }

  onStored(
    environment: EnvironmentRef,
    items: readonly IngestItem[],
    sequences: readonly number[],
    receivedAt: number,
  ): void {
    const events: { event: NewEvent; sequence: number }[] = [];
    for (const [index, item] of items.entries()) {
      if (item.kind === "event") events.push({ event: item.event, sequence: sequences[index] ?? 0 });
      else if (item.kind === "identify") this.live.onPersonChanged(environment, item.person);
    }
    const tests = this.targeting.eventTests(environment.spaceId);
    const matches = this.recent.note(environment, tests, events);
    const people = events.filter(({ sequence }) => sequence > 0).map(({ event }) => event.person);
    this.live.onEvents(environment, people, matches, receivedAt);
  }
}
