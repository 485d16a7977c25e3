import type { EventsAnswer } from "../../../core/event.ts";
import type { Log } from "../platform/log.ts";
import {
  isPassing,
  isRefusal,
  isStopped,
  type Outcome,
  pauseAfter,
  problemOf,
  request,
} from "../platform/request.ts";
import { sdk } from "../version.ts";
import { bytesOf, type EventQueue } from "./event-queue.ts";
import type { TrackedEvent } from "./tracked-event.ts";

const batchSize = 20;
/** The longest that an event waits for others, in ms. */
const batchMs = 5000;
/** How often a key that was refused is tried, in ms: it comes back only where somebody puts it back. */
const unknownKeyMs = 60_000;
/** Browsers take 64 KiB of requests that outlive the page, all together; some is left for what surrounds the events. */
const outlivingBytes = 60_000;

/** Sends what is queued, one batch at a time; what is not confirmed stays queued and goes again, ids unchanged. */
export class EventSender {
  private readonly queue: EventQueue;
  private readonly url: string;
  private readonly log: Log;
  private readonly sending = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer is due, in ms by a clock that nobody sets. */
  private due = Number.POSITIVE_INFINITY;
  private isBusy = false;
  /** The server has asked to wait. */
  private isHeld = false;
  /** How many go in the next batch. */
  private most = batchSize;
  private failures = 0;

  constructor(queue: EventQueue, url: string, log: Log) {
    this.queue = queue;
    this.url = url;
    this.log = log;
  }

  /** Something was queued: a full batch goes now, less of it within five seconds; after failures it waits its turn. */
  onQueued(): void {
    if (this.isBusy || this.queue.size === 0) return;
    const waitsItsTurn = (this.failures > 0 || this.isHeld) && this.due !== Number.POSITIVE_INFINITY;
    if (!waitsItsTurn) this.sendIn(this.failures === 0 && this.queue.size >= batchSize ? 0 : batchMs);
  }

  /** The network is back, or an earlier page's events are there: no need to wait. */
  wake(): void {
    this.failures = 0;
    if (this.isBusy || this.queue.size === 0) return;
    this.sendIn(0);
  }

  /** The page is seen again, or the service has answered: what failed is tried again, unless the server has asked to wait. */
  tryAgain(): void {
    if (this.failures > 0 && !this.isHeld) this.wake();
  }

  /** The page may end now: as much as may outlive it is handed over. It stays queued, and stored, until it is confirmed. */
  flushOnHide(): void {
    const handedOver = new Set(this.sending);
    let left = outlivingBytes;
    for (;;) {
      const events = this.queue.next(batchSize, left, handedOver);
      if (events.length === 0 || !this.handOver(events)) return;
      left -= bytesOf(bodyOf(events));
      for (const { id } of events) handedOver.add(id);
    }
  }

  private handOver(events: readonly TrackedEvent[]): boolean {
    if (canOutlive()) {
      void this.post(events).then((outcome) => this.onHandedOver(outcome));
      return true;
    }
    // Nobody confirms a beacon, so the same ids go once more later on; the server keeps one of each.
    return typeof navigator.sendBeacon === "function" && navigator.sendBeacon(this.url, bodyOf(events));
  }

  /** One of several at once: what one is told of waiting holds for all. */
  private onHandedOver(outcome: Outcome): void {
    if (isKept(outcome) && outcome.kind === "answer" && outcome.retryAfterMs > 0) {
      this.isHeld = true;
      this.arm(retryMs(outcome, this.failures));
    } else this.onQueued();
  }

  private sendIn(ms: number): void {
    const due = performance.now() + ms;
    if (due >= this.due) return;
    this.arm(ms);
  }

  private arm(ms: number): void {
    clearTimeout(this.timer);
    this.due = performance.now() + ms;
    this.timer = setTimeout(() => void this.send(), ms);
  }

  private async send(): Promise<void> {
    this.due = Number.POSITIVE_INFINITY;
    this.isHeld = false;
    if (this.isBusy) return;
    const events = this.queue.next(this.most, outlivingBytes, this.sending);
    if (events.length === 0) return;
    this.isBusy = true;
    const outcome = await this.post(events);
    this.isBusy = false;
    this.onOutcome(outcome, events);
  }

  private onOutcome(outcome: Outcome, events: readonly TrackedEvent[]): void {
    if (isStopped(outcome)) this.sendLess(events);
    if (isKept(outcome)) {
      this.isHeld = outcome.kind === "answer" && outcome.retryAfterMs > 0;
      this.arm(retryMs(outcome, this.failures));
      this.failures += 1;
    } else {
      this.failures = 0;
      this.most = batchSize;
      this.onQueued();
    }
  }

  /** One of the events may be what is not let through: the others must not wait for it. */
  private sendLess(events: readonly TrackedEvent[]): void {
    this.most = Math.ceil(events.length / 2);
    const [alone, ...others] = events;
    if (alone !== undefined && others.length === 0) this.queue.putLast(alone.id);
  }

  /** Sends the events; those that the server has decided on leave the queue. */
  private async post(events: readonly TrackedEvent[]): Promise<Outcome> {
    const ids = events.map(({ id }) => id);
    for (const id of ids) this.sending.add(id);
    const outcome = await request(this.url, { method: "POST", body: bodyOf(events), keepalive: true });
    for (const id of ids) this.sending.delete(id);
    if (isUnknownKey(outcome))
      this.log.warnOnce(`Events wait until the API key is known again, or exchanged: ${problemOf(outcome)}`);
    else if (isKept(outcome) && !isPassing(outcome))
      this.log.warnOnce(`Events wait: ${problemOf(outcome)}. They are sent again.`);
    if (isKept(outcome)) return outcome;
    this.queue.remove(ids);
    this.tellRefused(outcome, events.length);
    return outcome;
  }

  private tellRefused(outcome: Outcome, count: number): void {
    if (outcome.kind !== "answer") return;
    if (outcome.status >= 400)
      this.log.warn(`${count} events were refused and are dropped: ${problemOf(outcome)}`);
    const rejected: unknown = (outcome.body as Partial<EventsAnswer> | null | undefined)?.rejected;
    for (const one of Array.isArray(rejected) ? rejected : [])
      this.log.warnOnce(`An event was refused: ${one?.code}, ${one?.detail}`);
  }
}

function bodyOf(events: readonly TrackedEvent[]): string {
  return JSON.stringify({ sentAt: new Date().toISOString(), sdk, events });
}

/** Whether fetch knows requests that outlive the page. */
const canOutlive = (): boolean => typeof Request === "function" && "keepalive" in Request.prototype;

/** Nothing is wrong with the events: the page that comes with the exchanged key takes them over. */
const isUnknownKey = (outcome: Outcome): boolean =>
  isRefusal(outcome) && outcome.kind === "answer" && outcome.status === 401;
/** The server says what it has accepted. */
const isTaken = (outcome: Outcome): boolean =>
  outcome.kind === "answer" &&
  outcome.status < 400 &&
  typeof (outcome.body as Partial<EventsAnswer> | null | undefined)?.accepted === "number";
const isKept = (outcome: Outcome): boolean =>
  isUnknownKey(outcome) || !(isTaken(outcome) || isRefusal(outcome));

/** About a second after the first failure, up to half a minute, or some minutes where something else answers. */
const retryMs = (outcome: Outcome, failures: number): number =>
  isUnknownKey(outcome) ? unknownKeyMs : pauseAfter(outcome, failures, 1000, 30_000);
