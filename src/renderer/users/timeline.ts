import { createStore } from "zustand/vanilla";
import type { Event } from "../../core/event.ts";
import type { User } from "../../core/user.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type Place, paramsOf } from "../api/place.ts";
import { followEvents, streamAddress } from "../live/event-stream.ts";
import {
  addNewer,
  addOlder,
  type Below,
  type EventWindow,
  emptyWindow,
  windowOf,
} from "../live/event-window.ts";
import { type Paced, paced } from "../live/paced.ts";
import { eventsOf } from "../people/user-port.ts";

interface TimelineState {
  readonly phase: "loading" | "ready" | "failed";
  readonly window: EventWindow;
  /** Sequences that came while the page was open. */
  readonly fresh: ReadonlySet<number>;
  readonly problem: string | null;
}

interface TimelineOptions {
  readonly client: ApiClient;
  readonly place: Place;
  readonly user: Pick<User, "id" | "kind">;
  /** Told when events came, one at a time and at most once a second. */
  readonly onNews: () => Promise<unknown>;
  readonly follow?: typeof followEvents;
}

const pageSize = 50;
/** As many are held of those that come by themselves; more only where somebody asked for older ones. */
export const timelineLimit = 500;

/** What one person did, newest first; goes on by itself while it is open. */
export class UserTimeline {
  readonly store = createStore<TimelineState>(() => ({
    phase: "loading",
    window: emptyWindow,
    fresh: new Set(),
    problem: null,
  }));
  readonly #options: TimelineOptions;
  readonly #news: Paced;
  #stream: { readonly close: () => void } | null = null;
  #stopped = false;
  #loadingOlder = false;

  constructor(options: TimelineOptions) {
    this.#options = options;
    this.#news = paced(options.onNews);
  }

  /** A page that nobody sees gives its stream back: a browser has few of them. What came meanwhile is sent behind it. */
  see(visible: boolean): void {
    const { phase, window } = this.store.getState();
    if (!visible) this.#close();
    else if (phase === "ready" && this.#stream === null) this.#follow(window.edge);
  }

  #close(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  /** Reads the newest page and follows what comes after it. Returns the way to stop. */
  open(): () => void {
    this.#stopped = false;
    void this.#read();
    return () => {
      this.#stopped = true;
      this.#news.stop();
      this.#close();
    };
  }

  async retry(): Promise<void> {
    this.store.setState({ phase: "loading", problem: null });
    await this.#read();
  }

  async loadOlder(): Promise<void> {
    const { older } = this.store.getState().window;
    if (older === null || this.#loadingOlder) return;
    this.#loadingOlder = true;
    try {
      const page = await this.#page(older);
      const { window } = this.store.getState();
      // What is below may have been let go of meanwhile: then there is a gap that this page does not close.
      if (window.older === older)
        this.store.setState({ window: addOlder(window, page, Number.POSITIVE_INFINITY) });
      this.store.setState({ problem: null });
    } catch (error) {
      this.store.setState({ problem: inWords(error) });
    } finally {
      this.#loadingOlder = false;
    }
  }

  async #read(): Promise<void> {
    try {
      const window = windowOf(await this.#page());
      if (this.#stopped) return;
      this.store.setState({ phase: "ready", window, problem: null });
      this.#follow(window.edge);
    } catch (error) {
      this.store.setState({ phase: "failed", problem: inWords(error) });
    }
  }

  #follow(after: number): void {
    const { place, user, follow = followEvents } = this.#options;
    this.#stream = follow({
      after,
      address: (position) => streamAddress(place, eventsOf(user), position),
      onState: () => undefined,
      onReset: () => {
        this.#close();
        void this.#read();
      },
      onEvents: (arrived) => {
        this.#add(arrived);
        this.#news.ask();
      },
    });
  }

  #add(arrived: readonly Event[]): void {
    const { window: before, fresh } = this.store.getState();
    const window = addNewer(before, arrived, Math.max(timelineLimit, before.rows.length));
    const all = [...fresh, ...arrived.map(({ sequence }) => sequence)];
    this.store.setState({ window, fresh: new Set(all.slice(-window.rows.length)) });
  }

  #page(below: Partial<Below> = {}) {
    const { client, place, user } = this.#options;
    const query = { ...eventsOf(user), limit: pageSize, ...below };
    return client.call("listEvents", { params: paramsOf(place), query });
  }
}

/** Events of one session on one day. */
export interface TimelineSession {
  readonly sessionId: string | undefined;
  readonly events: readonly Event[];
}

interface TimelineDay {
  /** Local, as `Date.toDateString` writes it. */
  readonly day: string;
  readonly sessions: readonly TimelineSession[];
}

/** Groups events by local day and by runs of one session, newest first by their own time: what was kept offline arrives late. */
export function timelineDays(events: readonly Event[]): TimelineDay[] {
  const days: { day: string; sessions: { sessionId: string | undefined; events: Event[] }[] }[] = [];
  const byTime = events.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
  for (const event of byTime) {
    const day = new Date(event.time).toDateString();
    if (days.at(-1)?.day !== day) days.push({ day, sessions: [] });
    const sessions = days.at(-1)?.sessions ?? [];
    const last = sessions.at(-1);
    if (last === undefined || last.sessionId !== event.sessionId)
      sessions.push({ sessionId: event.sessionId, events: [event] });
    else last.events.push(event);
  }
  return days;
}
