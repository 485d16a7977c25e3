import { createStore } from "zustand/vanilla";
import type { Event, EventPage } from "../../core/event.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type ConnectionState, followEvents, type StreamOptions } from "../live/event-stream.ts";
import {
  type Above,
  addBack,
  addNewer,
  addOlder,
  type Below,
  joinNewer,
  windowOf,
} from "../live/event-window.ts";
import { pagesDownTo } from "../live/pages-down-to.ts";
import { type Place, placeKey } from "../page/pages.ts";
import type { BrowserMemory } from "./browser-memory.ts";
import { type EventFeedState, initialFeed, unloadedFeed } from "./event-feed-state.ts";
import { type EventFilter, eventsAddress, sameFilter } from "./event-filter.ts";
import { createPinsStore, type PinsStore } from "./event-pins.ts";

const pageSize = 200;

interface FeedOptions {
  readonly client: ApiClient;
  readonly place: Place;
  readonly onState?: (state: ConnectionState) => void;
  readonly open?: StreamOptions["open"];
  /** Whether nobody sees the page at present. */
  readonly hidden?: () => boolean;
  readonly now?: () => Date;
  /** Where the pins are remembered. */
  readonly memory?: BrowserMemory;
  /** Told when its page is left while it is paused: it then keeps its rows. */
  readonly onLeftPaused?: (feed: EventFeed) => void;
}

/** How many paused lists are kept as they were left; of one that was left before them, the pause alone. */
export const mostLeftPaused = 3;

/** The feed of each place, the same one on every visit: a pause outlives it, its rows only for a while. */
export function eventFeeds(optionsOf: (place: Place) => FeedOptions): (place: Place) => EventFeed {
  const feeds = new Map<string, EventFeed>();
  let left: EventFeed[] = [];
  const onLeftPaused = (feed: EventFeed) => {
    left = [feed, ...left.filter((one) => one !== feed)];
    for (const one of left.splice(mostLeftPaused)) one.letGo();
  };
  return (place) => {
    const feed = feeds.get(placeKey(place)) ?? new EventFeed({ ...optionsOf(place), onLeftPaused });
    feeds.set(placeKey(place), feed);
    return feed;
  };
}

/** The feed of one environment. `start` when its page is shown, `stop` when it is left; a pause outlives both. */
export class EventFeed {
  readonly store = createStore<EventFeedState>(() => initialFeed);
  readonly pins: PinsStore;
  readonly #options: FeedOptions;
  #stream: { readonly close: () => void } | null = null;
  /** The last sequence that came through the stream or was read above it. */
  #last = 0;
  /** Grows with every (re)load; answers to an older one are dropped. */
  #generation = 0;
  /** Events that arrive while the gap above the list is being read; null when it is not. */
  #held: Event[] | null = null;
  #readingBack = false;
  readonly #listeners = new Set<(events: readonly Event[]) => void>();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.pins = createPinsStore(options.memory, `understudy:pins:${placeKey(options.place)}`);
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
    if (this.#state.pausedAt === null) this.letGo();
    else this.#options.onLeftPaused?.(this);
  }

  /** Forgets the rows, which are read anew when the page is shown again. */
  letGo(): void {
    this.store.setState(unloadedFeed);
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
    if (this.#state.pausedAt === null) this.store.setState({ pausedAt: this.#now().toISOString() });
  }

  /** Live again, at the top, with everything that waited. */
  resume(): void {
    this.store.setState({ pausedAt: null, atTop: true, jumps: this.#state.jumps + 1 });
    void this.#catchUp();
  }

  /** The reader is at the live edge, or has left it. Coming back to it shows what waited. */
  scrolled(atTop: boolean): void {
    if (this.#state.atTop === atTop) return;
    this.store.setState({ atTop });
    if (this.#atEdge) void this.#catchUp();
  }

  /** Reads the next page below the last row. */
  async loadOlder(): Promise<void> {
    const { window, loadingOlder, phase } = this.#state;
    if (window.older === null || loadingOlder || phase !== "ready") return;
    const asked = this.#generation;
    this.store.setState({ loadingOlder: true, olderProblem: null });
    try {
      const older = await this.#page(window.older);
      if (asked === this.#generation) this.#putBelow(window.older, older);
    } catch (error) {
      if (asked === this.#generation) this.store.setState({ olderProblem: inWords(error) });
    }
    if (asked === this.#generation) this.store.setState({ loadingOlder: false });
  }

  /** Reads the next page of what was let go of above the first row; nothing where nothing was. */
  async loadNewer(): Promise<void> {
    if (this.#readingBack || this.#held !== null) return;
    this.#readingBack = true;
    const asked = this.#generation;
    try {
      let { newer } = this.#state.window;
      while (newer !== null && asked === this.#generation) newer = await this.#readBack(newer);
    } catch {
      // The rows are still there to be read: the next step upwards asks again.
    }
    this.#readingBack = false;
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  get #state(): EventFeedState {
    return this.store.getState();
  }

  /** Whether the reader is where new events appear. */
  get #atEdge(): boolean {
    const { atTop, pausedAt, window } = this.#state;
    return atTop && pausedAt === null && window.newer === null;
  }

  get #following(): boolean {
    return this.#atEdge && this.#state.waiting === 0;
  }

  #page(query: Partial<Below & Above> & { readonly order?: "asc" }): Promise<EventPage> {
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
        // A paused list that is read anew stands still from now on.
        ...(this.#state.pausedAt !== null && { pausedAt: this.#now().toISOString() }),
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
      onReset: () => this.retry(),
      ...(open && { open }),
    });
  }

  #connected(connection: ConnectionState): void {
    this.store.setState({ connection });
    this.#options.onState?.(connection);
    // A gap that could not be read while the server was gone.
    if (connection === "live" && this.#atEdge) void this.#catchUp();
  }

  #hidden(): boolean {
    return this.#options.hidden?.() ?? false;
  }

  async #readWhatIsNew(): Promise<void> {
    const asked = this.#generation;
    this.#held = [];
    try {
      const pages = await this.#pagesAbove();
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
  }

  #putBelow(place: Below, older: EventPage): void {
    const before = this.#state.window;
    if (before.older !== place) return;
    this.store.setState({ window: addOlder(before, older), searchedTo: older.searchedTo ?? null });
  }

  /** Puts one page back. Gives the next one's place where a long search has found nothing yet. */
  async #readBack(place: Above): Promise<Above | null> {
    const page = await this.#page({ ...place, order: "asc" });
    const before = this.#state.window;
    if (before.newer !== place) return null;
    const window = addBack(before, page);
    this.store.setState({ window });
    return page.data.length === 0 ? window.newer : null;
  }

  /** Reads what waits above the list, joins it on, and is live again. A failure leaves everything as it was. */
  async #catchUp(): Promise<void> {
    if (this.#held !== null || (this.#state.waiting === 0 && this.#state.window.newer === null)) return;
    this.#held = [];
    const asked = this.#generation;
    try {
      const pages = await this.#pagesAbove();
      if (asked === this.#generation) this.#putAbove(pages);
    } catch {
      if (asked === this.#generation) this.#giveUpCatchingUp();
    }
  }

  /** What is above the first row, as far as it can be joined on. */
  #pagesAbove(): Promise<readonly EventPage[]> {
    return pagesDownTo(this.#state.window.rows[0]?.sequence ?? 0, (query) => this.#page(query));
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
