import { afterEach, expect, it, vi } from "vitest";
import { runServer } from "../../../src/cli/run-server.ts";
import type { RunningServer } from "../../../src/server/start-server.ts";

afterEach(() => void vi.restoreAllMocks());

it("ends with 1 and says why where nothing can be stored any more", async () => {
  const stop = vi.fn(async () => {});
  const said: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  const server = {
    failed: Promise.resolve("disk full"),
    notices: [],
    local: {},
    stop,
  } as unknown as RunningServer;
  const code = await runServer({ dataDir: "/nowhere" }, { json: true, start: async () => server });
  expect([code, stop.mock.calls.length]).toEqual([1, 1]);
  expect(said.join("")).toContain("Nothing can be stored any more: disk full.");
});

it("stops where it is told to while it waits for a database", async () => {
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    if (String(text).includes("Trying again")) process.emit("SIGINT");
    return true;
  });
  const store = "postgresql://nobody@127.0.0.1:1/nowhere";
  const options = { dataDir: "/nowhere", store, port: 0, sdkPort: 0 };
  expect(await runServer(options, { json: true })).toBe(0);
});
