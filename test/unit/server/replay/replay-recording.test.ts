import { mkdir, mkdtemp, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FileRecordings } from "../../../../src/server/replay/file-recordings.ts";
import { writeRecording } from "../../../../src/server/replay/replay-recording.ts";
import { asRecorded, began, recorded } from "./recorded.ts";

const ref = { environment: { spaceId: "spc_1", environment: "staging" }, id: "one" } as const;
let dir: string;
let recordings: FileRecordings;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "understudy-replay-"));
  recordings = new FileRecordings(join(dir, "replays"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test("is written down in order, and counted", async () => {
  const events = [
    recorded(2000, { time: began - 5 }),
    recorded(5000, { sessionId: "a-long-session", pairs: [{ key: "line\u2028\n", value: "\u0000\r" }] }),
    recorded(1000, { time: began + 9 }),
  ];
  expect(await writeRecording(recordings, ref, asRecorded([null, ...events, null]))).toEqual({
    total: 3,
    skipped: 2,
    firstReceived: began + 2000,
    lastReceived: began + 5000,
    earliest: began - 5,
    latest: began + 5000,
    longestId: "a-long-session".length,
  });
  expect((await recordings.read(ref, 0)).map((line) => JSON.parse(line))).toEqual(events);
});

test("is written in parts, however long it is", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => recorded(index));
  await writeRecording(recordings, ref, asRecorded(many));
  const first = await recordings.read(ref, 0);
  expect(first.length).toBeLessThan(many.length / 2);
  expect(JSON.parse((await recordings.read(ref, first.length))[0] ?? "")).toEqual(many[first.length]);
});

test.skipIf(process.platform === "win32")("is nobody else's to read", async () => {
  await writeRecording(recordings, ref, asRecorded([recorded(0)]));
  expect((await stat(join(dir, "replays", "one.ndjson"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, "replays"))).mode & 0o777).toBe(0o700);
});

test("says where the disk does not take it", async () => {
  await writeFile(join(dir, "replays"), "in the way");
  await expect(writeRecording(recordings, ref, asRecorded([recorded(0)]))).rejects.toMatchObject({
    code: "storage-failed",
  });
});

test("what can't be read now may be later; what is removed or cut off is gone", async () => {
  await writeRecording(recordings, ref, asRecorded([recorded(0), recorded(1)]));
  const path = join(dir, "replays/one.ndjson");
  await rename(path, join(dir, "kept"));
  await mkdir(path);
  await expect(recordings.read(ref, 0)).rejects.toMatchObject({
    code: "storage-failed",
    message: "The recording can't be read: it is a folder",
  });
  await rm(path, { recursive: true });
  expect(await recordings.read(ref, 0)).toEqual([]);
  await rename(join(dir, "kept"), path);
  expect(await recordings.read(ref, 0)).toHaveLength(2);
  await truncate(path, 20);
  expect(await recordings.read(ref, 0)).toEqual([]);
});
