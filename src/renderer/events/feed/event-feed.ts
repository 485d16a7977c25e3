import { createStore } from "zustand/vanilla";
import type { Event, EventPage } from "../../../core/event.ts";
import { inWords } from "../../api/api-problem.ts";
import type { ApiClient } from "../../api/client.ts";
import { type Place, paramsOf, placeKey } from "../../api/place.ts";
import {
  type ConnectionState,
  followEvents,
  type StreamOptions,
  streamAddress,
} from "../../live/event-stream.ts";
import {
  type Above,
  addBack,
  addNewer,
  addOlder,
  type Below,
  joinNewer,
  pagesDownTo,
  windowOf,
} from "../../live/event-window.ts";
import { Readings } from "../../live/readings.ts";
import type { BrowserMemory } from "../../stores/browser-memory.ts";
import { platformNow } from "../../text/platform-clock.ts";
import { type EventFilter, filterQuery, sameFilter } from "../event-filter.ts";
import { createPinsStore, type PinsStore } from "../event-pins.ts";
import { type EventFeedState, initialFeed, unloadedFeed } from "./event-feed-state.ts";

const pageSize = 200;
/** After how long without a stream the list says so, and how often it then reads what a stream would have brought; in ms. */
const lateAfter = 5000;
/** After how long the reading of what came is said, in ms: a quick one would blink. */
const sayAfter = 1000;
/** After how long older events may be asked for again, in ms. */
const olderLateAfter = 10_000;

type PageQuery = Partial<Below & Above> & { readonly order?: "asc"; readonly signal: AbortSignal };

export interface FeedOptions {
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

/** The feed of one environment. `start` when its page is shown, `stop` when it is left; a pause outlives both. */
export class EventFeed {
  readonly store = createStore<EventFeedState>(() => initialFeed);
  readonly pins: PinsStore;
  readonly #options: FeedOptions;
  #stream: { readonly close: () => void } | null = null;
  /** The last sequence that came through the stream or was read above it. */
  #last = 0;
  /** Of the list itself, of what is above it, below it, and of what was let go of above. */
  readonly #readings = new Readings<"list" | "above" | "below" | "back">();
  /** Events that arrive while the gap above the list is being read. They are counted in `waiting`, too. */
  #held: Event[] = [];
  /** Runs while there is no stream. */
  #lateTimer: ReturnType<typeof setInterval> | undefined;
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
    this.#readings.end("list", "below", "back");
    this.#endAbove();
    this.#unlisten();
    if (this.#state.pausedAt === null) this.letGo();
    else this.#options.onLeftPaused?.(this);
  }

  /** Forgets the rows, which are read anew when the page is shown again. */
  letGo(): void {
    this.store.setState(unloadedFeed);
  }

  /** Nobody sees the page: its connection is given back, for a browser has six of them for all its tabs. */
  suspend(): void {
    this.#endAbove();
    this.#unlisten();
  }

  /** Seen again. A list that stands still goes on counting behind its last event; a live one reads what is new. */
  async wake(): Promise<void> {
    if (this.#stream !== null || this.#state.phase !== "ready") return;
    if (this.#following) await this.#readAbove();
    else this.#listen();
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
    if (this.#state.pausedAt !== null) return;
    this.#standStill({ pausedAt: this.#now().toISOString() });
  }

  /** Live again, at the top, with everything that waited. What is being read and was not answered is asked for anew. */
  resume(): void {
    const wasReading = this.#readings.isUnderWay("above");
    this.#readings.end("below", "back");
    this.store.setState({ pausedAt: null, atTop: true, held: false, jumps: this.#state.jumps + 1 });
    if (wasReading || this.#isBehind) void this.#readAbove();
  }

  /** The reader is at the live edge, or has left it. Coming back to it shows what waited. */
  scrolled(atTop: boolean): void {
    if (this.#state.atTop === atTop) return;
    this.store.setState({ atTop });
    if (this.#atEdge) this.#catchUp();
  }

  /** A row is to stay where it is, or need not any more: what waited meanwhile is shown then. */
  hold(held: boolean): void {
    if (this.#state.held === held) return;
    if (held) this.#standStill({ held });
    else this.store.setState({ held });
    if (this.#atEdge) this.#catchUp();
  }

  /** Reads the next page below the last row; anew where that was not answered for a while. */
  async loadOlder(): Promise<void> {
    const { window, olderProblem, phase } = this.#state;
    if (window.older === null || phase !== "ready") return;
    if (this.#readings.isUnderWay("below") && olderProblem === null) return;
    const signal = this.#readings.begin("below");
    this.store.setState({ olderProblem: null });
    const late = setTimeout(() => {
      if (!signal.aborted) this.store.setState({ olderProblem: "The server has not answered yet." });
    }, olderLateAfter);
    try {
      const older = await this.#page({ ...window.older, signal });
      if (signal.aborted) return;
      this.#putBelow(window.older, older);
      this.store.setState({ olderProblem: null });
    } catch (error) {
      if (signal.aborted) return;
      this.store.setState({ olderProblem: inWords(error) });
    } finally {
      clearTimeout(late);
    }
    this.#readings.end("below");
  }

  /** Reads the next page of what was let go of above the first row; nothing where nothing was. */
  async loadNewer(): Promise<void> {
    if (this.#readings.isUnderWay("back") || this.#readings.isUnderWay("above")) return;
    const signal = this.#readings.begin("back");
    try {
      let { newer } = this.#state.window;
      while (newer !== null && !signal.aborted) newer = await this.#readBack(newer, signal);
    } catch {
      // The rows are still there to be read: the next step upwards asks again.
    }
    if (!signal.aborted) this.#readings.end("back");
  }

  #now(): Date {
    return this.#options.now?.() ?? platformNow();
  }

  get #state(): EventFeedState {
    return this.store.getState();
  }

  /** Whether the reader is where new events appear. */
  get #atEdge(): boolean {
    const { atTop, held, pausedAt, window } = this.#state;
    return atTop && !held && pausedAt === null && window.newer === null;
  }

  get #following(): boolean {
    return this.#atEdge && this.#state.waiting === 0;
  }

  /** Whether there are, or may be, events that only a read from the server brings. */
  get #isBehind(): boolean {
    const { waiting, window, isLate } = this.#state;
    return waiting > 0 || window.newer !== null || isLate;
  }

  /** From now on nothing is joined on: what comes is counted. */
  #standStill(why: Partial<EventFeedState>): void {
    this.#endAbove();
    this.store.setState(why);
    if (this.#stream === null && this.#state.phase === "ready") this.#listen();
  }

  /** Ends the reading of what is above. What came meanwhile is counted, and can be read. */
  #endAbove(): void {
    this.#readings.end("above");
    this.#held = [];
    this.store.setState({ catchingUp: false });
  }

  #page({ signal, ...query }: PageQuery): Promise<EventPage> {
    const { client, place } = this.#options;
    const params = paramsOf(place);
    return client.call("listEvents", {
      params,
      query: { limit: pageSize, ...this.#state.filter, ...query },
      signal,
    });
  }

  async #load(): Promise<void> {
    this.#readings.end("below", "back");
    this.#endAbove();
    const signal = this.#readings.begin("list");
    this.#unlisten();
    this.store.setState(unloadedFeed);
    try {
      const first = await this.#page({ signal });
      if (signal.aborted) return;
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
      if (!signal.aborted) this.store.setState({ phase: "failed", problem: inWords(error) });
    }
    if (!signal.aborted) this.#readings.end("list");
  }

  #listen(): void {
    const { place, open } = this.#options;
    this.#stream?.close();
    this.#stream = followEvents({
      address: (after) => streamAddress(place, filterQuery(this.#state.filter), after),
      after: this.#last,
      onEvents: (events) => this.#receive(events),
      onState: (connection) => this.#connected(connection),
      onReset: () => this.retry(),
      ...(open && { open }),
    });
  }

  #unlisten(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#onTime();
    this.store.setState({ connection: "connecting" });
  }

  #connected(connection: ConnectionState): void {
    this.store.setState({ connection });
    this.#options.onState?.(connection);
    if (connection !== "live") {
      this.#lateTimer ??= setInterval(() => this.#late(), lateAfter);
      return;
    }
    // What was asked for without a stream may never be answered; the stream brings it.
    if (this.#state.isLate) this.#endAbove();
    this.#onTime();
    // A gap that could not be read while the server was gone.
    if (this.#atEdge) this.#catchUp();
    if (this.#state.olderProblem !== null) void this.loadOlder();
  }

  /** There has been no stream for a while. */
  #late(): void {
    this.store.setState({ isLate: true });
    if (this.#following && !this.#readings.isUnderWay("above")) void this.#readAbove();
  }

  #onTime(): void {
    clearInterval(this.#lateTimer);
    this.#lateTimer = undefined;
    this.store.setState({ isLate: false });
  }

  #hidden(): boolean {
    return this.#options.hidden?.() ?? false;
  }

  #receive(events: readonly Event[]): void {
    for (const listener of this.#listeners) listener(events);
    const fresh = events.filter((event) => event.sequence > this.#last);
    this.#last = fresh.at(-1)?.sequence ?? this.#last;
    const isReading = this.#readings.isUnderWay("above");
    if (isReading) this.#held.push(...fresh);
    if (this.#following && !isReading) this.#show(fresh);
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
  async #readBack(place: Above, signal: AbortSignal): Promise<Above | null> {
    const page = await this.#page({ ...place, order: "asc", signal });
    const before = this.#state.window;
    if (signal.aborted || before.newer !== place) return null;
    const window = addBack(before, page);
    this.store.setState({ window });
    return page.data.length === 0 ? window.newer : null;
  }

  #catchUp(): void {
    if (this.#isBehind && !this.#readings.isUnderWay("above")) void this.#readAbove();
  }

  /** Reads what is above the list, joins it on, and is live again. A failure leaves the rows as they were, and what waits counted. */
  async #readAbove(): Promise<void> {
    this.#endAbove();
    const signal = this.#readings.begin("above");
    const slow = setTimeout(() => {
      if (signal.aborted) return;
      this.store.setState({ catchingUp: true });
      // What comes meanwhile is held; and without a stream for long, it is read anew.
      if (this.#stream === null) this.#listen();
    }, sayAfter);
    try {
      const pages = await this.#pagesAbove(signal);
      if (!signal.aborted) this.#putAbove(pages);
    } catch {
      // What waits can be asked for again; a stream goes on behind the last event that is known.
    } finally {
      clearTimeout(slow);
    }
    if (signal.aborted) return;
    this.#endAbove();
    if (this.#stream === null) this.#listen();
  }

  /** What is above the first row, as far as it can be joined on. */
  #pagesAbove(signal: AbortSignal): Promise<readonly EventPage[]> {
    return pagesDownTo(this.#state.window.rows[0]?.sequence ?? 0, (query) =>
      this.#page({ ...query, signal }),
    );
  }

  #putAbove(pages: readonly EventPage[]): void {
    const { window, connection, epoch } = this.#state;
    const joined = joinNewer(window, pages);
    const top = joined.rows[0]?.sequence ?? 0;
    const since = this.#held.filter((event) => event.sequence > top);
    this.#last = Math.max(this.#last, top);
    // Without a stream nobody else has told of these events.
    this.store.setState({ window: joined, waiting: 0, epoch: connection === "live" ? epoch : epoch + 1 });
    if (this.#following) this.#show(since);
    else this.store.setState({ waiting: since.length });
  }
}
