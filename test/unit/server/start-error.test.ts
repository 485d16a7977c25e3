import { expect, test } from "vitest";
import { Problem } from "../../../src/core/problem.ts";
import { asStartError } from "../../../src/server/open-data.ts";
import { diskError } from "../../../src/server/start-error.ts";
import { storageFailed } from "../../../src/server/workspace/storage-failed.ts";

test.each([
  ["ENOSPC: no space left on device, write", "there is no room for it"],
  ["EDQUOT: disk quota exceeded, write", "there is no room for it"],
  ["database or disk is full", "there is no room for it"],
  ["disk I/O error", "the disk is full, or fails"],
])("%s: the file is named, and what to do", (reason, why) => {
  expect(diskError(new Error(reason), "/ws/data.db")?.message).toBe(
    `/ws/data.db could not be written: ${why} (${reason}). What was there is as it was. Make room there, or name a folder on another disk with --data, and start again.`,
  );
});

test("a document that was to be changed is named, however it was told; all else stays what it was", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    path: "/ws/workspace.json",
  });
  for (const error of [full, storageFailed(full)])
    expect(asStartError(error).message).toContain(
      "/ws/workspace.json could not be written: there is no room",
    );
  expect(asStartError(new Problem("conflict", "It is there already.")).message).toBe("It is there already.");
  expect(asStartError(new Error("EACCES: permission denied")).message).toContain("EACCES");
});

test("what the owner of the data has no right to is named, and what to do", () => {
  const denied = Object.assign(new Error("EACCES: permission denied, scandir '/ws/spaces'"), {
    code: "EACCES",
    path: "/ws/spaces",
  });
  expect(asStartError(denied).message).toBe(
    "/ws/spaces can't be used: you have no right to it. Run this as whoever owns it, or have them give you the right.",
  );
});
