import { setTimeout as sleep } from "node:timers/promises";
import { eventLimits } from "../../core/event.ts";
import { Problem } from "../../core/problem.ts";
import type { Replay } from "../../core/replay.ts";
import type { ReplayStored } from "../../core/shows-document.ts";
import type { IngestService } from "../ingest/ingest-service.ts";
import type { NewEvent } from "../store/events.ts";
import type { RecordingRef, Recordings } from "../store/ports.ts";
import type { Recorded } from "./replay-recording.ts";
import { dueAfter, lengthOf, playedEvent } from "./replay-times.ts";

/** How long what was not taken waits for another try, in ms. */
const retryAfter = 200;
/** The longest that a timer is set for, in ms: Node's hold 24 days. */
const longestSleep = 3_600_000;

export type ReplayIngest = Pick<IngestService, "submit" | "isPaused">;

/** What is played. */
export type ReplayPlan = Pick<
  ReplayStored,
  "id" | "secret" | "from" | "options" | "recording" | "shift" | "startedAt"
>;
/** How far it is. */
export type ReplayProgress = Pick<ReplayStored, "state" | "played" | "endedAt" | "detail">;

export interface ReplayNeeds {
  readonly ingest: ReplayIngest;
  readonly recordings: Recordings;
  /** The time for all servers, in ms since 1970 UTC. */
  readonly now: () => number;
}

/** One replay, from its start, or where another server left it, to its end: each event once, in order, and no sooner than it is due. */
export class ReplayRun {
  readonly plan: ReplayPlan;
  private readonly ref: RecordingRef;
  private readonly needs: ReplayNeeds;
  private readonly stopping = new AbortController();
  /** Pacing goes by the machine's monotonic time: nobody sets it. */
  private readonly start: number;
  private readonly now: { -readonly [Key in keyof ReplayProgress]: ReplayProgress[Key] };
  /** Resolves once it has come to its end, whichever. */
  readonly ended: Promise<void>;

  /** `played`: how many of its events are stored already. `finish` is done before it counts as ended. */
  constructor(
    plan: ReplayPlan,
    ref: RecordingRef,
    needs: ReplayNeeds,
    { played = 0, finish }: { readonly played?: number; readonly finish: () => Promise<void> },
  ) {
    this.plan = plan;
    this.ref = ref;
    this.needs = needs;
    this.now = { state: "running", played, endedAt: null, detail: null };
    this.start = performance.now() - Math.max(0, needs.now() - plan.startedAt);
    this.ended = this.run().then(finish);
  }

  get progress(): ReplayProgress {
    return this.now;
  }

  /** Plays no further. Resolves once that is certain. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    try {
      await this.play();
      const isWhole = this.now.played === this.plan.recording.total;
      if (!isWhole && !this.stopping.signal.aborted) throw new Error("its recording is gone");
      this.now.detail = null;
      this.now.state = isWhole ? "done" : "stopped";
    } catch (error) {
      this.now.detail = `It could not go on: ${(error as Error).message}`;
      this.now.state = "failed";
    }
    this.now.endedAt = this.needs.now();
  }

  private async play(): Promise<void> {
    const { secret, recording, options, shift } = this.plan;
    let batch: NewEvent[] = [];
    for await (const event of this.recorded()) {
      const due = this.start + dueAfter(event.receivedAt, recording, options.speed);
      if (due > performance.now() || batch.length === eventLimits.perRequest) {
        await this.submit(batch);
        batch = [];
        await this.until(due);
      }
      if (this.stopping.signal.aborted) return;
      // Its number is in its id: another server that goes on stores it under the same id.
      const eventId = `${secret}_${this.now.played + batch.length}`;
      batch.push(playedEvent(event, eventId, shift, options.prefix));
    }
    await this.submit(batch);
  }

  private async *recorded(): AsyncGenerator<Recorded> {
    for (let at = this.now.played; ; ) {
      const lines = await this.patiently(() => this.needs.recordings.read(this.ref, at));
      if (lines === undefined || lines.length === 0) return;
      for (const line of lines) yield JSON.parse(line) as Recorded;
      at += lines.length;
    }
  }

  private async submit(batch: readonly NewEvent[]): Promise<void> {
    if (batch.length === 0) return;
    const items = batch.map((event) => ({ kind: "event", event }) as const);
    await this.patiently(async () => {
      await this.needs.ingest.submit(this.ref.environment, items);
      this.now.played += batch.length;
    });
  }

  /** Tries again where events are not taken now: what is stored all the same is known by its id. Undefined where it was stopped meanwhile. */
  private async patiently<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.stopping.signal.aborted) {
      try {
        const result = await work();
        this.now.detail = null;
        return result;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.code === "busy") this.now.detail = this.needs.ingest.isPaused ? paused : queueFull;
        else if (error.code === "not-ready") this.now.detail = databaseAway;
        else if (error.code === "storage-failed" || error.code === "read-only")
          this.now.detail = `${error.message.replace(/\.?$/, ".")} ${goesOn}`;
        else throw error;
        await this.sleep(retryAfter);
      }
    }
    return undefined;
  }

  /** A timer may fire a little early, and none is set for very long. */
  private async until(due: number): Promise<void> {
    for (let left = due - performance.now(); left > 0; left = due - performance.now()) {
      if (this.stopping.signal.aborted) return;
      await this.sleep(Math.min(Math.ceil(left), longestSleep));
    }
  }

  private sleep(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** A replay as it is told. */
export function replayView(
  { id, from, options, recording, startedAt }: ReplayPlan,
  { state, played, endedAt, detail }: ReplayProgress,
): Replay {
  const { speed, times, prefix } = options;
  return {
    id,
    state,
    from,
    speed,
    times,
    ...(prefix !== undefined && { prefix }),
    total: recording.total,
    played,
    skipped: recording.skipped,
    startedAt: isoTime(startedAt),
    endsAt: isoTime(startedAt + lengthOf(recording, speed)),
    ...(endedAt !== null && { endedAt: isoTime(endedAt) }),
    ...(detail !== null && { detail }),
  };
}

const paused = "Ingestion is paused. The replay goes on as soon as events are taken again.";
const queueFull = "Too much is waiting to be stored. The replay goes on by itself.";
const goesOn = "The replay goes on as soon as events can be stored again.";
const databaseAway =
  "The database can't be reached for the moment. The replay goes on as soon as it is back.";

const isoTime = (ms: number): string => new Date(ms).toISOString();
