import { platformApi } from "../../core/api.ts";
import { originOf } from "../../server/http/outside.ts";
import { defaultDataDir, findRunningCopy } from "../../server/locator.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { print, printAside, printJson } from "../output.ts";
import { PlatformClient } from "../platform/platform-client.ts";
import { storeOf } from "./serve.ts";

export interface AdminInviteFlags {
  readonly data?: string;
  readonly store?: string;
  readonly publicUrl?: string;
  readonly json?: boolean;
}

/**
 * Makes a way in for the operator: an address, and a code that works once.
 *
 * @throws CliError without a public address
 */
export async function adminInvite(flags: AdminInviteFlags): Promise<number> {
  const { platformUrl, accountId, code, expiresAt } = await invitation(flags);
  const url = `${platformUrl}/sign-in?account=${accountId}`;
  if (flags.json) printJson({ url, code, expiresAt });
  else {
    print(`Open    ${url}`);
    print(`Code    ${code}`);
    print(
      `It works once, until ${expiresAt}; then you choose a passphrase. An earlier passphrase or invitation no longer works.`,
    );
  }
  return exitCodes.done;
}

async function invitation(flags: AdminInviteFlags) {
  const publicUrl = originOf(flags.publicUrl, "--public-url");
  const store = storeOf(flags);
  const dataDir = flags.data ?? defaultDataDir();
  const copy = store === undefined ? await findRunningCopy(dataDir) : null;
  if (copy === null) {
    if (publicUrl === null)
      throw new CliError("--public-url is needed: the address that others call the servers by.");
    const { inviteOperator } = await import("../../server/invite-operator.ts");
    const made = await inviteOperator({ dataDir, store }, printAside);
    return { platformUrl: publicUrl.origin, ...made };
  }
  const client = new PlatformClient(copy.platformUrl, copy.token);
  const { account } = await client.ask("GET", platformApi.getMe.path, { answer: platformApi.getMe.answer });
  const status = await client.ask("GET", platformApi.getStatus.path, {
    answer: platformApi.getStatus.answer,
  });
  const { path, answer } = platformApi.inviteAccount;
  const made = await client.ask("POST", path.replace(":accountId", account.id), { answer });
  return { platformUrl: status.platformUrl, accountId: account.id, ...made };
}
