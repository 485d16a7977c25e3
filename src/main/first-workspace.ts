import { existsSync } from "node:fs";
import { join } from "node:path";
import { defaultDataDir } from "../server/locator.ts";
import type { LaunchRequest } from "./launch-request.ts";

/**
 * The workspace to begin with: the one that the launch names, else the last one. Null where the person has to say which:
 * on the first run, and where the last one is gone, which must not look like a workspace that has lost everything.
 */
export function firstWorkspace(
  { dataDir, server }: LaunchRequest,
  { lastWorkspace }: { readonly lastWorkspace: string | null },
): string | null {
  const asked = dataDir ?? (server.seed === undefined ? null : defaultDataDir());
  if (asked !== null) return asked;
  const known = lastWorkspace ?? defaultDataDir();
  return existsSync(join(known, "workspace.json")) ? known : null;
}
