import { access, constants, mkdir } from "node:fs/promises";
import type { Server } from "node:http";
import { join, resolve } from "node:path";
import type { Status } from "../core/settings.ts";
import { authenticate, operator } from "./access/authenticate.ts";
import { ConsoleAccess } from "./access/console-access.ts";
import { TokenService } from "./access/token-service.ts";
import { PlatformClock } from "./clock/platform-clock.ts";
import { EventFeed } from "./events/event-feed.ts";
import { StatsService } from "./events/stats-service.ts";
import { assertOwnHost, assertSameOrigin } from "./http/host-guard.ts";
import { type Listening, listenOnLoopback } from "./http/listen.ts";
import { createPlane } from "./http/plane.ts";
import { IngestService } from "./ingest/ingest-service.ts";
import { lanAddresses } from "./lan.ts";
import { findRunningCopy, removeLocator, writeLocator } from "./locator.ts";
import { openApiRoute } from "./openapi/docs-pages.ts";
import { OrganizationService } from "./organizations/organization-service.ts";
import { platformRoutes } from "./platform-routes.ts";
import { keepRetention } from "./retention-timer.ts";
import { sdkPlaneRoutes } from "./sdk-plane-routes.ts";
import { seedWorkspace } from "./seed/seed-workspace.ts";
import type { Services } from "./services.ts";
import { SessionService } from "./sessions/session-service.ts";
import { SettingsService } from "./settings/settings-service.ts";
import { ApiKeyService } from "./spaces/api-key-service.ts";
import { SpaceService } from "./spaces/space-service.ts";
import { StartError } from "./start-error.ts";
import { EventStore } from "./store/event-store.ts";
import { version } from "./version.ts";
import { DocumentError } from "./workspace/document-error.ts";
import { randomText } from "./workspace/new-id.ts";
import { Workspace } from "./workspace/workspace.ts";
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
  /** Drains requests and streams, checkpoints the store, removes the locator. */
  readonly stop: () => Promise<void>;
}

/** How long requests in flight may take to end once the server stops, in ms. */
const drainLimit = 5_000;

/**
 * Starts both planes and resolves once they answer.
 *
 * @throws StartError with a message for the operator: a port taken, a folder not writable, a document that is corrupt or newer.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const dataDir = resolve(options.dataDir);
  await assertUsable(dataDir, options);
  const clock = new PlatformClock();
  if (options.clock !== undefined) clock.set({ mode: "frozen", at: new Date(options.clock).toISOString() });
  const [workspace, store] = await openData(dataDir, clock.now());
  try {
    return await serve(options, { dataDir, clock, workspace, store });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Opened {
  readonly dataDir: string;
  readonly clock: PlatformClock;
  readonly workspace: Workspace;
  readonly store: EventStore;
}

async function serve(
  options: ServerOptions,
  { dataDir, clock, workspace, store }: Opened,
): Promise<RunningServer> {
  const startedAt = new Date().toISOString();
  const runToken = randomText(32);
  const addresses = { platformUrl: "", sdkUrl: "", lanUrls: [] as string[] };
  const feed = new EventFeed(store);
  const sessions = new SessionService(store, clock);
  const apiKeys = new ApiKeyService(workspace.secrets);
  const tokens = new TokenService(workspace.secrets);
  const services: Services = {
    workspace,
    store,
    clock,
    apiKeys,
    tokens,
    console: new ConsoleAccess(workspace.secrets, () => new URL(addresses.platformUrl)),
    organizations: new OrganizationService(workspace),
    spaces: new SpaceService(workspace, apiKeys, store),
    settings: new SettingsService(workspace),
    feed,
    stats: new StatsService(store, feed, sessions),
  };
  if (options.seed !== undefined) await seedWorkspace(services, options.seed);
  await apiKeys.ensure(workspace.spaces().map((space) => space.data.space.id));
  workspace.onChange(
    () => void apiKeys.ensure(workspace.spaces().map((space) => space.data.space.id)).catch(() => undefined),
  );

  const lan = options.lan === true ? lanAddresses() : [];
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const problemOrigin = () => addresses.platformUrl;
  const runTokens = options.token === undefined ? [runToken] : [runToken, options.token];
  const platform = createPlane({
    name: "platform",
    guard: (req) => {
      assertOwnHost(req, new Set());
      assertSameOrigin(req);
    },
    routes: platformRoutes({
      services,
      authenticate: (req) => authenticate(req, { workspace, tokens, console: services.console, runTokens }),
      status: () => statusOf({ startedAt, dataDir, addresses, clock, workspace }),
      openApi: openApiRoute(() => addresses),
    }),
    problemOrigin,
    log,
  });
  const sdk = createPlane({
    name: "SDK",
    guard: (req) => assertOwnHost(req, new Set(lan)),
    routes: sdkPlaneRoutes({
      services,
      sessions,
      ingest: new IngestService(store, feed, clock),
      sdkUrl: () => addresses.sdkUrl,
    }),
    problemOrigin,
    log,
  });
  const platformListening = await listenOnLoopback({
    create: platform.createListener,
    plane: "platform",
    port: options.port,
    defaultPort: 4747,
    addresses: [],
  });
  const sdkListening = await listenOnLoopback({
    create: sdk.createListener,
    plane: "SDK",
    port: options.sdkPort,
    defaultPort: 4748,
    addresses: lan,
  }).catch((error) => {
    closeNow(platformListening.servers);
    throw error;
  });
  addresses.platformUrl = `http://127.0.0.1:${platformListening.port}`;
  addresses.sdkUrl = `http://127.0.0.1:${sdkListening.port}`;
  addresses.lanUrls = lan.map((address) => `http://${address}:${sdkListening.port}`);
  await writeLocator(dataDir, {
    pid: process.pid,
    platformUrl: addresses.platformUrl,
    sdkUrl: addresses.sdkUrl,
    startedAt,
    version,
    token: runToken,
  });

  const stopRetention = keepRetention(services);
  const watching = watchWorkspace(workspace);
  const launchUrl = () => services.console.launchUrl(operator(workspace).account.id, "owner");
  return {
    ...addresses,
    consoleUrl: launchUrl(),
    dataDir,
    notices: notices(platformListening, sdkListening, options.lan === true && lan.length === 0),
    launchUrl,
    stop: once(async () => {
      stopRetention();
      platform.endStreams();
      sdk.endStreams();
      await Promise.all([
        drain(platformListening.servers),
        drain(sdkListening.servers),
        watching.then((stop) => stop()),
      ]);
      await store.close();
      await removeLocator(dataDir);
    }),
  };
}

async function assertUsable(dataDir: string, options: ServerOptions): Promise<void> {
  if (options.token !== undefined && options.token.length < 16)
    throw new StartError("UNDERSTUDY_TOKEN must have 16 characters or more.");
  if (options.clock !== undefined && Number.isNaN(Date.parse(options.clock))) {
    throw new StartError(
      `The clock needs an RFC 3339 time such as 2026-12-24T18:00:00Z, not "${options.clock}".`,
    );
  }
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can't be written: ${(error as Error).message}. Name another with --data.`,
    );
  }
  const running = await findRunningCopy(dataDir);
  if (running !== null)
    throw new StartError(
      `A copy already runs on ${dataDir}, at ${running.platformUrl} (pid ${running.pid}).`,
    );
}

/** Both halves of the data at once: the documents and the database take their time in different threads. */
async function openData(dataDir: string, now: number): Promise<[Workspace, EventStore]> {
  await mkdir(join(dataDir, ".understudy"), { recursive: true, mode: 0o700 });
  const [workspace, store] = await Promise.allSettled([
    Workspace.open(dataDir, now),
    EventStore.open(join(dataDir, ".understudy", "data.db")),
  ]);
  if (workspace.status === "rejected") {
    if (store.status === "fulfilled") await store.value.close();
    throw asStartError(workspace.reason);
  }
  if (store.status === "rejected") throw asStartError(store.reason);
  return [workspace.value, store.value];
}

function asStartError(error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DocumentError)
    return new StartError(
      `${reason}\nNothing was changed. Mend the file, or put back a copy of it, and start again.`,
    );
  return new StartError(`The data folder can't be used: ${reason}`);
}

interface StatusSource {
  readonly startedAt: string;
  readonly dataDir: string;
  readonly addresses: { readonly platformUrl: string; readonly sdkUrl: string; readonly lanUrls: string[] };
  readonly clock: PlatformClock;
  readonly workspace: Workspace;
}

const statusOf = ({ startedAt, dataDir, addresses, clock, workspace }: StatusSource): Status => ({
  version,
  startedAt,
  pid: process.pid,
  node: process.version,
  dataDir,
  ...addresses,
  clock: clock.read(),
  warnings: [...workspace.warnings.values()],
});

function notices(platform: Listening, sdk: Listening, noLan: boolean): string[] {
  const lan = noLan ? "No local network was found, so the SDK plane is open on this machine alone." : null;
  return [platform.notice, sdk.notice, lan].filter((notice) => notice !== null);
}

/** Requests in flight may finish; what hangs is cut off. */
async function drain(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          const limit = setTimeout(() => server.closeAllConnections(), drainLimit);
          // A kept-alive connection turns idle when its last request is answered, and only then can be closed.
          const idle = setInterval(() => server.closeIdleConnections(), 20);
          server.close(() => {
            clearTimeout(limit);
            clearInterval(idle);
            resolve();
          });
        }),
    ),
  );
}

function closeNow(servers: readonly Server[]): void {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}
