import type { Role } from "../../../src/core/organization.ts";
import type { EnvironmentKey } from "../../../src/core/primitives.ts";
import type { Status } from "../../../src/core/settings.ts";
import type { Environment, EnvironmentStats, Space } from "../../../src/core/space.ts";
import { FakeApi } from "./fake-api.ts";

export const stamps = { createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };

export const space: Space = {
  id: "spc_1",
  orgId: "org_1",
  key: "cinema",
  name: "Cinema",
  allowedOrigins: [],
  ...stamps,
};

const environment = (key: EnvironmentKey, name: string): Environment => ({
  key,
  name,
  apiKey: `us_${key.slice(0, 3)}_0123456789`,
  revision: 1,
  previousKeyUntil: null,
});
export const environments = [
  environment("development", "Development"),
  environment("staging", "Staging"),
  environment("production", "Production"),
];

const quiet: EnvironmentStats = {
  events: 0,
  rejected: 0,
  users: 0,
  visitors: 0,
  sessions: 0,
  rate: Array.from({ length: 60 }, () => 0),
  lastEvent: null,
};

export const meAs = (role: Role) => ({
  account: { id: "acc_1", name: "Ida Kessler", email: null },
  organizations: [{ id: "org_1", name: "Acme", role }],
  workspaceRole: role === "owner" ? ("operator" as const) : null,
  hasPassphrase: false,
});

/** What a copy says about itself that has no warning and is closed to the network. */
export const runningStatus: Status = {
  version: "0.1.0",
  startedAt: stamps.createdAt,
  pid: 4711,
  node: "v20.19.0",
  dataDir: "/home/ida/understudy",
  platformUrl: "http://127.0.0.1:4747",
  sdkUrl: "http://127.0.0.1:4748",
  lanUrls: [],
  clock: { mode: "system", at: stamps.createdAt },
  ingestion: "running",
  store: { state: "running", waiting: { rows: 0, characters: 0 }, behind: { events: 0, seconds: 0 } },
  warnings: [],
};

/** A server with one empty Space, Cinema; the operator has this role in it. */
export const emptyCinema = (role: Role = "owner"): FakeApi =>
  new FakeApi()
    .answer("getMe", meAs(role))
    .answer("listSpaces", { data: [space], next: null })
    .answer("listEnvironments", { data: environments, next: null })
    .answer("getStats", quiet)
    .answer("countUsers", { users: 0, visitors: 0 })
    .answer("getUpdates", { source: null, available: null, checkedAt: null, problem: null })
    .answer("getSettings", { legacyApi: "deprecated", retentionDays: 30, github: null })
    .answer("getClock", { mode: "system", at: stamps.createdAt })
    .answer("getLan", { open: false, urls: [] })
    .answer("getStatus", runningStatus);
