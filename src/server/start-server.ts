import type { Server } from "node:http";
import { join, resolve } from "node:path";
import { authenticate, operator } from "./access/authenticate.ts";
import { ConsoleAccess } from "./access/console-access.ts";
import { Passphrases } from "./access/passphrases.ts";
import { TokenService } from "./access/token-service.ts";
import { PlatformClock } from "./clock/platform-clock.ts";
import { Closing } from "./closing.ts";
import { CodegenService } from "./codegen/codegen-service.ts";
import { EventFeed } from "./events/event-feed.ts";
import { StatsService } from "./events/stats-service.ts";
import { ExplainService } from "./explain/explain-service.ts";
import { drain } from "./http/drain.ts";
import { assertOwnHost, assertSameOrigin } from "./http/host-guard.ts";
import { type Listening, listenOnLoopback } from "./http/listen.ts";
import { createPlane, type Plane } from "./http/plane.ts";
import { IngestService } from "./ingest/ingest-service.ts";
import { LanAccess } from "./lan/lan-access.ts";
import { lanAddresses } from "./lan/lan-addresses.ts";
import { removeLocator, writeLocator } from "./locator.ts";
import { OauthStore } from "./oauth/oauth-store.ts";
import { asStartError, assertFolderIsFree, openData } from "./open-data.ts";
import { openApiRoute } from "./openapi/docs-pages.ts";
import { OrganizationService } from "./organizations/organization-service.ts";
import { PersonaService } from "./personas/persona-service.ts";
import { platformRoutes } from "./platform-routes.ts";
import { Population } from "./population/population.ts";
import { PublishingService } from "./publishing/publishing-service.ts";
import { keepRetention } from "./retention-timer.ts";
import { sdkPlaneRoutes } from "./sdk-plane-routes.ts";
import { seedWorkspace } from "./seed/seed-workspace.ts";
import type { Services } from "./services.ts";
import { LiveSessions } from "./sessions/live-sessions.ts";
import { SessionService } from "./sessions/session-service.ts";
import { SettingsService } from "./settings/settings-service.ts";
import { type Running, statusOf } from "./settings/status.ts";
import { ApiKeyService } from "./spaces/api-key-service.ts";
import { followSpaces } from "./spaces/follow-spaces.ts";
import { type SpaceKeys, spaceKeys } from "./spaces/space-keys.ts";
import { SpaceService } from "./spaces/space-service.ts";
import { StartError } from "./start-error.ts";
import type { EventStore } from "./store/event-store.ts";
import { EventAudience } from "./targeting/event-audience.ts";
import { FlagService } from "./targeting/flag-service.ts";
import { followTargeting } from "./targeting/follow-targeting.ts";
import { People } from "./targeting/people.ts";
import { RecentMatches } from "./targeting/recent-matches.ts";
import { TargetingService } from "./targeting/targeting-service.ts";
import { TribeService } from "./tribes/tribe-service.ts";
import { version } from "./version.ts";
import { randomText } from "./workspace/new-id.ts";
import type { Workspace } from "./workspace/workspace.ts";
import { watchWorkspace } from "./workspace/workspace-watcher.ts";

export { StartError } from "./start-error.ts";

/** What the desktop app, the CLI and the tests start: both planes over one workspace. */
export interface ServerOptions {
  /** The workspace folder; made where it does not exist. */
  readonly dataDir: string;
  /** A port asked for must be free (0: any free one). Left out: 4747, or the next free one. */
  readonly port?: number | undefined;
  /** Likewise for the SDK plane: 4748, or the next free one. */
  readonly sdkPort?: number | undefined;
  /** Opens the SDK plane, and it alone, to the local network. */
  readonly lan?: boolean | undefined;
  /** `demo`, or the path of a seed file; laid only where the workspace does not hold it yet. */
  readonly seed?: string | undefined;
  /** An RFC 3339 time at which the platform clock stands still. */
  readonly clock?: string | undefined;
  /** An owner's token for this run (UNDERSTUDY_TOKEN), 16 characters or more. */
  readonly token?: string | undefined;
  /** Where lines about unexpected errors go; standard error where it is left out. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A running copy. `notices` are lines for the person who started it, e.g. that another port was taken. */
export interface RunningServer {
  readonly platformUrl: string;
  readonly sdkUrl: string;
  /** Opens the console signed in; works once. */
  readonly consoleUrl: string;
  readonly lanUrls: readonly string[];
  readonly dataDir: string;
  readonly notices: readonly string[];
  /** Another one-time console address. */
  readonly launchUrl: () => string;
  /** The current API keys of every Space. */
  readonly spaceKeys: () => readonly SpaceKeys[];
  /** Whether events are taken, for the operator to pause; and how many were refused in this run. */
  readonly ingestion: Pick<IngestService, "isPaused" | "pause" | "refused">;
  /** Resolves with the reason where the copy can no longer store anything: it should be started anew. */
  readonly failed: Promise<string>;
  /** Drains requests and streams, checkpoints the store, removes the locator. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts both planes and resolves once they answer.
 *
 * @throws StartError with a message for the operator: a port taken, a folder not writable, a document that is corrupt or newer.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const closing = new Closing();
  try {
    return await start(options, closing);
  } catch (error) {
    // What failed to start matters more than what then fails to close.
    await closing.run().catch(() => undefined);
    throw asStartError(error);
  }
}

async function start(options: ServerOptions, closing: Closing): Promise<RunningServer> {
  const dataDir = resolve(options.dataDir);
  assertUsable(options);
  await assertFolderIsFree(dataDir);
  const clock = new PlatformClock();
  if (options.clock !== undefined) clock.set({ mode: "frozen", at: new Date(options.clock).toISOString() });
  closing.add(() => removeLocator(dataDir));
  const [workspace, store] = await openData(dataDir, clock.now());
  closing.add(() => store.close());
  const running: Running = {
    startedAt: new Date().toISOString(),
    dataDir,
    addresses: { platformUrl: "", sdkUrl: "" },
  };
  const services = buildServices(workspace, store, clock, running);
  if (options.seed !== undefined) await seedWorkspace(services, options.seed);
  await followSpaces(services);
  closing.add(() => services.population.close());
  closing.add(followTargeting(services));

  const runToken = randomText(32);
  const planes = createPlanes(services, running, {
    log: options.log ?? ((line) => process.stderr.write(`${line}\n`)),
    runTokens: options.token === undefined ? [runToken] : [runToken, options.token],
  });
  const { lan } = planes;
  const [platform, sdk] = await listen(planes, options, closing);
  lan.onPort(sdk.port);
  closing.add(() => lan.close());
  const noLan = options.lan === true ? await problemOf(lan.open()) : null;
  running.addresses = {
    platformUrl: `http://127.0.0.1:${platform.port}`,
    sdkUrl: `http://127.0.0.1:${sdk.port}`,
  };
  const { platformUrl, sdkUrl } = running.addresses;
  const { startedAt } = running;
  await writeLocator(dataDir, {
    pid: process.pid,
    platformUrl,
    sdkUrl,
    startedAt,
    version,
    token: runToken,
  });
  const watching = watchWorkspace(workspace);
  closing.add(async () => (await watching)());
  closing.add(keepRetention(services));

  const launchUrl = () => services.console.launchUrl(operator(workspace).account.id, "owner");
  return {
    ...running.addresses,
    lanUrls: lan.urls,
    consoleUrl: launchUrl(),
    dataDir,
    notices: [platform.notice, sdk.notice, noLan].filter((notice) => notice !== null),
    launchUrl,
    spaceKeys: () => spaceKeys(services),
    ingestion: services.ingest,
    failed: store.failed,
    stop: () => closing.run(),
  };
}

function assertUsable({ token, clock }: ServerOptions): void {
  if (token !== undefined && token.length < 16)
    throw new StartError("UNDERSTUDY_TOKEN must have 16 characters or more.");
  if (clock !== undefined && Number.isNaN(Date.parse(clock)))
    throw new StartError(`The clock needs an RFC 3339 time such as 2026-12-24T18:00:00Z, not "${clock}".`);
}

function buildServices(
  workspace: Workspace,
  store: EventStore,
  clock: PlatformClock,
  running: Running,
): Services {
  const feed = new EventFeed(store);
  const targeting = new TargetingService(workspace);
  const recent = new RecentMatches((environment) => store.read("selectorMark", environment));
  const people = new People(store, recent);
  const live = new LiveSessions(targeting, people, clock);
  const sessions = new SessionService({ store, clock, targeting, people, live });
  const apiKeys = new ApiKeyService(workspace.secrets, (id) => workspace.findSpace(id) !== undefined);
  return {
    workspace,
    store,
    clock,
    apiKeys,
    tokens: new TokenService(workspace.secrets),
    console: new ConsoleAccess(workspace.secrets, () => new URL(running.addresses.platformUrl)),
    oauth: new OauthStore(workspace.oauth),
    passphrases: new Passphrases(workspace.secrets),
    organizations: new OrganizationService(workspace),
    spaces: new SpaceService(workspace, apiKeys, store, targeting),
    settings: new SettingsService(workspace),
    feed,
    targeting,
    recent,
    people,
    population: new Population(join(workspace.privateDir, "data.db")),
    live,
    flags: new FlagService({ clock, targeting, people, live }),
    tribes: new TribeService(workspace),
    personas: new PersonaService(workspace),
    publishing: new PublishingService(workspace, store),
    codegen: new CodegenService(workspace, targeting),
    explain: new ExplainService({ store, clock, targeting, people }),
    sessions,
    ingest: new IngestService(store, feed, clock, new EventAudience(targeting, recent, live)),
    stats: new StatsService(store, feed, live),
  };
}

interface Planes {
  readonly platform: Plane;
  readonly sdk: Plane;
  readonly lan: LanAccess;
}

function createPlanes(
  services: Services,
  running: Running,
  { runTokens, log }: { readonly runTokens: readonly string[]; readonly log: (line: string) => void },
): Planes {
  const lan = new LanAccess({ addresses: lanAddresses, create: () => sdk.createListener() });
  const shared = {
    problemOrigin: () => running.addresses.platformUrl,
    log,
  };
  const platform = createPlane({
    ...shared,
    name: "platform",
    guard: (req) => {
      assertOwnHost(req, new Set());
      assertSameOrigin(req);
    },
    routes: platformRoutes({
      services,
      authenticate: (req) =>
        authenticate(req, { ...services, runTokens, audience: () => `${running.addresses.platformUrl}/v2` }),
      platformUrl: () => running.addresses.platformUrl,
      status: () => statusOf(running, services, lan.urls),
      lan,
      openApi: openApiRoute(() => running.addresses),
    }),
  });
  const sdk: Plane = createPlane({
    ...shared,
    name: "SDK",
    guard: (req) => assertOwnHost(req, lan.names),
    routes: sdkPlaneRoutes({ services, ownNames: lan.names, sdkUrl: () => running.addresses.sdkUrl }),
  });
  return { platform, sdk, lan };
}

async function listen(
  { platform, sdk }: Planes,
  { port, sdkPort }: ServerOptions,
  closing: Closing,
): Promise<[platform: Listening, sdk: Listening]> {
  const open: { readonly plane: Plane; readonly servers: readonly Server[] }[] = [];
  // Both at once: a request to one plane may wait for a stream of the other.
  closing.add(() => Promise.all(open.map(({ plane, servers }) => drain(plane, servers))));
  const platformListening = await listenOnLoopback({
    create: platform.createListener,
    plane: "platform",
    port,
    defaultPort: 4747,
  });
  open.push({ plane: platform, servers: platformListening.servers });
  const sdkListening = await listenOnLoopback({
    create: sdk.createListener,
    plane: "SDK",
    port: sdkPort,
    defaultPort: 4748,
  });
  open.push({ plane: sdk, servers: sdkListening.servers });
  return [platformListening, sdkListening];
}

/** Why the local network could not be had at the start: the plane is then open on this machine alone. */
const problemOf = (opening: Promise<void>): Promise<string | null> =>
  opening.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
