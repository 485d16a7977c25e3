import { expect, onTestFinished, test, vi } from "vitest";
import { EventFeed, readPosition } from "../../../../src/server/events/event-feed.ts";
import type { EventStream } from "../../../../src/server/http/event-stream.ts";
import { LogFollower, type LogPage } from "../../../../src/server/log/log-follower.ts";
import { eventMatcher } from "../../../../src/server/store/event-matches.ts";
import type { EventQuery, StoredEvent } from "../../../../src/server/store/events.ts";
import type { Store } from "../../../../src/server/store/ports.ts";
import { Random } from "../../../helpers/random.ts";

test("a reader whose environment is dropped while it catches up is ended, not asked for again and again", async () => {
  const after = vi.fn(async (query: { after: number }) => ({ events: [], through: query.after }));
  const store = { log: { after }, epoch: "" } as unknown as Store;
  const stream = {
    ended: false,
    onEnd: () => undefined,
    write: () => undefined,
    ready: async () => undefined,
    end() {
      this.ended = true;
    },
  };
  const feed = new EventFeed(store, {
    epoch: store.epoch,
    through: () => 5,
    watch: async () => () => undefined,
  });
  const filter = { environment: { spaceId: "spc_1", environment: "development" as const }, where: [] };
  await feed.read(filter, { sequence: 0, epoch: "" }, stream as unknown as EventStream);
  expect(stream.ended).toBe(true);
  expect(after).toHaveBeenCalledOnce();
});

test("a reader that is behind is given 64 kB at a time, and more once it has taken that", async () => {
  let asked = 0;
  const after = async (query: { size: number; limit: number }) => {
    asked += 1;
    expect(query).toMatchObject({ size: 64 * 1024, limit: 500 });
    return { events: [], through: asked };
  };
  let take = () => {};
  const stream = {
    ended: false,
    onEnd: () => undefined,
    write: () => undefined,
    ready: () => new Promise<void>((resolve) => (take = resolve)),
  };
  const store = { log: { after }, epoch: "" } as unknown as Store;
  const feed = new EventFeed(store, {
    epoch: store.epoch,
    through: () => 3,
    watch: async () => () => undefined,
  });
  const filter = { environment: { spaceId: "spc_1", environment: "development" as const }, where: [] };
  const reading = feed.read(filter, { sequence: 0, epoch: "" }, stream as unknown as EventStream);
  const turns: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(asked);
    take();
  }
  await reading;
  expect([turns, asked]).toEqual([[0, 1, 2], 3]);
});

test.each([
  ["of a log that was never put back", "", "3", 3],
  ["of this log", "ab12", "3-ab12", 3],
  ["of the log before it was put back", "ab12", "3", "reset"],
  ["of another copy", "ab12", "3-cd34", "reset"],
  ["of what is lost", "", "6", "reset"],
  ["before all events", "ab12", "0", 0],
])("a position %s", async (_, epoch, text, want) => {
  const asked: number[] = [];
  const after = async (query: { after: number }) => {
    asked.push(query.after);
    return { events: [], through: 5 };
  };
  const written: string[] = [];
  const stream = {
    ended: false,
    onEnd: () => undefined,
    write: (part: string) => written.push(part),
    ready: async () => undefined,
  };
  const store = { epoch, log: { after } } as unknown as Store;
  const feed = new EventFeed(store, {
    epoch: store.epoch,
    through: () => 5,
    watch: async () => () => undefined,
  });
  const filter = { environment: { spaceId: "spc_1", environment: "development" as const }, where: [] };
  await feed.read(filter, readPosition(text), stream as unknown as EventStream);
  const id = epoch === "" ? "5" : `5-${epoch}`;
  const reset = `id: ${id}\nevent: reset\ndata: {"through":5}\n\n`;
  expect([asked, written.slice(1)]).toEqual(want === "reset" ? [[], [reset]] : [[want], []]);
});

const cinema = { spaceId: "spc_1", environment: "development" as const };

const anEvent = {
  id: "e",
  name: "movie/watched",
  person: null,
  sessionId: null,
  experienceId: null,
  pairs: null,
  sdk: null,
  receivedAt: 0,
  time: 0,
  problem: null,
  original: null,
};

test("readers of one filter are given the same bytes, and the text of an event is made once for all filters", async () => {
  const environment = { spaceId: "spc_1", environment: "development" as const };
  const feed = new EventFeed({ epoch: "", log: {} } as unknown as Store, {
    epoch: "",
    through: () => 4,
    watch: async () => () => undefined,
  });
  const given: unknown[][] = [];
  const filters = [
    { where: [] },
    { where: [] },
    { where: [[["k", "v"] as const]] },
    { where: [], name: "movie/watched" },
  ];
  for (const filter of filters) {
    const written: unknown[] = [];
    given.push(written);
    const stream = {
      ended: false,
      writable: true,
      onEnd: () => undefined,
      write: (part: unknown) => written.push(part),
    };
    await feed.read({ environment, ...filter }, null, stream as unknown as EventStream);
    written.length = 0;
  }
  const made = vi.fn(() => null);
  const event = {
    ...anEvent,
    sequence: 5,
    get original() {
      return made();
    },
  };
  feed.onPage({ environment, after: 4, through: 5, stored: () => [event] } as unknown as LogPage);
  const [first, second, other, named] = given;
  expect(String(first?.[0])).toMatch(/^id: 5\nevent: event\n/);
  expect(second?.[0]).toBe(first?.[0]);
  expect(other).toEqual([]);
  expect(String(named?.[0])).toBe(String(first?.[0]));
  expect(made).toHaveBeenCalledOnce();
});

test("events cost nothing for readers that do not read, however many filters they have", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let through = 0;
  const feed = new EventFeed({ epoch: "", log: {} } as unknown as Store, {
    epoch: "",
    through: () => through,
    watch: async () => () => undefined,
  });
  const stored = vi.fn(() => [anEvent]);
  for (let at = 0; at < 100; at += 1) {
    const ready = () => new Promise<void>(() => {});
    const stream = { ended: false, writable: false, onEnd: () => undefined, write: () => undefined, ready };
    await feed.read(
      { environment: cinema, where: [], name: `movie/act-${at}` },
      null,
      stream as unknown as EventStream,
    );
  }
  const come = (sequence: number) => {
    through = sequence;
    const page = { environment: cinema, after: sequence - 1, through, stored };
    feed.onPage(page as unknown as LogPage);
    vi.advanceTimersByTime(50);
  };
  come(1);
  stored.mockClear();
  come(2);
  expect(stored).not.toHaveBeenCalled();
});

test("what comes soon after other events is written with what else came, in order; the first is not waited for", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const environment = { spaceId: "spc_1", environment: "development" as const };
  const feed = new EventFeed({ epoch: "", log: {} } as unknown as Store, {
    epoch: "",
    through: () => 0,
    watch: async () => () => undefined,
  });
  const written: string[] = [];
  const write = (part: Uint8Array | string) =>
    void written.push([...String(part).matchAll(/^id: (\d+)$/gm)].map(([, id]) => id).join(" "));
  const stream = { ended: false, writable: true, onEnd: () => undefined, write };
  await feed.read({ environment, where: [] }, null, stream as unknown as EventStream);
  written.length = 0;
  const come = (sequence: number) =>
    feed.onPage({
      environment,
      after: sequence - 1,
      through: sequence,
      stored: () => [{ ...anEvent, sequence }],
    } as unknown as LogPage);
  for (const sequence of [1, 2, 3]) come(sequence);
  expect(written).toEqual(["1"]);
  vi.advanceTimersByTime(50);
  come(4);
  expect(written).toEqual(["1", "2 3"]);
  vi.advanceTimersByTime(100);
  come(5);
  expect(written).toEqual(["1", "2 3", "4", "5"]);
});

test.each(["polled", "appended to", "caught up with"])(
  "another history that is %s before it was told is no news",
  async (how) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const environment = { spaceId: "spc_1", environment: "development" as const };
    const stored = [{ ...anEvent, sequence: 1 }];
    const log = {
      last: async () => [stored.length],
      after: async ({ after }: { after: number }) => ({
        events: stored.slice(after),
        through: stored.length,
      }),
    };
    const store = { epoch: "a", log } as unknown as Store & { epoch: string };
    const follower = new LogFollower(store);
    onTestFinished(() => follower.close());
    const feed = new EventFeed(store, follower);
    follower.onPage((page) => feed.onPage(page));
    const told: string[] = [];
    const write = (part: Uint8Array | string) => {
      for (const [, what] of String(part).matchAll(/^id: (.+)$/gm)) told.push(what ?? "");
    };
    let take = async () => {};
    const stream = { ended: false, writable: true, onEnd: () => undefined, write, ready: () => take() };
    await feed.read({ environment, where: [] }, null, stream as unknown as EventStream);

    const put = () => {
      store.epoch = "b";
      for (const sequence of [2, 3]) stored.push({ ...anEvent, sequence });
    };
    if (how === "caught up with") {
      let goOn = () => {};
      take = () => new Promise((resolve) => (goOn = resolve));
      stream.writable = false;
      stored.push({ ...anEvent, sequence: 2 });
      await vi.advanceTimersByTimeAsync(200);
      stored.pop();
      put();
      goOn();
      take = async () => {};
      stream.writable = true;
    } else put();
    if (how === "appended to")
      follower.appended({ environment, receivedAt: 0, items: [{ kind: "event" }] } as never, [2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual([]);

    await follower.restart();
    feed.restart();
    stored.push({ ...anEvent, sequence: 4 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual(["3-b", "4-b"]);
  },
);

test("pages that wait for the next write are of the history before, and go with it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = { epoch: "a", through: () => 0, watch: async () => () => undefined };
  const feed = new EventFeed({ epoch: "a", log: {} } as unknown as Store, log);
  const told: (string | undefined)[] = [];
  const write = (part: Uint8Array | string) => {
    for (const [, id] of String(part).matchAll(/^id: (.+)$/gm)) told.push(id);
  };
  const stream = { ended: false, writable: true, onEnd: () => undefined, write };
  await feed.read({ environment: cinema, where: [] }, null, stream as unknown as EventStream);
  for (const sequence of [1, 2, 3]) {
    const stored = () => [{ ...anEvent, sequence }];
    const page = { environment: cinema, after: sequence - 1, through: sequence, stored };
    feed.onPage(page as unknown as LogPage);
  }
  [log.epoch, log.through] = ["b", () => 1];
  feed.restart();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(["1-a", "1-b"]);
});

test("a reader of another history is given nothing of the one that has begun before it is told so", async () => {
  const environment = { spaceId: "spc_1", environment: "development" as const };
  const log = { epoch: "old", through: () => 4, watch: async () => () => undefined };
  const feed = new EventFeed({ epoch: "old", log: {} } as unknown as Store, log);
  const written: unknown[] = [];
  const stream = {
    ended: false,
    writable: true,
    onEnd: () => undefined,
    write: (part: unknown) => written.push(part),
  };
  await feed.read({ environment, where: [] }, null, stream as unknown as EventStream);
  written.length = 0;
  log.epoch = "new";
  const stored = () => [{ ...anEvent, sequence: 5 }];
  feed.onPage({ environment, after: 4, through: 5, stored } as unknown as LogPage);
  feed.restart();
  expect(written.map(String)).toEqual(['id: 4-new\nevent: reset\ndata: {"through":4}\n\n']);
});

/** A log of which more is stored than was handed on, in pages as they come. */
class Pages {
  readonly stored: StoredEvent[] = [];
  handedOn = 0;
  private readonly random: Random;
  readonly feed: EventFeed;

  constructor(random: Random) {
    this.random = random;
    const after = async (query: { filter: EventQuery; after: number }) => {
      const through = Math.min(this.stored.length, query.after + 1 + random.below(4));
      const events = this.stored.slice(query.after, through).filter(eventMatcher(query.filter));
      return { events, through };
    };
    this.feed = new EventFeed({ epoch: "", log: { after } } as unknown as Store, {
      epoch: "",
      through: () => this.handedOn,
      watch: async () => () => undefined,
    });
  }

  append(count: number): void {
    for (let more = 0; more < count; more += 1)
      this.stored.push({
        ...anEvent,
        sequence: this.stored.length + 1,
        name: this.random.pick(["a/x", "b/x"]),
        source: "sdk",
      });
  }

  handOn(count = this.stored.length): void {
    const [after, through] = [this.handedOn, Math.min(this.stored.length, this.handedOn + count)];
    if (after === through) return;
    this.handedOn = through;
    const events = this.stored.slice(after, through);
    this.feed.onPage({ environment: cinema, after, through, accepted: [], stored: () => events });
  }

  /** A reader of one of three filters that takes what it is given now or later. */
  async join() {
    const filter = {
      environment: cinema,
      where: [],
      ...this.random.pick([{}, { name: "a/x" }, { name: "b/x" }]),
    };
    const from = this.random.pick([null, this.random.below(this.handedOn + 1)]);
    const start = from ?? this.handedOn;
    const given: number[] = [];
    let take = () => {};
    let end = () => {};
    const stream = {
      ended: false,
      writable: true,
      onEnd: (listener: () => void) => (end = listener),
      write: (part: Uint8Array | string) => {
        // What is handed on comes as bytes, and only to who takes it.
        if (typeof part !== "string") expect(stream.writable).toBe(true);
        for (const [, id] of String(part).matchAll(/^id: (\d+)$/gm)) given.push(Number(id));
      },
      ready: async () => {
        if (!stream.writable) await new Promise<void>((resolve) => (take = resolve));
      },
    };
    const position = from === null ? null : { sequence: from, epoch: null };
    const reading = this.feed.read(filter, position, stream as unknown as EventStream);
    const turn = (writable: boolean) => {
      stream.writable = writable;
      if (writable) take();
    };
    /** What it was given by then is all that it gets. */
    const leave = () => {
      stream.ended = true;
      turn(true);
      end();
    };
    const wanted = () =>
      this.stored
        .filter((one) => one.sequence > start && eventMatcher(filter)(one))
        .map((one) => one.sequence);
    return { reading, turn, leave, given, wanted };
  }
}

test.each(Array.from({ length: 50 }, (_, seed) => seed))(
  "whatever comes when, each reader is given each of its events once, in order: seed %i",
  async (seed) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const random = new Random(seed);
    const pages = new Pages(random);
    const readers: Awaited<ReturnType<Pages["join"]>>[] = [];
    for (let step = 0; step < 200; step += 1) {
      const what = random.below(7);
      if (what === 0) pages.append(1 + random.below(5));
      else if (what === 1 || what === 2) pages.handOn(1 + random.below(4));
      else if (what === 3 && readers.length < 8) readers.push(await pages.join());
      else if (what === 4 && readers.length > 0) random.pick(readers).turn(random.below(2) === 0);
      else if (what === 5 && readers.length > 0 && random.below(8) === 0) {
        const [gone] = readers.splice(random.below(readers.length), 1);
        gone?.leave();
        await gone?.reading;
        expect(gone?.wanted().slice(0, gone.given.length)).toEqual(gone?.given);
      } else await vi.advanceTimersByTimeAsync(random.below(80));
    }
    pages.handOn();
    for (const { turn } of readers) turn(true);
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(readers.map(({ reading }) => reading));
    expect(readers.map(({ given }) => given)).toEqual(readers.map(({ wanted }) => wanted()));
  },
);
