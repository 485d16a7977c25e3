import type { Response } from "express";

/** The longest silence on a stream, in ms: a comment keeps proxies and sockets awake (CONTRACT.md: 15 s). */
const heartbeat = 15_000;

/** One server-sent event stream (HTML Living Standard, 9.2) that knows when its reader is slow. */
export class EventStream {
  private readonly res: Response;
  private readonly beat: NodeJS.Timeout;
  private readonly endings: (() => void)[] = [];
  private drained: Promise<void> | null = null;
  ended = false;

  constructor(res: Response) {
    this.res = res;
    res.status(200).set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      Connection: "keep-alive",
    });
    // The head goes out with the first message, once the reader is registered: who has seen the 200 misses nothing after it.
    res.socket?.setNoDelay(true);
    this.beat = setInterval(() => this.write(": still here\n\n"), heartbeat);
    this.beat.unref();
    res.once("close", () => this.finish());
  }

  /** Whether the reader keeps up: false until what was written has left. */
  get writable(): boolean {
    return !this.ended && this.drained === null;
  }

  write(text: string): void {
    if (this.ended) return;
    if (!this.res.write(text) && this.drained === null) {
      this.drained = new Promise((resolve) => {
        const done = () => {
          this.drained = null;
          resolve();
        };
        this.res.once("drain", done);
        this.endings.push(done);
      });
    }
  }

  /** Resolves once the reader has taken what was written, or is gone. */
  async ready(): Promise<void> {
    await this.drained;
  }

  onEnd(listener: () => void): void {
    if (this.ended) listener();
    else this.endings.push(listener);
  }

  end(): void {
    if (!this.ended) this.res.end();
    this.finish();
  }

  private finish(): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.beat);
    for (const ending of this.endings.splice(0)) ending();
  }
}

/** One message. Data is one line of JSON. */
export const message = (event: string, data: unknown, id?: number): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
