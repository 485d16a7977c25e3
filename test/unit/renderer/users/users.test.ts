import { InfiniteQueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Event } from "../../../../src/core/event.ts";
import { eventDays } from "../../../../src/core/rule.ts";
import type { User } from "../../../../src/core/user.ts";
import { ApiProblem } from "../../../../src/renderer/api/api-problem.ts";
import type { ApiClient } from "../../../../src/renderer/api/client.ts";
import { createQueryClient } from "../../../../src/renderer/api/query-client.ts";
import { gatherTime } from "../../../../src/renderer/live/event-stream.ts";
import {
  asFieldKind,
  type FieldKind,
  fieldKindOf,
  keptKind,
  readList,
} from "../../../../src/renderer/people/fields/field-value.ts";
import {
  agoOfMs,
  copyPerson,
  madeUpOf,
  madeUpWords,
} from "../../../../src/renderer/people/made-up/made-up.ts";
import { membersPatch, removalKey, userPort } from "../../../../src/renderer/people/user-port.ts";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import { createToastsStore, undoLast } from "../../../../src/renderer/stores/toasts-store.ts";
import { followClock } from "../../../../src/renderer/text/platform-clock.ts";
import { heldRow } from "../../../../src/renderer/users/held-rows.ts";
import { importRows, readRows, rowsAtOnce } from "../../../../src/renderer/users/import-users.ts";
import { timelineDays, timelineLimit, UserTimeline } from "../../../../src/renderer/users/timeline.ts";
import {
  isNarrowed,
  readUserFilter,
  sortedBy,
  type UserFilter,
  writeUserFilter,
} from "../../../../src/renderer/users/user-filter.ts";
import { deleteUser, usersQuery } from "../../../../src/renderer/users/user-list.ts";

const place = { spaceId: "s", environment: "development" } as const;
const person = (id: string, more: Partial<User> = {}): User => ({
  id,
  kind: "known",
  fields: {},
  labels: [],
  platform: null,
  locale: null,
  timeZone: null,
  createdAt: "2026-11-20T00:00:00Z",
  firstSeenAt: null,
  lastSeenAt: null,
  sessions: 0,
  ...more,
});
const problem = (status: number) =>
  new ApiProblem({ type: "about:blank", title: "x", status, code: "x", detail: "No.", instance: "/" });

describe("a filter of users in the address", () => {
  const table: [string, { given: string; want: UserFilter }][] = [
    ["nothing", { given: "", want: {} }],
    [
      "all of it",
      {
        given: "kind=visitor&q=ana&label=vip&tribe=gold&sort=createdAt&order=desc",
        want: { kind: "visitor", q: "ana", label: "vip", tribe: "gold", sort: "createdAt", order: "desc" },
      },
    ],
    ["what means nothing", { given: "kind=cat&sort=shoe&order=up&q=", want: {} }],
  ];
  it.each(table)("%s", (_, { given, want }) => expect(readUserFilter(given)).toEqual(want));

  it("comes back as it was written", () => {
    const filter: UserFilter = { kind: "known", q: "a&b", label: "vip", sort: "lastSeenAt", order: "desc" };
    expect(readUserFilter(writeUserFilter(filter).slice(1))).toEqual(filter);
  });

  it("is narrowed by anything but the order", () => {
    expect([isNarrowed({ sort: "createdAt" }), isNarrowed({ label: "vip" })]).toEqual([false, true]);
  });

  it("orders by a time with the newest first, then the other way; by id from a to z", () => {
    const first = sortedBy({}, "createdAt");
    expect([first.sort, first.order]).toEqual(["createdAt", "desc"]);
    expect(sortedBy(first, "createdAt").order).toBeUndefined();
    expect(sortedBy(first, "id")).toMatchObject({ sort: undefined, order: undefined });
    expect(sortedBy({}, "id").order).toBe("desc");
  });
});

describe("a field's kind", () => {
  const table: [string, { given: User["fields"][string]; want: FieldKind }][] = [
    ["a text", { given: "gold", want: "text" }],
    ["a day", { given: "2026-11-20", want: "date" }],
    ["a time", { given: "2026-11-20T10:00:00Z", want: "date" }],
    ["no day", { given: "2026-13-45", want: "text" }],
    ["a number", { given: 34, want: "number" }],
    ["a switch", { given: false, want: "boolean" }],
    ["a list", { given: ["a"], want: "list" }],
  ];
  it.each(table)("%s", (_, { given, want }) => expect(fieldKindOf(given)).toBe(want));

  it("stays a text while a date is typed into it", () => {
    expect(keptKind("text", "2026-11-20")).toBe("text");
    expect(keptKind("text", 3)).toBe("number");
  });

  it("keeps what it can of a value as another kind", () => {
    expect(asFieldKind("34", "number")).toBe(34);
    expect(asFieldKind("gold", "number")).toBe(0);
    expect(asFieldKind("yes", "boolean")).toBe(true);
    expect(asFieldKind(["a", "b"], "text")).toBe("a, b");
    expect(asFieldKind("gold", "list")).toEqual(["gold"]);
    expect(asFieldKind("2026-11-20", "date")).toBe("2026-11-20");
  });

  it("reads lists with their numbers and switches", () => {
    expect(readList("a, 3 ,true,, 007")).toEqual(["a", 3, true, "007"]);
  });
});

describe("saving a user", () => {
  it("sends only what changed, and null for what is gone", () => {
    expect(membersPatch({ plan: "gold", age: 3, tags: ["a"] }, { plan: "silver", tags: ["a"] })).toEqual({
      plan: "silver",
      age: null,
    });
  });

  /** A user who was seen again since they were read; a patch of that version is stale. */
  const portOf = (now: User) => {
    const writes: unknown[] = [];
    const client = {
      exchange: async (route: string, input: { readonly body?: object; readonly ifMatch?: string }) => {
        if (route === "getUser") return { answer: now, etag: '"2"' };
        if (input.ifMatch !== '"2"') throw problem(412);
        writes.push(input.body);
        return { answer: now, etag: '"3"' };
      },
    } as unknown as ApiClient;
    const port = userPort({ client, place, user: now });
    port.onServer?.(person("ana", { fields: { plan: "gold" } }));
    return { port, writes };
  };
  const edit = { fields: { plan: "silver" } };
  const options = { ifMatch: '"1"', keepalive: false };

  it("goes on where somebody was only seen again meanwhile", async () => {
    const { port, writes } = portOf(person("ana", { fields: { plan: "gold" }, sessions: 4 }));
    await port.patch(edit, options);
    expect(writes).toEqual([{ fields: { plan: "silver" } }]);
  });

  it("is a conflict where somebody else changed them", async () => {
    const { port, writes } = portOf(person("ana", { fields: { plan: "free" } }));
    await expect(port.patch(edit, options)).rejects.toMatchObject({ status: 412 });
    expect(writes).toEqual([]);
  });

  it("refuses by the server's own schema before anything is sent", () => {
    const { port } = portOf(person("ana"));
    expect(port.check?.({ labels: ["x".repeat(65)] })).toHaveLength(1);
    expect(port.check?.({ labels: ["vip"] })).toEqual([]);
  });
});

describe("the list of users", () => {
  const listOf = (pages: readonly User[][], refuse = false) => {
    const [deleted, asked]: [string[], string[]] = [[], []];
    const client = {
      call: async (route: string, { query, params }: Record<string, Record<string, string>>) => {
        if (route === "deleteUser") {
          if (refuse) throw problem(403);
          deleted.push(params?.userId ?? "");
          return undefined;
        }
        const at = Number(query?.cursor ?? 0);
        asked.push(String(at));
        const data = pages[at]?.filter(({ id }) => !deleted.includes(id));
        return { data, next: at + 1 < pages.length ? String(at + 1) : null };
      },
    } as unknown as ApiClient;
    const toasts = createToastsStore();
    const console = {
      client,
      queries: createQueryClient(),
      removals: new Removals(toasts, createServerStore()),
    };
    const list = new InfiniteQueryObserver(console.queries, usersQuery(client, place, {}));
    const stop = list.subscribe(() => undefined);
    const ids = () => list.getCurrentResult().data?.pages.map(({ data }) => data.map(({ id }) => id));
    return { list, ids, asked, deleted, console, toasts, stop };
  };

  it("reads page by page, the next one once, however often it is asked for", async () => {
    const { list, ids, asked, stop } = listOf([[person("a")], [person("b")]]);
    await expect.poll(ids).toEqual([["a"]]);
    await Promise.all([
      list.fetchNextPage({ cancelRefetch: false }),
      list.fetchNextPage({ cancelRefetch: false }),
    ]);
    expect([ids(), asked, list.getCurrentResult().hasNextPage]).toEqual([[["a"], ["b"]], ["0", "1"], false]);
    stop();
  });

  it("asks again by itself, but not of a list that is read further down", async () => {
    const { list, ids, console, stop } = listOf([[person("a")], [person("b")]]);
    await expect.poll(ids).toEqual([["a"]]);
    const { queryKey, refetchInterval } = usersQuery(console.client, place, {});
    const query = console.queries.getQueryCache().find<never>({ queryKey });
    const every = () => typeof refetchInterval === "function" && query && refetchInterval(query as never);
    expect(every()).toBeGreaterThan(0);
    await list.fetchNextPage();
    expect(every()).toBe(false);
    stop();
  });

  it("hides who is deleted at once, and deletes after the undo", async () => {
    const { ids, deleted, console, toasts, stop } = listOf([[person("a"), person("b")]]);
    await expect.poll(ids).toEqual([["a", "b"]]);
    deleteUser(console, place, person("a"));
    expect(console.removals.hidden.getState().has(removalKey(place, person("a")))).toBe(true);
    undoLast(toasts);
    expect([console.removals.hidden.getState().size, deleted]).toEqual([0, []]);
    deleteUser(console, place, person("a"));
    console.removals.settleAll();
    await expect.poll(ids).toEqual([["b"]]);
    expect([deleted, console.removals.hidden.getState().size]).toEqual([["a"], 0]);
    stop();
  });

  it("brings back who could not be deleted, and says why", async () => {
    const { ids, console, toasts, stop } = listOf([[person("a")]], true);
    await expect.poll(ids).toEqual([["a"]]);
    deleteUser(console, place, person("a"));
    console.removals.settleAll();
    await expect.poll(() => console.removals.hidden.getState().size).toBe(0);
    expect([ids(), toasts.getState().toasts.map(({ text }) => text)]).toEqual([
      [["a"]],
      ["“a” was not deleted. No."],
    ]);
    stop();
  });
});

describe("an import", () => {
  it.each([
    ["a JSON array", { given: '[{"id":"a"},{"id":"b"}]', want: [1, 2] }],
    ["NDJSON with an empty line", { given: '{"id":"a"}\n\n{"id":"b"}', want: [1, 3] }],
    ["NDJSON with a byte order mark", { given: '\uFEFF{"id":"a"}\n{"id":"b"}', want: [1, 2] }],
    ["a JSON array with one", { given: '\uFEFF[{"id":"a"}]', want: [1] }],
  ])("reads %s and knows the rows", (_, { given, want }) => {
    const read = readRows(given);
    expect("rows" in read && read.rows.map(({ line }) => line)).toEqual(want);
  });

  it.each([
    ["nothing", { given: " ", want: "There is nothing in it." }],
    ["an empty list", { given: "[]", want: "The list is empty." }],
    ["a line that is no JSON", { given: '{"id":"a"}\nplan,gold', want: /^Line 2 is not JSON/ }],
  ])("says what is wrong with %s", (_, { given, want }) => {
    const read = readRows(given);
    expect("problem" in read && read.problem).toMatch(want);
  });

  it("goes in parts, tells how far it is, and names refused rows by their line", async () => {
    const rows = Array.from({ length: rowsAtOnce + 1 }, (_, index) => ({ line: index + 10, value: index }));
    const told: number[] = [];
    const end = await importRows(
      { rows },
      async (part) => ({ created: part.length - 1, updated: 0, rejected: [{ index: 0, detail: "no id" }] }),
      ({ done }) => told.push(done),
    );
    expect(told).toEqual([rowsAtOnce, rowsAtOnce + 1]);
    expect(end.rejected.map(({ line }) => line)).toEqual([10, rowsAtOnce + 10]);
    expect(end.created).toBe(rowsAtOnce - 1);
  });
});

const event = (sequence: number, time: string, sessionId?: string): Event =>
  ({
    sequence,
    id: String(sequence),
    name: "movie/watched",
    time,
    sessionId,
    status: "accepted",
    metadata: {},
  }) as Event;

describe("a timeline", () => {
  it("groups by day and by runs of one session", () => {
    const noon = (day: number) => new Date(2026, 10, day, 12).toISOString();
    const days = timelineDays([
      event(4, noon(21), "b"),
      event(3, noon(21), "a"),
      event(2, noon(21), "a"),
      event(1, noon(20), "a"),
    ]);
    expect(
      days.map(({ sessions }) => sessions.map((one) => one.events.map(({ sequence }) => sequence))),
    ).toEqual([[[4], [3, 2]], [[1]]]);
  });

  it("goes on behind the newest it has, and gives the stream back while nobody sees it", async () => {
    const opened: number[] = [];
    let closed = 0;
    let tell: (events: readonly Event[]) => void = () => undefined;
    let news = 0;
    const timeline = new UserTimeline({
      client: {
        call: async () => ({ data: [event(7, "2026-11-21T12:00:00Z")], next: null }),
      } as unknown as ApiClient,
      place,
      user: { id: "ana", kind: "known" },
      onNews: async () => {
        news += 1;
      },
      follow: ({ after, onEvents }) => {
        opened.push(after);
        tell = onEvents;
        return { close: () => (closed += 1) };
      },
    });
    timeline.open();
    await expect.poll(() => opened).toEqual([7]);
    tell([event(8, "2026-11-21T12:01:00Z"), event(9, "2026-11-21T12:02:00Z")]);
    expect(timeline.store.getState().window.rows.map(({ sequence }) => sequence)).toEqual([9, 8, 7]);
    timeline.see(false);
    timeline.see(true);
    expect([opened, closed, news]).toEqual([[7, 9], 1, 1]);
  });

  it("reads the next page once, however often it is asked for, below what came meanwhile", async () => {
    const asked: (string | undefined)[] = [];
    let tell: (events: readonly Event[]) => void = () => undefined;
    const timeline = new UserTimeline({
      client: {
        call: async (_: string, { query }: { query: { cursor?: string } }) => {
          asked.push(query.cursor);
          const at = query.cursor === undefined ? 7 : 6;
          return { data: [event(at, "2026-11-21T12:00:00Z")], next: at === 7 ? "older" : null };
        },
      } as unknown as ApiClient,
      place,
      user: { id: "ana", kind: "known" },
      onNews: async () => undefined,
      follow: ({ onEvents }) => {
        tell = onEvents;
        return { close: () => undefined };
      },
    });
    timeline.open();
    await expect.poll(() => timeline.store.getState().phase).toBe("ready");
    const older = [timeline.loadOlder(), timeline.loadOlder()];
    tell([event(8, "2026-11-21T12:01:00Z")]);
    await Promise.all(older);
    expect(asked).toEqual([undefined, "older"]);
    expect(timeline.store.getState().window.rows.map(({ sequence }) => sequence)).toEqual([8, 7, 6]);
  });

  it("lets go of the oldest while more and more come, and reads them again when asked", async () => {
    const asked: object[] = [];
    let tell: (events: readonly Event[]) => void = () => undefined;
    const timeline = new UserTimeline({
      client: {
        call: async (_: string, { query }: { query: object }) => {
          asked.push(query);
          return { data: [event(asked.length === 1 ? 100 : 99, "2026-11-21T12:00:00Z")], next: null };
        },
      } as unknown as ApiClient,
      place,
      user: { id: "ana", kind: "known" },
      onNews: async () => undefined,
      follow: ({ onEvents }) => {
        tell = onEvents;
        return { close: () => undefined };
      },
    });
    timeline.open();
    await expect.poll(() => timeline.store.getState().phase).toBe("ready");
    const state = () => timeline.store.getState();
    for (let first = 101; first < 10_101; first += 100)
      tell(Array.from({ length: 100 }, (_, at) => event(first + at, "2026-11-21T12:01:00Z")));
    expect(state().window.rows[0]?.sequence).toBe(10_100);
    expect(state().window.rows).toHaveLength(timelineLimit);
    expect(state().fresh.size).toBeLessThanOrEqual(timelineLimit);
    const oldest = state().window.rows.at(-1)?.sequence;
    await timeline.loadOlder();
    expect(asked.at(-1)).toMatchObject({ before: oldest });
    expect(state().window.rows).toHaveLength(timelineLimit + 1);
  });

  it("tells of news at most once a second, however fast events come", async () => {
    vi.useFakeTimers();
    let tell: (events: readonly Event[]) => void = () => undefined;
    const onNews = vi.fn(async () => undefined);
    const timeline = new UserTimeline({
      client: { call: async () => ({ data: [], next: null }) } as unknown as ApiClient,
      place,
      user: { id: "ana", kind: "known" },
      onNews,
      follow: ({ onEvents }) => {
        tell = onEvents;
        return { close: () => undefined };
      },
    });
    const close = timeline.open();
    await vi.advanceTimersByTimeAsync(0);
    for (let batch = 1; batch <= 30; batch += 1) {
      tell([event(batch, "2026-11-21T12:00:00Z")]);
      await vi.advanceTimersByTimeAsync(gatherTime);
    }
    expect(onNews.mock.calls.length).toBeLessThanOrEqual(4);
    close();
    vi.useRealTimers();
  });

  it("is read again where it could not be, and says why older ones could not; a stream that begins anew has all read anew", async () => {
    const page = (...sequences: readonly number[]) => ({
      data: sequences.map((one) => event(one, "2026-11-21T12:00:00Z")),
      next: sequences.includes(1) ? null : "more",
    });
    const answers = [problem(500), page(4, 3), problem(503), page(2, 1), page(9)];
    let begins: () => void = () => undefined;
    const closed = vi.fn();
    const timeline = new UserTimeline({
      client: {
        call: async () => {
          const answer = answers.shift();
          if (answer instanceof ApiProblem) throw answer;
          return answer;
        },
      } as unknown as ApiClient,
      place,
      user: { id: "ana", kind: "known" },
      onNews: async () => undefined,
      follow: ({ onReset = () => undefined }) => {
        begins = onReset;
        return { close: closed };
      },
    });
    const state = () => timeline.store.getState();
    const sequences = () => state().window.rows.map(({ sequence }) => sequence);
    timeline.open();
    await expect.poll(state).toMatchObject({ phase: "failed", problem: "No." });
    await timeline.retry();
    expect(state()).toMatchObject({ phase: "ready", problem: null });
    await timeline.loadOlder();
    expect(state()).toMatchObject({ phase: "ready", problem: "No." });
    await timeline.loadOlder();
    expect(state().problem).toBeNull();
    expect(sequences()).toEqual([4, 3, 2, 1]);
    begins();
    expect(closed).toHaveBeenCalledTimes(1);
    await expect.poll(sequences).toEqual([9]);
  });

  /** Rows of 28 px, the first of them at `top`. */
  const rowsFrom = (top: number) => (index: number) => ({
    top: top + 28 * index,
    bottom: top + 28 * (index + 1),
  });
  const table: [string, { given: [number, number]; want: number }][] = [
    ["nothing while there are no rows", { given: [0, -100], want: -1 }],
    ["nothing while the newest is in sight: there one reads what comes", { given: [5, 0], want: -1 }],
    ["nothing while the timeline is below", { given: [5, 300], want: -1 }],
    ["the newest, once a part of it is out of sight", { given: [5, -1], want: 0 }],
    ["the next, once it is wholly out of sight", { given: [5, -28], want: 1 }],
    ["the first that is in sight", { given: [5, -100], want: 3 }],
    ["nothing once all are above", { given: [5, -140], want: -1 }],
  ];
  it.each(table)("holds %s", (_, { given: [count, top], want }) =>
    expect(heldRow(count, rowsFrom(top))).toBe(want),
  );
});

describe("somebody real as somebody made up", () => {
  it("counts equal events of the same time ago, and leaves out what was refused or is the SDK's own", () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    const made = madeUpOf(
      person("ana", { fields: { plan: "gold" }, labels: ["vip"], sessions: 3 }),
      [
        event(4, "2026-11-18T12:00:00Z"),
        event(3, "2026-11-18T11:58:00Z"),
        { ...event(2, "2026-11-21T11:00:00Z"), status: "rejected" },
        { ...event(1, "2026-11-21T11:00:00Z"), name: "system/session" },
      ],
      now,
    );
    expect(made).toEqual({
      user: { kind: "known", userId: "ana", fields: { plan: "gold" }, labels: ["vip"], sessions: 3 },
      events: [{ name: "movie/watched", ago: { days: 3 }, count: 2, metadata: {} }],
    });
    expect(madeUpWords(made)).toBe("a known user, plan gold, “vip”, 2 events");
    const often = made.events.flatMap((one) => Array(12).fill({ ...one, count: 100 }));
    expect(madeUpWords({ ...made, events: often })).toBe("a known user, plan gold, “vip”, 1,200 events");
  });

  it("did it as long ago as the platform's clock says, where that was moved", async () => {
    followClock({ mode: "offset", at: "", seconds: 8 * 86_400 });
    onTestFinished(() => followClock({ mode: "system", at: "" }));
    const now = Date.now() + 8 * 86_400_000;
    const asked: Record<string, { query: { from?: string } }> = {};
    const call = async (route: string, input: { query: { from?: string } }) => {
      asked[route] = input;
      return route === "getUser"
        ? person("ana")
        : { data: [event(1, new Date(now - 3_600_000).toISOString())], next: null };
    };
    const { madeUp } = await copyPerson({ call } as never, place, { id: "ana", kind: "known" });
    expect(madeUp.events[0]?.ago).toEqual({ minutes: 60 });
    const from = Date.parse(asked.listEvents?.query.from ?? "");
    expect(Math.round((now - from) / 86_400_000)).toBe(eventDays);
  });

  it.each<[title: string, names: string[], counts: number[], missing: string | null]>([
    ["the same more often than a line may say", Array(250).fill("movie/watched"), [100, 100, 50], null],
    ["all of several pages", Array(401).fill("movie/watched"), [100, 100, 100, 100, 1], null],
    [
      "no more lines than there may be, and says so",
      Array.from({ length: 201 }, (_, at) => `movie/act-${at}`),
      Array(200).fill(1),
      "Not all that ana did fits: the newest 200 events are in it",
    ],
    [
      "no more than are read, and says so",
      Array(5_001).fill("movie/watched"),
      Array(50).fill(100),
      "Not all that ana did fits: the newest 5,000 events are in it",
    ],
  ])("has %s", async (_, names, counts, missing) => {
    const all = names.map((name, at) => ({ ...event(at, new Date().toISOString()), name }));
    const call = async (route: string, { query }: { query: { cursor?: string; limit?: number } }) => {
      if (route === "getUser") return person("ana");
      const begin = Number(query.cursor ?? 0);
      const end = begin + (query.limit ?? 0);
      return { data: all.slice(begin, end), next: end < all.length ? String(end) : null };
    };
    const copied = await copyPerson({ call } as never, place, { id: "ana", kind: "known" });
    expect(copied.madeUp.events.map(({ count }) => count)).toEqual(counts);
    expect(copied.missing).toBe(missing);
  });

  it("has the device of their last session, as far as it is known", () => {
    const { user } = madeUpOf(person("ana", { platform: "web", timeZone: "Europe/Lisbon" }), [], 0);
    expect(user).toMatchObject({ platform: "web", timeZone: "Europe/Lisbon" });
    expect("locale" in user).toBe(false);
  });

  it.each([
    [0, { minutes: 0 }],
    [90, { minutes: 90 }],
    [3 * 60, { hours: 3 }],
    [3 * 1440, { days: 3 }],
  ])("%i minutes", (minutes, want) => expect(agoOfMs(minutes * 60_000)).toEqual(want));
});
