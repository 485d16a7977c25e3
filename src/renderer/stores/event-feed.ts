import { createStore } from "zustand/vanilla";
import type { Event, EventPage } from "../../core/event.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type ConnectionState, followEvents, type StreamOptions } from "../live/event-stream.ts";
import { addMark, addNewer, addOlder, joinNewer, windowOf } from "../live/event-window.ts";
import { type EventFeedState, initialFeed, unloadedFeed } from "./event-feed-state.ts";
import { type EventFilter, eventsAddress, sameFilter } from "./event-filter.ts";
import { createPinsStore } from "./event-pins.ts";
import type { Place } from "./stats-store.ts";

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
  /** Whether nobody sees the page at present. */
  readonly hidden?: () => boolean;
  readonly now?: () => Date;
}

/** The feed of one environment. `start` when its page is shown, `stop` when it is left; a pause outlives both. */
export class EventFeed {
  readonly store = createStore<EventFeedState>(() => initialFeed);
  readonly pins = createPinsStore();
  readonly #options: FeedOptions;
  #stream: { readonly close: () => void } | null = null;
  /** The last sequence that came through the stream or was read above it. */
  #last = 0;
  #sinceMark = 0;
  /** Grows with every (re)load; answers to an older one are dropped. */
  #generation = 0;
  /** Events that arrive while the gap above the list is being read; null when it is not. */
  #held: Event[] | null = null;
  readonly #listeners = new Set<(events: readonly Event[]) => void>();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Begins, or goes on after a visit elsewhere: a paused list is as it was left. */
  start(filter: EventFilter = this.#state.filter): void {
    const { phase, pausedAt } = this.#state;
    const asLeft = phase === "ready" && pausedAt !== null && sameFilter(filter, this.#state.filter);
    this.store.setState({ filter });
    if (asLeft) this.#listen();
    else void this.#load();
  }

  stop(): void {
    this.#generation += 1;
    this.#held = null;
    this.#stream?.close();
    this.#stream = null;
    this.store.setState({ loadingOlder: false });
  }

  /** Nobody sees the page: its connection is given back, for a browser has six of them for all its tabs. */
  suspend(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  /** Seen again. A list that stands still goes on counting behind its last event; a live one reads what is new. */
  async wake(): Promise<void> {
    if (this.#stream !== null || this.#state.phase !== "ready") return;
    if (this.#following) await this.#readWhatIsNew();
    if (this.#stream === null) this.#listen();
  }

  /** Calls back with every event that the stream brings, shown or not, in order. Gives the way to end it. */
  onReceived(listener: (events: readonly Event[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  retry(): void {
    void this.#load();
  }

  setFilter(filter: EventFilter): void {
    if (sameFilter(filter, this.#state.filter)) return;
    this.store.setState({ filter });
    void this.#load();
  }

  pause(): void {
    const now = this.#options.now?.() ?? new Date();
    if (this.#state.pausedAt === null) this.store.setState({ pausedAt: now.toISOString() });
  }

  /** Live again, at the top, with everything that waited. */
  resume(): void {
    this.store.setState({ pausedAt: null, atTop: true });
    void this.#catchUp();
  }

  /** The reader is at the live edge, or has left it. Coming back to it shows what waited. */
  scrolled(atTop: boolean): void {
    if (this.#state.atTop === atTop) return;
    this.store.setState({ atTop });
    if (atTop && this.#state.pausedAt === null) void this.#catchUp();
  }

  /** Reads the next page below the last row. */
  async loadOlder(): Promise<void> {
    const { window, loadingOlder, phase } = this.#state;
    if (window.older === null || loadingOlder || phase !== "ready") return;
    const asked = this.#generation;
    this.store.setState({ loadingOlder: true, olderProblem: null });
    try {
      const older = await this.#page({ cursor: window.older });
      if (asked === this.#generation) this.#putBelow(window.older, older);
    } catch (error) {
      if (asked === this.#generation) this.store.setState({ olderProblem: inWords(error) });
    }
    if (asked === this.#generation) this.store.setState({ loadingOlder: false });
  }

  get #state(): EventFeedState {
    return this.store.getState();
  }

  get #following(): boolean {
    return this.#state.atTop && this.#state.pausedAt === null && this.#state.waiting === 0;
  }

  #page(query: {
    readonly cursor?: string | undefined;
    readonly limit?: number;
    readonly after?: number;
  }): Promise<EventPage> {
    const { client, place } = this.#options;
    const params = { spaceId: place.spaceId, envKey: place.environment };
    return client.call("listEvents", { params, query: { limit: pageSize, ...this.#state.filter, ...query } });
  }

  async #load(): Promise<void> {
    this.#generation += 1;
    const asked = this.#generation;
    this.#held = null;
    this.#stream?.close();
    this.store.setState(unloadedFeed);
    try {
      const first = await this.#page({});
      if (asked !== this.#generation) return;
      this.#last = first.data[0]?.sequence ?? 0;
      this.store.setState({
        phase: "ready",
        window: windowOf(first),
        searchedTo: first.searchedTo ?? null,
        atTop: true,
        epoch: this.#state.epoch + 1,
      });
      if (!this.#hidden()) this.#listen();
    } catch (error) {
      if (asked === this.#generation) this.store.setState({ phase: "failed", problem: inWords(error) });
    }
  }

  #listen(): void {
    const { place, open } = this.#options;
    this.#stream?.close();
    this.#stream = followEvents({
      address: (after) => eventsAddress(place, this.#state.filter, after),
      after: this.#last,
      onEvents: (events) => this.#receive(events),
      onState: (connection) => this.#connected(connection),
      ...(open && { open }),
    });
  }

  #connected(connection: ConnectionState): void {
    this.store.setState({ connection });
    this.#options.onState?.(connection);
    // A gap that could not be read while the server was gone.
    if (connection === "live" && this.#state.atTop && this.#state.pausedAt === null) void this.#catchUp();
  }

  #hidden(): boolean {
    return this.#options.hidden?.() ?? false;
  }

  async #readWhatIsNew(): Promise<void> {
    const asked = this.#generation;
    this.#held = [];
    try {
      const pages = await this.#pagesDownTo(this.#state.window.rows[0]?.sequence ?? 0);
      if (asked !== this.#generation) return;
      this.#putAbove(pages);
      this.store.setState({ epoch: this.#state.epoch + 1 });
    } catch {
      // The stream goes on behind the last event that is known, and finds the server again by itself.
      if (asked === this.#generation) this.#held = null;
    }
  }

  #receive(events: readonly Event[]): void {
    for (const listener of this.#listeners) listener(events);
    const fresh = events.filter((event) => event.sequence > this.#last);
    this.#last = fresh.at(-1)?.sequence ?? this.#last;
    if (this.#held !== null) this.#held.push(...fresh);
    else if (this.#following) this.#show(fresh);
    else this.store.setState({ waiting: this.#state.waiting + fresh.length });
  }

  #show(fresh: readonly Event[]): void {
    if (fresh.length === 0) return;
    this.store.setState({ window: addNewer(this.#state.window, fresh) });
    this.#sinceMark += fresh.length;
    if (this.#sinceMark >= markEvery) void this.#mark();
  }

  /** Learns a place in history at which the window can be cut later. */
  async #mark(): Promise<void> {
    this.#sinceMark = 0;
    const asked = this.#generation;
    try {
      const { data, next } = await this.#page({ limit: 1 });
      const sequence = data[0]?.sequence;
      if (asked !== this.#generation || sequence === undefined || next === null) return;
      this.store.setState({ window: addMark(this.#state.window, { sequence, cursor: next }) });
    } catch {
      // The next thousand rows bring another try.
    }
  }

  #putBelow(cursor: string, older: EventPage): void {
    const before = this.#state.window;
    if (before.older !== cursor) return;
    const grown = addOlder(before, older);
    const waiting = this.#state.waiting + grown.dropped - before.dropped;
    this.store.setState({ window: grown, waiting, searchedTo: older.searchedTo ?? null });
  }

  /** Reads what waits above the list, joins it on, and is live again. A failure leaves everything as it was. */
  async #catchUp(): Promise<void> {
    if (this.#held !== null || this.#state.waiting === 0) return;
    this.#held = [];
    const asked = this.#generation;
    try {
      const pages = await this.#pagesDownTo(this.#state.window.rows[0]?.sequence ?? 0);
      if (asked === this.#generation) this.#putAbove(pages);
    } catch {
      if (asked === this.#generation) this.#giveUpCatchingUp();
    }
  }

  async #pagesDownTo(sequence: number): Promise<readonly EventPage[]> {
    const pages: EventPage[] = [];
    let cursor: string | undefined;
    while (pages.length < pagesToJoin) {
      const read = await this.#page({ cursor, after: sequence });
      pages.push(read);
      const lowest = read.data.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
      if (read.next === null || lowest <= sequence) break;
      cursor = read.next;
    }
    return pages;
  }

  #putAbove(pages: readonly EventPage[]): void {
    const joined = joinNewer(this.#state.window, pages);
    const top = joined.rows[0]?.sequence ?? 0;
    const since = (this.#held ?? []).filter((event) => event.sequence > top);
    this.#held = null;
    this.#last = Math.max(this.#last, top);
    this.store.setState({ window: joined, waiting: 0 });
    if (this.#following) this.#show(since);
    else this.store.setState({ waiting: since.length });
  }

  #giveUpCatchingUp(): void {
    const since = this.#held?.length ?? 0;
    this.#held = null;
    this.store.setState({ waiting: this.#state.waiting + since });
  }
}
