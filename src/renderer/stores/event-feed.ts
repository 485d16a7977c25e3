import { createStore } from "zustand/vanilla";
import type { Event } from "../../core/event.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type ConnectionState, followEvents, type StreamOptions } from "../live/event-stream.ts";
import {
  addMark,
  addNewer,
  addOlder,
  type EventWindow,
  emptyWindow,
  joinNewer,
  windowOf,
} from "../live/event-window.ts";
import { type EventFilter, eventsAddress } from "./event-filter.ts";
import type { Place } from "./stats-store.ts";

/** The live list of one environment's events, as the Events page shows it. */
export interface EventFeedState {
  readonly phase: "loading" | "ready" | "failed";
  readonly problem: string | null;
  readonly filter: EventFilter;
  readonly window: EventWindow;
  /** Matching events above the window's first row: counted, and read from the server when they are wanted. */
  readonly waiting: number;
  /** When the list was paused (ISO), or null while it is live. */
  readonly pausedAt: string | null;
  /** Whether the reader is at the live edge; rows that are being read never move. */
  readonly atTop: boolean;
  readonly loadingOlder: boolean;
  readonly olderProblem: string | null;
  readonly connection: ConnectionState;
}

const initial: EventFeedState = {
  phase: "loading",
  problem: null,
  filter: {},
  window: emptyWindow,
  waiting: 0,
  pausedAt: null,
  atTop: true,
  loadingOlder: false,
  olderProblem: null,
  connection: "connecting",
};

const pageSize = 200;
/** Pages read to close the gap to what is shown; a longer gap starts the list anew from the top. */
const pagesToJoin = 5;
/** Live rows after which a place to cut at is fetched. */
const markEvery = 1000;

interface FeedOptions {
  readonly client: ApiClient;
  readonly place: Place;
  readonly onState?: (state: ConnectionState) => void;
  readonly open?: StreamOptions["open"];
  readonly now?: () => Date;
}

export type EventFeed = ReturnType<typeof createEventFeed>;

/** Makes the feed of one environment. `start` when its page is shown, `stop` when it is left; a pause outlives both. */
export function createEventFeed({ client, place, onState, open, now = () => new Date() }: FeedOptions) {
  const store = createStore<EventFeedState>(() => initial);
  const { getState: get, setState: set } = store;
  const params = { spaceId: place.spaceId, envKey: place.environment };
  let stream: { readonly close: () => void } | null = null;
  let last = 0;
  let sinceMark = 0;
  /** Grows with every (re)load; answers to an older one are dropped. */
  let generation = 0;
  /** Events that arrive while the gap above the list is being read; null when it is not. */
  let held: Event[] | null = null;

  const page = (query: { readonly cursor?: string | undefined; readonly limit?: number }) =>
    client.call("listEvents", { params, query: { limit: pageSize, ...get().filter, ...query } });

  const following = () => get().atTop && get().pausedAt === null && get().waiting === 0;

  function listen(): void {
    stream?.close();
    stream = followEvents({
      address: (after) => eventsAddress(place, get().filter, after),
      after: last,
      onEvents: receive,
      onState: (connection) => {
        set({ connection });
        onState?.(connection);
        // A gap that could not be read while the server was gone.
        if (connection === "live" && get().atTop && get().pausedAt === null) void catchUp();
      },
      ...(open && { open }),
    });
  }

  function receive(events: readonly Event[]): void {
    const fresh = events.filter((event) => event.sequence > last);
    last = fresh.at(-1)?.sequence ?? last;
    if (held !== null) held.push(...fresh);
    else if (following()) show(fresh);
    else set({ waiting: get().waiting + fresh.length });
  }

  function show(fresh: readonly Event[]): void {
    if (fresh.length === 0) return;
    set({ window: addNewer(get().window, fresh) });
    sinceMark += fresh.length;
    if (sinceMark >= markEvery) void mark();
  }

  async function mark(): Promise<void> {
    sinceMark = 0;
    const asked = generation;
    try {
      const { data, next } = await page({ limit: 1 });
      const sequence = data[0]?.sequence;
      if (asked === generation && sequence !== undefined && next !== null) {
        set({ window: addMark(get().window, { sequence, cursor: next }) });
      }
    } catch {
      // The next thousand rows bring another try.
    }
  }

  async function load(): Promise<void> {
    generation += 1;
    const asked = generation;
    held = null;
    stream?.close();
    set({
      phase: "loading",
      problem: null,
      waiting: 0,
      window: emptyWindow,
      olderProblem: null,
      loadingOlder: false,
    });
    try {
      const first = await page({});
      if (asked !== generation) return;
      last = first.data[0]?.sequence ?? 0;
      set({ phase: "ready", window: windowOf(first), atTop: true });
      listen();
    } catch (error) {
      if (asked === generation) set({ phase: "failed", problem: inWords(error) });
    }
  }

  /** Reads what waits above the list, joins it on, and is live again. A failure leaves everything as it was. */
  async function catchUp(): Promise<void> {
    if (held !== null || get().waiting === 0) return;
    held = [];
    const asked = generation;
    try {
      const pages = await pagesDownTo(get().window.rows[0]?.sequence ?? 0);
      if (asked !== generation) return;
      const joined = joinNewer(get().window, pages);
      const top = joined.rows[0]?.sequence ?? 0;
      last = Math.max(last, top);
      const since = (held ?? []).filter((event) => event.sequence > top);
      held = null;
      set({ window: joined, waiting: 0 });
      if (following()) show(since);
      else set({ waiting: since.length });
    } catch {
      if (asked !== generation) return;
      const since = held?.length ?? 0;
      held = null;
      set({ waiting: get().waiting + since });
    }
  }

  async function pagesDownTo(sequence: number) {
    const pages: Awaited<ReturnType<typeof page>>[] = [];
    let cursor: string | undefined;
    for (let n = 0; n < pagesToJoin; n += 1) {
      const read = await page({ cursor });
      pages.push(read);
      if (read.next === null || (read.data.at(-1)?.sequence ?? 0) <= sequence) break;
      cursor = read.next;
    }
    return pages;
  }

  return {
    store,
    /** Begins, or goes on after a visit elsewhere: a paused list is as it was left. */
    start(): void {
      if (get().phase === "ready" && get().pausedAt !== null) listen();
      else void load();
    },
    stop(): void {
      generation += 1;
      held = null;
      stream?.close();
      stream = null;
      set({ loadingOlder: false });
    },
    retry: () => void load(),
    setFilter(filter: EventFilter): void {
      set({ filter });
      void load();
    },
    pause(): void {
      if (get().pausedAt === null) set({ pausedAt: now().toISOString() });
    },
    resume(): void {
      set({ pausedAt: null, atTop: true });
      void catchUp();
    },
    /** The reader is at the live edge, or has left it. Coming back to it shows what waited. */
    scrolled(atTop: boolean): void {
      if (get().atTop === atTop) return;
      set({ atTop });
      if (atTop && get().pausedAt === null) void catchUp();
    },
    /** Reads the next page below the last row. */
    async loadOlder(): Promise<void> {
      const { window, loadingOlder, phase } = get();
      if (window.older === null || loadingOlder || phase !== "ready") return;
      const asked = generation;
      set({ loadingOlder: true, olderProblem: null });
      try {
        const older = await page({ cursor: window.older });
        if (asked !== generation) return;
        const before = get().window;
        const grown = before.older === window.older ? addOlder(before, older) : before;
        set({ window: grown, waiting: get().waiting + grown.dropped - before.dropped });
      } catch (error) {
        if (asked === generation) set({ olderProblem: inWords(error) });
      }
      if (asked === generation) set({ loadingOlder: false });
    },
  };
}
