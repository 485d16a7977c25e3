import { Worker } from "node:worker_threads";
import { Problem } from "../../core/problem.ts";
import type {
  AnswerOf,
  FromReader,
  FromWriter,
  JobName,
  JobOf,
  NamedJob,
  Queries,
  QueryName,
  ToReader,
  ToWriter,
} from "./messages.ts";
import { workerEntry } from "./worker-entry.ts";

/**
 * Work that may wait for the writer: about a second of it, or some 20 MB of what events carry along. More is answered
 * 503 (back-pressure, never silent loss).
 */
const queueLimit = 20_000;
/** Heaps of the two threads, in MB: their work is short-lived rows, so small ones only mean that garbage leaves sooner. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };
/** How much of it goes into one transaction. */
const transactionLimit = 4_000;

interface WaitingJob {
  readonly name: JobName;
  readonly job: unknown;
  readonly weight: number;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

interface WaitingQuery {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * data.db behind two threads: one writes, one reads. A write resolves once its transaction is on disk; the writes that
 * come while one is being committed share the next one (group commit).
 */
export class EventStore {
  private readonly writer: Worker;
  private reader: Worker | null = null;
  private readonly path: string;
  private readonly waiting: WaitingJob[] = [];
  private waitingWeight = 0;
  private inFlight: readonly WaitingJob[] = [];
  private readonly queries = new Map<number, WaitingQuery>();
  private nextQuery = 1;
  private closing = false;
  private failure: string | null = null;
  private onFailure: (reason: string) => void = () => {};
  /** Resolves with the reason once the database can no longer be written. */
  readonly failed: Promise<string> = new Promise((resolve) => {
    this.onFailure = resolve;
  });

  private constructor(path: string, writer: Worker) {
    this.path = path;
    this.writer = writer;
    writer.on("message", (message: FromWriter) => this.onWriter(message));
    writer.on("error", (error) => this.fail(error.message));
  }

  /** Opens or makes the database file; rejects with the reason where it can't. */
  static async open(path: string): Promise<EventStore> {
    const writer = new Worker(workerEntry("store-writer"), { resourceLimits: heap });
    const opened = new Promise<void>((resolve, reject) => {
      writer.once("error", reject);
      writer.once("message", (message: FromWriter) => {
        if (message.type === "open-failed") reject(new Error(message.message));
        else resolve();
      });
    });
    writer.postMessage({ type: "open", path } satisfies ToWriter);
    try {
      await opened;
    } catch (error) {
      await writer.terminate();
      throw error;
    }
    return new EventStore(path, writer);
  }

  /** Queues a job. `weight` is roughly how many rows of ordinary size, about 1 KB, it writes. */
  write<N extends JobName>(name: N, job: JobOf<N>, weight = 1): Promise<AnswerOf<N>> {
    if (this.failure !== null) return Promise.reject(this.failedProblem());
    if (this.closing || (this.waitingWeight > 0 && this.waitingWeight + weight > queueLimit)) {
      return Promise.reject(
        new Problem("busy", "More is waiting to be stored than the queue holds; try again shortly.", {
          headers: { "Retry-After": "1" },
        }),
      );
    }
    return new Promise<AnswerOf<N>>((resolve, reject) => {
      this.waiting.push({ name, job, weight, resolve, reject });
      this.waitingWeight += weight;
      if (this.inFlight.length === 0) this.send();
    });
  }

  /** @throws Problem storage-failed where the database can't be read, busy once the store is closing */
  read<N extends QueryName>(name: N, query: Queries[N]["query"]): Promise<Queries[N]["answer"]> {
    if (this.closing)
      return Promise.reject(
        new Problem("busy", "The server is stopping.", { headers: { "Retry-After": "1" } }),
      );
    const reader = this.startReader();
    const id = this.nextQuery++;
    return new Promise<Queries[N]["answer"]>((resolve, reject) => {
      this.queries.set(id, { resolve, reject });
      reader.postMessage({ type: "ask", id, name, query } satisfies ToReader);
    });
  }

  /** Waits for what is queued, moves the log into the database and lets go of both threads. */
  async close(): Promise<void> {
    this.closing = true;
    while (this.failure === null && (this.inFlight.length > 0 || this.waiting.length > 0))
      await new Promise((resolve) => setTimeout(resolve, 2));
    if (this.reader !== null) await this.shut(this.reader);
    await this.shut(this.writer);
  }

  private async shut(worker: Worker): Promise<void> {
    const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.postMessage({ type: "close" });
    // A thread that has died already is given no chance to answer; its exit has been heard.
    if (worker.threadId !== -1) await gone;
  }

  private startReader(): Worker {
    if (this.reader !== null) return this.reader;
    const reader = new Worker(workerEntry("store-reader"), { resourceLimits: heap });
    reader.on("message", (message: FromReader) => this.onReader(message));
    reader.on("error", (error) => this.onReaderGone(error));
    reader.postMessage({ type: "open", path: this.path } satisfies ToReader);
    this.reader = reader;
    return reader;
  }

  private send(): void {
    let weight = 0;
    let count = 0;
    while (count < this.waiting.length && (count === 0 || weight < transactionLimit)) {
      weight += this.waiting[count]?.weight ?? 0;
      count += 1;
    }
    this.inFlight = this.waiting.splice(0, count);
    this.waitingWeight -= weight;
    const jobs = JSON.stringify(this.inFlight.map(({ name, job }): NamedJob => ({ name, job })));
    this.writer.postMessage({ type: "work", jobs } satisfies ToWriter);
  }

  private onWriter(message: FromWriter): void {
    if (message.type === "worked") {
      const done = this.inFlight;
      this.inFlight = [];
      if (this.waiting.length > 0) this.send();
      done.forEach((job, index) => {
        job.resolve(message.answers[index] as never);
      });
    } else if (message.type === "failed") {
      this.retrySingly(message.message);
    }
  }

  /** A transaction failed: its jobs go again one by one, so that only the one that can't be done is refused. */
  private retrySingly(message: string): void {
    const failed = this.inFlight;
    this.inFlight = [];
    const [only] = failed;
    if (failed.length === 1 && only !== undefined) {
      only.reject(
        new Problem("storage-failed", `The store refused the change: ${message}`, {
          headers: { "Retry-After": "5" },
        }),
      );
    } else {
      this.waiting.unshift(...failed.map((job) => ({ ...job, weight: transactionLimit })));
      this.waitingWeight += failed.length * transactionLimit;
    }
    if (this.waiting.length > 0) this.send();
  }

  private onReader(message: FromReader): void {
    if (message.type === "closed") return;
    const query = this.queries.get(message.id);
    this.queries.delete(message.id);
    if (message.type === "answer") query?.resolve(message.answer as never);
    else query?.reject(unreadable(message.message));
  }

  private onReaderGone(error: Error): void {
    this.reader = null;
    for (const query of this.queries.values()) query.reject(unreadable(error.message));
    this.queries.clear();
  }

  private fail(message: string): void {
    this.failure = message;
    for (const job of [...this.inFlight, ...this.waiting]) job.reject(this.failedProblem());
    this.inFlight = [];
    this.waiting.length = 0;
    this.onFailure(message);
  }

  private failedProblem(): Problem {
    return new Problem(
      "storage-failed",
      `The event store can't be written: ${this.failure}. Free disk space or check the folder's rights, then restart.`,
      { headers: { "Retry-After": "30" } },
    );
  }
}

const unreadable = (reason: string): Problem =>
  new Problem("storage-failed", `The event store can't be read: ${reason}`, {
    headers: { "Retry-After": "5" },
  });
