import { Router } from "express";
import { sdkApi } from "../core/api.ts";
import { eventLimits } from "../core/event.ts";
import type { RouteSpec } from "../core/route.ts";
import { bindRoutes, runMiddleware } from "./http/bind-routes.ts";
import { cors } from "./http/cors.ts";
import { isOwnOrigin } from "./http/host-guard.ts";
import { readJson } from "./http/json-body.ts";
import { refuseOtherMethods } from "./http/refuse-other-methods.ts";
import { segmentRoutes } from "./segment/segment-routes.ts";
import type { Services } from "./services.ts";
import { SdkEvents } from "./sessions/sdk-events.ts";
import { assertSdkProperties, environmentOfKey, sdkRoutes } from "./sessions/sdk-routes.ts";

interface SdkPlaneOptions {
  readonly services: Services;
  /** The addresses besides loopback that this machine is called by: those of the local network, where it is open. */
  readonly ownNames: ReadonlySet<string>;
  readonly sdkUrl: () => string;
}

/** Everything that the SDK plane answers, in the order in which it is tried. */
export function sdkPlaneRoutes({ services, ownNames, sdkUrl }: SdkPlaneOptions): Router {
  const { apiKeys, clock, ingest, sessions, workspace } = services;
  const now = () => clock.now();
  const router = Router();
  const allowedBySomeSpace = (origin: string) =>
    workspace
      .spaces()
      .some(({ data }) => data.space.allowedOrigins.some((allowed) => allowed === "*" || allowed === origin));
  router.use(cors((origin) => isOwnOrigin(origin, ownNames) || allowedBySomeSpace(origin)));
  router.get("/healthz", (_req, res) => {
    res.json({ status: "ok" });
  });
  const readBody = readJson({ limitBytes: eventLimits.requestBytes, anyType: true });
  router.post(sdkApi.startSession.path, async (req, res, next) => {
    environmentOfKey(apiKeys, req);
    await runMiddleware(readBody, req, res);
    assertSdkProperties(req.body);
    res.locals.bodyRead = true;
    next();
  });
  bindRoutes(router, sdkApi, sdkRoutes({ sessions, events: new SdkEvents(sessions, ingest, now) }), {
    enter: (_route: RouteSpec, req) => environmentOfKey(apiKeys, req),
    bodyLimit: () => eventLimits.requestBytes,
    anyContentType: true,
  });
  router.use(
    segmentRoutes({
      authenticate: (key) => apiKeys.find(key),
      ingest,
      now,
      sdkOrigin: (req) => (req.headers.host === undefined ? sdkUrl() : `http://${req.headers.host}`),
    }),
  );
  router.use(refuseOtherMethods(sdkApi));
  return router;
}
