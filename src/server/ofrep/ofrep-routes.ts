import express, { type Request, type RequestHandler, type Response } from "express";
import { etagOf } from "../../core/etag.ts";
import type { BulkAnswer } from "../../core/ofrep.ts";
import { environmentNames } from "../../core/primitives.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import { type BoundRoute, hasSeen, inOrder, type RoutesAndHot, routeAll } from "../http/bind-routes.ts";
import { EventStream } from "../http/event-stream.ts";
import { readJson } from "../http/json-body.ts";
import type { StreamRights } from "../http/stream-rights.ts";
import type { OpenKey } from "../sessions/sdk-routes.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { allFlags, namesProperty, oneFlag } from "./flag-answers.ts";
import { readContext, sentContext } from "./flag-context.ts";
import type { FlagService, Flags } from "./flag-service.ts";
import { answerError, refuse } from "./ofrep-answers.ts";
import { type Opened, openWithKey } from "./ofrep-key.ts";
import { OfrepRefusal } from "./ofrep-refusal.ts";
import { RefetchStreams } from "./refetch-streams.ts";

interface OfrepDeps {
  readonly flags: Pick<FlagService, "flags" | "onChange">;
  /** The environment that a key opens to this caller, or null. */
  readonly openKey: OpenKey;
  /** The SDK plane's origin as this caller reaches it. */
  readonly sdkOrigin: (req: Request) => string;
  /** Says which time an answer is of. */
  readonly clock: Pick<PlatformClock, "headers">;
  readonly rights: StreamRights;
  /** Says when a Space is gone. */
  readonly workspace: Pick<Workspace, "onChange" | "findSpace">;
}

interface Routes extends OfrepDeps {
  readonly streams: RefetchStreams;
}

/** The most that a request may measure, in bytes. */
const requestBytes = 512 * 1024;
/** After how many seconds a hidden page should hang up: the standard's own default. */
const inactivityDelaySec = 120;

const bulkPath = "/ofrep/v1/evaluate/flags";
const singlePath = `${bulkPath}/:key`;
const streamPath = "/ofrep/v1/stream";

/** OFREP 0.3 over this platform's environments: any OpenFeature SDK works. Answers and errors have the standard's shapes. */
export function ofrepRoutes(deps: OfrepDeps): RoutesAndHot {
  const routes: Routes = { ...deps, streams: new RefetchStreams(deps.flags) };
  endWithSpaces(routes);
  const router = express.Router();
  const body = readJson({ limitBytes: requestBytes, anyType: true });
  const evaluating = (path: string, evaluate: RequestHandler): BoundRoute => ({
    method: "post",
    path,
    answer: inOrder([enter(routes), body, enter(routes), evaluate], answerError),
  });
  const hot = [evaluating(singlePath, evaluateOne(routes)), evaluating(bulkPath, evaluateAll(routes))];
  routeAll(router, hot);
  router.get(streamPath, enter(routes), openStream(routes));
  router.all([bulkPath, singlePath], wrongMethod("POST"));
  router.all(streamPath, wrongMethod("GET, HEAD"));
  router.use("/ofrep", (_req, res) => refuse(res, 404, "GENERAL", "There is no such route in OFREP 0.3."));
  router.use("/ofrep", answerError);
  return { router, hot };
}

function endWithSpaces({ workspace, streams }: Routes): void {
  workspace.onChange((change) => {
    if (change.kind === "space" && workspace.findSpace(change.spaceId) === undefined)
      streams.dropSpace(change.spaceId);
  });
}

/** Who asks, before anything of the body is read. */
const enter =
  ({ openKey }: Routes): RequestHandler =>
  (req, res, next) => {
    if (req.params.key !== undefined) res.locals.flagKey = req.params.key;
    res.locals.opened = openWithKey(openKey, req);
    next();
  };

/** The environment that `enter` found. */
const openedBy = ({ locals }: Response): Opened => locals.opened as Opened;

function evaluateOne({ flags, clock }: Routes): RequestHandler {
  return async (req, res) => {
    const { environment } = openedBy(res);
    const key = String(req.params.key);
    const context = readContext(sentContext(req.body));
    const found = await flags.flags(environment, context);
    const answer = oneFlag(found, context, key);
    res.set(clock.headers());
    if (answer === null) throw notFound(found, key, environment);
    res.status("errorCode" in answer ? 400 : 200).json(answer);
  };
}

function notFound(flags: Flags, key: string, { environment }: EnvironmentRef): OfrepRefusal {
  const name = `"${key.slice(0, 200)}"`;
  return new OfrepRefusal(
    "FLAG_NOT_FOUND",
    namesProperty(flags, key)
      ? `The property ${name} has no value here: give it one in the scenario, or a default in its type.`
      : `There is no flag ${name} in ${environmentNames[environment]}. Is its Collection published there?`,
  );
}

function evaluateAll({ flags, streams, clock, sdkOrigin }: Routes): RequestHandler {
  return async (req, res) => {
    const { environment, apiKey } = openedBy(res);
    const sent = sentContext(req.body);
    const context = readContext(sent);
    // Read before the evaluation: a change that comes while it runs may be missing from the answer.
    const position = streams.position(environment);
    const found = await flags.flags(environment, context);
    const evaluated = allFlags(found, context);
    const metadata = { environment: environment.environment, revision: found.revision };
    const etag = etagOf([evaluated, metadata, sent]);
    res.set({ ...clock.headers(), ETag: etag, "Cache-Control": "no-cache" });
    if (hasSeen(req, etag)) return void res.status(304).end();
    const { targetingKey } = context;
    const user = targetingKey === null ? {} : { user: targetingKey };
    const query = new URLSearchParams({ key: apiKey, ...user, since: position });
    const url = `${sdkOrigin(req)}${streamPath}?${query}`;
    const answer: BulkAnswer = {
      flags: evaluated,
      eventStreams: [{ type: "sse", url, inactivityDelaySec }],
      metadata,
    };
    res.json(answer);
  };
}

function openStream({ streams, rights, openKey }: Routes): RequestHandler {
  return (req, res) => {
    if (req.method === "HEAD") return void res.status(200).type("text/event-stream").end();
    const { user, since } = req.query;
    const seen = req.headers["last-event-id"] ?? since;
    streams.connect(openedBy(res).environment, {
      targetingKey: typeof user === "string" ? user : null,
      seen: typeof seen === "string" ? seen : null,
      stream: new EventStream(res),
    });
    rights.hold(res, () => openWithKey(openKey, req));
  };
}

const wrongMethod =
  (allow: string): RequestHandler =>
  (req, res) => {
    res.setHeader("Allow", allow);
    refuse(res, 405, "GENERAL", `${req.method} is not allowed here; use ${allow}.`);
  };
