import { createHash, randomBytes } from "node:crypto";
import { SignInBrowser } from "./sign-in-browser.ts";

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** The address at which `understudy-cli` asks a person to sign in, and the verifier that its code needs. */
export function authorizationOf(platformUrl: string, scope = "read write offline_access") {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL(`${platformUrl}/oauth/auth`);
  url.search = new URLSearchParams({
    client_id: "understudy-cli",
    redirect_uri: "http://127.0.0.1:49152/callback",
    response_type: "code",
    prompt: "consent",
    scope,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return { url: url.href, verifier };
}

/** The tokens for the code that the sign-in led back with. */
export async function tokensFor(platformUrl: string, back: string, verifier: string): Promise<Tokens> {
  const code = new URL(back).searchParams.get("code");
  if (code === null) throw new Error(`no code came back: ${back}`);
  const response = await fetch(`${platformUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: "understudy-cli",
      grant_type: "authorization_code",
      redirect_uri: "http://127.0.0.1:49152/callback",
      code,
      code_verifier: verifier,
    }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Tokens;
}

/** Signs in as the first account. */
export async function signInAsOperator(platformUrl: string, scope?: string): Promise<Tokens> {
  const { url, verifier } = authorizationOf(platformUrl, scope);
  const back = await new SignInBrowser().signIn(url);
  return tokensFor(platformUrl, back.url, verifier);
}
