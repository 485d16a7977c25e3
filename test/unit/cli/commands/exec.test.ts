import { expect, it, vi } from "vitest";
import { exec } from "../../../../src/cli/commands/exec.ts";
import { start } from "../../../../src/server/start.ts";
import { diskError } from "../../../../src/server/start-error.ts";

vi.mock("../../../../src/server/start.ts", () => ({ start: vi.fn() }));

it("names a flag that it has where the disk of its folder is full", async () => {
  vi.mocked(start).mockImplementation(async ({ dataDir }) => {
    throw diskError(new Error("ENOSPC: no space left on device, write"), dataDir);
  });
  await expect(exec(["true"], {})).rejects.toThrow(
    "name a folder on another disk with --keep, and start again",
  );
});
