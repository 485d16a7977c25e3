import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { StoredSignIn } from "../token-store.ts";
import { cliScope } from "./code-login.ts";
import { askForTokens, type OauthServer, postForm, refusalIn } from "./oauth-requests.ts";

const deviceAnswer = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url().optional(),
  expires_in: z.number().positive(),
  /** Seconds (RFC 8628, 3.2). */
  interval: z.number().positive().default(5),
});
export type DeviceCode = z.output<typeof deviceAnswer>;

/**
 * Signs in where there is no browser: the person enters a code in one elsewhere (RFC 8628).
 *
 * @param show called with the code and the address to enter it at
 * @throws CliError where the person refuses, or the code runs out
 */
export async function deviceLogin(
  server: OauthServer,
  show: (device: DeviceCode) => void,
): Promise<StoredSignIn> {
  const { status, body } = await postForm(server.device_authorization_endpoint, {
    scope: cliScope,
    prompt: "consent",
  });
  const device = deviceAnswer.safeParse(body);
  if (status !== 200 || !device.success) {
    const why = refusalIn(body)?.detail ?? `it answered with ${status}.`;
    throw new CliError(`${server.issuer} gave no device code: ${why}`);
  }
  const { verification_uri: page, verification_uri_complete: filled = page } = device.data;
  const own = new URL(server.issuer).origin;
  if ([page, filled].some((address) => new URL(address).origin !== own))
    throw new CliError(`${server.issuer} named a sign-in page at another address. Nothing was opened.`);
  show(device.data);
  return poll(server, device.data);
}

async function poll(server: OauthServer, device: DeviceCode): Promise<StoredSignIn> {
  const until = performance.now() + device.expires_in * 1000;
  let interval = device.interval;
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, interval * 1000));
    const result = await askForTokens(server, {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: device.device_code,
    });
    if ("signIn" in result) return result.signIn;
    if (result.error === "slow_down") interval += 5;
    else if (result.error !== "authorization_pending") throw refusalOf(result);
  }
  throw new CliError("Nobody entered the code in time. Run `understudy login --device` again.", {
    code: "expired_token",
  });
}

const refusalOf = ({ error, detail }: { readonly error: string; readonly detail: string }): CliError =>
  new CliError(`Not signed in: ${error === "access_denied" ? "it was refused" : detail}.`, { code: error });
