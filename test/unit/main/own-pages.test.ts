import type { Router } from "express";
import { describe, expect, it } from "vitest";
import { platformApi } from "../../../src/core/api.ts";
import { isConsolePage } from "../../../src/main/own-pages.ts";
import { oauthRoutes } from "../../../src/server/oauth/oauth-routes.ts";
import { docsPages } from "../../../src/server/openapi/docs-pages.ts";

const platformUrl = "http://127.0.0.1:4747";

/** What a plane's router answers, as a path without parameters; its own layers say what they match. */
const probes = [
  ...Object.values(platformApi).map(({ path }) => path.replace(/:\w+/g, "x")),
  "/healthz",
  "/v2/openapi.json",
  "/docs",
  "/docs/standalone.js",
  "/problems/not-found",
  "/oauth/authorize",
  "/oauth/interaction/x",
  "/oauth/device",
  "/oauth/github/callback",
  "/.well-known/oauth-authorization-server",
];

interface Layer {
  readonly match: (path: string) => boolean;
}
const answers = (router: Router) => (path: string) =>
  (router.stack as unknown as Layer[]).some((layer) => layer.match(path));

describe("the console's own pages", () => {
  it("are asked about with what the platform really answers", () => {
    const routers = [
      oauthRoutes({ signInAccounts: { isPublic: true } } as never, () => platformUrl),
      docsPages(),
    ].map(answers);
    const apart = probes.filter((path) => !/^\/(v2|v1\.0|healthz)/.test(path));
    expect(apart.filter((path) => !routers.some((knows) => knows(path)))).toEqual([]);
    expect(Object.values(platformApi).length).toBeGreaterThan(80);
  });

  it("are none of those that the platform answers", () => {
    expect(probes.filter((path) => isConsolePage(`${platformUrl}${path}`, platformUrl))).toEqual([]);
  });

  it.each(["/", "/welcome", "/launch?token=x", "/spaces", "/spaces/cinema/production/events?user=ana#x"])(
    "are %s",
    (path) => {
      expect(isConsolePage(`${platformUrl}${path}`, platformUrl)).toBe(true);
      expect(isConsolePage(`${platformUrl}${path}`, null)).toBe(false);
      expect(isConsolePage(`http://127.0.0.1:4748${path}`, platformUrl)).toBe(false);
    },
  );
});
