import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { replayOptions } from "../../../../src/core/replay.ts";
import { noShows } from "../../../../src/core/shows-document.ts";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { FileRecordings } from "../../../../src/server/replay/file-recordings.ts";
import { ReplayService } from "../../../../src/server/replay/replay-service.ts";
import type { IngestItem } from "../../../../src/server/store/events.ts";
import type { Lease, SharedWork } from "../../../../src/server/store/ports.ts";
import type { Workspace } from "../../../../src/server/workspace/workspace.ts";
import { asRecorded, recorded } from "./recorded.ts";

const staging = { spaceId: "spc_1", environment: "staging" } as const;
const second = 1_000;

let dir: string;
let recordings: FileRecordings;
let shows: Pick<Workspace["shows"], "data" | "update">;
let holders: Map<string, string>;
let stored: string[];
/** By which server each was. */
let storedBy: string[];
let servers: ReplayService[];
let isThere: boolean;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  dir = await mkdtemp(join(tmpdir(), "understudy-replay-"));
  recordings = new FileRecordings(dir);
  let data = structuredClone(noShows);
  shows = {
    get data() {
      return data;
    },
    update: async (change) => {
      const draft = structuredClone(data);
      const result = change(draft);
      data = draft;
      return result;
    },
  };
  holders = new Map();
  stored = [];
  storedBy = [];
  servers = [];
  isThere = true;
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  vi.useRealTimers();
  await rm(dir, { recursive: true, force: true });
});

/** One of the servers; without its leases it is one that was killed. */
function serverNamed(me: string): ReplayService {
  const lease = async (name: string): Promise<Lease | null> => {
    const keep = async () => {
      if (!holders.has(name)) holders.set(name, me);
      return holders.get(name) === me;
    };
    return (await keep()) ? { keep, release: async () => void holders.delete(name) } : null;
  };
  const submit = async (_environment: unknown, items: readonly IngestItem[]) => {
    for (const item of items)
      if (item.kind === "event" && !stored.includes(item.event.id)) {
        stored.push(item.event.id);
        storedBy.push(me);
      }
  };
  const workspace = {
    privateDir: dir,
    findSpace: () => (isThere ? ({} as never) : undefined),
    shows,
    onChange: () => () => undefined,
  };
  const work = { recordings, lease, now: () => Date.now() } as unknown as SharedWork;
  const server = new ReplayService(
    { workspace, clock: new PlatformClock(), ingest: { isPaused: false, submit } },
    { work, workspace: workspace as unknown as Workspace },
  );
  servers.push(server);
  return server;
}
const start = (server: ReplayService, after: readonly number[]) =>
  server.start(
    staging,
    { from: "file", events: asRecorded(after.map((ms) => recorded(ms))) },
    replayOptions.parse({}),
  );
const look = () => vi.advanceTimersByTimeAsync(second);

/** Nothing can be written until it is `back`. */
function databaseAway() {
  const { update } = shows;
  const refuse = vi.fn(async () => Promise.reject(new Error("the database is away")));
  shows.update = refuse;
  const back = () => {
    shows.update = update;
  };
  return { refuse, back };
}

test("a server that stops hands its replay on, and each event is stored once", async () => {
  const a = serverNamed("a");
  const b = serverNamed("b");
  const { id } = await start(a, [0, 300]);
  await expect.poll(() => stored.length).toBe(1);
  await a.close();
  expect(b.find(staging)).toMatchObject({ id, state: "running", played: 1 });
  await look();
  await expect.poll(() => b.find(staging)?.state).toBe("done");
  const secret = shows.data.replays["spc_1/staging"]?.secret;
  expect(stored).toEqual([0, 1].map((at) => `${secret}_${at}`));
  // Whoever knew the ids could send events of them first.
  expect([secret?.includes(id.slice(4)), JSON.stringify(b.find(staging)).includes(secret ?? "")]).toEqual([
    false,
    false,
  ]);
  await expect.poll(() => holders.size).toBe(0);
  expect([await recordings.read({ environment: staging, id }, 0), shows.data.recordings]).toEqual([[], {}]);
});

test("a server that stops while it writes down that one runs plays nothing of it, and another does", async () => {
  const a = serverNamed("a");
  const { update } = shows;
  shows.update = async (change) => {
    const done = await update(change);
    if (shows.data.replays["spc_1/staging"] !== undefined) await a.close();
    return done;
  };
  await start(a, [0, 300]);
  shows.update = update;
  const b = serverNamed("b");
  await look();
  await expect.poll(() => b.find(staging)?.state).toBe("done");
  expect(storedBy).toEqual(["b", "b"]);
});

test("one that lost its lease plays no further, and the one that has it goes on behind what was told", async () => {
  const a = serverNamed("a");
  const { id } = await start(a, [0, 1.5 * second, 60 * second]);
  await expect.poll(() => stored.length).toBe(1);
  await look();
  holders.set(`replay ${id}`, "b");
  const b = serverNamed("b");
  await look();
  expect(shows.data.replays["spc_1/staging"]).toMatchObject({ state: "running", played: 1 });
  await expect.poll(() => storedBy).toEqual(["a", "b"]);
  expect((await b.stop(staging))?.state).toBe("stopped");
  expect(stored).toHaveLength(2);
});

test("how it goes is told with the next look, where it could not be written", async () => {
  const failed = vi.fn();
  process.on("unhandledRejection", failed);
  onTestFinished(() => void process.off("unhandledRejection", failed));
  const a = serverNamed("a");
  await start(a, [0, 60 * second]);
  await expect.poll(() => stored.length).toBe(1);
  const { refuse, back } = databaseAway();
  await look();
  expect(refuse).toHaveBeenCalled();
  back();
  await look();
  await expect.poll(() => shows.data.replays["spc_1/staging"]).toMatchObject({ state: "running", played: 1 });
  // Node tells of a rejection that nobody has taken once all that was due is done.
  await new Promise((resolve) => setImmediate(resolve));
  expect(failed).not.toHaveBeenCalled();
});

test("a replay of whose beginning nobody could be told is none, and the next one can begin", async () => {
  const a = serverNamed("a");
  const { back } = databaseAway();
  await expect(start(a, [0])).rejects.toThrow("the database is away");
  expect([holders.size, stored]).toEqual([0, []]);
  back();
  await start(a, [0]);
  await expect.poll(() => a.find(staging)?.state).toBe("done");
});

test("the last word of a replay is told once it can be written", async () => {
  const a = serverNamed("a");
  await start(a, [0, 300]);
  await expect.poll(() => stored.length).toBe(1);
  const { refuse, back } = databaseAway();
  await expect.poll(() => refuse.mock.calls.length).toBeGreaterThan(1);
  expect(stored).toHaveLength(2);
  back();
  await expect.poll(() => shows.data.replays["spc_1/staging"]).toMatchObject({ state: "done", played: 2 });
  await expect.poll(() => holders.size).toBe(0);
});

test("what could not be taken over is taken over at the next look", async () => {
  const a = serverNamed("a");
  await start(a, [0, 300]);
  await expect.poll(() => stored.length).toBe(1);
  await a.close();
  const b = serverNamed("b");
  const { refuse, back } = databaseAway();
  await look();
  await expect.poll(() => refuse.mock.calls.length).toBe(1);
  await expect.poll(() => holders.size).toBe(0);
  back();
  await look();
  await expect.poll(() => b.find(staging)?.state).toBe("done");
  expect(stored).toHaveLength(2);
});

test("a stop that the server which plays does not hear is refused, and ends it as soon as that does", async () => {
  const a = serverNamed("a");
  await start(a, [0, 60 * second]);
  await expect.poll(() => stored.length).toBe(1);
  // Its own looks, and its word of a change, stay away.
  vi.clearAllTimers();
  const b = serverNamed("b");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stopped = b.stop(staging).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(await stopped).toMatchObject({ code: "busy", message: expect.stringContaining("has not answered") });
  vi.useRealTimers();
  expect((await a.stop(staging))?.state).toBe("stopped");
  expect((await b.stop(staging))?.state).toBe("stopped");
});

test("a stop waits for the replay that ran when it was asked for, not for the next one", async () => {
  const a = serverNamed("a");
  await start(a, [0, 60 * second]);
  const b = serverNamed("b");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stopped = b.stop(staging).catch((error: unknown) => error);
  await shows.update((draft) => {
    const [found] = Object.values(draft.replays);
    if (found !== undefined) Object.assign(found, { id: "rpl_next", stop: false });
  });
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(await stopped).toMatchObject({ id: "rpl_next", state: "running" });
});

test("where no server was there for long, it is over, and says why", async () => {
  const a = serverNamed("a");
  const { id } = await start(a, [0, 60 * second]);
  await a.close();
  await shows.update((draft) => {
    const [found] = Object.values(draft.replays);
    if (found !== undefined) found.told -= 3_600 * second;
  });
  const b = serverNamed("b");
  await look();
  await expect
    .poll(() => b.find(staging))
    .toMatchObject({ state: "failed", detail: expect.stringContaining("interrupted") });
  await expect.poll(() => recordings.read({ environment: staging, id }, 0)).toEqual([]);
  expect(b.isRunning).toBe(false);
});

test("what a server that is gone was writing down is removed", async () => {
  const ref = { environment: staging, id: "rpl_gone" };
  await recordings.add(ref, 0, ["{}"]);
  await shows.update((draft) => {
    draft.recordings.rpl_gone = "spc_1/staging";
  });
  serverNamed("a");
  await look();
  await expect.poll(() => recordings.read(ref, 0)).toEqual([]);
  await expect.poll(() => shows.data.recordings).toEqual({});
});

test("one that was written down after its Space went counts as none", async () => {
  const a = serverNamed("a");
  await start(a, [0, 60 * second]);
  expect(a.isRunning).toBe(true);
  isThere = false;
  expect(a.isRunning).toBe(false);
});

test("it goes with its Space, on every server", async () => {
  const a = serverNamed("a");
  const b = serverNamed("b");
  await start(a, [0, 60 * second]);
  for (const server of [a, b]) server.dropSpace("spc_1");
  await expect.poll(() => [a.find(staging), b.find(staging)]).toEqual([null, null]);
  await expect.poll(() => holders.size).toBe(0);
});
