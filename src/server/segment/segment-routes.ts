import { randomUUID } from "node:crypto";
import express, { type Request, type RequestHandler, type Response } from "express";
import { isObject, type JsonObject } from "../../core/json-object.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { type BoundRoute, inOrder, type RoutesAndHot, routeAll } from "../http/bind-routes.ts";
import { readJson } from "../http/json-body.ts";
import { answerReads } from "../http/refuse-other-methods.ts";
import type { IngestService } from "../ingest/ingest-service.ts";
import { accepted, answerProblem, refuse, unauthorized } from "./segment-answers.ts";
import { mapBatch } from "./segment-batch.ts";
import { environmentOf } from "./segment-key.ts";
import { mapMessage, type Reception } from "./segment-mapping.ts";
import { emptyGif, pixelMessage } from "./segment-pixel.ts";
import type { SegmentType } from "./segment-reading.ts";
import { clientSettings } from "./segment-settings.ts";

interface SegmentDeps {
  /** The environment that a key opens to this caller, or null. */
  readonly authenticate: (apiKey: string, req: Request) => EnvironmentRef | null;
  readonly ingest: Pick<IngestService, "submit">;
  /** Whether the environment's Space has the fields of known users written by the platform only. */
  readonly locksFields: (environment: EnvironmentRef) => boolean;
  /** In ms since 1970 UTC. */
  readonly now: () => number;
  /** The SDK plane's origin as this caller reaches it. */
  readonly sdkOrigin: (req: Request) => string;
}

/** The most that a batch may measure, and a single call may before it is looked at, in bytes. */
const requestBytes = 500 * 1024;

/** Each type's long form and the browser client's short one. */
const callPaths: Readonly<Record<SegmentType, readonly [string, string]>> = {
  track: ["/v1/track", "/v1/t"],
  identify: ["/v1/identify", "/v1/i"],
  page: ["/v1/page", "/v1/p"],
  screen: ["/v1/screen", "/v1/s"],
  group: ["/v1/group", "/v1/g"],
  alias: ["/v1/alias", "/v1/a"],
};
const types = Object.keys(callPaths) as SegmentType[];
const batchPaths = ["/v1/batch", "/v1/b", "/v1/import"];
const metricsPath = "/v1/m";
const settingsPath = "/v1/projects/:writeKey/settings";
/** Where a snippet that is pasted into pages fetches its client from. */
const snippetPath = "/analytics.js/v1/:writeKey/analytics.min.js";

/**
 * The published HTTP tracking API, over this platform's environments: any Segment client works with its host changed.
 * Answers and errors have that standard's shape. A 200 means that every message is durable, as an event or as a refused one.
 */
export function segmentRoutes(deps: SegmentDeps): RoutesAndHot {
  const router = express.Router();
  const body = readJson({ limitBytes: requestBytes, anyType: true });
  const taking = (paths: readonly string[], take: RequestHandler): BoundRoute[] => {
    const answer = inOrder([body, take], answerProblem);
    return paths.map((path) => ({ method: "post", path, answer }));
  };
  const hot = [
    ...types.flatMap((type) => taking(callPaths[type], takeCall(type, deps))),
    ...taking(batchPaths, takeBatch(deps)),
  ];
  routeAll(router, hot);
  for (const type of types) router.get(`/v1/pixel/${type}`, takePixel(type, deps));
  router.post(metricsPath, (_req, res) => void accepted(res));
  router.get(settingsPath, sendSettings(deps));
  // A script of its own, whose refusals are the plane's.
  router.options(snippetPath, (_req, _res, next) => next("router"));
  answerReads(router, snippetPath, sendAdvice(deps));
  router.all([...Object.values(callPaths).flat(), ...batchPaths, metricsPath], wrongMethod("POST"));
  router.all([settingsPath, ...types.map((type) => `/v1/pixel/${type}`)], wrongMethod("GET, HEAD"));
  router.use("/v1", notFound);
  router.use("/v1", answerProblem);
  return { router, hot };
}

/** One message. One that is refused for its size is a 400 as well, as the standard has it. */
function takeCall(type: SegmentType, deps: SegmentDeps): RequestHandler {
  return async (req, res) => {
    const environment = environmentOf(req, req.body, deps.authenticate);
    if (environment === null) return void unauthorized(res);
    const item = mapMessage({ ...objectBody(req), type }, receptionOf(deps, environment));
    await deps.ingest.submit(environment, [item]);
    if (item.kind === "refused" && item.event.code === "too-large")
      return void refuse(res, 400, item.event.detail);
    accepted(res);
  };
}

function takeBatch(deps: SegmentDeps): RequestHandler {
  return async (req, res) => {
    const environment = environmentOf(req, req.body, deps.authenticate);
    if (environment === null) return void unauthorized(res);
    const items = mapBatch(objectBody(req), receptionOf(deps, environment));
    if (items.length > 0) await deps.ingest.submit(environment, items);
    accepted(res);
  };
}

/** Always a picture, as published, whatever came; but a store that cannot take the event says so. */
function takePixel(type: SegmentType, deps: SegmentDeps): RequestHandler {
  return async (req, res) => {
    const message = readPixel(req);
    const environment = environmentOf(req, message, deps.authenticate);
    if (environment !== null && message !== null)
      await deps.ingest.submit(environment, [
        mapMessage({ ...message, type }, receptionOf(deps, environment)),
      ]);
    res.status(200).set({ "Content-Type": "image/gif", "Cache-Control": "no-store" }).send(emptyGif);
  };
}

function readPixel(req: Request): JsonObject | null {
  try {
    return pixelMessage(req.query.data);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

function sendSettings(deps: SegmentDeps): RequestHandler {
  return (req, res) => {
    const writeKey = String(req.params.writeKey);
    if (deps.authenticate(writeKey, req) === null) return void unauthorized(res);
    res.set("Cache-Control", "no-store").json(clientSettings(writeKey, deps.sdkOrigin(req)));
  };
}

/**
 * A pasted snippet asks for its vendor's client. It gets a script that names the package to use instead, in the browser's
 * console: a page would show nothing of a 404.
 */
function sendAdvice(deps: SegmentDeps): RequestHandler {
  return (req, res) => {
    const load = { writeKey: String(req.params.writeKey), cdnURL: deps.sdkOrigin(req) };
    const advice = `Understudy does not serve analytics.min.js, so nothing is tracked. Take @segment/analytics-next from npm: AnalyticsBrowser.load(${JSON.stringify(load)}). docs/segment.md, "Browser", says more.`;
    res
      .set("Cache-Control", "no-store")
      .type("text/javascript")
      .send(`console.error(${JSON.stringify(advice)});\n`);
  };
}

const receptionOf = ({ now, locksFields }: SegmentDeps, environment: EnvironmentRef): Reception => ({
  receivedAt: now(),
  newId: randomUUID,
  fieldsLocked: locksFields(environment),
});

function objectBody(req: Request): JsonObject {
  if (!isObject(req.body)) throw new Problem("invalid-body", "The body must be a JSON object.");
  return req.body;
}

const wrongMethod =
  (allow: string): RequestHandler =>
  (req, res, next) => {
    // A preflight is for the plane's CORS rules.
    if (req.method === "OPTIONS") return next("router");
    res.setHeader("Allow", allow);
    refuse(res, 405, `${req.method} is not allowed here; use ${allow}.`);
  };

const notFound = (req: Request, res: Response, next: express.NextFunction) => {
  if (req.method === "OPTIONS") return next("router");
  refuse(res, 404, "There is no such route in the tracking API.");
};
