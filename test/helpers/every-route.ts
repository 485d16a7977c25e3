import { sdkApi } from "../../src/core/api/sdk.ts";
import { platformApi } from "../../src/core/api.ts";
import type { RouteSpec } from "../../src/core/route.ts";

/** One route of a plane, as far as a caller from outside needs to know it. */
export interface AnyRoute {
  readonly plane: "platform" | "sdk";
  readonly method: string;
  /** With its parameters, e.g. `/v2/spaces/:spaceId`. */
  readonly path: string;
  /** A body that it would take, or undefined where it takes none. */
  readonly example: unknown;
}

const fromTable = (plane: AnyRoute["plane"], table: Readonly<Record<string, RouteSpec>>): AnyRoute[] =>
  Object.values(table).map(({ method, path, body }) => ({
    plane,
    method: method.toUpperCase(),
    path,
    example: body?.meta()?.example,
  }));

const message = {
  event: "Order Completed",
  name: "Home",
  userId: "u1",
  groupId: "g1",
  previousId: "p1",
  messageId: "m1",
  timestamp: "2026-11-20T14:32:06.240Z",
  traits: { plan: "gold", address: { city: "Porto" } },
  properties: { total: 9.5 },
  context: { library: { name: "test", version: "1" } },
};
const calls = ["track", "identify", "page", "screen", "group", "alias"];

const onSdkPlane = (method: string, path: string, example?: unknown): AnyRoute => ({
  plane: "sdk",
  method,
  path,
  example,
});
const segmentRoutes: readonly AnyRoute[] = [
  ...[...calls, "t", "i", "p", "s", "g", "a"].map((call) => onSdkPlane("POST", `/v1/${call}`, message)),
  ...["batch", "b", "import"].map((path) =>
    onSdkPlane("POST", `/v1/${path}`, {
      batch: calls.map((type) => ({ ...message, type })),
      sentAt: message.timestamp,
    }),
  ),
  onSdkPlane("POST", "/v1/m", { series: [] }),
  onSdkPlane("GET", "/v1/projects/:writeKey/settings"),
  onSdkPlane("GET", "/analytics.js/v1/:writeKey/analytics.min.js"),
  ...calls.map((call) => onSdkPlane("GET", `/v1/pixel/${call}`)),
];

const evaluation = {
  context: {
    targetingKey: "u1",
    plan: "gold",
    age: 34,
    tags: ["a"],
    address: { city: "Porto" },
    locale: "pt",
  },
};
const ofrepRoutes: readonly AnyRoute[] = [
  onSdkPlane("POST", "/ofrep/v1/evaluate/flags", evaluation),
  onSdkPlane("POST", "/ofrep/v1/evaluate/flags/:flagKey", evaluation),
  onSdkPlane("GET", "/ofrep/v1/stream"),
];

/** Forms are no JSON: what these take is refused, but by the same door. */
const oauthRoutes: readonly AnyRoute[] = [
  ["GET", "/.well-known/oauth-authorization-server/oauth"],
  ["GET", "/oauth/.well-known/openid-configuration"],
  ["GET", "/oauth/jwks"],
  ["GET", "/oauth/auth"],
  ["GET", "/oauth/auth/:uid"],
  ["POST", "/oauth/token"],
  ["POST", "/oauth/token/revocation"],
  ["POST", "/oauth/device/auth"],
  ["GET", "/oauth/device"],
  ["POST", "/oauth/device"],
  ["GET", "/oauth/device/:uid"],
  ["GET", "/oauth/interaction/:uid"],
  ["POST", "/oauth/interaction/:uid/login"],
  ["POST", "/oauth/interaction/:uid/create"],
  ["POST", "/oauth/interaction/:uid/consent"],
  ["POST", "/oauth/interaction/:uid/abort"],
  ["GET", "/oauth/interaction/:uid/github"],
  ["GET", "/oauth/interaction/:uid/github/done"],
  ["GET", "/oauth/github/callback"],
  ["GET", "/oauth/sign-in.css"],
].map(([method = "", path = ""]) => ({
  plane: "platform",
  method,
  path,
  example: method === "POST" ? { client_id: "understudy-cli", scope: "read" } : undefined,
}));

/** What is not in a table: pages, assets, health, and what hangs beside them. */
const pages: readonly AnyRoute[] = [
  ...[
    "/",
    "/docs",
    "/healthz",
    "/launch",
    "/v2/openapi.json",
    "/v2/openapi-sdk.json",
    "/problems/not-found",
    "/assets/index.js",
    "/favicon.ico",
  ].map((path) => ({ plane: "platform", method: "GET", path, example: undefined }) as const),
  ...["/", "/healthz", "/demo"].map(
    (path) => ({ plane: "sdk", method: "GET", path, example: undefined }) as const,
  ),
];

/** Every route of both planes, from the tables that the server itself is built from. */
export const everyRoute: readonly AnyRoute[] = [
  ...fromTable("platform", platformApi),
  ...fromTable("sdk", sdkApi),
  ...segmentRoutes,
  ...ofrepRoutes,
  ...oauthRoutes,
  ...pages,
];
