import { expect, test } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
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

test("whatever one address may begin in half an hour, as long as a sign-in lasts, leaves room for another's", async () => {
  const notes = notesInMemory();
  const note = { uid: null, userCode: null, grantId: null, until: Date.now() + 60_000, consumed: null };
  const begin = (id: string) => notes.put("Interaction", { ...note, id, payload: {} });
  await begin("another's");
  for (let at = 0; at < 30 * limits.signInsBegun.value; at += 1) await begin(`of one address ${at}`);
  expect(await notes.find("Interaction", "id", "another's")).not.toBeNull();
});
