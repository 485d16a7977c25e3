import { beforeEach, expect, it, vi } from "vitest";
import { open } from "../../../../src/cli/commands/open.ts";
import { serve } from "../../../../src/cli/commands/serve.ts";
import { runServer } from "../../../../src/cli/run-server.ts";
import { findRunningCopy } from "../../../../src/server/locator.ts";
import { StartError } from "../../../../src/server/start-error.ts";

vi.mock("../../../../src/cli/run-server.ts", () => ({ runServer: vi.fn() }));
vi.mock("../../../../src/server/locator.ts", () => ({ findRunningCopy: vi.fn() }));
vi.mock("../../../../src/cli/console-address.ts", () => ({
  askForConsole: () => Promise.resolve("http://127.0.0.1:4747/launch?token=t"),
}));

const dataDir = import.meta.dirname;
const addresses = { pid: 7, platformUrl: "http://127.0.0.1:4747", sdkUrl: "http://127.0.0.1:4748" };
const first = { ...addresses, startedAt: "", version: "0.1.0", host: "headless" as const, token: "t" };

beforeEach(() => {
  // The first copy takes the folder while the second one is starting.
  vi.mocked(findRunningCopy).mockReset().mockResolvedValue(first).mockResolvedValueOnce(null);
  vi.mocked(runServer).mockRejectedValue(new StartError("A copy already runs."));
});

it("open uses the copy that was started in the same moment", async () => {
  const said: string[] = [];
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
  try {
    expect(await open({ data: dataDir, headless: true, json: true })).toBe(0);
  } finally {
    out.mockRestore();
  }
  expect(JSON.parse(said.join(""))).toMatchObject({ event: "running", ...addresses, dataDir });
});

it("serve says where the copy is that was started in the same moment", async () => {
  await expect(serve({ data: dataDir, json: true })).rejects.toMatchObject({
    details: { code: "already-running", ...addresses },
  });
});

it("whatever else keeps a server from starting is told as it is", async () => {
  vi.mocked(findRunningCopy).mockResolvedValue(null);
  await expect(open({ data: dataDir, headless: true })).rejects.toThrow("A copy already runs.");
  await expect(serve({ data: dataDir })).rejects.toThrow("A copy already runs.");
});
