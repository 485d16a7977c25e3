import { CliError } from "../cli-error.ts";
import { changeSignIn, readSignIn, type StoredSignIn } from "../token-store.ts";
import { askForTokens, describeServer } from "./oauth-requests.ts";

/** A token that ends sooner than this, in ms, is refreshed before it is used. */
const margin = 60_000;

/**
 * The access token of the sign-in at a platform, refreshed where it is about to end; null where nobody is signed in.
 *
 * @throws CliError where the sign-in is over
 */
export async function freshToken(platformUrl: string): Promise<string | null> {
  const { origin } = new URL(platformUrl);
  const stored = await readSignIn(origin);
  if (stored === null || isFresh(stored)) return stored?.accessToken ?? null;
  const changed = await changeSignIn(origin, async (now) => {
    // Another command may have done it while this one waited.
    if (now === null || isFresh(now)) return now;
    return refreshed(platformUrl, now);
  });
  return changed?.accessToken ?? null;
}

const isFresh = ({ expiresAt }: StoredSignIn): boolean => Date.parse(expiresAt) - margin > Date.now();

async function refreshed(platformUrl: string, { refreshToken }: StoredSignIn): Promise<StoredSignIn> {
  if (refreshToken === null) throw over(platformUrl);
  const result = await askForTokens(await describeServer(platformUrl), {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  });
  if ("signIn" in result) return result.signIn;
  if (result.error === "invalid_grant") throw over(platformUrl);
  throw new CliError(`${platformUrl} did not renew the sign-in: ${result.detail}.`, { code: result.error });
}

const over = (platformUrl: string): CliError =>
  new CliError(
    `Your sign-in at ${platformUrl} has ended. Run \`understudy login\` again, or \`understudy logout\` to forget it.`,
    { code: "signed-out" },
  );
