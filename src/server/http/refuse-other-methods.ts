import type { RequestHandler } from "express";
import { Problem } from "../../core/problem.ts";
import type { RouteSpec } from "../../core/route.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/:[A-Za-z]+/g, "[^/]+")}/?$`);

/** A path that is there, called with a method that is not: 405 with the methods that are (RFC 9110, 15.5.6). */
export function refuseOtherMethods(table: Readonly<Record<string, RouteSpec>>): RequestHandler {
  const routes = Object.values(table).map((route) => ({
    method: route.method.toUpperCase(),
    matches: pattern(route.path),
  }));
  return (req, _res, next) => {
    const allowed = routes.filter((route) => route.matches.test(req.path)).map((route) => route.method);
    if (allowed.length === 0) return next();
    const list = [...new Set(allowed)].join(", ");
    throw new Problem("method-not-allowed", `This path takes ${list}.`, { headers: { Allow: list } });
  };
}
