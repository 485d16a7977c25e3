import type { ConsoleAccess } from "./access/console-access.ts";
import type { TokenService } from "./access/token-service.ts";
import type { PlatformClock } from "./clock/platform-clock.ts";
import type { EventFeed } from "./events/event-feed.ts";
import type { StatsService } from "./events/stats-service.ts";
import type { ExplainService } from "./explain/explain-service.ts";
import type { IngestService } from "./ingest/ingest-service.ts";
import type { OrganizationService } from "./organizations/organization-service.ts";
import type { Population } from "./population/population.ts";
import type { PublishingService } from "./publishing/publishing-service.ts";
import type { LiveSessions } from "./sessions/live-sessions.ts";
import type { SessionService } from "./sessions/session-service.ts";
import type { SettingsService } from "./settings/settings-service.ts";
import type { ApiKeyService } from "./spaces/api-key-service.ts";
import type { SpaceService } from "./spaces/space-service.ts";
import type { EventStore } from "./store/event-store.ts";
import type { FlagService } from "./targeting/flag-service.ts";
import type { People } from "./targeting/people.ts";
import type { RecentMatches } from "./targeting/recent-matches.ts";
import type { TargetingService } from "./targeting/targeting-service.ts";
import type { TribeService } from "./tribes/tribe-service.ts";
import type { Workspace } from "./workspace/workspace.ts";

/** What the composition root has built, for the routes to call. */
export interface Services {
  readonly workspace: Workspace;
  readonly store: EventStore;
  readonly clock: PlatformClock;
  readonly apiKeys: ApiKeyService;
  readonly tokens: TokenService;
  readonly console: ConsoleAccess;
  readonly organizations: OrganizationService;
  readonly spaces: SpaceService;
  readonly settings: SettingsService;
  readonly feed: EventFeed;
  readonly targeting: TargetingService;
  readonly recent: RecentMatches;
  readonly people: People;
  readonly population: Population;
  readonly live: LiveSessions;
  readonly flags: FlagService;
  readonly tribes: TribeService;
  readonly publishing: PublishingService;
  readonly explain: ExplainService;
  readonly sessions: SessionService;
  readonly ingest: IngestService;
  readonly stats: StatsService;
}
