import type { Log } from "../platform/log.ts";
import { uuid } from "../platform/uuid.ts";
import type { Person } from "../session/start-body.ts";
import type { Metadata } from "../types.ts";
import { copyMetadata, problemOfEvent } from "./check-event.ts";
import { queueLimits } from "./event-queue.ts";
import type { Draft, Owner, TrackedEvent } from "./tracked-event.ts";

/** Makes events of what the page tracks, and holds them until it is known whose they are. */
export class EventTracker {
  private readonly log: Log;
  private waiting: Draft[] = [];
  private person: Person | null = null;
  private sessionId: string | null = null;
  private isWaiting = true;
  private isOff = false;
  private readonly onEvents: (events: readonly TrackedEvent[]) => void;

  constructor(log: Log, onEvents: (events: readonly TrackedEvent[]) => void) {
    this.log = log;
    this.onEvents = onEvents;
  }

  /** Tracks one event at this moment; what can't be sent is told by one console.warn. Never throws. */
  track(name: string, metadata?: Metadata, experienceId?: string): void {
    try {
      const problem = problemOfEvent(name, metadata);
      if (problem === null) this.take(draftOf(name, metadata, experienceId));
      else this.log.warn(`The event ${JSON.stringify(name)} is not sent: ${problem}.`);
    } catch (error) {
      this.log.warn(`The event is not sent: ${(error as Error).message}`);
    }
  }

  /**
   * A session starts for this person. Events that wait for a first session are theirs; those of somebody else are sent as they
   * are.
   */
  begin(person: Person): void {
    if (this.person !== null) this.release();
    this.isOff = false;
    this.person = person;
    this.sessionId = null;
    this.isWaiting = true;
  }

  /** The session is there, or is not waited for any longer. */
  settle(sessionId: string | null): void {
    this.sessionId = sessionId;
    this.isWaiting = false;
    this.release();
  }

  /** Without a key nothing is sent, nor kept. */
  switchOff(): void {
    this.isOff = true;
    this.waiting = [];
  }

  /** Hands on what waits, where it is known whose it is. */
  release(): void {
    const { person, sessionId } = this;
    if (person === null || this.waiting.length === 0) return;
    const owner = ownerOf(person, sessionId);
    const events = this.waiting.map((draft) => ({ ...draft, ...owner }));
    this.waiting = [];
    this.onEvents(events);
  }

  private take(draft: Draft): void {
    if (this.isOff) return;
    this.waiting.push(draft);
    if (this.waiting.length > queueLimits.events) {
      this.waiting.shift();
      this.log.warnOnce(`More than ${queueLimits.events} events wait for a session; the oldest are dropped.`);
    }
    if (!this.isWaiting) this.release();
  }
}

function draftOf(name: string, metadata: Metadata | undefined, experienceId: string | undefined): Draft {
  const pairs = copyMetadata(metadata);
  return {
    id: uuid(),
    name,
    time: new Date().toISOString(),
    ...(experienceId === undefined ? {} : { experienceId }),
    ...(pairs === undefined ? {} : { metadata: pairs }),
  };
}

function ownerOf({ userId, anonymousId }: Person, sessionId: string | null): Owner {
  const session = sessionId === null ? {} : { sessionId };
  return userId === null ? { anonymousId, ...session } : { userId, ...session };
}
