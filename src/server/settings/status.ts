import { dirname, join, sep } from "node:path";
import type { Status } from "../../core/settings.ts";
import type { Caller } from "../access/caller.ts";
import type { Services } from "../services.ts";
import { version } from "../version.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What is known of this run; its addresses once both planes listen. */
export interface Running {
  readonly startedAt: string;
  readonly dataDir: string;
  addresses: Addresses;
  /** The same on this machine, where the planes are called by others from elsewhere. */
  local: Addresses;
}

export interface Addresses {
  readonly platformUrl: string;
  readonly sdkUrl: string;
}

export const statusOf = async (
  { startedAt, dataDir, addresses }: Running,
  { clock, ingest, workspace, store }: Services,
  lanUrls: readonly string[],
  caller: Caller,
): Promise<Status> => ({
  version,
  startedAt,
  pid: process.pid,
  node: process.version,
  dataDir,
  ...addresses,
  lanUrls: [...lanUrls],
  clock: clock.read(),
  ingestion: ingest.isPaused ? "paused" : "running",
  store: { ...store.health(), behind: await store.behind(clock.now()).catch(() => null) },
  warnings: warningsFor(caller, workspace),
});

/** The operator's are all; anybody else's those about files of Spaces that they see. */
function warningsFor(caller: Caller, workspace: Workspace): string[] {
  if (caller.isOperator) return [...workspace.warnings.values()];
  const folders = workspace
    .spaces()
    .filter(({ data }) => caller.roleIn(data.space.orgId) !== null)
    .map(({ path }) => join(dirname(path), sep));
  return [...workspace.warnings].flatMap(([about, warning]) =>
    folders.some((folder) => about.startsWith(folder)) ? [warning] : [],
  );
}
