import { backoff } from "../platform/backoff.ts";
import { isRefusal, type Outcome, pauseAfter } from "../platform/request.ts";
import { readStates } from "../states/read-states.ts";
import type { States } from "../states/state-store.ts";

interface LiveParts {
  /** The address of a session's stream, with the key. */
  readonly streamUrl: (sessionId: string) => string;
  readonly fetchStates: (sessionId: string, etag: string | null) => Promise<Outcome>;
  readonly onStates: (states: States) => void;
  /** The server does not know the session any more. */
  readonly onGone: () => void;
}

/** How often states are asked for where nothing streams, and the longest pause after failures; in ms, jitter aside. */
const pollMs = 30_000;
/** The first pause after a stream that had worked has ended: a server that restarts is soon back. */
const lostStreamMs = 2000;
const longestPollMs = 300_000;
/** So many failures in a row, and the stream is given up for polling. */
const streamTries = 3;
/** A stream says something as soon as it is there: one that is silent for so long is held back on its way; in ms. */
const silentMs = 30_000;

/** Follows a session's states while it is on: by EventSource, and by polling with ETags where that fails. */
export class LiveUpdates {
  private readonly parts: LiveParts;
  private sessionId: string | null = null;
  private on = false;
  private etag: string | null = null;
  private source: EventSource | null = null;
  private streamFailures = 0;
  private hasStreamed = false;
  /** How often a stream that had worked was looked for since. */
  private looks = 0;
  /** What is asked; of a session that is followed no more it counts, and keeps others waiting, no more. */
  private fetching: object | null = null;
  private again = false;
  private fetchFailures = 0;
  /** Until when the server has asked to wait, in ms by a clock that nobody sets. */
  private heldUntil = 0;
  /** Sessions in a row that the server did not know once it had given them. */
  private lost = 0;
  /** Its session was lost once more: another one is waited for. */
  private isGone = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LiveParts) {
    this.parts = parts;
  }

  /** Follows this session's states from now on; null: nobody's. */
  follow(sessionId: string | null): void {
    this.disconnect();
    this.sessionId = sessionId;
    this.fetching = null;
    this.again = false;
    this.isGone = false;
    this.heldUntil = 0;
    this.etag = null;
    this.hasStreamed = false;
    this.looks = 0;
    this.connect();
  }

  switch(on: boolean): void {
    this.on = on;
    this.disconnect();
    this.connect();
  }

  resume(): void {
    if (this.isGone && this.timer !== undefined) return;
    this.connect();
    if (this.on && this.fetchFailures > 0 && !this.isGone) this.later(0);
  }

  private connect(): void {
    if (!this.on || this.sessionId === null || this.source !== null) return;
    this.streamFailures = 0;
    if (this.isGone) this.timer = setTimeout(this.parts.onGone, 500 + backoff(this.lost, 500, 60_000));
    else if (typeof EventSource === "function") this.stream(this.sessionId);
    else this.poll();
  }

  /** Lets go of the connection until `resume`. */
  disconnect(): void {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.timer = undefined;
  }

  private stream(sessionId: string): void {
    const source = this.open(sessionId);
    if (source === null) this.poll();
    else this.listen(source);
  }

  private listen(source: EventSource): void {
    this.source = source;
    this.awaitWord();
    // The first message of a connection names nothing as changed; what changed before it, nobody told.
    let isFirst = true;
    source.addEventListener("open", () => {
      isFirst = true;
    });
    source.addEventListener("states", (message) => {
      clearTimeout(this.silence);
      this.streamFailures = 0;
      this.hasStreamed = true;
      this.looks = 0;
      if (isFirst || namesChanges(message.data)) void this.refetch();
      isFirst = false;
    });
    source.addEventListener("error", () => {
      if (this.source !== source) return;
      this.streamFailures += 1;
      this.awaitWord();
      // 2 is CLOSED: the browser does not try again by itself.
      if (source.readyState === 2 || this.streamFailures >= streamTries) {
        this.disconnect();
        this.poll();
      }
    });
  }

  private awaitWord(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.disconnect();
      this.later(0);
    }, silentMs);
  }

  private open(sessionId: string): EventSource | null {
    try {
      return new EventSource(this.parts.streamUrl(sessionId));
    } catch {
      return null;
    }
  }

  private poll(): void {
    const first = this.hasStreamed ? Math.min(lostStreamMs * 2 ** this.looks, pollMs) : pollMs;
    const pause = Math.min(first * 2 ** this.fetchFailures, longestPollMs);
    this.later(pause * (0.8 + 0.4 * Math.random()));
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refetch(), ms);
  }

  /** One request at a time; who asks meanwhile gets another one after it. */
  private async refetch(): Promise<void> {
    const sessionId = this.sessionId;
    if (sessionId === null || !this.on || this.isGone) return;
    const held = this.heldUntil - performance.now();
    if (held > 0) return this.later(held);
    if (this.fetching !== null) {
      this.again = true;
      return;
    }
    const mine = {};
    this.fetching = mine;
    const outcome = await this.parts.fetchStates(sessionId, this.etag);
    if (this.fetching !== mine) return;
    this.fetching = null;
    const again = this.again;
    this.again = false;
    if (!this.on) return;
    this.take(outcome);
    if (again) void this.refetch();
  }

  private take(outcome: Outcome): void {
    const states = outcome.kind === "answer" && outcome.status === 200 ? readStates(outcome.body) : null;
    if (outcome.kind === "answer" && states !== null) {
      this.etag = outcome.etag;
      this.parts.onStates(states);
    }
    if (states !== null || (outcome.kind === "answer" && outcome.status === 304)) this.onFetched();
    else this.onFailed(outcome);
  }

  private onFetched(): void {
    this.fetchFailures = 0;
    this.lost = 0;
    if (this.source !== null) return;
    // The server is there again: a stream that has worked may work again, if not now then later.
    if (this.hasStreamed) {
      this.looks += 1;
      this.connect();
    } else this.poll();
  }

  private onFailed(outcome: Outcome): void {
    this.fetchFailures += 1;
    if (outcome.kind === "answer") this.heldUntil = performance.now() + outcome.retryAfterMs;
    if (outcome.kind === "answer" && outcome.status === 404 && isRefusal(outcome)) this.onLost();
    else if (this.source === null) this.poll();
    else if (!isRefusal(outcome)) this.later(500 + pauseAfter(outcome, this.fetchFailures, 1000, 30_000));
  }

  /** Another session at once; later and later where each one is lost, as between servers that know nothing of one another. */
  private onLost(): void {
    this.lost += 1;
    this.disconnect();
    this.isGone = this.lost > 1;
    if (this.isGone) this.connect();
    else this.parts.onGone();
  }
}

/** What a `states` message says (CONTRACT.md, SDK plane). */
function namesChanges(data: unknown): boolean {
  try {
    return (JSON.parse(String(data)) as { changed?: unknown[] }).changed?.length !== 0;
  } catch {
    return true;
  }
}
