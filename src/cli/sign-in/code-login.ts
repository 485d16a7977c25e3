import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cliClient } from "../../core/sign-in.ts";
import { CliError } from "../cli-error.ts";
import { visible } from "../output.ts";
import type { StoredSignIn } from "../token-store.ts";
import { sayInBrowser } from "./browser-page.ts";
import { askForTokens, type OauthServer } from "./oauth-requests.ts";

/** How long the person may take in the browser, in ms. */
const PATIENCE_MS = 10 * 60_000;

/** What the CLI asks for: a developer's work, no people, keys or settings. */
export const cliScope = "read write offline_access";

/**
 * Signs in through a browser on this machine: a code that comes back to a port of our own (RFC 8252), bound to this very
 * process by PKCE and a state.
 *
 * @param show called with the address to open
 * @throws CliError where the person refuses, takes too long, or what comes back does not fit
 */
export async function codeLogin(server: OauthServer, show: (address: string) => void): Promise<StoredSignIn> {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(24).toString("base64url");
  const listener = createServer();
  const redirectUri = await listen(listener);
  try {
    const answer = waitForCode(listener, state, server.issuer);
    show(addressOf(server, { redirectUri, state, verifier }));
    const result = await askForTokens(server, {
      grant_type: "authorization_code",
      code: await answer,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    if ("signIn" in result) return result.signIn;
    throw new CliError(`The sign-in failed: ${result.detail}.`, { code: result.error });
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
}

async function listen(listener: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
}

function addressOf(
  server: OauthServer,
  { redirectUri, state, verifier }: Readonly<Record<"redirectUri" | "state" | "verifier", string>>,
): string {
  const url = new URL(server.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: cliClient.id,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: cliScope,
    prompt: "consent",
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return url.href;
}

function waitForCode(listener: Server, state: string, issuer: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new CliError("Nobody signed in within 10 minutes. Run `understudy login` again.")),
      PATIENCE_MS,
    );
    listener.on("request", (req, res) => {
      const back = new URL(req.url ?? "/", "http://127.0.0.1").searchParams;
      // Other requests to this port do not end the wait.
      if (!isCallback(req) || back.get("state") !== state || back.get("iss") !== issuer)
        return sayInBrowser(
          res,
          400,
          "Not a sign-in",
          "This address only takes the answer to a sign-in. Go back to your terminal.",
        );
      clearTimeout(timer);
      const code = back.get("code");
      if (code !== null) {
        sayInBrowser(res, 200, "You are signed in", "Go back to your terminal; you can close this page.");
        resolve(code);
      } else {
        sayInBrowser(res, 200, "Nobody was signed in", "You can close this page.");
        reject(refusalOf(back));
      }
    });
  });
}

const isCallback = (req: IncomingMessage): boolean =>
  req.method === "GET" && (req.url ?? "").startsWith("/callback?");

function refusalOf(back: URLSearchParams): CliError {
  const error = back.get("error") ?? "no code came back";
  const words =
    error === "access_denied"
      ? "it was refused in the browser"
      : visible(back.get("error_description") ?? error);
  return new CliError(`Not signed in: ${words.slice(0, 200)}.`.replace(/\.\.$/, "."), { code: error });
}
