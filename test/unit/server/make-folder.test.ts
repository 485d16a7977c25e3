import { mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inviteOperator } from "../../../src/server/invite-operator.ts";
import { makeFolder } from "../../../src/server/make-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-make-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("makes a folder and those above it, and gives the uppermost that is new", async () => {
  expect(await makeFolder(join(folder, "a/b/c"), 0o700)).toBe(join(folder, "a"));
  expect((await stat(join(folder, "a/b/c"))).isDirectory()).toBe(true);
  expect(await makeFolder(join(folder, "a/b/d"))).toBe(join(folder, "a/b/d"));
  expect(await makeFolder(join(folder, "a/b/d"))).toBeUndefined();
  expect(await makeFolder("/")).toBeUndefined();
});

it("refuses what is in the way", async () => {
  await writeFile(join(folder, "file"), "");
  await expect(makeFolder(join(folder, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(folder, "file/in"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

it("leaves none of those above where one can't be made", async () => {
  await expect(makeFolder(join(folder, "a/b", "x".repeat(300), "c"))).rejects.toMatchObject({
    code: "ENAMETOOLONG",
  });
  expect(await readdir(folder)).toEqual([]);
});

it.runIf(process.platform === "linux")("ends where a folder takes none, also behind a link", async () => {
  await expect(makeFolder("/proc/understudy/below/it")).rejects.toThrow("/proc keeps no files");
  await symlink("/proc", join(folder, "link"));
  await expect(makeFolder(join(folder, "link/below"))).rejects.toThrow("link keeps no files");
});

it("an invitation into a folder that is no workspace makes none", async () => {
  const dataDir = join(folder, "nowhere");
  await expect(inviteOperator({ dataDir }, () => undefined)).rejects.toThrow(
    `There is no workspace in ${dataDir}.`,
  );
  await expect(stat(dataDir)).rejects.toThrow("ENOENT");
});
