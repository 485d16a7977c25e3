import { afterEach, expect, it, vi } from "vitest";
import { listSnapshots, restoreSnapshot } from "../../../../src/cli/commands/snapshot.ts";
import { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";
import { platformApi } from "../../../../src/core/api.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const over = (dataDir: string) => {
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "us_pat_somebody");
  vi.spyOn(PlatformClient.prototype, "ask").mockImplementation(
    async (_method, path) =>
      (path === platformApi.getStatus.path ? { dataDir } : { data: [], next: null }) as never,
  );
};

it("says where there can be no snapshots, and does not send anybody to make one", async () => {
  over("postgresql://db.example/understudy");
  for (const run of [() => listSnapshots({}), () => restoreSnapshot(undefined, {})])
    await expect(run()).rejects.toThrow(
      "Snapshots need a workspace in a folder; this one's store is shared.",
    );
});

it("says how to make one where there are none yet", async () => {
  over("/home/ida/work");
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await listSnapshots({})).toBe(0);
  expect(String(out.mock.calls[0])).toContain("Create one: understudy snapshot save");
});
