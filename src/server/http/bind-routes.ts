import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response, Router } from "express";
import { z } from "zod";
import { etagOf } from "../../core/etag.ts";
import { holds, namesVersion, type Precondition, preconditionOf } from "../../core/precondition.ts";
import { type FieldError, fieldErrors, invalid, Problem } from "../../core/problem.ts";
import {
  type RouteAnswer,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteSpec,
  takesPrecondition,
} from "../../core/route.ts";
import { pageSecret } from "../../core/sign-in.ts";
import { isNdjson } from "./body-lines.ts";
import { readJson } from "./json-body.ts";
import { JsonText } from "./json-text.ts";
import type { StreamRights } from "./stream-rights.ts";

/** What a handler is given: the request, parsed and checked, and what the plane knows about the caller. */
export interface Call<R extends RouteSpec, Context> {
  readonly req: Request;
  readonly res: Response;
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  /** What the caller asks to be true of the object; null where it asks for nothing. */
  readonly precondition: Precondition | null;
  readonly context: Context;
}

export interface Reply<A> {
  readonly body?: A | JsonText<A>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What writes the answer itself, or begins to, once nothing else refuses it: HEAD is answered without. */
type Writes = () => void | Promise<void>;
type Handled<A> = Reply<A> | Writes;
type Handler<R extends RouteSpec, Context> = (
  call: Call<R, Context>,
) => Handled<RouteAnswer<R>> | Promise<Handled<RouteAnswer<R>>>;
export type Handlers<Table extends Record<string, RouteSpec>, Context> = {
  readonly [K in keyof Table]: Handler<Table[K], Context>;
};

interface BindOptions<Context> {
  /** Who calls and for what: authenticates, and finds the objects that the path names. */
  readonly enter: (route: RouteSpec, req: Request) => Context;
  readonly bodyLimit: (route: RouteSpec) => number;
  /** Whether what is not known here is passed over: newer SDKs may send more. */
  readonly lenient: boolean;
  /** The part of a body that its schema checks. @throws Problem that says more than the schema's would */
  readonly prepareBody?: (route: RouteSpec, body: unknown) => unknown;
  readonly rights: StreamRights;
}

export type Req = Request;
export type Res = Response;

/** A row of a route table with what answers it. */
export interface BoundRoute {
  readonly method: RouteSpec["method"];
  readonly path: string;
  readonly answer: (req: Req, res: Res) => Promise<void>;
}

/** Routes, and those of them that are called most: these are answered without Express where that is possible. */
export interface RoutesAndHot {
  readonly router: Router;
  readonly hot: readonly BoundRoute[];
}

/**
 * A route of another protocol: runs handlers one after the other, as Express would. `explain` answers an error in that
 * protocol's shape, or passes it on.
 */
export const inOrder =
  (steps: readonly RequestHandler[], explain: ErrorRequestHandler): BoundRoute["answer"] =>
  async (req, res) => {
    // Express sets these.
    res.locals ??= {};
    try {
      for (const step of steps.slice(0, -1)) await runMiddleware(step, req, res);
      await steps.at(-1)?.(req, res, () => {});
    } catch (error) {
      explain(error, req, res, (unknown: unknown) => {
        throw unknown;
      });
    }
  };

/** Puts routes on a router of Express's. */
export function routeAll(router: Router, routes: readonly BoundRoute[]): void {
  for (const { method, path, answer } of routes) router[method](path, answer);
}

/** Every row of a route table: parse, check, do, render. */
export function bindRoutes<Table extends Record<string, RouteSpec>, Context>(
  table: Table,
  handlers: Handlers<Table, Context>,
  options: BindOptions<Context>,
): BoundRoute[] {
  return (Object.keys(table) as (keyof Table & string)[]).map((name) => {
    const route = table[name] as RouteSpec;
    const handle = handlers[name] as unknown as Handler<RouteSpec, Context>;
    const readBody = readJson({
      limitBytes: options.bodyLimit(route),
      anyType: options.lenient,
      orLines: route.ndjson === true,
    });
    const answer = async (req: Request, res: Response) => {
      let context = options.enter(route, req);
      if (needsReading(route, req)) {
        await runMiddleware(readBody, req, res);
        // A body may take as long as it likes to come, and the right may have gone by then.
        context = options.enter(route, req);
        if (options.prepareBody !== undefined) req.body = options.prepareBody(route, req.body);
      }
      const call = {
        req,
        res,
        params: req.params as RouteParams<RouteSpec>,
        query: parseQuery(route, req, options.lenient) as RouteQuery<RouteSpec>,
        body: parseBody(route, req) as RouteBody<RouteSpec>,
        precondition: checkedPrecondition(route, req),
        context,
      };
      if (route.media !== undefined || takesStream(route, req))
        options.rights.hold(res, () => options.enter(route, req));
      const reply = await handle(call);
      if (typeof reply !== "function") render(route, req, res, reply);
      else if (req.method !== "HEAD" || route.media === undefined) await reply();
      else res.status(route.status[0]).type(route.media).end();
    };
    return { method: route.method, path: route.path, answer };
  });
}

type Middleware = (req: Request, res: Response, next: NextFunction) => unknown;

/** Resolves once the middleware has handed on. */
const runMiddleware = async (middleware: Middleware, req: Request, res: Response): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    Promise.resolve(
      middleware(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error))),
    ).catch(reject);
  });
};

const needsReading = (route: RouteSpec, req: Request): boolean =>
  route.body !== undefined && !streamsBody(route, req) && !(route.optionalBody === true && hasNoBody(req));

const streamsBody = (route: RouteSpec, req: Request): boolean => route.ndjson === true && isNdjson(req);

/** Whether the handler reads the body, for as long as it goes on. */
const takesStream = (route: RouteSpec, req: Request): boolean =>
  route.file === true || streamsBody(route, req);

const hasNoBody = (req: Request): boolean =>
  req.headers["transfer-encoding"] === undefined && (req.headers["content-length"] ?? "0") === "0";

const noQuery = z.strictObject({});

function parseQuery(route: RouteSpec, req: Request, lenient: boolean): unknown {
  const { [pageSecret.query]: _, ...query } = req.query;
  if (route.query !== undefined) return parsed(route.query, query, "invalid-query");
  if (!lenient) parsed(noQuery, query, "invalid-query");
  return undefined;
}

function parseBody(route: RouteSpec, req: Request): unknown {
  if (route.body === undefined || streamsBody(route, req)) return undefined;
  const body: unknown = req.body === undefined && route.optionalBody ? {} : req.body;
  if (body === undefined)
    throw new Problem("invalid-body", "A JSON body is required.", {
      errors: [{ path: "", detail: "is required" }],
    });
  return parsed(route.body, body, "invalid-body");
}

/** @throws Problem with one entry for each thing that is wrong */
export function parsed<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: "invalid-body" | "invalid-query",
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: FieldError[] = fieldErrors(result.error);
  throw invalid(errors, code);
}

/** @throws Problem stale, where a write asks for a version of something that has none: it can't be made as the caller wants */
function checkedPrecondition(route: RouteSpec, req: Request): Precondition | null {
  const precondition = route.method === "get" ? null : preconditionOf(req.headers);
  if (precondition === null || takesPrecondition(route)) return precondition;
  if (precondition.match !== null && precondition.match !== "any")
    throw new Problem("stale", "What this changes has no ETag: send it without If-Match.");
  return null;
}

/**
 * Whether the caller's If-None-Match names this version (RFC 9110, 13.1.2). Its Cache-Control does not matter: that is for
 * caches between us, and Node's fetch sends no-cache beside every If-None-Match.
 */
export const hasSeen = (req: Request, etag: string): boolean =>
  namesVersion(req.headers["if-none-match"], etag);

/** @throws Problem stale, where the caller asks for another version than what is there now; null where nothing is */
export function assertFresh(precondition: Precondition | null, current: unknown): void {
  if (!holds(precondition, current)) throw staleProblem(precondition);
}

export const staleProblem = (precondition: Precondition | null): Problem =>
  new Problem(
    "stale",
    precondition?.noneMatch === "any"
      ? "There is one already, and If-None-Match asks that there is none. Read it, and change that."
      : "It has changed since you read it. Read it again, then make your change to that.",
  );

function render(route: RouteSpec, req: Request, res: Response, reply: Reply<unknown>): void {
  res.status(reply.status ?? route.status[0]).set(reply.headers ?? {});
  if (route.secret) res.set("Cache-Control", "no-store");
  if (reply.body === undefined) {
    res.end();
    return;
  }
  if (route.etag) {
    const etag = etagOf(reply.body instanceof JsonText ? reply.body.text : reply.body);
    res.set("ETag", etag);
    if (route.method === "get" && hasSeen(req, etag)) {
      res.status(304).end();
      return;
    }
  }
  res.type("json").send(reply.body instanceof JsonText ? reply.body.text : JSON.stringify(reply.body));
}
