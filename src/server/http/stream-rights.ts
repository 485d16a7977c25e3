import type { Response } from "express";
import { Problem } from "../../core/problem.ts";

/** How often rights are checked where a document changed, and how often where only time may end them, in ms. */
const lookEvery = 250;
const askEvery = 5_000;

/**
 * What lasts: event streams, downloads and uploads. Ends each with the right that opened it (a revoked token, a removed member, a
 * rotated key), and event streams when the server stops. Every event stream must be held here, or a stop waits 5 s for it; answers
 * that are soon over must not be (docs/adr/0055-requests-leave-young-memory.md).
 */
export class StreamRights {
  private readonly decidedBy: () => readonly unknown[];
  private readonly held = new Map<Response, () => unknown>();
  private seen: readonly unknown[] = [];
  /** By `performance.now()`: the system's clock may be set back. */
  private askedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | null = null;

  /** `decidedBy`: the documents that rights go by; a change makes another object. */
  constructor(decidedBy: () => readonly unknown[]) {
    this.decidedBy = decidedBy;
  }

  /** Ends the answer once `enter`, which let its caller in, does so no longer. */
  hold(res: Response, enter: () => unknown): void {
    if (res.writableEnded || res.destroyed) return;
    this.held.set(res, enter);
    res.on("close", () => this.drop(res));
    this.timer ??= setInterval(() => this.look(), lookEvery).unref();
  }

  /** Ends every open event stream; their readers resume with the next copy of the server. */
  endStreams(): void {
    for (const res of this.held.keys()) if (isEventStream(res)) res.end();
  }

  private look(): void {
    const [now, at] = [this.decidedBy(), performance.now()];
    if (now.every((one, index) => one === this.seen[index]) && at - this.askedAt < askEvery) return;
    this.seen = now;
    this.askedAt = at;
    for (const [res, enter] of this.held) {
      if (stillEnters(enter)) continue;
      // A download or an upload is cut off, so that whoever is at its other end sees that it is not whole; a stream of events is just ended.
      if (isEventStream(res)) res.end();
      else res.destroy();
      this.drop(res);
    }
  }

  private drop(res: Response): void {
    this.held.delete(res);
    if (this.held.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}

const isEventStream = (res: Response): boolean =>
  String(res.getHeader("content-type")).startsWith("text/event-stream");

function stillEnters(enter: () => unknown): boolean {
  try {
    enter();
    return true;
  } catch (error) {
    // A checkout took the Space away for a moment; the right may still be there.
    return error instanceof Problem && error.code === "busy";
  }
}
