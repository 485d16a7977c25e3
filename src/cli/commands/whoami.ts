import { platformApi } from "../../core/api.ts";
import { exitCodes } from "../cli-error.ts";
import { type CredentialKind, findCredential } from "../credentials.ts";
import { refuseOrgSecret } from "../org-secret.ts";
import { print, printJson, visible } from "../output.ts";
import { findPlatform, notRunning } from "../platform/find-platform.ts";
import { PlatformClient } from "../platform/platform-client.ts";

export interface WhoamiFlags {
  readonly data?: string;
  readonly json?: boolean;
}

const ways: Readonly<Record<CredentialKind, string>> = {
  variable: "by UNDERSTUDY_TOKEN",
  "sign-in": "by `understudy login`",
};

/** Who the commands act as, by what, and what that may do. */
export async function whoami({ data, json }: WhoamiFlags): Promise<number> {
  refuseOrgSecret([], process.env);
  const platformUrl = await findPlatform(data);
  if (platformUrl === null) throw notRunning(data);
  const { token, kind } = await findCredential(platformUrl);
  const { account, organizations, workspaceRole } = await new PlatformClient(platformUrl, token).ask(
    "GET",
    platformApi.getMe.path,
    { answer: platformApi.getMe.answer },
  );
  if (json) {
    printJson({ platformUrl, by: kind, account, organizations, workspaceRole });
    return exitCodes.done;
  }
  const who = `${account.name}${account.email === null ? "" : ` <${account.email}>`}`;
  print(`${visible(who)} at ${platformUrl}, ${ways[kind]}`);
  print(`  account ${account.id}`);
  if (workspaceRole !== null) print(`  ${workspaceRole} of the workspace`);
  for (const { name, role } of organizations) print(`  ${role} in ${visible(name)}`);
  if (organizations.length === 0) print("  in no organization yet: an owner has to add this account");
  return exitCodes.done;
}
