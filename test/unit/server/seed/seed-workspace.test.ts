import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ApiKeyService } from "../../../../src/server/access/api-key-service.ts";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { seedWorkspace } from "../../../../src/server/seed/seed-workspace.ts";
import type { Services } from "../../../../src/server/services.ts";
import { emptySpace } from "../../../../src/server/workspace/first-workspace.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

test("a seed's Space has API keys, also where other servers share the workspace", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-seed-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const workspace = await Workspace.open(folder, 0);
  const devices = { isPaired: () => true, note: () => undefined };
  const apiKeys = new ApiKeyService(workspace.secrets, () => true, devices, Date.now, true);
  const document = emptySpace({ orgId: "org_1", key: "cinema", name: "Cinema", at: "2026-11-20T09:00:00Z" });
  const services = { workspace, apiKeys, clock: new PlatformClock() } as unknown as Services;
  await seedWorkspace(services, () => ({ schemaVersion: 1, spaces: [document], users: [], publish: [] }));
  const place = { spaceId: document.space.id, environment: "production" } as const;
  expect(apiKeys.find(apiKeys.current(place).apiKey)).toEqual(place);
});
