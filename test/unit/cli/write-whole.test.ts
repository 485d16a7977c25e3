import { execFileSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeWhole } from "../../../src/cli/write-whole.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-whole-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A body of two lines, which then goes on as `rest` says. */
async function* body(rest: () => Promise<unknown>): AsyncGenerator<Uint8Array> {
  yield Buffer.from("one\ntwo\n");
  await rest();
}
const never = () => new Promise(() => {});

test("all lines are there once they have come", async () => {
  const out = join(folder, "all.ndjson");
  await writeWhole(
    body(async () => {}),
    out,
    new AbortController().signal,
  );
  expect(await readFile(out, "utf8")).toBe("one\ntwo\n");
  expect(await readdir(folder)).toEqual(["all.ndjson"]);
});

test("a stop ends it and leaves nothing, also where the connection is dead and tells nothing any more", async () => {
  const stop = new AbortController();
  const writing = writeWhole(body(never), join(folder, "half.ndjson"), stop.signal);
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  stop.abort(new Error("told to stop"));
  await expect(writing).rejects.toThrow("told to stop");
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ["that ends", async () => {}],
  ["of a dead connection", never],
])("where no file can be made for a body %s, it says so", async (_, rest) => {
  const out = join(folder, "file");
  await writeFile(out, "");
  const writing = writeWhole(body(rest), join(out, "half.ndjson"), new AbortController().signal);
  await expect(writing).rejects.toThrow(
    `Nothing can be written into ${out}: a part of this path is a file and no folder. Name another place.`,
  );
});

test("a folder that is not there is named in words", async () => {
  const writing = written(join(folder, "gone/all.ndjson"));
  await expect(writing).rejects.toThrow(
    `Nothing can be written into ${join(folder, "gone")}: it is not there.`,
  );
});

test("one that breaks off leaves nothing", async () => {
  const broken = body(() => Promise.reject(new Error("the connection broke")));
  const writing = writeWhole(broken, join(folder, "half.ndjson"), new AbortController().signal);
  await expect(writing).rejects.toThrow("the connection broke");
  expect(await readdir(folder)).toEqual([]);
});

const written = (out: string) =>
  writeWhole(
    body(async () => {}),
    out,
    new AbortController().signal,
  );

test("a link stays, and the file that it leads to is written", async () => {
  await mkdir(join(folder, "elsewhere"));
  await writeFile(join(folder, "elsewhere/real.ndjson"), "old");
  await symlink("elsewhere/real.ndjson", join(folder, "link.ndjson"));
  await written(join(folder, "link.ndjson"));
  expect((await lstat(join(folder, "link.ndjson"))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, "elsewhere/real.ndjson"), "utf8")).toBe("one\ntwo\n");
});

test.skipIf(process.platform === "win32").each<[string, (out: string) => unknown, string]>([
  ["a pipe", (out) => execFileSync("mkfifo", [out]), "no regular file"],
  ["a folder", (out) => mkdir(out), "no regular file"],
  ["a link to a device", (out) => symlink("/dev/null", out), "no regular file"],
  ["a link that leads nowhere", (out) => symlink("gone", out), "a link that leads to no file"],
])("%s is named, and stays", async (_, make, words) => {
  const out = join(folder, "out");
  await make(out);
  const before = await lstat(out);
  await expect(written(out)).rejects.toThrow(words);
  expect([(await lstat(out)).ino, await readdir(folder)]).toEqual([before.ino, ["out"]]);
});
