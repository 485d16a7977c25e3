import { closeSync, constants, copyFileSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { assertNever } from "../../../core/assert-never.ts";
import type { IngestItem } from "../events.ts";
import { type EnvironmentState, EnvironmentTable } from "./environment-table.ts";
import { EventIndexer } from "./event-indexer.ts";
import { EventWriter } from "./event-writer.ts";
import { IndexMarks } from "./index-marks.ts";
import { historyParts } from "./index-parts.ts";
import type { FromWriter, JobName, Jobs, NamedJob, ToWriter } from "./messages.ts";
import { recordPublications } from "./record-publications.ts";
import { Retention } from "./retention.ts";
import { RuleTimes } from "./rule-times.ts";
import {
  closeCleanly,
  type Db,
  moveLog,
  type OpenedDb,
  openForWriting,
  repeatable,
  settleCopy,
  transaction,
} from "./schema.ts";
import { SelectorTable } from "./selector-table.ts";
import { SelectorUpkeep } from "./selector-upkeep.ts";
import { UserWriter } from "./user-writer.ts";
import { raise } from "./worker-entry.ts";

/** How long events wait for the index and `lastSeenAt` once nothing else is to do, in ms. */
const idleDelay = 40;
/**
 * The longest that `lastSeenAt` waits while there is always something else to do, in ms: then a step of it goes between two
 * commits.
 */
const longestDelay = 250;

/** The least time for background work after a commit, in ms, where the index is far behind. */
const farBehindTurn = 40;

/**
 * From so many events on that an environment's users are behind, each commit is followed by a step for them. Together with one
 * transaction's events this is the bound that docs/workspace.md promises.
 */
const seenLimit = 16_384;

/** Empty pages that stay for what comes next, and how many of the others one step gives back to the disk. */
const spareFree = 2_000;
const givenBack = 500;

/**
 * When background work is done. `short`: after a commit, what must be. `full`: after one, too, but each kind in turn, so that
 * none waits for another's backlog. `idle`: the same, and the short tails of the index, which cost less an event the longer
 * they have become; in a full turn only those of environments that nothing came into since the one before.
 */
type Turn = "short" | "full" | "idle";

/** The thread that owns data.db: one transaction for all that arrived while the last one was being made durable. */
class Writer {
  private readonly path: string;
  /** Of the file that was opened; another file may have its path by now. */
  private readonly inode: number;
  /** What is appended to the path for each file that holds written data. */
  private readonly files: readonly string[];
  private readonly db: Db;
  /**
   * data.db, to be copied. It is closed after the database alone: whoever closes a file gives up all locks that the process has
   * on it, SQLite's too, and the next program that looks into it would take the log away, as if nobody used it.
   */
  private source: number | null = null;
  readonly opened: OpenedDb;
  private readonly environments: EnvironmentTable;
  private readonly marks: IndexMarks;
  private readonly selectors: SelectorTable;
  private readonly upkeep: SelectorUpkeep;
  private readonly indexer: EventIndexer;
  private readonly events: EventWriter;
  private readonly users: UserWriter;
  private readonly retention: Retention;
  /** Which kind of background work has the next turn. */
  private nextKind = 0;
  /** By environment: its last sequence at the last full turn. */
  private readonly before = new Map<number, number>();
  /** Whether the file was made to give back pages one by one; older ones are not. */
  private readonly givesBack: boolean;
  private readonly handlers: { readonly [N in JobName]: (job: Jobs[N]["ask"]) => Jobs[N]["answer"] };

  constructor(path: string, mayMake: boolean) {
    this.path = path;
    const { db, ...opened } = openForWriting(path, mayMake);
    this.db = db;
    this.opened = opened;
    this.inode = statSync(path).ino;
    this.files =
      this.db.prepare("PRAGMA journal_mode").raw().get()?.toString() === "wal" ? ["", "-wal"] : [""];
    this.givesBack = (this.db.prepare("PRAGMA auto_vacuum").raw().get() as [number])[0] === 2;
    this.environments = new EnvironmentTable(this.db);
    this.marks = new IndexMarks(this.db);
    this.selectors = new SelectorTable(this.db, this.marks);
    const ruleTimes = new RuleTimes(this.db, this.selectors);
    this.upkeep = new SelectorUpkeep(this.db, this.marks, this.selectors, ruleTimes);
    this.indexer = new EventIndexer(this.db, this.marks, [...historyParts(this.db), ruleTimes]);
    this.events = new EventWriter(this.db, this.environments, this.indexer);
    this.users = new UserWriter(this.db, this.environments);
    this.retention = new Retention(this.db, this.environments, this.indexer, ruleTimes, (gone) => {
      for (const n of gone) this.marks.drop(n);
      for (const n of gone) this.before.delete(n);
      this.events.forget(true);
      this.selectors.forget();
    });
    this.handlers = {
      append: (job) => this.append(job),
      startSession: (job) => this.users.startSession(this.environments.get(job.environment), job),
      saveUser: (job) => this.users.save(this.environments.get(job.environment), job),
      importUsers: (job) => this.users.import(this.environments.get(job.environment), job),
      deleteUser: (job) => this.users.delete(this.environments.get(job.environment), job),
      dropSpace: (spaceId) => this.dropSpace(spaceId),
      prune: (before) => this.retention.prune(before),
      setSelectors: (job) => this.setSelectors(job),
      recordPublications: (job) => recordPublications(this.db, this.environments.get(job.environment).n, job),
    };
  }

  /** Does the jobs in order in one transaction: all of them are durable when it returns, or none. */
  work(jobs: readonly NamedJob[]): unknown[] {
    const answers = this.transaction(() =>
      jobs.map(({ name, job }) => (this.handlers[name] as (job: unknown) => unknown)(job)),
    );
    this.assertLinked();
    return answers;
  }

  /** What was written into a file that has been taken away is lost with it, so it must not be acknowledged. */
  private assertLinked(): void {
    const [file, ...logs] = this.files.map((end) => statSync(this.path + end, { throwIfNoEntry: false }));
    if (file?.ino === this.inode && logs.every((log) => log !== undefined)) return;
    throw new Error(
      `${this.path} was taken away or replaced while Understudy runs; put it back or start again`,
    );
  }

  /** One step of background work; true while more is to do. */
  tidy(turn: Turn): boolean {
    const states = this.environments.all();
    // A step takes more events than a transaction brings: beyond the limit they are never further behind.
    const seen = this.catchUpSeen(states, seenLimit);
    return this.stepOf(states, turn) || seen;
  }

  /** Whether the index needs more time than commits do. */
  get isFarBehind(): boolean {
    return this.indexer.isFarBehind(this.environments.all());
  }

  private stepOf(states: readonly EnvironmentState[], turn: Turn): boolean {
    const quiet = turn === "full" ? this.quietOf(states) : [];
    const index = () => {
      const stepped =
        this.indexer.step(states, turn === "idle" ? 1 : undefined) || this.indexer.step(quiet, 1);
      if (stepped) this.events.forget(false);
      return stepped;
    };
    const upkeep = () => this.upkeep.step(states, turn !== "short");
    if (turn === "short") return index() || upkeep();
    const kinds = [index, () => this.catchUpSeen(states, 1), upkeep];
    const inTurn = [...kinds.slice(this.nextKind), ...kinds.slice(0, this.nextKind)];
    const done = inTurn.findIndex((step) => step());
    if (done === -1) return (turn === "idle" && this.moveForIndex()) || this.shrink();
    this.nextKind = (this.nextKind + done + 1) % kinds.length;
    return true;
  }

  /** Nobody else moves the log while nothing is written; where a reader holds it back, the index goes on all the same. */
  private moveForIndex(): boolean {
    if (!this.indexer.waitsForLog) return false;
    this.moveLog();
    this.indexer.logBegan();
    return true;
  }

  /** Those that nothing came into since this was asked last: they may never be idle while another one is busy. */
  private quietOf(states: readonly EnvironmentState[]): EnvironmentState[] {
    const quiet = states.filter(({ n, lastSequence }) => this.before.get(n) === lastSequence);
    for (const { n, lastSequence } of states) this.before.set(n, lastSequence);
    return quiet;
  }

  /** Gives pages that retention has emptied back to the disk, some at a time, once nothing else is to do. */
  private shrink(): boolean {
    const [free] = this.db.prepare("PRAGMA freelist_count").raw().get() as [number];
    if (free < spareFree || !this.givesBack) return false;
    this.db.exec(`PRAGMA incremental_vacuum(${givenBack})`);
    return true;
  }

  /** Between two transactions the file and its log are of one moment. */
  copyTo(path: string): void {
    moveLog(this.db);
    this.source ??= openSync(this.path, "r");
    copyFrom(this.source, path);
    for (const end of this.files.slice(1))
      copyFileSync(this.path + end, path + end, constants.COPYFILE_FICLONE);
    settleCopy(path);
  }

  moveLog(): void {
    const { pages, moved } = moveLog(this.db);
    if (pages === moved) this.indexer.logBegan();
  }

  close(): void {
    closeCleanly(this.db);
    if (this.source !== null) closeSync(this.source);
  }

  private append(job: Jobs["append"]["ask"]): number[] {
    const state = this.environments.get(job.environment);
    const wasSeen = state.seenThrough === state.lastSequence;
    const events = job.items.flatMap((item) => (item.kind === "event" ? [item.event] : []));
    const indexed = this.events.findIndexed(state, events);
    const keep = (item: IngestItem): number => {
      if (item.kind === "refused") return this.events.reject(state, item.event, job.receivedAt);
      const sequence = this.events.append(state, item.event, job.receivedAt, indexed);
      if (item.fields !== undefined && sequence !== 0)
        this.users.identify(state, item.event.person, item.fields, job.receivedAt);
      return sequence;
    };
    const sequences = job.items.map(keep);
    if (job.isHistory === true && wasSeen) state.seenThrough = state.lastSequence;
    return sequences;
  }

  /** One step for an environment that is behind by so many events; false where none is. */
  private catchUpSeen(states: readonly EnvironmentState[], by: number): boolean {
    const behind = states.find((state) => !state.dropped && state.lastSequence - state.seenThrough >= by);
    if (behind === undefined) return false;
    this.transaction(() => this.users.catchUpSeen(behind), repeatable);
    return true;
  }

  private setSelectors({ spaceId, selectors, environments }: Jobs["setSelectors"]["ask"]): void {
    for (const environment of environments)
      this.selectors.set(this.environments.get({ spaceId, environment }), selectors);
  }

  private dropSpace(spaceId: string): void {
    this.selectors.drop(spaceId);
    this.environments.dropSpace(spaceId);
  }

  private transaction<T>(work: () => T, run = transaction<T>): T {
    try {
      return run(this.db, () => {
        const result = work();
        this.environments.save();
        return result;
      });
    } catch (error) {
      this.environments.forget();
      this.events.forget(true);
      this.marks.reload();
      this.selectors.forget();
      this.retention.forget();
      throw error;
    }
  }
}

/** How much is read and written at once, in bytes. */
const copied = 1024 * 1024;

/** Copies a file that is open, and stays so. */
function copyFrom(source: number, path: string): void {
  const piece = Buffer.alloc(copied);
  const target = openSync(path, "w", 0o600);
  try {
    for (let at = 0; ; ) {
      const read = readSync(source, piece, 0, copied, at);
      if (read === 0) return;
      for (let written = 0; written < read; ) written += writeSync(target, piece, written, read - written);
      at += read;
    }
  } finally {
    closeSync(target);
  }
}

let writer: Writer | null = null;
let idleTimer: NodeJS.Timeout | undefined;

const post = (message: FromWriter) => parentPort?.postMessage(message);

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Index work that fails (a full disk, say) is left for the next time: queries look beyond the index's marks anyway. */
function tidy(turn: Turn): boolean {
  try {
    return writer?.tidy(turn) ?? false;
  } catch {
    return false;
  }
}

function isFarBehind(): boolean {
  try {
    return writer?.isFarBehind ?? false;
  } catch {
    return false;
  }
}

/** Index work goes on between messages, a step at a time: a commit waits for one step, or as long as the one before it took. */
function tidyLater(): void {
  clearTimeout(idleTimer);
  idleTimer = setTimeout(function idle() {
    if (tidyFully("idle")) idleTimer = setTimeout(idle, 0);
  }, idleDelay);
}

/** When all of the background work last had a turn, in ms of `performance.now`. */
let tidied = 0;

function tidyFully(turn: "full" | "idle"): boolean {
  tidied = performance.now();
  return tidy(turn);
}

function open(path: string, mayMake: boolean): void {
  try {
    writer = new Writer(path, mayMake);
    post({ type: "opened", opened: writer.opened });
    tidyLater();
  } catch (error) {
    post({ type: "open-failed", message: reason(error) });
  }
}

function work(jobs: string): void {
  const started = performance.now();
  try {
    post({ type: "worked", answers: writer?.work(JSON.parse(jobs) as NamedJob[]) ?? [] });
  } catch (error) {
    post({ type: "failed", message: reason(error) });
  }
  const ended = performance.now();
  const took = ended - started;
  // Whoever writes more has more to tidy: one step at least, for as long as the commit took, and for longer where it must be.
  const until = ended + (isFarBehind() ? Math.max(farBehindTurn, 4 * took) : took);
  let more = ended - tidied > longestDelay ? tidyFully("full") : tidy("short");
  while (more && performance.now() < until) more = tidy("short");
  tidyLater();
}

/** What could not be moved is as durable where it is. */
function moveRest(): void {
  try {
    writer?.moveLog();
  } catch {}
}

function copy(to: string): void {
  try {
    writer?.copyTo(to);
    post({ type: "copied", failed: null });
  } catch (error) {
    post({ type: "copied", failed: reason(error) });
  }
}

function close(): void {
  clearTimeout(idleTimer);
  writer?.close();
  post({ type: "closed" });
  parentPort?.close();
}

function receive(message: ToWriter): void {
  switch (message.type) {
    case "open":
      open(message.path, message.mayMake);
      break;
    case "work":
      work(message.jobs);
      break;
    case "copy":
      copy(message.to);
      break;
    case "moveLog":
      moveRest();
      break;
    case "close":
      close();
      break;
    default:
      assertNever(message);
  }
}

parentPort?.on("message", receive);
parentPort?.on("messageerror", raise);
