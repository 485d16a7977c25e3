import { expect, test } from "vitest";
import { Closing } from "../../../src/server/closing.ts";

test("every step is done once, the last that was added first, whatever fails", async () => {
  const closing = new Closing();
  const seen: string[] = [];
  closing.add(() => seen.push("store"));
  closing.add(async () => {
    seen.push("listeners");
    throw new Error("stuck");
  });
  closing.add(() => seen.push("watcher"));
  await expect(closing.run()).rejects.toThrow("stuck");
  await expect(closing.run()).rejects.toThrow("stuck");
  expect(seen).toEqual(["watcher", "listeners", "store"]);
});
