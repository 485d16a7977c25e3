import { CliError } from "./cli-error.ts";
import { givenToken } from "./given-token.ts";
import { freshToken } from "./sign-in/fresh-token.ts";

export type CredentialKind = "variable" | "sign-in";
interface Credential {
  readonly token: string;
  /** Where it comes from: UNDERSTUDY_TOKEN, or `understudy login`. */
  readonly kind: CredentialKind;
}

/** The `code` of the error where there is no credential. */
export const notSignedIn = "not-signed-in";

/**
 * The token with which to call a platform: UNDERSTUDY_TOKEN, else that of the sign-in.
 *
 * @throws CliError that names `understudy login` where there is none, or where the sign-in has ended
 */
export async function credentials(platformUrl: string): Promise<string> {
  return (await findCredential(platformUrl)).token;
}

/** The same, with where it comes from. */
export async function findCredential(platformUrl: string): Promise<Credential> {
  const given = givenToken();
  if (given !== undefined) return { token: given, kind: "variable" };
  const token = await freshToken(platformUrl);
  if (token !== null) return { token, kind: "sign-in" };
  throw new CliError(
    `You are not signed in to ${platformUrl}. Run \`understudy login\`, or set UNDERSTUDY_TOKEN to a personal access token.`,
    { code: notSignedIn },
  );
}
