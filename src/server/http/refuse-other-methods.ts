import type { RequestHandler, Router } from "express";
import { Problem } from "../../core/problem.ts";
import type { RouteSpec } from "../../core/route.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/:[A-Za-z]+/g, "[^/]+")}/?$`);

/** What is read by GET is by HEAD, too (RFC 9110, 9.1). */
const methodsOf = ({ method }: RouteSpec): string[] =>
  method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];

/** A path that is there, called with a method that is not: 405 with the methods that are (RFC 9110, 15.5.6). */
export function refuseOtherMethods(table: Readonly<Record<string, RouteSpec>>): RequestHandler {
  const routes = Object.values(table).map((route) => ({
    methods: methodsOf(route),
    matches: pattern(route.path),
  }));
  return (req, res, next) => {
    const allowed = routes.filter((route) => route.matches.test(req.path)).flatMap(({ methods }) => methods);
    if (allowed.length === 0) return next();
    takesOnly(...new Set(allowed))(req, res, next);
  };
}

/** The same for a path of no table: the last of its route, after what answers its own methods. */
export function takesOnly(...methods: readonly string[]): RequestHandler {
  const list = methods.join(", ");
  return () => {
    throw new Problem("method-not-allowed", `This path takes ${list}.`, { headers: { Allow: list } });
  };
}

/** Answers what is read at a path of no table, and refuses every other method there. */
export function answerReads(
  router: Router,
  path: Parameters<Router["route"]>[0],
  ...answers: RequestHandler[]
): void {
  router
    .route(path)
    .get(...answers)
    .all(takesOnly("GET", "HEAD"));
}
