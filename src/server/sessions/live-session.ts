import { nextEventEdge } from "../../core/targeting/next-change.ts";
import type { User } from "../../core/user.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import { type EventStream, message } from "../http/event-stream.ts";
import type { StoredSession } from "../store/ports.ts";
import { BoundaryTimer } from "../targeting/boundary-timer.ts";
import { type PastActs, type People, stranger, subjectOf } from "../targeting/people.ts";
import type { Match } from "../targeting/recent-matches.ts";
import { changedIds, decide, type Served } from "../targeting/states.ts";
import type { Model, TargetingService } from "../targeting/targeting-service.ts";
import { sayFault } from "../tell-each.ts";

/** What a person is and did, as it was read. */
export interface Loaded extends PastActs {
  readonly user: User;
}

/** What all sessions share. */
export interface LiveParts {
  readonly targeting: Pick<TargetingService, "model">;
  readonly people: Pick<People, "find" | "history">;
  readonly clock: Pick<PlatformClock, "now" | "mode">;
}

/** A session with an open stream: its person is kept in memory, so that every change of what they get is told at once. */
export class LiveSession {
  readonly session: StoredSession;
  private readonly stream: EventStream;
  private readonly parts: LiveParts;
  private person: Loaded | null = null;
  /** The Tribes that `person` was read for: it only has the times of what these count. */
  private tribes: Model["tribes"] | null = null;
  private served: Served | null = null;
  private readonly boundaries: BoundaryTimer;
  /** Whether something came while the person was being read. */
  private loading = false;
  private stale = false;
  /** Ids of which the reader was not told, because it is behind. */
  private unsent: Set<string> | null = null;

  constructor(session: StoredSession, stream: EventStream, parts: LiveParts) {
    this.session = session;
    this.stream = stream;
    this.parts = parts;
    this.boundaries = new BoundaryTimer(this);
  }

  /** Reads the person, decides, and tells what differs from before. The first time only the revision is told. */
  async reload(): Promise<void> {
    this.stale = true;
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.stale && !this.stream.ended) {
        this.stale = false;
        const model = this.parts.targeting.model(this.session.environment);
        this.person = await this.load(model);
        this.tribes = model.tribes;
      }
    } catch (error) {
      this.giveUp(error);
    } finally {
      this.loading = false;
    }
    this.refresh();
  }

  /** Reads the person anew. */
  private async load({ tribes }: Model): Promise<Loaded> {
    const { environment, person, device } = this.session;
    const { people, clock } = this.parts;
    const now = clock.now();
    const [found, acts] = await Promise.all([
      people.find(environment, person),
      people.history(environment, person, tribes, now),
    ]);
    return { user: { ...(found ?? stranger(person, now)), ...device }, ...acts };
  }

  /** Tribes or publications changed: new rules may count events that were not read yet. */
  async onTargetingChanged(): Promise<void> {
    if (this.loading || this.model()?.tribes !== this.tribes) await this.reload();
    else this.refresh();
  }

  /** The person did something that is stored by now. `matches`: which of it rules count. */
  onEvents(matches: readonly Match[], at: number): void {
    if (this.loading || this.person === null) {
      this.stale = true;
      return;
    }
    const { history, through } = this.person;
    // The log may hand on events that were in what was read.
    for (const { selector, time, sequence } of matches) if (sequence > through) history.add(selector, time);
    this.seen(at);
    this.refresh();
  }

  /** Decides again with what is known of the person, and tells what changed. */
  refresh(): void {
    if (this.stream.ended || this.person === null) return;
    const at = this.parts.clock.now();
    const current = this.model();
    if (current === null) return;
    const served = decide(current, subjectOf(this.person.user, this.person.history, at));
    const before = this.served;
    this.served = served;
    const changed = before === null ? [] : changedIds(before, served);
    if (before === null || changed.length > 0) this.tell(current.revision, changed);
    this.boundaries.arm();
  }

  /** A reader that is behind gets all changes in one message later, so that nothing piles up for it. */
  private tell(revision: number, changed: readonly string[]): void {
    const { stream } = this;
    if (stream.writable) {
      stream.write(message("states", { revision, changed }));
      return;
    }
    if (this.unsent === null) void stream.ready().then(() => this.tellUnsent());
    this.unsent = new Set([...(this.unsent ?? []), ...changed]);
  }

  private tellUnsent(): void {
    const unsent = this.unsent;
    this.unsent = null;
    if (unsent !== null && this.served !== null) this.tell(this.served.model.revision, [...unsent]);
  }

  /** What decides now; null where nothing does any more: then the stream is ended. */
  private model(): Model | null {
    try {
      return this.parts.targeting.model(this.session.environment);
    } catch (error) {
      this.giveUp(error);
      return null;
    }
  }

  /** The store can't be read, or the Space is gone: the reader comes back and starts over. */
  private giveUp(error: unknown): void {
    sayFault(error);
    this.end();
  }

  end(): void {
    this.boundaries.stop();
    this.stream.end();
  }

  onReached(): void {
    this.refresh();
  }

  private seen(at: number): void {
    if (this.person === null) return;
    const { user } = this.person;
    const lastSeenAt = new Date(Math.max(at, Date.parse(user.lastSeenAt ?? "") || 0)).toISOString();
    this.person = { ...this.person, user: { ...user, lastSeenAt } };
  }

  /** Until a schedule opens or closes or an event leaves a window, in ms: then time alone may change what is served. */
  wait(): number | null {
    const { person, served } = this;
    // A clock that stands still never reaches the next boundary.
    if (this.parts.clock.mode === "frozen" || person === null || served === null) return null;
    const { tribes, decider } = served.model;
    const now = this.parts.clock.now();
    const edges = [...tribes.lengths].map(([selector, lengths]) =>
      nextEventEdge(lengths, person.history.times(selector), now),
    );
    const next = [decider.nextBoundary(now), ...edges].filter((edge) => edge !== null);
    return next.length === 0 ? null : Math.min(...next) - now;
  }
}
