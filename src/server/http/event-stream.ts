import type { Response } from "express";

/** The longest silence on a stream, in ms: a comment keeps proxies and sockets awake (CONTRACT.md: 15 s). */
const heartbeat = 15_000;
/** After so many heartbeats without reading, a stream is ended: its reader comes back for what it missed, or is gone. */
const patience = 4;

/** One server-sent event stream (HTML Living Standard, 9.2) that knows when its reader is slow. */
export class EventStream {
  private readonly res: Response;
  private readonly beat: NodeJS.Timeout;
  private readonly endings: (() => void)[] = [];
  /** Called once the reader has read what was written. */
  private readonly waiting: (() => void)[] = [];
  private behind = false;
  /** Heartbeats that were skipped since the reader last read. */
  private missed = 0;
  private finished = false;

  constructor(res: Response) {
    this.res = res;
    res.status(200).set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      // nginx as it comes holds answers back until they are large; with this not a stream.
      "X-Accel-Buffering": "no",
    });
    // The head is sent with the first message, once the reader is registered: a reader that has the 200 misses nothing after
    // it.
    res.socket?.setNoDelay(true);
    // Nobody reads these again, and they would use memory as long as the stream is open.
    res.req.rawHeaders.length = 0;
    this.beat = setInterval(() => this.tick(), heartbeat);
    this.beat.unref();
    res.on("close", () => this.finish());
    // A write that comes too late for the socket is an error event, which would end the process if nobody listened.
    res.on("error", () => this.finish());
    res.on("drain", () => this.relieve());
  }

  /** No more can be written: the reader is gone, or the response was ended (by the server's stop, too). */
  get ended(): boolean {
    return this.finished || this.res.writableEnded;
  }

  /** Whether the reader keeps up: false until what was written has left. */
  get writable(): boolean {
    return !this.ended && !this.behind;
  }

  write(text: string | Uint8Array): void {
    if (this.ended) return;
    // The head in a write of its own, in the same packet: together with a message it would stay in memory in thirty pieces.
    const isFirst = !this.res.headersSent;
    if (isFirst) {
      this.res.cork();
      this.res.flushHeaders();
    }
    if (!this.res.write(text)) this.behind = true;
    if (isFirst) this.res.uncork();
  }

  /** Resolves once the reader has taken what was written, or is gone. */
  async ready(): Promise<void> {
    if (this.behind && !this.finished) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  onEnd(listener: () => void): void {
    if (this.finished) listener();
    else this.endings.push(listener);
  }

  end(): void {
    if (!this.ended) this.res.end();
    this.finish();
  }

  private tick(): void {
    this.missed = this.behind ? this.missed + 1 : 0;
    // What was written still waits for a reader that is gone; closing the socket frees it.
    if (this.missed >= patience) this.res.destroy();
    else if (!this.behind) this.write(": still here\n\n");
  }

  private relieve(): void {
    this.behind = false;
    this.missed = 0;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private finish(): void {
    if (this.finished) return;
    this.finished = true;
    clearInterval(this.beat);
    this.relieve();
    for (const ending of this.endings.splice(0)) ending();
  }
}

/** One message. Data is one line of JSON. */
export const message = (event: string, data: unknown, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
