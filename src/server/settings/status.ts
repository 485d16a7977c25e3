import type { Status } from "../../core/settings.ts";
import type { Services } from "../services.ts";
import { version } from "../version.ts";

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
  warnings: [...workspace.warnings.values()],
});
