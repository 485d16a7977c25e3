import type { Status } from "../../core/settings.ts";
import type { Services } from "../services.ts";
import { version } from "../version.ts";

/** What is known of this run; its addresses once both planes listen. */
export interface Running {
  readonly startedAt: string;
  readonly dataDir: string;
  addresses: {
    readonly platformUrl: string;
    readonly sdkUrl: string;
  };
}

export const statusOf = (
  { startedAt, dataDir, addresses }: Running,
  { clock, ingest, workspace }: Services,
  lanUrls: readonly string[],
): Status => ({
  version,
  startedAt,
  pid: process.pid,
  node: process.version,
  dataDir,
  ...addresses,
  lanUrls: [...lanUrls],
  clock: clock.read(),
  ingestion: ingest.isPaused ? "paused" : "running",
  warnings: [...workspace.warnings.values()],
});
