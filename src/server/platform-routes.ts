import express, { type Request, Router } from "express";
import { platformApi } from "../core/api.ts";
import { limits } from "../core/limits.ts";
import { Problem } from "../core/problem.ts";
import type { RouteSpec } from "../core/route.ts";
import type { Status } from "../core/settings.ts";
import { accessRoutes } from "./access/access-routes.ts";
import type { Caller } from "./access/caller.ts";
import { enterPlatform, findSpace } from "./access/platform-context.ts";
import { auditFailures, auditRequests, auditRoutes } from "./audit/audit-routes.ts";
import { codegenRoutes } from "./codegen/codegen-routes.ts";
import { collectionRoutes } from "./collections/collection-routes.ts";
import { deviceRoutes } from "./devices/device-routes.ts";
import { eventRoutes } from "./events/event-routes.ts";
import { experienceTypeRoutes } from "./experience-types/experience-type-routes.ts";
import { explainRoutes } from "./explain/explain-routes.ts";
import { bindRoutes, routeAll } from "./http/bind-routes.ts";
import { consolePages } from "./http/pages.ts";
import { refuseOldCli } from "./http/refuse-old-cli.ts";
import { answerReads, refuseOtherMethods } from "./http/refuse-other-methods.ts";
import type { LanAccess } from "./lan/lan-access.ts";
import { oauthRoutes } from "./oauth/oauth-routes.ts";
import { docsPages } from "./openapi/docs-pages.ts";
import { organizationRoutes } from "./organizations/organization-routes.ts";
import { personaRoutes } from "./personas/persona-routes.ts";
import type { PlatformHandlers } from "./platform-handlers.ts";
import { matchRoutes } from "./publishing/match-routes.ts";
import { publicationRoutes } from "./publishing/publication-routes.ts";
import { replayRoutes } from "./replay/replay-routes.ts";
import { sceneRoutes, sceneSchema } from "./scenes/scene-routes.ts";
import { stageRoutes } from "./scenes/stage-routes.ts";
import { seenRoutes } from "./seen/seen-routes.ts";
import type { Services } from "./services.ts";
import { probes } from "./settings/probes.ts";
import { serviceRoutes } from "./settings/service-routes.ts";
import { showRoutes } from "./shows/show-routes.ts";
import { snapshotRoutes } from "./snapshots/snapshot-routes.ts";
import { spaceRoutes } from "./spaces/space-routes.ts";
import { tribeRoutes } from "./tribes/tribe-routes.ts";
import { updateRoutes } from "./updates/update-check.ts";
import { userRoutes } from "./users/user-routes.ts";

/** When version 1 was deprecated (spec, "Versioning"): 1 February 2022, as RFC 9745 writes it. */
const deprecatedSince = "@1643673600";

interface PlatformOptions {
  readonly services: Services;
  readonly authenticate: (req: Request) => Caller;
  /** Where servers share documents: brings in what others have changed before a request is answered. */
  readonly fresh: (() => Promise<void>) | null;
  readonly status: (caller: Caller) => Promise<Status>;
  readonly lan: LanAccess;
  readonly openApi: express.RequestHandler;
  readonly platformUrl: () => string;
  readonly sdkUrl: () => string;
}

/** Everything that the platform plane answers, in the order in which it is tried. */
export function platformRoutes({
  services,
  fresh,
  authenticate: authenticateRequest,
  status,
  lan,
  openApi,
  platformUrl,
  sdkUrl,
}: PlatformOptions): Router {
  const router = Router();
  const callers = new WeakMap<Request, Caller>();
  const authenticate = (req: Request): Caller => {
    const caller = authenticateRequest(req);
    callers.set(req, caller);
    return caller;
  };
  const { audit, workspace } = services;
  router.use(
    ["/v2", "/v1.0", "/metrics"],
    auditRequests(services, (req) => callers.get(req)),
  );
  answerReads(router, "/healthz", (_req, res) => {
    res.json({ status: "ok" });
  });
  router.use(probes(services, authenticate));
  router.use(openApi);
  answerReads(router, "/v2/scene.schema.json", sceneSchema);
  if (fresh !== null) router.use((_req, _res, next) => void fresh().then(() => next(), next));
  answerReads(router, "/launch", async (req, res) => {
    const opened = await services.console.enter(req, res);
    if (opened === null) return;
    const { accountId: id, address } = opened;
    // It may have been removed in this moment.
    const { name } = workspace.document.data.accounts.find((one) => one.id === id) ?? { name: "" };
    await audit.written({
      account: { id, name },
      by: null,
      action: "openConsole",
      path: "/launch",
      status: 303,
    });
    res.redirect(303, address);
  });
  router.use(oauthRoutes(services, platformUrl));
  router.use(["/v2", "/v1.0"], refuseOldCli);
  router.use("/v1.0", legacy(services));
  router.all("/v2/spaces/:spaceId/users{/*path}", (req) => {
    const caller = authenticate(req);
    const { key } = findSpace(services.workspace, caller, String(req.params.spaceId)).data.space;
    throw new Problem(
      "environment-required",
      `Users belong to an environment: /v2/spaces/${key}/environments/production/users, or staging, or development.`,
    );
  });
  const routes = bindRoutes(platformApi, handlers(services, { status, lan, sdkUrl }), {
    enter: (route, req) =>
      enterPlatform({ workspace: services.workspace, apiKeys: services.apiKeys, authenticate }, route, req),
    bodyLimit: limitOf,
    lenient: false,
    rights: services.rights,
  });
  routeAll(router, routes);
  router.use(refuseOtherMethods(platformApi));
  router.use(["/v2", "/v1.0"], (req) => {
    authenticate(req);
    throw new Problem(
      "not-found",
      `There is nothing at ${req.originalUrl.split("?", 1)[0]?.slice(0, 200)}. See /docs for every route.`,
    );
  });
  router.use(docsPages());
  router.use(consolePages());
  router.use(auditFailures);
  return router;
}

function limitOf(route: RouteSpec): number {
  if (route.path === platformApi.importUsers.path) return limits.importBytes.value;
  return (route.tag === platformApi.createTribe.tag ? limits.tribeBytes : limits.bodyBytes).value;
}

const handlers = (
  services: Services,
  { status, lan, sdkUrl }: Pick<PlatformOptions, "status" | "lan" | "sdkUrl">,
): PlatformHandlers => ({
  ...organizationRoutes(services),
  ...spaceRoutes(services),
  ...userRoutes(services),
  ...eventRoutes(services),
  ...replayRoutes(services),
  ...experienceTypeRoutes(services),
  ...collectionRoutes(services),
  ...publicationRoutes(services),
  ...matchRoutes(services),
  ...codegenRoutes(services),
  ...tribeRoutes(services),
  ...personaRoutes(services),
  ...sceneRoutes(services),
  ...stageRoutes(services),
  ...showRoutes(services, sdkUrl),
  ...snapshotRoutes(services),
  ...updateRoutes(services),
  ...explainRoutes(services),
  ...accessRoutes(services),
  ...deviceRoutes(services, lan, sdkUrl),
  ...seenRoutes(services),
  ...auditRoutes(services),
  ...serviceRoutes(services, status, lan),
});

/** Version 1 says that it is deprecated, and what follows it; with the setting `gone` it says only that. */
function legacy({ settings }: Services): express.RequestHandler {
  return (req, res, next) => {
    const path = req.originalUrl.split("?", 1)[0] ?? "";
    const successor = path
      .replace(/^\/v1\.0/, "/v2")
      .replace(/(\/v2\/spaces\/[^/]+)\/users/, "$1/environments/production/users");
    const link = `<${successor}>; rel="successor-version"`;
    if (settings.get().legacyApi === "gone")
      throw new Problem("gone", `Version 1 is gone. Use ${successor}.`, { headers: { Link: link } });
    res.set({ Deprecation: deprecatedSince, Link: link });
    next();
  };
}
