import type { EnvironmentRef } from "../core/refs.ts";
import { ApiKeyService } from "./access/api-key-service.ts";
import { ConsoleAccess } from "./access/console-access.ts";
import { Invitations } from "./access/invitations.ts";
import { Passphrases } from "./access/passphrases.ts";
import { TokenService } from "./access/token-service.ts";
import { CodegenService } from "./codegen/codegen-service.ts";
import { DeviceService } from "./devices/device-service.ts";
import { EventFeed } from "./events/event-feed.ts";
import { RecentRate } from "./events/recent-rate.ts";
import { StatsService } from "./events/stats-service.ts";
import { ExplainService } from "./explain/explain-service.ts";
import type { Outside } from "./http/outside.ts";
import { StreamRights } from "./http/stream-rights.ts";
import { IngestService } from "./ingest/ingest-service.ts";
import { LogFollower } from "./log/log-follower.ts";
import { OauthStore } from "./oauth/oauth-store.ts";
import { notesInMemory } from "./oauth/short-lived.ts";
import { SignInAccounts } from "./oauth/sign-in-accounts.ts";
import { FlagService } from "./ofrep/flag-service.ts";
import { OrganizationService } from "./organizations/organization-service.ts";
import { PersonaService } from "./personas/persona-service.ts";
import { PublishingService } from "./publishing/publishing-service.ts";
import { ReplayService } from "./replay/replay-service.ts";
import { SimulatedDevices } from "./scenes/simulated-device.ts";
import { SimulationService } from "./scenes/simulation-service.ts";
import { Stages } from "./scenes/stages.ts";
import type { Services } from "./services.ts";
import { EventAudience } from "./sessions/event-audience.ts";
import { LiveSessions } from "./sessions/live-sessions.ts";
import { SessionService } from "./sessions/session-service.ts";
import { Readiness } from "./settings/probes.ts";
import { SettingsService } from "./settings/settings-service.ts";
import type { Running } from "./settings/status.ts";
import { SnapshotService } from "./snapshots/snapshot-service.ts";
import { SpaceService } from "./spaces/space-service.ts";
import { People } from "./targeting/people.ts";
import { RecentMatches } from "./targeting/recent-matches.ts";
import { TargetingService } from "./targeting/targeting-service.ts";
import { TribeService } from "./tribes/tribe-service.ts";
import { UpdateCheck } from "./updates/update-check.ts";
import { version } from "./version.ts";

/** What every service is built on. */
type Foundation = Pick<Services, "workspace" | "store" | "clock" | "github" | "audit">;

/** Builds the services and connects them. */
export function buildServices(
  { workspace, store, clock, github, audit }: Foundation,
  running: Running,
  outside: Pick<Outside, "platform" | "callerOf">,
): Services {
  const log = new LogFollower(store);
  const feed = new EventFeed(store, log);
  const rate = new RecentRate(() => clock.now());
  const targeting = new TargetingService(workspace);
  const recent = new RecentMatches((environment) => store.rules.keptThrough(environment));
  const people = new People(store, recent);
  const live = new LiveSessions({ targeting, people, clock, log, news: store.users.news });
  const sessions = new SessionService({ store, clock, targeting, people, live });
  const ingest = new IngestService({
    store,
    clock,
    log,
    onIdentified: (environment, person) => live.onPersonChanged(environment, person),
  });
  const audience = new EventAudience(targeting, recent, live);
  for (const follower of [rate, audience, feed]) log.onPage((page) => follower.onPage(page));
  log.onRestart(() => feed.restart());
  const { shared } = store;
  const isShared = shared !== undefined;
  const nowOfAll = shared === undefined ? null : () => shared.now();
  const replays = new ReplayService(
    { workspace, clock, ingest },
    shared === undefined ? null : { work: shared, workspace },
  );
  // Servers that share a database agree on it: what is over for one is over for all, and is taken away.
  const now = () => clock.real();
  const oauth = new OauthStore(workspace.oauth, now);
  const tokens = new TokenService(workspace.secrets, (grantId, at) => oauth.isSignedIn(grantId, at));
  const devices = new DeviceService(
    workspace.secrets,
    { now, platformNow: () => clock.now() },
    ({ spaceId, accountId, endsWith = null }) => {
      // For a Space that a checkout took away nobody's membership is known. Its keys work only once it is back.
      const { orgId } = workspace.findSpace(spaceId)?.data.space ?? {};
      const isMember = workspace.document.data.memberships.some(
        (one) => one.accountId === accountId && one.orgId === orgId,
      );
      const isIn = accountId === undefined || orgId === undefined || isMember;
      return isIn && tokens.isAlive(endsWith, now());
    },
  );
  const apiKeys = new ApiKeyService(
    workspace.secrets,
    (id) => workspace.findSpace(id) !== undefined,
    devices,
    now,
    isShared,
  );
  const simulated = (environment: EnvironmentRef) =>
    new SimulatedDevices({
      sdkUrl: () => running.local.sdkUrl,
      apiKey: () => apiKeys.current(environment).apiKey,
    });
  const notes = shared?.passing ?? notesInMemory();
  const simulations = new SimulationService(simulated, workspace, nowOfAll);
  const publishing = new PublishingService(workspace, store);
  const invitations = new Invitations(workspace.secrets);
  const passphrases = new Passphrases(workspace.secrets);
  const signIn = new SignInAccounts({ workspace, passphrases, invitations }, outside);
  return {
    workspace,
    store,
    clock,
    github,
    apiKeys,
    devices,
    tokens,
    notes,
    console: new ConsoleAccess(
      workspace.secrets,
      notes,
      { origin: () => new URL(running.addresses.platformUrl), isPublic: outside.platform !== null },
      now,
      (by, at) => tokens.isAlive(by, at),
    ),
    oauth,
    passphrases,
    invitations,
    signInAccounts: signIn,
    organizations: new OrganizationService(workspace, invitations, signIn),
    spaces: new SpaceService(workspace, apiKeys, store, targeting),
    settings: new SettingsService(workspace, github),
    audit,
    rights: new StreamRights(() => [workspace.document.data, workspace.secrets.data, workspace.oauth.data]),
    log,
    rate,
    feed,
    targeting,
    recent,
    people,
    population: store.people,
    live,
    flags: new FlagService({ clock, targeting, people, live }),
    tribes: new TribeService(workspace),
    personas: new PersonaService(workspace),
    publishing,
    codegen: new CodegenService(workspace, targeting, apiKeys),
    explain: new ExplainService({ store, clock, targeting, people }),
    sessions,
    ingest,
    replays,
    snapshots: new SnapshotService({ workspace, store, clock, live, log, recent }),
    simulations,
    stages: new Stages({ workspace, store, clock, publishing, simulations }, simulated, nowOfAll),
    readiness: new Readiness(),
    updates: new UpdateCheck(workspace.secrets, version),
    stats: new StatsService({
      store,
      log,
      rate,
      connected: (environment) => live.connected(environment),
    }),
  };
}
