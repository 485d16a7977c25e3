import type { Worker } from "node:worker_threads";
import { Problem } from "../../../core/problem.ts";
import { busy } from "../busy.ts";
import type { AnsweredQuery, AskedQuery, FromReader, Queries, QueryName, ToReader } from "./messages.ts";
import { startThread } from "./worker-entry.ts";

interface Waiting {
  readonly name: QueryName;
  readonly query: unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  /** Aborted where nobody waits for the answer any more. */
  readonly gone: AbortSignal | undefined;
}

/** How many queries are on the thread at once, and how many may wait for it. */
interface Limits {
  readonly atOnce: number;
  readonly waiting: number;
  readonly heapMb: number;
}

/**
 * A thread that answers queries about data.db, in order. Where it dies, a new one is asked each of its queries alone: only the
 * query that ends the new one too fails.
 */
export class ReaderThread {
  private readonly path: string;
  private readonly limits: Limits;
  private thread: Worker | null = null;
  private waiting: Waiting[] = [];
  private readonly asked = new Map<number, Waiting>();
  /** Queries that were on a thread that died: each goes alone. */
  private readonly suspects: Waiting[] = [];
  private closing = false;
  private held = false;
  private isToSend = false;
  private nextId = 1;

  constructor(path: string, limits: Limits) {
    this.path = path;
    this.limits = limits;
  }

  /**
   * @param gone aborted before the question's turn, it is not asked
   * @throws Problem busy where too many wait, storage-failed where the database can't be read; what `gone` says
   */
  async ask<N extends QueryName>(
    name: N,
    query: Queries[N]["ask"],
    gone?: AbortSignal,
  ): Promise<Queries[N]["answer"]> {
    if (this.closing) throw stopping();
    const { waiting, atOnce } = this.limits;
    const isFull = () => this.waiting.length + this.asked.size >= waiting + atOnce;
    if (isFull()) this.dropGone();
    if (isFull()) throw busy("Too much is being looked up at once; try again shortly.");
    return new Promise<Queries[N]["answer"]>((resolve, reject) => {
      this.waiting.push({ name, query, resolve, reject, gone });
      this.sendSoon();
    });
  }

  /** Ends the thread once it has answered what it has; what waits is refused. */
  async close(): Promise<void> {
    this.closing = true;
    for (const one of [...this.waiting.splice(0), ...this.suspects.splice(0)]) one.reject(stopping());
    const { thread } = this;
    if (thread === null) return;
    const gone = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
    thread.postMessage({ type: "close" } satisfies ToReader);
    if (thread.threadId !== -1) await gone;
  }

  /** Does `work` while no thread has the file open. What is asked meanwhile waits. */
  async whileClosed<T>(work: () => Promise<T>): Promise<T> {
    this.held = true;
    try {
      while (this.asked.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
      const { thread } = this;
      if (thread !== null) {
        const gone = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
        thread.postMessage({ type: "close" } satisfies ToReader);
        if (thread.threadId !== -1) await gone;
        // A new thread loads its code meanwhile.
        this.thread = this.loaded();
      }
      return await work();
    } finally {
      this.thread?.postMessage(this.opening);
      this.held = false;
      this.send();
    }
  }

  /** Ends the thread, whatever it is doing. */
  async end(): Promise<void> {
    this.closing = true;
    await this.thread?.terminate();
  }

  /**
   * What is asked in one turn of the loop, and while the thread is answering, goes to it in one message, since a message costs
   * more than a question.
   */
  private sendSoon(): void {
    if (this.isToSend) return;
    this.isToSend = true;
    setImmediate(() => {
      this.isToSend = false;
      this.send();
    });
  }

  private send(): void {
    if (this.held || this.asked.size > 0) return;
    const suspects = this.suspects.splice(0, 1);
    if (suspects.length === 0) this.dropGone();
    const next = suspects.length > 0 ? suspects : this.waiting.splice(0, this.limits.atOnce);
    if (next.length === 0) return;
    const asked = next.map((one): AskedQuery => {
      const id = this.nextId++;
      this.asked.set(id, one);
      return { id, name: one.name, query: one.query };
    });
    try {
      this.started().postMessage({ type: "ask", asked: JSON.stringify(asked) } satisfies ToReader);
    } catch (error) {
      // No thread can be started: the next question tries again.
      this.asked.clear();
      for (const one of next) one.reject(unreadable((error as Error).message));
      if (this.waiting.length + this.suspects.length > 0) this.sendSoon();
    }
  }

  private dropGone(): void {
    const isGone = ({ gone }: Waiting) => gone?.aborted === true;
    for (const one of this.waiting.filter(isGone)) one.reject(one.gone?.reason);
    this.waiting = this.waiting.filter((one) => !isGone(one));
  }

  private started(): Worker {
    if (this.thread !== null) return this.thread;
    this.thread = this.loaded();
    this.thread.postMessage(this.opening);
    return this.thread;
  }

  private get opening(): ToReader {
    return { type: "open", path: this.path };
  }

  /** A thread that has nothing open yet. */
  private loaded(): Worker {
    const { heapMb } = this.limits;
    const thread = startThread("store-reader", {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 4 },
    });
    let why = "its thread ended";
    thread.on("message", (message: FromReader) => this.onMessage(message));
    thread.on("error", (error) => {
      why = error.message;
    });
    thread.on("exit", () => this.onGone(thread, why));
    return thread;
  }

  private onMessage(message: FromReader): void {
    if (message.type === "closed") return;
    for (const answered of JSON.parse(message.answers) as AnsweredQuery[]) {
      const query = this.asked.get(answered.id);
      this.asked.delete(answered.id);
      if ("failed" in answered) query?.reject(unreadable(answered.failed));
      else query?.resolve(answered.answer as never);
    }
    this.send();
  }

  private onGone(thread: Worker, why: string): void {
    if (this.thread === thread) this.thread = null;
    const [first, ...others] = this.asked.values();
    this.asked.clear();
    if (first === undefined) return;
    if (this.closing) for (const one of [first, ...others]) one.reject(stopping());
    else if (others.length === 0) first.reject(unreadable(why));
    else this.suspects.push(first, ...others);
    this.send();
  }
}

const stopping = (): Problem => busy("The server is stopping.");

const unreadable = (reason: string): Problem =>
  new Problem("storage-failed", `The event store can't be read: ${reason}`, {
    headers: { "Retry-After": "5" },
  });
