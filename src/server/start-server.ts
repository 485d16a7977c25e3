import { setTimeout as wait } from "node:timers/promises";
import { runTokenProblem } from "../core/given-token.ts";
import type { ShowStarted } from "../core/stage.ts";
import { authenticate, operator } from "./access/authenticate.ts";
import { buildServices } from "./build-services.ts";
import { PlatformClock } from "./clock/platform-clock.ts";
import { Closing } from "./closing.ts";
import { assertOwnHost, assertSameOrigin } from "./http/host-guard.ts";
import { type Outside, type OutsideOptions, outsideOf } from "./http/outside.ts";
import { createPlane, type Plane } from "./http/plane.ts";
import { assertFree, listen, type Places, placesOf } from "./http/plane-ports.ts";
import { type RequestLog, requestLog } from "./http/request-log.ts";
import { LanAccess } from "./lan/lan-access.ts";
import { lanAddresses } from "./lan/lan-addresses.ts";
import type { ServerKind } from "./locator.ts";
import { asStartError, assertUnused, type OpenedData, openFolder } from "./open-data.ts";
import { openShared } from "./open-shared.ts";
import { openApiRoutes } from "./openapi/docs-pages.ts";
import { platformRoutes } from "./platform-routes.ts";
import { keepRetention } from "./retention-timer.ts";
import { sdkPlaneRoutes } from "./sdk-plane-routes.ts";
import { findSeed, seedWorkspace } from "./seed/seed-workspace.ts";
import type { Services } from "./services.ts";
import { GitHubSecret } from "./settings/github-secret.ts";
import type { Keychain } from "./settings/keychain.ts";
import { type Addresses, type Running, statusOf } from "./settings/status.ts";
import { startShow } from "./shows/show-routes.ts";

import { followSpaces } from "./spaces/follow-spaces.ts";
import { type SpaceKeys, spaceKeys } from "./spaces/space-keys.ts";
import { StartError } from "./start-error.ts";
import { followTargeting } from "./targeting/follow-targeting.ts";
import { version } from "./version.ts";
import { randomText } from "./workspace/new-id.ts";

export { StartError } from "./start-error.ts";
/** What the desktop asks of a folder before it has a server started there. */
export { movedAside } from "./workspace/moved-aside.ts";

/** What the desktop app, the CLI and the tests start: both planes over one workspace. */
export interface ServerOptions {
  /** The workspace folder; made where it does not exist. */
  readonly dataDir: string;
  /** The address of a PostgreSQL database that several servers share; the folder is not used then. */
  readonly store?: string | undefined;
  /** A port asked for must be free (0: any free one). Left out: 4747, or the next free one. */
  readonly port?: number | undefined;
  /** Likewise for the SDK plane: 4748, or the next free one. */
  readonly sdkPort?: number | undefined;
  /** What is tried first for a port that was not asked for: an app that was told the address finds it again. */
  readonly usual?: { readonly port: number; readonly sdkPort: number } | undefined;
  /** Opens the SDK plane, and nothing else, to the local network. */
  readonly lan?: boolean | undefined;
  /** `demo`, or the path of a seed file; laid only where the workspace does not hold it yet. */
  readonly seed?: string | undefined;
  /** An RFC 3339 time at which the platform clock stands still. */
  readonly clock?: string | undefined;
  /** An owner's token for this run (UNDERSTUDY_TOKEN), 16 characters or more. */
  readonly token?: string | undefined;
  /** Seals secrets; without it they are kept in files that only their owner can read. */
  readonly keychain?: Keychain | undefined;
  /** How people and programs reach the planes from elsewhere; left out: only this machine reaches them. */
  readonly outside?: OutsideOptions | undefined;
  /** For how long a stop is announced (`/readyz`) before anything is refused, in ms: a balancer has to notice. */
  readonly farewell?: number | undefined;
  /** Lines as JSON, and one of each request. */
  readonly logRequests?: boolean | undefined;
  /** What runs it, for those who find the copy; `headless` where it is left out. */
  readonly host?: ServerKind | undefined;
  /** Aborted: a start that waits for a database, or lays a seed, goes no further, and ends with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Where lines about unexpected errors go; standard error where it is left out. */
  readonly log?: ((line: string) => void) | undefined;
}

/** What changes while a copy runs. */
export interface ServerNow {
  readonly lanUrls: readonly string[];
  /** Every Space with its current API keys. */
  readonly spaces: readonly SpaceKeys[];
  /** Whether events are taken, and how many were refused in this run. */
  readonly ingestion: { readonly isPaused: boolean; readonly refused: number };
}

/**
 * A running copy. `notices` are lines for the person who started it, e.g. that another port was taken. It has only data, and
 * questions that are answered with data some time later: it could as well run in another process (ADR 49).
 */
export interface RunningServer {
  readonly platformUrl: string;
  readonly sdkUrl: string;
  /** Opens the console signed in, and works once; at a public address, where it is to be signed in to. */
  readonly consoleUrl: string;
  /** The planes' addresses on this machine. */
  readonly local: Addresses;
  readonly dataDir: string;
  readonly notices: readonly string[];
  readonly now: () => Promise<ServerNow>;
  /** Another one-time console address. */
  readonly launchUrl: (path?: string) => Promise<string>;
  /** Sets up the show of a scene. @throws Problem where it can't be */
  readonly startShow: (scene: string) => Promise<ShowStarted>;
  /** Refuses events from now on, or takes them again. */
  readonly pauseIngestion: (paused: boolean) => Promise<void>;
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
    // The failure of the start matters more than one while closing.
    await closing.run().catch(() => undefined);
    throw error === options.signal?.reason ? error : asStartError(error);
  }
}

/** How often ports are looked at, and how long apart in ms: another start that looks at them, too, lets them go at once. */
const looks = { times: 4, apart: 50 };

/** Ports that the folder's own copy has are no news: that it runs is. @throws StartError */
async function assertCanHave(places: Places, { store, dataDir }: ServerOptions): Promise<void> {
  for (let look = 1; ; look += 1)
    try {
      return await assertFree(places);
    } catch (error) {
      if (store === undefined && (look === 1 || look === looks.times)) await assertUnused(dataDir);
      if (store !== undefined || look === looks.times) throw error;
      await wait(looks.apart);
    }
}

async function start(options: ServerOptions, closing: Closing): Promise<RunningServer> {
  assertUsable(options);
  const clock = new PlatformClock();
  const outside = outsideOf(options.outside ?? {});
  const log = logOf(options);
  const time = options.clock === undefined ? null : new Date(options.clock).toISOString();
  if (time !== null) clock.set({ mode: "frozen", at: time });
  // Before a folder is made for it.
  const seed = options.seed === undefined ? null : await findSeed(options.seed);
  const places = placesOf(options, outside);
  await assertCanHave(places, options);
  const data =
    options.store === undefined
      ? await openFolder(options.dataDir, clock, closing)
      : await openShared(options.store, clock, closing, { log, signal: options.signal });
  if (time !== null) await clock.change({ mode: "frozen", at: time });
  // For other servers, too: they find nobody's request that did it.
  if (time !== null && options.store !== undefined)
    await data.audit.written({ account: null, by: null, action: "putClock", path: "/v2/clock", status: 200 });
  const { workspace, store, where: dataDir } = data;
  const running: Running = {
    startedAt: new Date().toISOString(),
    dataDir,
    addresses: { platformUrl: "", sdkUrl: "" },
    local: { platformUrl: "", sdkUrl: "" },
  };
  const github = new GitHubSecret(workspace.secrets, options.keychain ?? null);
  const services = buildServices({ ...data, clock, github }, running, outside);
  await data.alone(async () => {
    if (seed !== null) await seedWorkspace(services, seed, options.signal);
    await followSpaces(services);
  });
  await services.replays.clear();
  closing.add(() => services.log.close());
  closing.add(followTargeting(services));
  closing.add(() => services.audit.settled());

  const runToken = randomText(32);
  const planes = createPlanes(services, running, {
    log,
    outside,
    onRequest: options.logRequests === true ? requestLog(writeLine(options), outside) : null,
    fresh: data.fresh,
    runTokens: options.token === undefined ? [runToken] : [runToken, options.token],
  });
  const { lan } = planes;
  const [platform, sdk] = await listen(planes, places, { closing, streams: services.rights });
  lan.onPort(sdk.port);
  closing.add(() => lan.close());
  const noLan = options.lan === true ? await problemOf(lan.open()) : null;
  running.local = {
    platformUrl: `http://127.0.0.1:${platform.port}`,
    sdkUrl: `http://127.0.0.1:${sdk.port}`,
  };
  running.addresses = {
    platformUrl: outside.platform?.origin ?? running.local.platformUrl,
    sdkUrl: outside.sdk?.origin ?? running.local.sdkUrl,
  };
  const { startedAt } = running;
  await data.announce({
    pid: process.pid,
    ...running.local,
    startedAt,
    version,
    host: options.host ?? "headless",
    token: runToken,
  });
  data.follow();
  closing.add(keepRetention(services));
  closing.add(services.updates.start());
  closing.add(() => services.replays.close());
  closing.add(() => services.simulations.close());

  const launchUrl = (path?: string) =>
    services.console.launchUrl({ accountId: operator(workspace).account.id, role: "owner" }, path);
  return {
    ...running.addresses,
    // What is printed gets into logs, so it must not sign anybody in.
    consoleUrl: outside.platform === null ? await launchUrl() : outside.platform.href,
    local: running.local,
    dataDir,
    notices: [platform.notice, sdk.notice, noLan, unencrypted(outside)].filter((notice) => notice !== null),
    now: async () => ({
      lanUrls: [...lan.urls],
      spaces: spaceKeys(services),
      ingestion: { isPaused: services.ingest.isPaused, refused: services.ingest.refused },
    }),
    launchUrl,
    startShow: (scene) => startShow(services, scene, running.addresses.sdkUrl),
    pauseIngestion: async (paused) => services.ingest.pause(paused),
    failed: store.failed,
    stop: async () => {
      services.readiness.end();
      if (options.farewell !== undefined)
        await new Promise((resolve) => setTimeout(resolve, options.farewell));
      await closing.run();
    },
  };
}

function assertUsable({ token, clock }: ServerOptions): void {
  const problem = token === undefined ? null : runTokenProblem(token);
  if (problem !== null) throw new StartError(problem);
  if (clock !== undefined && Number.isNaN(Date.parse(clock)))
    throw new StartError(`The clock needs an RFC 3339 time such as 2026-12-24T18:00:00Z, not "${clock}".`);
}

interface Planes {
  readonly platform: Plane;
  readonly sdk: Plane;
  readonly lan: LanAccess;
}

function createPlanes(
  services: Services,
  running: Running,
  {
    runTokens,
    log,
    fresh,
    outside,
    onRequest,
  }: {
    readonly runTokens: readonly string[];
    readonly log: (line: string, requestId?: string) => void;
    readonly outside: Outside;
    readonly onRequest: RequestLog | null;
  } & Pick<OpenedData, "fresh">,
): Planes {
  const lan = new LanAccess({ addresses: lanAddresses, create: () => sdk.createListener() });
  const shared = {
    problemOrigin: () => running.addresses.platformUrl,
    log,
    onRequest,
    trusts: outside.trusts,
  };
  const platform = createPlane({
    ...shared,
    name: "platform",
    elsewhere: {
      begins: /^\/(sdk|ofrep|v1|demo|analytics\.js)(\/|$)/,
      place: () => `the SDK plane, ${running.addresses.sdkUrl},`,
    },
    // The console tells time by it.
    now: () => services.clock.real(),
    guard: (req) => {
      outside.takeForwarded(req);
      assertOwnHost(req, new Set(), outside.platform);
      assertSameOrigin(req, outside.platform);
    },
    routes: platformRoutes({
      services,
      fresh,
      authenticate: (req) =>
        authenticate(req, { ...services, runTokens, audience: () => `${running.addresses.platformUrl}/v2` }),
      platformUrl: () => running.addresses.platformUrl,
      sdkUrl: () => running.addresses.sdkUrl,
      status: (caller) => statusOf(running, services, lan.urls, caller),
      lan,
      openApi: openApiRoutes(() => running.addresses),
    }),
  });
  const sdkUrl = () => running.addresses.sdkUrl;
  const sdkRoutes = sdkPlaneRoutes({
    services,
    fresh,
    ownNames: lan.names,
    lanUrls: () => lan.everyUrl,
    sdkUrl,
    platformUrl: () => running.addresses.platformUrl,
    outside,
  });
  const sdk: Plane = createPlane({
    ...shared,
    name: "SDK",
    elsewhere: {
      begins: /^\/(v2|v1\.0|docs|oauth|\.well-known)(\/|$)/,
      place: () => `the Platform API, ${running.addresses.platformUrl},`,
    },
    guard: (req) => {
      outside.takeForwarded(req);
      assertOwnHost(req, lan.names, outside.sdk);
    },
    routes: sdkRoutes.router,
    hot: { routes: sdkRoutes.hot, cors: sdkRoutes.cors, fresh },
  });
  return { platform, sdk, lan };
}

const writeLine = ({ log }: ServerOptions): ((line: string) => void) =>
  log ?? ((line) => process.stderr.write(`${line}\n`));

/** Writes lines about unexpected errors, as text or as JSON. */
function logOf(options: ServerOptions): (line: string, requestId?: string) => void {
  const write = writeLine(options);
  if (options.logRequests !== true) return (line) => write(line);
  return (message, requestId) =>
    write(
      JSON.stringify({ time: new Date().toISOString(), level: "error", event: "error", requestId, message }),
    );
}

function unencrypted({ platform }: Outside): string | null {
  if (platform?.protocol !== "http:") return null;
  return `${platform.origin} is not encrypted: whoever is on the way can read passphrases and tokens. Put TLS before it, and give an https:// address with --public-url.`;
}

/** Why the local network could not be had at the start: the plane is then open on this machine alone. */
const problemOf = (opening: Promise<void>): Promise<string | null> =>
  opening.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
