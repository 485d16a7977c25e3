import { type RequestHandler, Router } from "express";
import { errors } from "oidc-provider";
import { limits } from "../../core/limits.ts";
import { Attempts } from "../access/attempts.ts";
import { networkOf } from "../http/network-of.ts";
import { answerReads, takesOnly } from "../http/refuse-other-methods.ts";
import type { Services } from "../services.ts";
import { urlOf } from "../url-of.ts";
import { consoleSignIn } from "./console-sign-in.ts";
import { gitHubRoutes } from "./github-routes.ts";
import { interactionRoutes } from "./interaction-routes.ts";
import { oauthProvider } from "./oauth-provider.ts";
import { setPageHeaders } from "./page-headers.ts";
import { signInCss } from "./sign-in-css.ts";
import { errorPage } from "./sign-in-pages.ts";

// The oldest Node.js that we run on may lack it, and the provider reads every address with it.
if (!("parse" in URL)) {
  Object.defineProperty(URL, "parse", { value: urlOf, configurable: true, writable: true });
}

const description = /^\/(\.well-known\/(oauth-authorization-server|openid-configuration)|jwks)$/;

/** What of the provider is answered, under /oauth. All else is a problem like everywhere. */
const endpoints: readonly [method: string, path: RegExp][] = [
  ["GET", description],
  ["HEAD", description],
  ["GET", /^\/auth(\/[\w-]+)?$/],
  ["POST", /^\/token$/],
  ["POST", /^\/token\/revocation$/],
  ["POST", /^\/device\/auth$/],
  ["GET", /^\/device(\/[\w-]+)?$/],
  ["POST", /^\/device$/],
];

/** What is kept from here until a sign-in is over. */
const begins = new Set(["GET /auth", "POST /device/auth"]);

/** Everything under /oauth. `platformUrl` is the origin that the issuer is named by. */
export async function oauthServer(services: Services, platformUrl: string): Promise<RequestHandler> {
  const { oauth, notes, passphrases, invitations, github, signInAccounts: accounts } = services;
  const keys = await oauth.keys();
  const origin = new URL(platformUrl);
  const provider = oauthProvider({
    issuer: `${platformUrl}/oauth`,
    keys,
    store: oauth,
    notes,
    now: () => services.clock.real(),
    accountExists: (id) => accounts.find(id) !== undefined,
    onEnded: ({ id, accountId }, path) => {
      const account = accounts.find(accountId);
      return services.audit.written({
        account: account === undefined ? null : { id: accountId, name: account.name },
        by: { kind: "sign-in", id },
        action: "revokeSignIn",
        path: `/oauth${path}`,
        // Elsewhere a code or token that came a second time has ended it.
        status: path === "/token/revocation" ? 200 : 400,
      });
    },
    isPublic: accounts.isPublic,
  });
  const answer = provider.callback();
  const begun = new Attempts(limits.signInsBegun.value, 60_000);

  const router = Router();
  // The provider builds its addresses and cookies from these: they are ours, not what a request says.
  router.use((req, res, next) => {
    res.locals.caller = accounts.callerOf(req);
    delete req.headers["x-forwarded-for"];
    req.headers["x-forwarded-proto"] = accounts.isPublic ? origin.protocol.slice(0, -1) : "http";
    req.headers["x-forwarded-host"] = accounts.isPublic ? origin.host : (req.headers.host ?? "");
    next();
  });
  const css = signInCss();
  answerReads(router, "/sign-in.css", (_req, res) => {
    res.type("css").set("Cache-Control", "no-cache").send(css);
  });
  router.use(
    "/interaction",
    interactionRoutes({
      provider,
      accounts,
      passphrases,
      invitations,
      audit: services.audit,
      formKey: keys.form,
      gitHubName: () => gitHubName(github.told()?.baseUrl),
    }),
  );
  router.use(gitHubRoutes({ ...services, provider, platformUrl }));
  if (accounts.isPublic) {
    const { console, audit } = services;
    router.use(consoleSignIn({ provider, accounts, console, audit, platformUrl }));
  }
  router.use((req, res, next) => {
    const found = endpoints.filter(([, path]) => path.test(req.path));
    if (found.length === 0) return next();
    if (!found.some(([method]) => method === req.method))
      return takesOnly(...new Set(found.map(([method]) => method)))(req, res, next);
    setPageHeaders(res);
    const counts = accounts.isPublic && begins.has(`${req.method} ${req.path}`);
    const wait = counts ? begun.waitFor(networkOf(String(res.locals.caller)), Date.now()) : 0;
    if (wait > 0) {
      const words = `Too many sign-ins were begun from your address. Wait ${wait} seconds.`;
      res.status(429).set("Retry-After", String(wait));
      // A client asks for a device's code, a browser for a page.
      return req.method === "POST"
        ? res.json({ error: "temporarily_unavailable", error_description: words })
        : res.type("html").send(errorPage("temporarily_unavailable", words));
    }
    // There is no CORS on this plane: the guard has refused every origin but our own.
    delete req.headers.origin;
    takePrefilledCode(req);
    // The provider finds out by these two where it is mounted.
    req.originalUrl = `/oauth${req.url}`;
    return answer(req, res);
  });
  router.use(
    (error: unknown, _req: unknown, res: Parameters<RequestHandler>[1], next: (e: unknown) => void) => {
      if (!(error instanceof errors.OIDCProviderError)) return next(error);
      setPageHeaders(res);
      res.status(error.statusCode).type("html").send(errorPage(error.error, error.error_description));
    },
  );
  return router;
}

function gitHubName(origin: string | undefined): string | null {
  if (origin === undefined) return null;
  return origin === "https://github.com" ? "GitHub" : `GitHub (${new URL(origin).host})`;
}

/**
 * The provider would send a prefilled code on at once, by a script in the page. Here it waits in the form for the
 * person (RFC 8628, 3.3.1: the code should still be looked at).
 */
function takePrefilledCode(req: Parameters<RequestHandler>[0]): void {
  if (req.method !== "GET" || req.path !== "/device") return;
  const { searchParams } = new URL(req.url, "http://localhost");
  const code = searchParams.get("user_code");
  if (code === null) return;
  Object.assign(req, { userCode: code });
  searchParams.delete("user_code");
  req.url = "/device";
}
