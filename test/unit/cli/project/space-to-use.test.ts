import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import type { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";
import { spaceToUse } from "../../../../src/cli/project/space-to-use.ts";

test.each([
  [null, "Say which Space with --space: cinema, my-first-space."],
  ["more", "Say which Space with --space: cinema, my-first-space …"],
])("where there are several, they are named (next page: %s)", async (next, words) => {
  vi.spyOn(process, "cwd").mockReturnValue(tmpdir());
  const ask = async () => ({ data: [{ key: "cinema" }, { key: "my-first-space" }], next });
  await expect(spaceToUse({ ask } as unknown as PlatformClient, {})).rejects.toThrow(words);
});
