import { createHash } from "node:crypto";
import { type RequestHandler, type Response, Router } from "express";
import type Provider from "oidc-provider";
import { consoleClient } from "../../core/sign-in.ts";
import { type ConsoleAccess, cookieNameAt } from "../access/console-access.ts";
import { sameSecret } from "../access/secret-text.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import { urlOf } from "../url-of.ts";
import { randomText } from "../workspace/new-id.ts";
import { setPageHeaders } from "./page-headers.ts";
import type { SignInAccounts } from "./sign-in-accounts.ts";
import { errorPage } from "./sign-in-pages.ts";
import { StateCookies } from "./state-cookies.ts";

interface ConsoleSignIn {
  readonly provider: Provider;
  readonly accounts: SignInAccounts;
  readonly console: ConsoleAccess;
  readonly audit: AuditLog;
  readonly platformUrl: string;
}

/** How long a sign-in may take, in ms: as long as the provider's own part of it. */
const life = 30 * 60_000;

export const consoleCallback = (platformUrl: string): string => `${platformUrl}/sign-in/callback`;

/**
 * The console at a public address is a client of our own sign-in, like the command line: the authorization code flow with
 * PKCE (RFC 7636) and a state, both in a cookie. Where it leads back to is in the state alone: a browser that opens many tabs
 * at once sends all their cookies with each. The code is taken here, without a token that would have to be kept.
 */
export function consoleSignIn({ provider, accounts, console, audit, platformUrl }: ConsoleSignIn): Router {
  const origin = new URL(platformUrl);
  const cookies = new StateCookies(cookieNameAt(origin, "console", "__Secure-"), {
    httpOnly: true,
    sameSite: "lax",
    secure: origin.protocol === "https:",
    path: "/sign-in",
  });
  const begin: RequestHandler = (req, res) => {
    const [own, verifier] = [randomText(32), randomText(43)];
    const to = Buffer.from(consolePath(req.query.to, origin)).toString("base64url");
    const state = `${own}.${to}`;
    const address = new URL(`${platformUrl}/oauth/auth`);
    address.search = new URLSearchParams({
      client_id: consoleClient.id,
      redirect_uri: consoleCallback(platformUrl),
      response_type: "code",
      scope: "admin",
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: "S256",
      ...(typeof req.query.account === "string" && { login_hint: req.query.account.slice(0, 100) }),
    }).toString();
    cookies.set(req, res, state, { value: `${own}.${verifier}`, maxAge: life });
    res.set("Cache-Control", "no-store").redirect(303, address.href);
  };
  const finish: RequestHandler = async (req, res) => {
    const state = typeof req.query.state === "string" ? req.query.state : "";
    const [begun = "", to = ""] = state.split(".");
    const [own = "", verifier = ""] = (cookies.get(req, state) ?? "").split(".");
    if (own === "" || !sameSecret(begun, own))
      return refuse(res, "This sign-in was not started in this browser, or has expired.");
    cookies.clear(res, state);
    const path = consolePath(Buffer.from(to, "base64url").toString(), origin);
    // Whoever pressed Cancel goes back to where they began.
    if (typeof req.query.code !== "string") return res.redirect(303, path);
    const code = await provider.AuthorizationCode.find(req.query.code);
    const isOurs =
      code?.clientId === consoleClient.id && code.codeChallenge === challengeOf(verifier) && code.isValid;
    const account = isOurs ? accounts.find(code.accountId ?? "") : undefined;
    if (!isOurs || account === undefined)
      return refuse(res, "This sign-in was finished already, or has expired.");
    await code.consume();
    await (await provider.Grant.find(code.grantId ?? ""))?.destroy();
    const address = await console.signIn(req, res, { accountId: account.id, role: "owner" }, path);
    await audit.written({
      account: { id: account.id, name: account.name },
      by: null,
      action: "openConsole",
      path: "/sign-in",
      status: 303,
    });
    res.redirect(303, address);
  };
  return Router().get("/sign-in", begin).get("/sign-in/callback", finish);
}

/** The longest path that a state carries, in characters. */
const longestPath = 1000;

/** Where in the console a sign-in leads back to; nowhere else, whatever was asked for. */
function consolePath(asked: unknown, { origin }: URL): string {
  const url = typeof asked === "string" ? urlOf(asked, origin) : null;
  if (url?.origin !== origin || !url.pathname.startsWith("/spaces/")) return "/";
  const path = url.pathname + url.search;
  return path.length <= longestPath ? path : "/";
}

const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

function refuse(res: Response, words: string): void {
  setPageHeaders(res);
  res.status(400).type("html").send(errorPage("invalid_request", words));
}
