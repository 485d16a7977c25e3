import type { RequestHandler } from "express";
import { Problem } from "../../core/problem.ts";

const exposed = "ETag, Retry-After";
const methods = "GET, POST, OPTIONS";

/**
 * CORS for the SDK plane: the key is public, so an allowed origin is reflected; cookies are never allowed. A foreign
 * origin is refused outright, preflight or not.
 */
export function cors(isAllowed: (origin: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const { origin } = req.headers;
    res.vary("Origin");
    if (origin === undefined) return next();
    if (!isAllowed(origin)) throw foreignOrigin(origin);
    res.set({ "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed });
    if (req.method !== "OPTIONS") return next();
    preflight(req.headers, res);
  };
}

export const foreignOrigin = (origin: string): Problem =>
  new Problem(
    "forbidden-origin",
    `The origin ${origin.slice(0, 200)} is not allowed. Add it to the Space's allowed origins.`,
  );

function preflight(headers: Readonly<Record<string, unknown>>, res: Parameters<RequestHandler>[1]): void {
  const wanted = headers["access-control-request-headers"];
  res.set({ "Access-Control-Allow-Methods": methods, "Access-Control-Max-Age": "600" });
  if (typeof wanted === "string" && /^[\w\-, ]{1,1000}$/.test(wanted))
    res.set("Access-Control-Allow-Headers", wanted);
  if (headers["access-control-request-private-network"] === "true")
    res.set("Access-Control-Allow-Private-Network", "true");
  res.status(204).end();
}
