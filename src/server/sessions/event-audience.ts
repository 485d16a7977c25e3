import { personKey } from "../../core/refs.ts";
import type { LogPage } from "../log/log-follower.ts";
import type { RecentMatches } from "../targeting/recent-matches.ts";
import type { TargetingService } from "../targeting/targeting-service.ts";
import type { Act, LiveSessions } from "./live-sessions.ts";

/** Makes the log's new events count for rules, and tells the sessions that they concern. */
export class EventAudience {
  private readonly targeting: TargetingService;
  private readonly recent: RecentMatches;
  private readonly live: LiveSessions;

  constructor(targeting: TargetingService, recent: RecentMatches, live: LiveSessions) {
    this.targeting = targeting;
    this.recent = recent;
    this.live = live;
  }

  onPage(page: LogPage): void {
    const { environment, accepted } = page;
    const matches = this.recent.note(page, this.targeting.eventTests(environment.spaceId));
    if (!this.live.hears(environment)) return;
    const acts = new Map<string, Act>();
    for (const { event, receivedAt } of accepted) {
      const key = personKey(event.person);
      const at = Math.max(receivedAt, acts.get(key)?.at ?? receivedAt);
      acts.set(key, { person: event.person, at, matches: matches.get(key) ?? [] });
    }
    this.live.onActs(environment, acts);
  }
}
