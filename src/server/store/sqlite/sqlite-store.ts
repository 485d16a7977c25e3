import { stat } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import { environmentKeys } from "../../../core/primitives.ts";
import { Problem } from "../../../core/problem.ts";
import type { EnvironmentRef } from "../../../core/refs.ts";
import { busy } from "../busy.ts";
import { exceeds, jobLimit, type Load, queueLimit, sum, transactionLimit } from "../load.ts";
import type { PeopleScans } from "../people-scans.ts";
import type { EventLog, Figures, PublicationHistory, RuleTimes, Store, StoreFile, Users } from "../ports.ts";
import type { FromWriter, JobName, Jobs, NamedJob, Queries, QueryName, ToWriter } from "./messages.ts";
import { ReaderThread } from "./reader-thread.ts";
import { ScanThread } from "./scan/scan-thread.ts";
import type { Log, OpenedDb } from "./schema.ts";
import { writerThread } from "./writer-thread.ts";

/** A thread that dies is started again, unless it died this often within a minute. */
const mostDeaths = 5;
const deathsCount = 60_000;

/**
 * What is written before the log is moved into the file, by a thread of its own: with a large file that takes longer than a
 * commit may wait. Only between two commits of the writer can all of it be moved, so that the log begins anew: from `restAfter`
 * pages on, once few are left, and from `mostPages` on however many are.
 */
const moveAfter: Load = { rows: 1_000, size: 1024 * 1024 };
const restAfter = 4_000;
const fewPages = 150;
const mostPages = 14_000;

interface WaitingJob extends Load {
  /** As JSON: what waits is no larger than what is sent. */
  readonly text: string;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Queries that decisions and sessions wait for; all others are searches. */
const decisive: ReadonlySet<QueryName> = new Set([
  "session",
  "user",
  "lastSequences",
  "ruleTimes",
  "selectorMark",
  "figures",
  "behind",
]);

/**
 * data.db behind threads: one writes, one reads what decisions and sessions need, one searches, one looks at everybody. A write
 * resolves once its transaction is on disk; the writes that come while one is being committed share the next one (group commit).
 */
export class SqliteStore implements Store {
  private writer: Worker;
  private readonly decisions: ReaderThread;
  private readonly searches: ReaderThread;
  /** Reads the whole file after a stop that was none. */
  private check: ReaderThread | null = null;
  /** Moves the log into the file; there is none until enough was written. */
  private readonly mover: ReaderThread;
  /** Since it did so last. */
  private written: Load = { rows: 0, size: 0 };
  private moving = false;
  /** How much of the log was moved when it was last looked at, in pages. */
  private moved = 0;
  private readonly path: string;
  private readonly waiting: WaitingJob[] = [];
  private load: Load = { rows: 0, size: 0 };
  /** When the writer died, in ms. */
  private deaths: number[] = [];
  /** The writer is being started anew: what comes waits. */
  private starting = false;
  private shutting = false;
  private inFlight: readonly WaitingJob[] = [];
  private closing = false;
  private failure: string | null = null;
  private onFailure: (reason: string) => void = () => {};
  /** Resolves with the reason once the database can no longer be written. */
  readonly failed: Promise<string> = new Promise((resolve) => {
    this.onFailure = resolve;
  });

  /** What was found when the file was opened. */
  opened: OpenedDb;
  /** The file is being closed for a while, or is to be: nobody else may copy or close it. */
  private closingFile = false;
  /** Nothing is sent to the writer any more, so that its file can be closed: what comes waits. */
  private held = false;
  /** The writer that is to end because its file is to be closed. */
  private leaving: Worker | null = null;
  private copying: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null;

  readonly file: StoreFile = {
    identity: "",
    copyTo: (path) => this.copyTo(path),
    whileClosed: (work, staysClosed) => this.whileClosed(work, staysClosed),
  };

  get epoch(): string {
    return this.opened.epoch;
  }

  readonly log: EventLog = {
    append: (batch) => this.write("append", batch, batch.items.length),
    before: (query, gone) => this.read("eventsBefore", query, gone),
    after: (query, gone) => this.read("eventsAfter", query, gone),
    counts: (query) => this.read("eventCounts", query),
    last: (environments) => this.read("lastSequences", environments),
  };
  readonly users: Users = {
    find: (query) => this.read("user", query),
    list: (query) => this.read("users", query),
    save: (change) => this.write("saveUser", change),
    import: (batch) => this.write("importUsers", batch, batch.users.length),
    delete: (query) => this.write("deleteUser", query),
    startSession: (session) => this.write("startSession", session),
    session: (query) => this.read("session", query),
  };
  readonly rules: RuleTimes = {
    count: (wanted) => this.write("setSelectors", { ...wanted, environments: environmentKeys }),
    times: (query) => this.read("ruleTimes", query),
    events: (query) => this.read("countedEvents", query),
    keptThrough: (environment) => this.read("selectorMark", environment),
  };
  readonly publications: PublicationHistory = {
    record: (batch) => this.write("recordPublications", batch),
    list: (query) => this.read("publications", query),
    find: (query) => this.read("publication", query),
    latestVersion: (query) => this.read("latestVersion", query),
  };
  private readonly scans: ScanThread;
  readonly people: PeopleScans;

  private constructor(
    path: string,
    { writer, opened }: { readonly writer: Worker; readonly opened: OpenedDb },
  ) {
    this.path = path;
    this.writer = writer;
    this.opened = opened;
    this.decisions = new ReaderThread(path, { atOnce: 16, waiting: 20_000, heapMb: 256 });
    this.searches = new ReaderThread(path, { atOnce: 2, waiting: 1_000, heapMb: 256 });
    this.mover = new ReaderThread(path, { atOnce: 1, waiting: 1, heapMb: 64 });
    this.scans = new ScanThread(path);
    this.people = this.scans;
    this.file = { ...this.file, identity: opened.identity };
    this.follow(writer);
  }

  /** Opens or makes the database file; rejects with the reason where it can't. */
  static async open(path: string): Promise<SqliteStore> {
    return new SqliteStore(path, await SqliteStore.startWriter(path, true));
  }

  private static async startWriter(
    path: string,
    mayMake: boolean,
    writer = writerThread(),
  ): Promise<{ writer: Worker; opened: OpenedDb }> {
    const opened = new Promise<OpenedDb>((resolve, reject) => {
      const gone = () => reject(new Error("its thread ended"));
      if (writer.threadId === -1) gone();
      writer.once("error", reject).once("exit", gone);
      writer.once("message", (message: FromWriter) => {
        if (message.type === "opened") resolve(message.opened);
        else reject(new Error(message.type === "open-failed" ? message.message : "it does not open"));
      });
    });
    writer.postMessage({ type: "open", path, mayMake } satisfies ToWriter);
    try {
      return { writer, opened: await opened };
    } catch (error) {
      await writer.terminate();
      throw error;
    }
  }

  figures(environment: EnvironmentRef): Promise<Figures> {
    return this.read("figures", environment);
  }

  prune(before: number): ReturnType<Store["prune"]> {
    return this.write("prune", before);
  }

  dropSpace(spaceId: string): Promise<void> {
    return this.write("dropSpace", spaceId);
  }

  takesChanges(): Promise<boolean> {
    return Promise.resolve(this.health().state === "running");
  }

  /** What is wrong with the file, found by reading all of it in a thread of its own; null where nothing is. */
  async damage(): Promise<string | null> {
    this.check ??= new ReaderThread(this.path, { atOnce: 1, waiting: 1, heapMb: 64 });
    return this.check.ask("damage", null).finally(() => this.check?.close());
  }

  /** Whether it can be written, and what waits for it. */
  health(): ReturnType<Store["health"]> {
    const going = this.starting || this.held ? "restarting" : "running";
    return {
      state: this.failure === null ? going : "failed",
      waiting: { rows: this.load.rows, characters: this.load.size },
    };
  }

  /** How far lists of users, reach and `lastSeenAt` are behind what was stored, at a time of the platform clock. */
  async behind(now: number): Promise<{ events: number; seconds: number }> {
    const { events, since } = await this.read("behind", null);
    return { events, seconds: since === null ? 0 : Math.max(0, now - since) / 1000 };
  }

  /** Waits for what is queued, moves the log into the database and lets go of the threads. */
  async close(): Promise<void> {
    this.closing = true;
    const isBusy = () =>
      this.inFlight.length > 0 || this.waiting.length > 0 || this.starting || this.closingFile;
    while (this.failure === null && isBusy()) await new Promise((resolve) => setTimeout(resolve, 2));
    this.shutting = true;
    const readers = [this.decisions, this.searches, this.mover, this.scans];
    await Promise.all([...readers.map((one) => one.close()), this.check?.end()]);
    const { writer } = this;
    const gone = new Promise<void>((resolve) => writer.once("exit", () => resolve()));
    writer.postMessage({ type: "close" } satisfies ToWriter);
    // A thread that died earlier answers no more, and its exit was heard already.
    if (writer.threadId !== -1) await gone;
  }

  /**
   * Queues a job that writes about `rows` rows.
   *
   * @throws Problem busy where more waits than the queue holds, storage-failed where nothing can be stored any more
   */
  private async write<N extends JobName>(name: N, job: Jobs[N]["ask"], rows = 1): Promise<Jobs[N]["answer"]> {
    if (this.failure !== null) throw this.failedProblem();
    if (this.closing) throw busy("The server is stopping.");
    const text = JSON.stringify({ name, job } satisfies NamedJob);
    if (text.length > jobLimit) throw new Problem("too-large", "That is more than can be stored at once.");
    const load = { rows, size: text.length };
    if (this.waiting.length > 0 && exceeds(sum(this.load, load), queueLimit))
      throw busy("Too much is waiting to be stored; try again shortly.");
    return new Promise<Jobs[N]["answer"]>((resolve, reject) => {
      this.waiting.push({ text, ...load, resolve, reject });
      this.load = sum(this.load, load);
      this.send();
    });
  }

  /** @throws Problem storage-failed where the database can't be read, busy where too much waits or the store is closing */
  private async read<N extends QueryName>(
    name: N,
    query: Queries[N]["ask"],
    gone?: AbortSignal,
  ): Promise<Queries[N]["answer"]> {
    if (this.closing) throw busy("The server is stopping.");
    return (decisive.has(name) ? this.decisions : this.searches).ask(name, query, gone);
  }

  private send(): void {
    if (this.inFlight.length > 0 || this.waiting.length === 0 || this.starting || this.held) return;
    let load: Load = { rows: 0, size: 0 };
    let count = 0;
    for (const job of this.waiting) {
      if (count > 0 && exceeds(sum(load, job), transactionLimit)) break;
      load = sum(load, job);
      count += 1;
    }
    this.inFlight = this.waiting.splice(0, count);
    this.load = { rows: this.load.rows - load.rows, size: this.load.size - load.size };
    const jobs = `[${this.inFlight.map(({ text }) => text).join()}]`;
    this.writer.postMessage({ type: "work", jobs } satisfies ToWriter);
  }

  private follow(writer: Worker): void {
    let why = "its thread ended";
    writer.on("message", (message: FromWriter) => this.onWriter(message));
    writer.on("error", (error) => {
      why = error.message;
    });
    writer.on("exit", () => {
      if (!this.shutting && this.leaving !== writer) void this.onWriterGone(why);
    });
  }

  /** Its transaction may be on disk or not: those who wait for it are told to try again. Jobs that waited go to the next writer. */
  private async onWriterGone(why: string): Promise<void> {
    for (const job of this.inFlight) job.reject(busy("The store was restarted; try again shortly."));
    this.copying?.reject(busy("The store was restarted; try again shortly."));
    this.inFlight = [];
    const now = Date.now();
    this.deaths = [...this.deaths.filter((at) => now - at < deathsCount), now];
    if (this.closing || this.deaths.length > mostDeaths) return this.fail(why);
    this.starting = true;
    try {
      ({ writer: this.writer } = await SqliteStore.startWriter(this.path, false));
      this.follow(this.writer);
    } catch (reason) {
      this.fail(reason instanceof Error ? reason.message : String(reason));
    } finally {
      this.starting = false;
    }
    this.send();
  }

  private async copyTo(path: string): Promise<void> {
    if (this.failure !== null) throw this.failedProblem();
    if (this.copying !== null || this.starting || this.closingFile || this.closing)
      throw busy("The store is busy.");
    await new Promise<void>((resolve, reject) => {
      this.copying = { resolve, reject };
      this.writer.postMessage({ type: "copy", to: path } satisfies ToWriter);
    }).finally(() => {
      this.copying = null;
    });
  }

  private async whileClosed<T>(
    work: () => Promise<T>,
    staysClosed: (error: unknown) => string | null,
  ): Promise<T> {
    if (this.failure !== null) throw this.failedProblem();
    if (this.copying !== null || this.starting || this.closingFile || this.closing)
      throw busy("The store is busy.");
    this.closingFile = true;
    try {
      // What looks at everybody takes long to end: events and decisions go on meanwhile, and stop last.
      return await this.scans.whileClosed(() =>
        this.searches.whileClosed(() =>
          this.mover.whileClosed(() => this.decisions.whileClosed(() => this.whileHeld(work, staysClosed))),
        ),
      );
    } finally {
      this.closingFile = false;
    }
  }

  private async whileHeld<T>(
    work: () => Promise<T>,
    staysClosed: (error: unknown) => string | null,
  ): Promise<T> {
    this.held = true;
    try {
      // The writer may die meanwhile, and is started anew first.
      while (this.inFlight.length > 0 || this.starting)
        await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.failure !== null) throw this.failedProblem();
      return await this.withoutWriter(work, staysClosed);
    } finally {
      this.held = false;
      this.send();
    }
  }

  private async withoutWriter<T>(
    work: () => Promise<T>,
    staysClosed: (error: unknown) => string | null,
  ): Promise<T> {
    const { writer } = this;
    // It loads its code meanwhile. Where none can be started, this one stays; where it ends early, reopening says so.
    const next = writerThread().on("error", () => undefined);
    this.leaving = writer;
    await this.check?.end();
    const gone = new Promise<void>((resolve) => writer.once("exit", () => resolve()));
    writer.postMessage({ type: "close" } satisfies ToWriter);
    if (writer.threadId !== -1) await gone;
    let reason: string | null = null;
    try {
      await assertEmpty(`${this.path}-wal`);
      return await work();
    } catch (error) {
      reason = staysClosed(error);
      throw error;
    } finally {
      if (reason === null) await this.reopen(next);
      else {
        void next.terminate();
        this.fail(reason);
      }
    }
  }

  private async reopen(next: Worker): Promise<void> {
    try {
      ({ writer: this.writer, opened: this.opened } = await SqliteStore.startWriter(this.path, false, next));
      this.follow(this.writer);
    } catch (reason) {
      this.fail(reason instanceof Error ? reason.message : String(reason));
    }
  }

  private onWriter(message: FromWriter): void {
    if (message.type === "copied") {
      if (message.failed === null) this.copying?.resolve();
      else this.copying?.reject(storageFailed(message.failed));
      return;
    }
    if (message.type === "worked") {
      const done = this.inFlight;
      this.inFlight = [];
      this.send();
      done.forEach((job, index) => {
        job.resolve(message.answers[index] as never);
      });
      this.written = done.reduce<Load>(sum, this.written);
      this.moveLog();
    } else if (message.type === "failed") {
      this.retrySingly(message.message);
    }
  }

  /** `again`: at once, as more was written meanwhile than the writer may be stopped for. */
  private moveLog(again = false): void {
    if (this.moving || this.closing || !(again || exceeds(this.written, moveAfter))) return;
    this.moving = true;
    this.written = { rows: 0, size: 0 };
    const done = ({ pages, moved }: Log) => {
      this.moving = false;
      const isLong = pages >= restAfter;
      const isLittle = pages - moved <= fewPages || pages >= mostPages;
      if (isLong && isLittle && !this.starting && !this.held)
        this.writer.postMessage({ type: "moveLog" } satisfies ToWriter);
      // Where a reader holds it back, it waits for the next commits.
      this.moveLog(isLong && !isLittle && moved !== this.moved);
      this.moved = moved;
    };
    // What is not moved stays in the log, which is as durable.
    void this.mover.ask("moveLog", null).then(done, () => done({ pages: 0, moved: 0 }));
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
      const alone = failed.map((job) => ({ ...job, rows: transactionLimit.rows }));
      this.waiting.unshift(...alone);
      this.load = alone.reduce(sum, this.load);
    }
    this.send();
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
      `The event store can't be written: ${this.failure}. If the disk is full or the folder's rights are wrong, mend that; then restart.`,
      { headers: { "Retry-After": "30" } },
    );
  }
}

/** What is only in the log would be lost to the file, or played into another one that takes its place. */
async function assertEmpty(log: string): Promise<void> {
  const left = await stat(log).catch(() => null);
  if (left !== null && left.size > 0)
    throw new Problem(
      "storage-failed",
      "The event store could not be closed whole: another program is reading data.db, or the disk is full. Close that program or free disk space, and try again.",
    );
}

const storageFailed = (reason: string): Problem =>
  new Problem("storage-failed", `The event store could not be copied: ${reason}`, {
    headers: { "Retry-After": "5" },
  });
