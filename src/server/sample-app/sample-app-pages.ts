import { type Request, Router } from "express";
import { type EnvironmentKey, environmentKey } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { ApiKeyService } from "../access/api-key-service.ts";
import { signInProblem } from "../access/console-access.ts";
import { isAnotherUsers } from "../access/peer-user.ts";
import { builtFiles, builtFolder, consolePolicy, pageHeaders } from "../http/pages.ts";
import { answerReads } from "../http/refuse-other-methods.ts";
import type { OpenKey } from "../sessions/sdk-routes.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The key of the Space that the sample app was generated from. */
const demoSpace = "cinema";

/** What the sample app starts with: `GET /demo/connection`. */
interface Connection {
  readonly apiKey: string;
  readonly environment: EnvironmentKey;
  readonly spaceKey: string;
  /** Where the console answers; null on other devices, which cannot reach it. */
  readonly consoleUrl: string | null;
  /** Where else the app can look for this server, when it is no longer where it was. */
  readonly addresses: readonly string[];
}

interface DemoParts {
  readonly workspace: Workspace;
  readonly apiKeys: ApiKeyService;
  readonly openKey: OpenKey;
  readonly platformUrl: () => string;
  readonly lanUrls: () => readonly string[];
  /** Whether a request was made on this computer. */
  readonly isHere: (req: Request) => boolean;
  /** The origin of the plane's own pages, as a request calls it. */
  readonly sdkOrigin: (req: Request) => string;
}

/** No inline styles: the app is built into files of its own. It may look for the server at its other addresses. */
const policyOf = (addresses: readonly string[]): string =>
  consolePolicy
    .replace(" 'unsafe-inline'", "")
    .replace("connect-src 'self'", ["connect-src 'self'", ...addresses].join(" "));

/** The sample app (`examples/web`), and the address that is short enough to be typed on a TV. */
export function sampleAppPages(parts: DemoParts): Router {
  const folder = builtFolder("demo");
  const router = Router();
  answerReads(router, "/", (_req, res) => res.redirect(302, "/demo"));
  answerReads(router, "/tv", (_req, res) => res.redirect(302, "/demo?form=tv"));
  answerReads(router, "/demo/connection", async (req, res) => {
    res.set("Cache-Control", "no-store").json(await connectionOf(req, parts));
  });
  router.use("/demo", (req, res, next) => pageHeaders(policyOf(parts.lanUrls()))(req, res, next));
  router.use("/demo", builtFiles(folder));
  answerReads(router, "/demo", (_req, res) => {
    res.set("Cache-Control", "no-store").sendFile("index.html", { root: folder, acceptRanges: false });
  });
  return router;
}

/**
 * With a key: what that opens. Without one, the demo's own: for the app's own page on this computer, and for nobody but the
 * user who runs Understudy, who holds all keys anyway.
 *
 * @throws Problem unauthorized elsewhere, until the device is paired; not-found where there is no demo
 */
async function connectionOf(
  req: Request,
  { workspace, apiKeys, openKey, platformUrl, lanUrls, isHere, sdkOrigin }: DemoParts,
): Promise<Connection> {
  const here = isHere(req);
  const sent = req.query.key;
  const { origin } = req.headers;
  const isOwnPage = origin === undefined || origin.toLowerCase() === sdkOrigin(req).toLowerCase();
  const isOurs = async () => here && isOwnPage && !(await isAnotherUsers(req.socket));
  const place =
    typeof sent === "string" ? openKey(sent, req) : (await isOurs()) ? ownPlace(req, workspace) : null;
  if (place === null) throw signInProblem("Pair this device: its code is in the console.");
  const { key } = workspace.findSpace(place.spaceId)?.data.space ?? { key: "" };
  return {
    apiKey: typeof sent === "string" ? sent : apiKeys.current(place).apiKey,
    environment: place.environment,
    spaceKey: key,
    consoleUrl: here ? platformUrl() : null,
    addresses: lanUrls(),
  };
}

function ownPlace({ query }: Request, workspace: Workspace): EnvironmentRef {
  const wanted = environmentKey.safeParse(query.environment ?? "development");
  if (!wanted.success)
    throw new Problem("invalid-query", "The environment is development, staging or production.");
  const found = workspace.spaces().find(({ data }) => data.space.key === demoSpace);
  if (found === undefined)
    throw new Problem(
      "not-found",
      `The Space "${demoSpace}" of the demo is not here. Start Understudy with \`npm start -- --seed premiere\`.`,
    );
  return { spaceId: found.data.space.id, environment: wanted.data };
}
