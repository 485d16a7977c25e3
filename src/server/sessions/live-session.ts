import type { EventHistory } from "../../core/targeting/event-history.ts";
import { nextEventEdge } from "../../core/targeting/next-change.ts";
import { type EventStream, message } from "../http/event-stream.ts";
import type { StoredSession } from "../store/messages.ts";
import { type Facts, subjectOf } from "../targeting/people.ts";
import type { Match } from "../targeting/recent-matches.ts";
import { changedIds, decide, type Served } from "../targeting/states.ts";
import type { Model } from "../targeting/targeting-service.ts";

/** What a person is and did, as it was read. */
export interface Loaded {
  readonly facts: Facts;
  readonly history: EventHistory;
}

interface LiveOptions {
  readonly session: StoredSession;
  readonly stream: EventStream;
  /** Reads the person anew. */
  readonly load: (model: Model) => Promise<Loaded>;
  readonly model: () => Model;
  readonly now: () => number;
  /** Whether time goes by: a clock that stands still never reaches the next boundary. */
  readonly ticks: () => boolean;
}

/** The longest that a timer waits, in ms: longer ones would fire at once (2^31 − 1 ms). */
const longestTimer = 2_000_000_000;

/** A session whose stream is open: its person in memory, so that whatever changes what they get is told at once. */
export class LiveSession {
  readonly session: StoredSession;
  private readonly options: LiveOptions;
  private person: Loaded | null = null;
  /** The Tribes that `person` was read for: it holds the times of what they count. */
  private tribes: Model["tribes"] | null = null;
  private served: Served | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** What came while the person was being read; it may be in what was read, too. */
  private loading = false;
  private stale = false;

  constructor(options: LiveOptions) {
    this.session = options.session;
    this.options = options;
  }

  /** Reads the person, decides, and tells what differs from before. The first time only the revision is told. */
  async reload(): Promise<void> {
    this.stale = true;
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.stale && !this.options.stream.ended) {
        this.stale = false;
        const model = this.options.model();
        this.person = await this.options.load(model);
        this.tribes = model.tribes;
      }
    } catch {
      // The store can't be read, or the Space is gone: the reader comes back and starts over.
      this.end();
    } finally {
      this.loading = false;
    }
    this.refresh();
  }

  /** Tribes or publications changed: new rules may count events that were not read yet. */
  onTargetingChanged(): void {
    if (this.options.model().tribes === this.tribes && !this.loading) this.refresh();
    else void this.reload();
  }

  /** The person did something that is acknowledged by now. `matches`: what of it rules count. */
  onEvents(matches: readonly Match[], at: number): void {
    if (this.loading || this.person === null) {
      this.stale = true;
      return;
    }
    for (const { selector, time } of matches) this.person.history.add(selector, time);
    this.seen(at);
    this.refresh();
  }

  /** Decides again with what is known of the person, and tells what changed. */
  refresh(): void {
    const { stream, model, now } = this.options;
    if (stream.ended || this.person === null) return;
    const at = now();
    const current = model();
    const served = decide(current, subjectOf(this.person.facts, this.person.history, at));
    const before = this.served;
    this.served = served;
    const changed = before === null ? [] : changedIds(before, served);
    if (before === null || changed.length > 0)
      stream.write(message("states", { revision: current.revision, changed }));
    this.waitForNextChange(current, at);
  }

  end(): void {
    clearTimeout(this.timer);
    this.options.stream.end();
  }

  private seen(at: number): void {
    if (this.person === null) return;
    const { facts, history } = this.person;
    const lastSeenAt = new Date(Math.max(at, Date.parse(facts.user.lastSeenAt ?? "") || 0)).toISOString();
    this.person = { history, facts: { ...facts, user: { ...facts.user, lastSeenAt } } };
  }

  /** A schedule opens or closes, an event leaves a window: the next instant at which time alone may change what is served. */
  private waitForNextChange({ tribes, decider }: Model, now: number): void {
    clearTimeout(this.timer);
    if (!this.options.ticks()) return;
    const edges = [...tribes.lengths].map(([selector, lengths]) =>
      nextEventEdge(lengths, this.person?.history.times(selector) ?? [], now),
    );
    const next = [decider.nextBoundary(now), ...edges].reduce<number>(
      (soonest, edge) => Math.min(soonest, edge ?? Number.POSITIVE_INFINITY),
      Number.POSITIVE_INFINITY,
    );
    if (next === Number.POSITIVE_INFINITY) return;
    this.timer = setTimeout(() => this.refresh(), Math.min(Math.max(next - now, 1), longestTimer));
    this.timer.unref();
  }
}
