import { type Request, type RequestHandler, type Response, Router } from "express";
import { answerReads } from "../http/refuse-other-methods.ts";
import type { Services } from "../services.ts";
import { loadOauth } from "./load-oauth.ts";

/**
 * Sign-in for clients: `/oauth`, and its description where RFC 8414 looks for it. All of it is loaded with the first
 * request to it: most runs never need it, and it would cost each start its time and memory.
 */
export function oauthRoutes(services: Services, platformUrl: () => string): Router {
  let loading: Promise<RequestHandler> | null = null;
  const load = async (): Promise<RequestHandler> => {
    const { oauthServer } = await loadOauth();
    return oauthServer(services, platformUrl());
  };
  const serve = async (req: Request, res: Response, next: Parameters<RequestHandler>[2]) => {
    loading ??= load();
    // A failure to make the keys (a full disk) must not stay for good.
    loading.catch(() => {
      loading = null;
    });
    (await loading)(req, res, next);
  };
  const router = Router();
  router.use("/oauth", serve);
  if (services.signInAccounts.isPublic) answerReads(router, ["/sign-in", "/sign-in/callback"], serve);
  answerReads(
    router,
    ["/.well-known/oauth-authorization-server", "/.well-known/oauth-authorization-server/oauth"],
    (req, res, next) => {
      req.url = "/.well-known/oauth-authorization-server";
      return serve(req, res, next);
    },
  );
  return router;
}
