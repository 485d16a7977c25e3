import type { Request } from "express";
import type { EnvironmentRef } from "../../core/refs.ts";
import { objectOf } from "./segment-message.ts";

/**
 * The environment that the request's key opens, or null. A key may be the body's `writeKey`, the user name of Basic
 * authentication, or a Bearer token (the published tracking API), `X-API-Key` or `?key=` (our SDK plane). Where several
 * came, the first that opens anything counts: with OAuth, a Bearer token stands beside the body's key.
 */
export function environmentOf(
  req: Request,
  body: unknown,
  authenticate: (apiKey: string, req: Request) => EnvironmentRef | null,
): EnvironmentRef | null {
  const candidates = [
    objectOf(body).writeKey,
    req.headers["x-api-key"],
    req.query.key,
    ...authorizationKeys(req.headers.authorization),
  ];
  for (const candidate of candidates) {
    const found = typeof candidate === "string" && candidate !== "" ? authenticate(candidate, req) : null;
    if (found !== null) return found;
  }
  return null;
}

function authorizationKeys(header: string | undefined): string[] {
  const [, scheme = "", credentials = ""] = /^(basic|bearer)\s+(\S+)\s*$/i.exec(header ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return [credentials];
  // Without its colon the whole is the user name: the documentation warns of it, and clients do it.
  return [Buffer.from(credentials, "base64").toString("utf8").split(":", 1).join("")];
}
