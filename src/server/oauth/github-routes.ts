import { type Request, type Response, Router } from "express";
import type Provider from "oidc-provider";
import { cookieNameAt, cookieOf } from "../access/console-access.ts";
import type { Invitations } from "../access/invitations.ts";
import { sameSecret, sha256 } from "../access/secret-text.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { GitHubSecret } from "../settings/github-secret.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { finishLogin } from "./finish-login.ts";
import { accountOfGitHub } from "./github-accounts.ts";
import type { GitHubSignIn } from "./github-client.ts";
import { setPageHeaders } from "./page-headers.ts";
import { gitHubPage } from "./sign-in-pages.ts";

/** How long somebody may stay at GitHub, in ms, and how many at most do so at once. */
const away = 10 * 60_000;
const awayAtOnce = 200;

const locked =
  "The secret of the GitHub client is sealed by the desktop app. Start Understudy as the app, or type the secret again in Settings.";

interface Pending {
  readonly signIn: GitHubSignIn;
  readonly uid: string;
  readonly origin: string;
  readonly until: number;
  /** Once they are back. */
  accountId: string | null;
}

interface GitHubOptions {
  readonly provider: Provider;
  readonly workspace: Workspace;
  readonly github: GitHubSecret;
  readonly invitations: Invitations;
  readonly audit: AuditLog;
  readonly platformUrl: string;
}

/**
 * Sign in with GitHub: out to it, back, and on with the sign-in that it was for. What was begun is known by a state that
 * only GitHub and this browser's cookie bring back, together: neither a forged callback nor somebody else's fits.
 */
export function gitHubRoutes({
  provider,
  workspace,
  github,
  invitations,
  audit,
  platformUrl,
}: GitHubOptions): Router {
  const router = Router();
  const pending = new Map<string, Pending>();
  const origin = new URL(platformUrl);
  const cookieName = cookieNameAt(origin, "github", "__Secure-");
  const cookie = {
    httpOnly: true,
    sameSite: "lax",
    secure: origin.protocol === "https:",
    path: "/oauth",
  } as const;

  /** The sign-in of this browser's cookie. */
  const ofCookie = (req: Request): Pending | null => {
    const state = cookieOf(req.headers.cookie, cookieName) ?? "";
    const found = pending.get(sha256(state));
    return found !== undefined && found.until > Date.now() ? found : null;
  };
  const refuse = (res: Response, status: number, words: string, uid: string | null) => {
    setPageHeaders(res);
    res
      .status(status)
      .type("html")
      .send(gitHubPage(words, uid === null ? null : `/oauth/interaction/${uid}`));
  };

  router.get("/interaction/:uid/github", async (req, res) => {
    const { uid, prompt } = await provider.interactionDetails(req, res);
    if (prompt.name !== "login" || github.told() === null)
      return refuse(res, 400, "This sign-in can't go by GitHub now.", uid);
    const client = await github.open();
    if (client === null) return refuse(res, 503, locked, uid);
    const { GitHubSignIn } = await import("./github-client.ts");
    const signIn = new GitHubSignIn(client, `${platformUrl}/oauth/github/callback`);
    const [oldest] = pending.keys();
    if (oldest !== undefined && pending.size >= awayAtOnce) pending.delete(oldest);
    const until = Date.now() + away;
    pending.set(sha256(signIn.state), { signIn, uid, origin: client.baseUrl, until, accountId: null });
    res.cookie(cookieName, signIn.state, { ...cookie, maxAge: away });
    res
      .set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" })
      .redirect(303, signIn.address());
  });

  router.get("/github/callback", async (req, res) => {
    const found = ofCookie(req);
    const { state, code, error } = req.query;
    if (found === null || typeof state !== "string" || !sameSecret(state, found.signIn.state))
      return refuse(res, 400, "This did not begin here, or too long ago.", null);
    if (found.accountId !== null) return refuse(res, 400, "This was answered already.", null);
    if (typeof code !== "string" || error !== undefined) {
      pending.delete(sha256(state));
      return refuse(res, 403, "GitHub did not let you in: it was refused there.", found.uid);
    }
    try {
      const person = await found.signIn.person(code);
      found.accountId = await accountOfGitHub(workspace, found.origin, person);
      await invitations.forget(found.accountId);
    } catch (cause) {
      pending.delete(sha256(state));
      process.stderr.write(
        `Sign in with GitHub: ${cause instanceof Error ? cause.message : String(cause)}\n`,
      );
      return refuse(res, 403, "GitHub could not say who you are. Try again.", found.uid);
    }
    res.set("Cache-Control", "no-store").redirect(303, `/oauth/interaction/${found.uid}/github/done`);
  });

  /** Under the interaction's own path, where its cookie is sent: the same browser began it. */
  router.get("/interaction/:uid/github/done", async (req, res) => {
    const interaction = await provider.interactionDetails(req, res);
    const found = ofCookie(req);
    if (found === null || found.accountId === null || found.uid !== interaction.uid)
      return refuse(res, 400, "This did not begin here, or too long ago.", null);
    pending.delete(sha256(found.signIn.state));
    res.clearCookie(cookieName, cookie);
    const { accountId } = found;
    const account = workspace.document.data.accounts.find(({ id }) => id === accountId);
    audit.record({
      account: account === undefined ? null : { id: account.id, name: account.name },
      by: null,
      action: "signInWithGitHub",
      path: "/oauth",
      status: 200,
    });
    await finishLogin(provider, { req, res }, interaction, accountId);
  });
  return router;
}
