import { expect, onTestFinished, test, vi } from "vitest";
import { LogFollower, type LogPage } from "../../../../src/server/log/log-follower.ts";
import type { EventBatch, Store } from "../../../../src/server/store/ports.ts";

const environment = { spaceId: "spc_1", environment: "development" as const };
const item = {
  kind: "event" as const,
  event: { name: "n", person: { kind: "user" as const, id: "u" }, time: 1, pairs: [] },
};

/** A store of one environment whose reads are answered when `held` is over, and what a follower of it passes on. */
function following(first: number) {
  const now = { epoch: "a", last: first, held: Promise.resolve(), fails: false, reads: 0 };
  const store = {
    get epoch() {
      return now.epoch;
    },
    log: {
      last: async () => {
        if (now.fails) throw new Error("busy");
        return [now.last];
      },
      // As SQLite's: through the end, also where that is before the place asked after.
      after: async ({ after }: { after: number }) => {
        now.reads += 1;
        await now.held;
        const events = Array.from({ length: Math.max(0, now.last - after) }, (_, at) => ({
          sequence: after + at + 1,
          receivedAt: 1,
          ...item.event,
          pairs: "[]",
          problem: null,
        }));
        return { events, through: now.last };
      },
    },
  } as unknown as Store;
  const log = new LogFollower(store);
  onTestFinished(() => log.close());
  const pages: LogPage[] = [];
  log.onPage((page) => void pages.push(page));
  const append = (count: number) => {
    const sequences = Array.from({ length: count }, () => {
      now.last += 1;
      return now.last;
    });
    const items = sequences.map(() => item);
    log.appended({ environment, receivedAt: 1, items } as unknown as EventBatch, sequences);
  };
  const passedOn = () => pages.flatMap(({ accepted }) => accepted.map(({ sequence }) => sequence));
  return { now, log, append, passedOn };
}

/** All that is due without a timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  ["longer", 100, 20],
  ["shorter", 20, 100],
])(
  "a read that was asked in a history that was %s passes on nothing twice and leaves out nothing",
  async (_, first, next) => {
    const { now, log, append, passedOn } = following(first);
    await log.look(environment);
    // Stored, and not passed on yet.
    now.last += 5;
    let answer = () => {};
    now.held = new Promise((resolve) => (answer = resolve));
    void log.look(environment);
    await settled();
    [now.epoch, now.last] = ["b", next];
    append(1);
    await log.restart();
    append(3);
    answer();
    await settled();
    append(1);
    await settled();
    expect(passedOn()).toEqual([2, 3, 4, 5].map((more) => next + more));
  },
);

test("what other servers append is read only where somebody follows, and what comes then follows what is here", async () => {
  const { now, log, append, passedOn } = following(100);
  append(1);
  now.last += 50;
  append(2);
  await settled();
  expect([now.reads, passedOn()]).toEqual([0, [101, 152, 153]]);
  const leave = await log.watch(environment);
  now.last += 3;
  append(1);
  await settled();
  expect([now.reads, passedOn().slice(3)]).toEqual([1, [154, 155, 156, 157]]);
  leave();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(3_600_000);
  now.last += 5;
  append(1);
  await settled();
  expect([now.reads, passedOn().slice(7)]).toEqual([1, [163]]);
});

test("whoever begins to follow waits for what is stored by then, and not for others to stop appending", async () => {
  const { now, log, passedOn } = following(100);
  await log.look(environment);
  now.last += 5;
  let answer = () => {};
  const hold = () => {
    now.held = new Promise((resolve) => {
      answer = resolve;
    });
  };
  hold();
  const watching = log.watch(environment);
  await vi.waitUntil(() => now.reads === 1);
  // Each time that a read is answered more has come.
  const goOn = answer;
  now.last += 5;
  hold();
  goOn();
  (await watching)();
  expect(passedOn()).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109, 110]);
  answer();
});

test("a fault of who follows is said in the log, and the others are told, also by what goes on in the background", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { now, log, append } = following(0);
  log.onPage(() => {
    throw new TypeError("a fault of ours");
  });
  const after: number[] = [];
  log.onPage(({ through }) => void after.push(through));
  const unwatch = await log.watch(environment);
  append(1);
  now.last += 1;
  await log.look(environment);
  expect(after).toEqual([1, 2]);
  expect(said).toHaveBeenCalledTimes(2);
  said.mockRestore();
  unwatch();
});

test("a restart that could not read is made up for by the next poll, and told then", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { now, log, append, passedOn } = following(100);
  const restarted = vi.fn();
  log.onRestart(restarted);
  const leave = await log.watch(environment);
  [now.epoch, now.last, now.fails] = ["b", 50, true];
  await expect(log.restart()).rejects.toThrow("busy");
  append(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(restarted).not.toHaveBeenCalled();
  now.fails = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(restarted).toHaveBeenCalledOnce();
  append(1);
  leave();
  expect(passedOn()).toEqual([52]);
});
