import type { Request } from "express";
import type { EnvironmentRef } from "../../core/refs.ts";
import { signInProblem } from "../access/console-access.ts";
import type { OpenKey } from "../sessions/sdk-routes.ts";

/** An environment, and the key that has opened it. */
export interface Opened {
  readonly environment: EnvironmentRef;
  readonly apiKey: string;
}

/**
 * What the request's API key opens: `X-API-Key` or a Bearer token, as the standard has it, or `?key=` where a browser's
 * EventSource can't set headers. Where several came, the first that opens anything counts.
 *
 * @throws Problem unauthorized
 */
export function openWithKey(openKey: OpenKey, req: Request): Opened {
  const sent = sentKeys(req);
  for (const apiKey of sent) {
    const environment = openKey(apiKey, req);
    if (environment !== null) return { environment, apiKey };
  }
  throw signInProblem(
    sent.length === 0
      ? "Send the environment's API key as X-API-Key, as a Bearer token, or as ?key=."
      : "This API key is not known, or was rotated. Copy the current one from the Space's settings.",
  );
}

function sentKeys({ headers, query }: Request): string[] {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1];
  return [headers["x-api-key"], bearer, query.key].filter(
    (key): key is string => typeof key === "string" && key !== "",
  );
}
