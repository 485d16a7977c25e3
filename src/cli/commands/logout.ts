import { CliError, exitCodes } from "../cli-error.ts";
import { paint, print, printJson } from "../output.ts";
import { findPlatform, notRunning } from "../platform/find-platform.ts";
import { describeServer, postForm } from "../sign-in/oauth-requests.ts";
import { changeSignIn, type StoredSignIn } from "../token-store.ts";

export interface LogoutFlags {
  readonly data?: string;
  readonly json?: boolean;
}

/** Forgets the sign-in on this machine and revokes it at the platform: its tokens end there at once. */
export async function logout({ data, json }: LogoutFlags): Promise<number> {
  const platformUrl = await findPlatform(data);
  if (platformUrl === null) throw notRunning(data);
  const { origin } = new URL(platformUrl);
  let before: StoredSignIn | null = null;
  await changeSignIn(origin, (now) => {
    before = now;
    return null;
  });
  const stored = before as StoredSignIn | null;
  if (stored !== null) await revoke(platformUrl, stored.refreshToken ?? stored.accessToken);
  if (json) printJson({ event: "signed-out", platformUrl, was: stored !== null });
  else if (stored === null) print(`You were not signed in to ${platformUrl}.`);
  else print(`${paint("✓", "green")} Signed out of ${platformUrl}.`);
  return exitCodes.done;
}

async function revoke(platformUrl: string, token: string): Promise<void> {
  try {
    const { revocation_endpoint: endpoint } = await describeServer(platformUrl);
    const { status } = await postForm(endpoint, { token });
    if (status !== 200) throw new CliError(`it answered with ${status}.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `The sign-in is forgotten here, but could not be revoked at ${platformUrl}: ${why} Revoke it in the console's settings.`,
      { code: "not-revoked" },
    );
  }
}
