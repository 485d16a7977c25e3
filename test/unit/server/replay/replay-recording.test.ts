import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { readRecording, writeRecording } from "../../../../src/server/replay/replay-recording.ts";
import { allOf, asRecorded, began, recorded } from "./recorded.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "understudy-replay-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const pathIn = (name: string) => join(dir, "replays", name);

test("gives back what went in, in order, and has counted it", async () => {
  const events = [
    recorded(2000, { time: began - 5 }),
    recorded(5000, { sessionId: "a-long-session", pairs: [{ key: "line\u2028\n", value: "\u0000\r" }] }),
    recorded(1000, { time: began + 9 }),
  ];
  const recording = await writeRecording(pathIn("one"), asRecorded([null, ...events, null]));
  expect(recording).toEqual({
    path: pathIn("one"),
    total: 3,
    skipped: 2,
    firstReceived: began + 2000,
    lastReceived: began + 5000,
    earliest: began - 5,
    latest: began + 5000,
    longestId: "a-long-session".length,
  });
  expect(await allOf(readRecording(recording.path))).toEqual(events);
});

test.skipIf(process.platform === "win32")("is nobody else's to read", async () => {
  const { path } = await writeRecording(pathIn("one"), asRecorded([recorded(0)]));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, "replays"))).mode & 0o777).toBe(0o700);
});

test("leaves no file where the events break off", async () => {
  async function* broken() {
    yield recorded(0);
    throw new Problem("invalid-body", "wrong");
  }
  await expect(writeRecording(pathIn("one"), broken())).rejects.toMatchObject({ code: "invalid-body" });
  expect(await readdir(join(dir, "replays"))).toEqual([]);
});

test("says where the disk does not take it", async () => {
  await writeFile(join(dir, "replays"), "in the way");
  await expect(writeRecording(pathIn("one"), asRecorded([recorded(0)]))).rejects.toMatchObject({
    code: "storage-failed",
  });
});

test("is read as it is asked for, and let go of where no more is", async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => recorded(index));
  const { path } = await writeRecording(pathIn("one"), asRecorded(many));
  const seen: number[] = [];
  for await (const { time } of readRecording(path)) if (seen.push(time - began) === 3) break;
  expect(seen).toEqual([0, 1, 2]);
});
