import { expect, test, vi } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { userImportRow } from "../../../../src/core/user.ts";
import type { Store } from "../../../../src/server/store/ports.ts";
import { importArray } from "../../../../src/server/users/user-import.ts";

const target = {
  store: {} as unknown as Store,
  environment: { spaceId: "spc_1", environment: "development" as const },
  at: 0,
  onStored: () => undefined,
};

test("a list of what are no users holds nobody else up, and is told of in part", async () => {
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const { rejected } = await importArray(target, new Array(20_000).fill({}));
  clearInterval(others);
  expect(rejected).toHaveLength(limits.rejectedRows.value);
  expect(turns).toBeGreaterThan(1);
});

test("of what are no objects only those that are told of are looked at closely", async () => {
  const looked = vi.spyOn(userImportRow, "safeParse");
  const { rejected } = await importArray(target, new Array(3_000).fill(7));
  expect(rejected.at(-1)).toEqual({
    index: limits.rejectedRows.value - 1,
    detail: "the user must be an object",
  });
  expect(looked).toHaveBeenCalledTimes(limits.rejectedRows.value);
});
