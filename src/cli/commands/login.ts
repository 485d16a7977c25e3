import { platformApi } from "../../core/api.ts";
import type { Me } from "../../core/organization.ts";
import { openBrowser } from "../browser.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { hasDisplay } from "../desktop-choice.ts";
import { givenToken } from "../given-token.ts";
import { refuseOrgSecret } from "../org-secret.ts";
import { paint, print, printAside, printJson, readerGone, visible } from "../output.ts";
import { findPlatform, notRunning } from "../platform/find-platform.ts";
import { PlatformClient } from "../platform/platform-client.ts";
import { codeLogin } from "../sign-in/code-login.ts";
import { deviceLogin } from "../sign-in/device-login.ts";
import { describeServer, type OauthServer, postForm } from "../sign-in/oauth-requests.ts";
import { changeSignIn, type StoredSignIn } from "../token-store.ts";

export interface LoginFlags {
  readonly device?: boolean;
  readonly browser?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

/** Signs the command line in: through the browser here, or with a code that is entered in one elsewhere. */
export async function login(flags: LoginFlags): Promise<number> {
  refuseOrgSecret([], process.env);
  const given = givenToken();
  const platformUrl = await findPlatform(flags.data);
  if (platformUrl === null) throw notRunning(flags.data);
  const server = await describeServer(platformUrl);
  // Before anybody signs in: whether it can be kept.
  await changeSignIn(new URL(platformUrl).origin, (now) => now);
  const waiting = flags.device ? byDevice(server, flags) : byBrowser(server, flags);
  const signIn = await Promise.race([waiting, readerGone.then(nobodyCanSignIn)]);
  const account = await keep(platformUrl, server, signIn).catch(async (error) => {
    // Nobody would know of it.
    await revoke(server, signIn);
    throw error;
  });
  if (flags.json) printJson({ event: "signed-in", platformUrl, account });
  else if (given !== undefined)
    print(
      `Signed in to ${platformUrl} as ${visible(account.name)}; but UNDERSTUDY_TOKEN is set, and is used first.`,
    );
  else print(`${paint("✓", "green")} Signed in to ${platformUrl} as ${visible(account.name)}.`);
  return exitCodes.done;
}

/** Where to sign in, which `--json` says on standard output, has reached nobody. */
function nobodyCanSignIn(): never {
  throw new CliError("Nobody was told where to sign in, so nobody is signed in.");
}

/** Keeps the new sign-in, and revokes the one before it, which would stay in the platform's list. Gives whose it is. */
async function keep(platformUrl: string, server: OauthServer, signIn: StoredSignIn): Promise<Me["account"]> {
  const { account } = await new PlatformClient(platformUrl, signIn.accessToken).ask(
    "GET",
    platformApi.getMe.path,
    { answer: platformApi.getMe.answer },
  );
  let before: StoredSignIn | null = null;
  await changeSignIn(new URL(platformUrl).origin, (now) => {
    before = now;
    return signIn;
  });
  if (before !== null) await revoke(server, before);
  return account;
}

async function revoke(server: OauthServer, { refreshToken, accessToken }: StoredSignIn): Promise<void> {
  await postForm(server.revocation_endpoint, { token: refreshToken ?? accessToken }).catch(() => undefined);
}

function byBrowser(server: OauthServer, flags: LoginFlags): Promise<StoredSignIn> {
  return codeLogin(server, (url) => {
    if (flags.json) printJson({ event: "open", url });
    else printAside(`Sign in at this address, in a browser on this machine:\n\n  ${url}\n`);
    openWhereThereIsOne(url, flags);
  });
}

function byDevice(server: OauthServer, flags: LoginFlags): Promise<StoredSignIn> {
  return deviceLogin(
    server,
    ({ user_code: code, verification_uri: url, verification_uri_complete: full }) => {
      if (flags.json) printJson({ event: "enter-code", url, code });
      else printAside(`Open ${url}\nand enter the code  ${visible(code)}\n`);
      openWhereThereIsOne(full ?? url, flags);
    },
  );
}

function openWhereThereIsOne(url: string, { browser = true, json }: LoginFlags): void {
  if (browser && !json && hasDisplay(process)) openBrowser(url);
}
