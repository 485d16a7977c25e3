import { existsSync } from "node:fs";
import { join } from "node:path";
import { defaultDataDir } from "../server/locator.ts";
import { movedAside } from "../server/start-server.ts";
import type { LaunchRequest } from "./launch-request.ts";
import { isSameFolder } from "./same-folder.ts";

/** The workspace that a launch asks for; null where it names none. With a seed or a show it is the default one. */
const workspaceAsked = ({ dataDir, server, show }: LaunchRequest): string | null =>
  dataDir ?? (server.seed === undefined && show === null ? null : defaultDataDir());

/** The workspace that a later launch asks for, where that is another than the one that is open. */
export function otherWorkspace(later: LaunchRequest, open: string | null): string | null {
  const asked = workspaceAsked(later);
  return asked === null || (open !== null && isSameFolder(asked, open)) ? null : asked;
}

/**
 * The workspace to begin with: the one that the launch names, else the last one. Null where the person has to say which:
 * on the first run, and where the last one is gone or can't be looked at, which must not look like a workspace that has lost
 * everything.
 */
export async function firstWorkspace(
  launch: LaunchRequest,
  { lastWorkspace }: { readonly lastWorkspace: string | null },
): Promise<string | null> {
  const asked = workspaceAsked(launch);
  if (asked !== null) return asked;
  const known = lastWorkspace ?? defaultDataDir();
  return (await isWorkspaceThere(known)) ? known : null;
}

/** Whether there is a workspace in a folder, or a restore has moved one aside from there, which a start takes back. */
export async function isWorkspaceThere(folder: string): Promise<boolean> {
  if (existsSync(join(folder, "workspace.json"))) return true;
  return (await movedAside(folder).catch(() => null)) !== null;
}
