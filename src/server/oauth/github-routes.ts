import { type Request, type Response, Router } from "express";
import type Provider from "oidc-provider";
import { z } from "zod";
import { cookieNameAt } from "../access/console-access.ts";
import type { Invitations } from "../access/invitations.ts";
import { sameSecret, sha256 } from "../access/secret-text.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import { answerReads } from "../http/refuse-other-methods.ts";
import type { GitHubSecret } from "../settings/github-secret.ts";
import type { PassingNote, PassingNotes } from "../store/ports.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { finishLogin } from "./finish-login.ts";
import { accountOfGitHub } from "./github-accounts.ts";
import { setPageHeaders } from "./page-headers.ts";
import { gitHubPage } from "./sign-in-pages.ts";
import { StateCookies } from "./state-cookies.ts";

/** How long somebody may stay at GitHub, in ms. */
const away = 10 * 60_000;

const notHere = "GitHub can't be used for this sign-in now.";
const locked =
  "The secret of the GitHub client is sealed by the desktop app. Start Understudy as the app, or type the secret again in Settings.";

/** Who is at GitHub, and who came back: notes by the hash of their state, which any server can read. `origin`: which GitHub. */
const gone = { kind: "github", payload: z.object({ verifier: z.string(), origin: z.string() }) };
const back = { kind: "github-back", payload: z.object({ accountId: z.string() }) };

interface GitHubOptions {
  readonly provider: Provider;
  readonly workspace: Workspace;
  readonly github: GitHubSecret;
  readonly invitations: Invitations;
  readonly notes: PassingNotes;
  readonly clock: Pick<PlatformClock, "real">;
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
  notes,
  clock,
  audit,
  platformUrl,
}: GitHubOptions): Router {
  const router = Router();
  const origin = new URL(platformUrl);
  const redirectUrl = `${platformUrl}/oauth/github/callback`;
  const cookies = new StateCookies(cookieNameAt(origin, "github", "__Secure-"), {
    httpOnly: true,
    sameSite: "lax",
    secure: origin.protocol === "https:",
    path: "/oauth",
  });

  /** The state that the address names, where this browser has begun it; another's, or a forged one, must not use up a note. */
  const stateOf = (req: Request): string | null => {
    const { state } = req.query;
    const begun = cookies.get(req, state);
    return typeof state === "string" && begun !== null && sameSecret(state, begun) ? state : null;
  };
  /** The note that belongs to it; it is taken once. */
  const taken = async (kind: string, state: string): Promise<PassingNote | null> => {
    const found = await notes.take(kind, sha256(state));
    return found !== null && found.until > clock.real() ? found : null;
  };
  const note = (kind: string, state: string, uid: string | null, payload: PassingNote["payload"]) => {
    const until = clock.real() + away;
    const without = { userCode: null, grantId: null, consumed: null };
    return notes.put(kind, { id: sha256(state), uid, until, payload, ...without });
  };
  const refuse = (res: Response, status: number, words: string, uid: string | null) => {
    setPageHeaders(res);
    res
      .status(status)
      .type("html")
      .send(gitHubPage(words, uid === null ? null : `/oauth/interaction/${uid}`));
  };

  answerReads(router, "/interaction/:uid/github", async (req, res) => {
    const { uid, prompt } = await provider.interactionDetails(req, res);
    if (prompt.name !== "login" || github.told() === null) return refuse(res, 400, notHere, uid);
    const client = await github.open();
    if (client === null) return refuse(res, 503, locked, uid);
    const { GitHubSignIn } = await import("./github-client.ts");
    const signIn = new GitHubSignIn(client, redirectUrl);
    await note(gone.kind, signIn.state, uid, { verifier: signIn.verifier, origin: client.baseUrl });
    cookies.set(req, res, signIn.state, { value: signIn.state, maxAge: away });
    res
      .set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" })
      .redirect(303, signIn.address());
  });

  answerReads(router, "/github/callback", async (req, res) => {
    const { code, error } = req.query;
    const state = stateOf(req);
    const found = state === null ? null : await taken(gone.kind, state);
    if (state === null || found === null)
      return refuse(
        res,
        400,
        "This sign-in was not started here, was answered already, or has expired.",
        null,
      );
    if (typeof code !== "string" || error !== undefined)
      return refuse(
        res,
        403,
        error === "access_denied" ? "You refused the sign-in at GitHub." : "GitHub did not let you in.",
        found.uid,
      );
    try {
      // It may have been taken out of the settings meanwhile.
      if (github.told() === null) return refuse(res, 400, notHere, found.uid);
      const { verifier, origin } = gone.payload.parse(found.payload);
      const client = await github.open();
      if (client === null) return refuse(res, 503, locked, found.uid);
      if (client.baseUrl !== origin) throw new Error("another GitHub was set up meanwhile");
      const { GitHubSignIn } = await import("./github-client.ts");
      const person = await new GitHubSignIn(client, redirectUrl, verifier).person(code);
      const accountId = await accountOfGitHub(workspace, origin, person);
      await invitations.forget(accountId);
      await note(back.kind, state, found.uid, { accountId });
    } catch (cause) {
      process.stderr.write(
        `Sign in with GitHub: ${cause instanceof Error ? cause.message : String(cause)}\n`,
      );
      return refuse(res, 403, "GitHub could not say who you are. Try again.", found.uid);
    }
    const done = `/oauth/interaction/${found.uid}/github/done?${new URLSearchParams({ state })}`;
    res.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }).redirect(303, done);
  });

  /** Under the interaction's own path, where its cookie is sent: the same browser began it. */
  answerReads(router, "/interaction/:uid/github/done", async (req, res) => {
    const interaction = await provider.interactionDetails(req, res);
    const state = stateOf(req);
    const found = state === null ? null : await taken(back.kind, state);
    if (state === null || found === null || found.uid !== interaction.uid)
      return refuse(res, 400, "This sign-in was not started here, or has expired.", null);
    cookies.clear(res, state);
    const { accountId } = back.payload.parse(found.payload);
    const account = workspace.document.data.accounts.find(({ id }) => id === accountId);
    await audit.written({
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
