import type { Worker } from "node:worker_threads";
import { Problem } from "../../../../core/problem.ts";
import { busy } from "../../busy.ts";
import type { PeopleScans, ScanName, Scans } from "../../people-scans.ts";
import { startThread } from "../worker-entry.ts";
import type { FromScanner, ToScanner } from "./scan-messages.ts";

/** The thread ends after so long without work, in ms. */
const idleTime = 30_000;
/** Scans that may wait for their turn. */
const waitingLimit = 64;
/** The thread's heap, in MB: chunks of people are all that it holds. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

type AskOf<N extends ScanName> = Scans[N]["ask"];
type AnswerOf<N extends ScanName> = Scans[N]["answer"];

/**
 * Questions that take a look at everybody in an environment, in a thread of their own beside the store's: one at a time,
 * on a snapshot of data.db. Each can be given up by its signal, and rejects with the signal's reason then.
 */
export class ScanThread implements PeopleScans {
  private readonly path: string;
  private worker: Worker | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();

  /** `path`: a data.db that another thread has open for writing. */
  constructor(path: string) {
    this.path = path;
  }

  readonly reach = this.question("reach");
  readonly sizes = this.question("sizes");
  readonly trial = this.question("trial");
  readonly members = this.question("members");
  readonly count = this.question("count");
  readonly affected = this.question("affected");
  readonly matches = this.question("matches");
  readonly seen = this.question("seen");

  /** Gives up what is under way and what waits; resolves once the thread is gone. */
  async close(): Promise<void> {
    this.closing.abort(stopping());
    await this.turn;
    await this.rest();
  }

  /** Does `work` while the thread has nothing open; it takes its turn among the scans. */
  whileClosed<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(() => this.rest()).then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private question<N extends ScanName>(name: N): PeopleScans[N] {
    const ask = (asked: AskOf<N>, signal?: AbortSignal) => this.scan(name, asked, signal);
    return ask as PeopleScans[N];
  }

  private async scan<N extends ScanName>(
    name: N,
    ask: AskOf<N>,
    asked: AbortSignal | undefined,
  ): Promise<AnswerOf<N>> {
    if (this.waiting >= waitingLimit) throw busy("Too many scans of users are waiting; try again shortly.");
    const signal = AbortSignal.any([this.closing.signal, ...(asked === undefined ? [] : [asked])]);
    this.waiting += 1;
    const answer = this.turn.then(() => this.run(name, ask, signal));
    this.turn = answer.then(
      () => this.done(),
      () => this.done(),
    );
    return unlessAborted(answer, signal) as Promise<AnswerOf<N>>;
  }

  private done(): void {
    this.waiting -= 1;
    clearTimeout(this.idleTimer);
    if (this.waiting === 0) this.idleTimer = setTimeout(() => void this.rest(), idleTime).unref();
  }

  /** Lets the thread end by itself: ending it within a call of the database would end the whole process. */
  private async rest(): Promise<void> {
    clearTimeout(this.idleTimer);
    const worker = this.worker;
    this.worker = null;
    if (worker === null || worker.threadId === -1) return;
    const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.ref();
    worker.postMessage({ type: "close" } satisfies ToScanner);
    await gone;
  }

  private async run(name: ScanName, ask: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const worker = this.start();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const onAbort = () => Atomics.store(stop, 0, 1);
    signal.addEventListener("abort", onAbort);
    try {
      const answer = answerOf(worker);
      worker.postMessage({ type: "scan", name, ask, stop } satisfies ToScanner);
      return await answer;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  private start(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = startThread("store-scanner", {
      workerData: this.path,
      resourceLimits: heap,
    });
    // A thread that fails is replaced by the next scan; the one under way hears of it too.
    const gone = () => {
      if (this.worker === worker) this.worker = null;
    };
    worker.on("error", gone).on("exit", gone);
    worker.unref();
    this.worker = worker;
    return worker;
  }
}

/** The thread's next answer. */
function answerOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (result: () => void) => () => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      result();
    };
    const onError = (error: Error) => settle(() => reject(failed(error.message)))();
    const onExit = () => settle(() => reject(failed("its thread ended")))();
    const onMessage = (message: FromScanner) =>
      settle(() =>
        message.type === "answer"
          ? resolve(message.answer)
          : reject(failed(message.type === "failed" ? message.message : "it was stopped")),
      )();
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
  });
}

/** Rejects at once where the signal is aborted, while the work itself comes to its end. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

const stopping = (): Problem => busy("The server is stopping.");
const failed = (reason: string): Problem =>
  new Problem("storage-failed", `The users can't be read: ${reason}`, { headers: { "Retry-After": "5" } });
