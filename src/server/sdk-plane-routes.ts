import { type Request, type RequestHandler, Router } from "express";
import { sdkApi } from "../core/api/sdk.ts";
import { eventLimits } from "../core/event.ts";
import { Problem } from "../core/problem.ts";
import type { EnvironmentRef } from "../core/refs.ts";
import type { RouteSpec } from "../core/route.ts";
import type { Space } from "../core/space.ts";
import { deviceName } from "./devices/device-routes.ts";
import { bindRoutes, type RoutesAndHot, routeAll } from "./http/bind-routes.ts";
import { cors, foreignOrigin } from "./http/cors.ts";
import { isOwnOrigin, originOf } from "./http/host-guard.ts";
import { networkOf } from "./http/network-of.ts";
import type { Outside } from "./http/outside.ts";
import { answerReads, refuseOtherMethods } from "./http/refuse-other-methods.ts";
import { allowsOrigin } from "./http/sent-origin.ts";
import { ofrepRoutes } from "./ofrep/ofrep-routes.ts";
import type { OpenedData } from "./open-data.ts";
import { sampleAppPages } from "./sample-app/sample-app-pages.ts";
import { isFromThisComputer } from "./sample-app/this-computer.ts";
import { segmentRoutes } from "./segment/segment-routes.ts";
import type { Services } from "./services.ts";
import { SdkEvents } from "./sessions/sdk-events.ts";
import { environmentOfKey, keyOf, type OpenKey, sdkRoutes, sessionBody } from "./sessions/sdk-routes.ts";
import { withoutNulls } from "./sessions/without-nulls.ts";
import { urlOf } from "./url-of.ts";

/** Whose page shows a picture or the like from here: browsers send no Origin with it. Undefined for all other requests. */
function pictureOrigin({ headers }: Request): string | undefined {
  const site = headers["sec-fetch-site"];
  if (headers["sec-fetch-mode"] !== "no-cors" || (site !== "cross-site" && site !== "same-site"))
    return undefined;
  const { referer = "" } = headers;
  return urlOf(referer)?.origin ?? "null";
}

interface SdkPlaneOptions {
  readonly services: Services;
  readonly fresh: OpenedData["fresh"];
  /** The addresses besides loopback that this machine is called by: those of the local network, where it is open. */
  readonly ownNames: ReadonlySet<string>;
  /** Where the plane is reached in the local network. */
  readonly lanUrls: () => readonly string[];
  readonly sdkUrl: () => string;
  readonly platformUrl: () => string;
  readonly outside: Outside;
}

interface SdkPlaneRoutes extends RoutesAndHot {
  readonly cors: RequestHandler;
}

/** Everything that the SDK plane answers, in the order in which it is tried. */
export function sdkPlaneRoutes({
  services,
  fresh,
  ownNames,
  lanUrls,
  sdkUrl,
  platformUrl,
  outside,
}: SdkPlaneOptions): SdkPlaneRoutes {
  const { apiKeys, audit, clock, devices, explain, flags, ingest, live, sessions, stages, workspace } =
    services;
  const now = () => clock.now();
  const router = Router();
  const isOurs = (origin: string): boolean =>
    isOwnOrigin(origin, ownNames) || origin === outside.platform?.origin || origin === outside.sdk?.origin;
  const mayCall = (origin: string, { allowedOrigins }: Pick<Space, "allowedOrigins">): boolean =>
    isOurs(origin) || allowsOrigin(allowedOrigins, origin);
  const openKey: OpenKey = (apiKey, req) => {
    const environment = apiKeys.find(apiKey);
    const space = environment === null ? undefined : workspace.findSpace(environment.spaceId)?.data.space;
    const origin = req.headers.origin ?? pictureOrigin(req);
    if (space !== undefined && origin !== undefined && !mayCall(origin, space)) throw foreignOrigin(origin);
    return environment;
  };
  const locksFields = ({ spaceId }: EnvironmentRef): boolean =>
    workspace.findSpace(spaceId)?.data.space.userFieldsLocked === true;
  // A preflight names no key: it passes where any Space allows its origin, and the request itself where its key's own does.
  const mayCallSome = (origin: string): boolean =>
    isOurs(origin) || workspace.spaces().some(({ data }) => allowsOrigin(data.space.allowedOrigins, origin));
  const allowing = cors(mayCallSome);
  router.all("/healthz", allowing);
  answerReads(router, "/healthz", (_req, res) => {
    res.json({ status: "ok" });
  });
  if (fresh !== null) router.use((_req, _res, next) => void fresh().then(() => next(), next));
  router.use(allowing);
  const deviceOf = (req: Request): string | null => apiKeys.deviceOf(keyOf(req) ?? "");
  // At a public address the other end is a proxy, so nobody is known to be on this computer.
  const isHere = (req: Request): boolean => outside.sdk === null && isFromThisComputer(req);
  const assertMayExplain = (req: Request): void => {
    // A page from elsewhere runs here, too, and knows the key; none that this computer serves has such an origin.
    const origin = req.headers.origin ?? pictureOrigin(req);
    const isOfHere = origin === undefined || isOwnOrigin(origin, new Set());
    if ((isHere(req) && isOfHere) || deviceOf(req) !== null) return;
    throw new Problem(
      "forbidden",
      "Reasons are for Understudy's own computer and for devices paired with it: an API key is public.",
    );
  };
  const { pair, ...keyed } = sdkApi;
  const hot = bindRoutes(
    keyed,
    sdkRoutes({
      sessions,
      live,
      clock,
      stages,
      locksFields,
      explain,
      assertMayExplain,
      events: new SdkEvents(sessions, ingest, now),
      onStarted: (req, { sdk: { name, version }, userId }) => {
        const device = deviceOf(req);
        if (device !== null) devices.note(device, { sdk: { name, version }, userId: userId ?? null });
      },
    }),
    {
      enter: (_route: RouteSpec, req) => environmentOfKey(openKey, req),
      bodyLimit: () => eventLimits.requestBytes,
      lenient: true,
      prepareBody: (route, body) => (route === sdkApi.startSession ? sessionBody(body) : withoutNulls(body)),
      rights: services.rights,
    },
  );
  routeAll(router, hot);
  const pairing = bindRoutes(
    { pair },
    {
      pair: async ({ body, req }) => {
        const from = networkOf(outside.callerOf(req));
        const { apiKey, by } = await devices.pair(body.code, { from, name: deviceName(req) });
        const { spaceId, environment, endsWith = null } = by;
        const account = workspace.document.data.accounts.find(({ id }) => id === by.accountId);
        await audit.written({
          account: account === undefined ? null : { id: account.id, name: account.name },
          by: endsWith,
          action: "pair",
          path: `${pair.path}?spaceId=${spaceId}&environment=${environment}`,
          status: 200,
        });
        const { key = "" } = workspace.findSpace(spaceId)?.data.space ?? {};
        return { body: { apiKey, spaceKey: key, environment } };
      },
    },
    {
      enter: () => undefined,
      bodyLimit: () => eventLimits.requestBytes,
      lenient: true,
      rights: services.rights,
    },
  );
  routeAll(router, pairing);
  const sdkOrigin = (req: Request) =>
    req.headers.host === undefined ? sdkUrl() : originOf(req, outside.sdk);
  const segment = segmentRoutes({ authenticate: openKey, ingest, now, sdkOrigin, locksFields });
  router.use(segment.router);
  const ofrep = ofrepRoutes({ flags, openKey, sdkOrigin, clock, workspace, rights: services.rights });
  router.use(ofrep.router);
  router.use(sampleAppPages({ lanUrls, sdkOrigin, workspace, apiKeys, openKey, platformUrl, isHere }));
  router.use(refuseOtherMethods(sdkApi));
  return { router, hot: [...hot, ...segment.hot, ...ofrep.hot], cors: allowing };
}
