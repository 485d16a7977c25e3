import { expect, test } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import type { Store } from "../../../../src/server/store/ports.ts";
import { importArray } from "../../../../src/server/users/user-import.ts";

test("a list of what are no users holds nobody else up, and is told of in part", async () => {
  const target = {
    store: {} as unknown as Store,
    environment: { spaceId: "spc_1", environment: "development" as const },
    at: 0,
    onStored: () => undefined,
  };
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const { rejected } = await importArray(target, new Array(20_000).fill(7));
  clearInterval(others);
  expect(rejected).toHaveLength(limits.rejectedRows.value);
  expect(turns).toBeGreaterThan(1);
});
