import { expect, test } from "vitest";
import { notesInMemory, shortLived } from "../../../../src/server/oauth/short-lived.ts";

test("notes last by the clock that servers share, whatever this machine's own says", async () => {
  let now = Date.now() - 3_600_000;
  const notes = notesInMemory();
  const codes = shortLived(
    notes,
    "Code",
    () => Promise.reject(new Error("used")),
    () => now,
  );
  await codes.upsert("c1", { accountId: "ana" }, 60);
  expect((await notes.find("Code", "id", "c1"))?.until).toBe(now + 60_000);
  now += 119_000;
  expect(await codes.find("c1")).toMatchObject({ accountId: "ana" });
  now += 1_000;
  expect(await codes.find("c1")).toBeUndefined();
});
