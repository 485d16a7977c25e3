import { z } from "zod";
import { problemDocument } from "../../core/problem.ts";
import { cliClient } from "../../core/sign-in.ts";
import {
  CliError,
  foreignAnswer,
  isPassing,
  PassingError,
  refuseRedirect,
  unreachable,
} from "../cli-error.ts";
import { visible } from "../output.ts";
import { answerJson } from "../platform/answer-json.ts";
import type { StoredSignIn } from "../token-store.ts";

const ANSWER_MS = 10_000;

const description = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
  device_authorization_endpoint: z.url(),
});
export type OauthServer = z.output<typeof description>;

const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive(),
});
const errorAnswer = z.object({ error: z.string(), error_description: z.string().optional() });

/** The platform's endpoints (RFC 8414). @throws CliError where there is no such platform, or it speaks for another one */
export async function describeServer(platformUrl: string): Promise<OauthServer> {
  const address = new URL("/.well-known/oauth-authorization-server/oauth", platformUrl);
  const { status, body } = await request(platformUrl, address.href);
  const found = description.safeParse(body);
  if (status !== 200 || !found.success) throw refused(platformUrl, status, body);
  const foreign = Object.values(found.data).filter((url) => !sameServer(url, platformUrl));
  if (foreign.length > 0)
    throw new CliError(`${platformUrl} wants sign-ins to go to ${new URL(foreign[0] ?? "").origin}.`);
  return found.data;
}

/** 127.0.0.1, localhost and [::1] are three names of one server. */
function sameServer(url: string, platformUrl: string): boolean {
  const [a, b] = [new URL(url), new URL(platformUrl)];
  const names = new Set(["127.0.0.1", "localhost", "[::1]"]);
  return a.origin === b.origin || (a.port === b.port && names.has(a.hostname) && names.has(b.hostname));
}

/** What a token request came to: the tokens, or the standard's error code. */
type TokenResult = { readonly signIn: StoredSignIn } | { readonly error: string; readonly detail: string };

/** @throws CliError where the platform does not answer, or not as the standard says */
export async function askForTokens(
  { token_endpoint }: OauthServer,
  fields: Readonly<Record<string, string>>,
): Promise<TokenResult> {
  const { status, body } = await postForm(token_endpoint, fields);
  const tokens = tokenAnswer.safeParse(body);
  if (status === 200 && tokens.success) {
    const { access_token: accessToken, refresh_token: refreshToken = null, expires_in } = tokens.data;
    const expiresAt = new Date(Date.now() + expires_in * 1000).toISOString();
    return { signIn: { accessToken, refreshToken, expiresAt } };
  }
  const refusal = refusalIn(body);
  if (refusal === null) throw refused(token_endpoint, status, body);
  return refusal;
}

/** The standard's error (RFC 6749, 5.2) in an answer; null where it is none. */
export function refusalIn(body: unknown): { readonly error: string; readonly detail: string } | null {
  const { success, data } = errorAnswer.safeParse(body);
  return success ? { error: data.error, detail: visible(data.error_description ?? data.error) } : null;
}

/** What is no answer of the standard: a problem in the platform's own words, or somebody else's. */
function refused(url: string, status: number, body: unknown): CliError {
  const problem = problemDocument.safeParse(body);
  if (!problem.success) return foreignAnswer(url, status);
  const told = [visible(problem.data.detail), { code: problem.data.code, status }] as const;
  return isPassing(status) ? new PassingError(...told) : new CliError(...told);
}

/** Posts a form as this client (RFC 6749, appendix B). */
export const postForm = (
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown }> =>
  request(new URL(url).origin, url, {
    method: "POST",
    body: new URLSearchParams({ client_id: cliClient.id, ...fields }),
  });

async function request(
  platformUrl: string,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    refuseRedirect(platformUrl, response);
    return { status: response.status, body: await answerJson(platformUrl, response) };
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw unreachable(platformUrl, error);
  }
}
