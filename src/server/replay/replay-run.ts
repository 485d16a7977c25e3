import { setTimeout as sleep } from "node:timers/promises";
import { eventLimits } from "../../core/event.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Replay, ReplayOptions } from "../../core/replay.ts";
import type { IngestService } from "../ingest/ingest-service.ts";
import type { NewEvent } from "../store/events.ts";
import { type Recording, readRecording, removeRecording } from "./replay-recording.ts";
import { dueAfter, lengthOf, playedEvent } from "./replay-times.ts";

/** How long what was not taken waits for another try, in ms. */
const retryAfter = 200;
/** The longest that a timer is set for, in ms: Node's hold 24 days. */
const longestSleep = 3_600_000;

export type ReplayIngest = Pick<IngestService, "submit" | "isPaused">;

interface ReplayPlan {
  readonly id: string;
  readonly environment: EnvironmentRef;
  readonly from: Replay["from"];
  readonly recording: Recording;
  readonly options: ReplayOptions;
  /** By how much times are moved, in ms. */
  readonly shift: number;
}

/** One replay, from its start to its end: each event once, in order, and no sooner than it is due. */
export class ReplayRun {
  private readonly plan: ReplayPlan;
  private readonly ingest: ReplayIngest;
  private readonly stopping = new AbortController();
  private readonly startedAt = Date.now();
  /** Pacing goes by the machine's monotonic time: nobody sets it. */
  private readonly start = performance.now();
  private state: Replay["state"] = "running";
  private played = 0;
  private endedAt: number | null = null;
  private detail: string | null = null;
  /** Resolves once it has come to its end, whichever. */
  readonly ended: Promise<void>;

  constructor(plan: ReplayPlan, ingest: ReplayIngest) {
    this.plan = plan;
    this.ingest = ingest;
    this.ended = this.run();
  }

  get isRunning(): boolean {
    return this.state === "running";
  }

  /** Plays no further. Resolves once that is certain. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  view(): Replay {
    const { id, from, options, recording } = this.plan;
    const { speed, times, prefix } = options;
    return {
      id,
      state: this.state,
      from,
      speed,
      times,
      ...(prefix !== undefined && { prefix }),
      total: recording.total,
      played: this.played,
      skipped: recording.skipped,
      startedAt: isoTime(this.startedAt),
      endsAt: isoTime(this.startedAt + lengthOf(recording, speed)),
      ...(this.endedAt !== null && { endedAt: isoTime(this.endedAt) }),
      ...(this.detail !== null && { detail: this.detail }),
    };
  }

  private async run(): Promise<void> {
    try {
      await this.play();
      this.detail = null;
      this.state = this.played === this.plan.recording.total ? "done" : "stopped";
    } catch (error) {
      this.detail = `It could not go on: ${(error as Error).message}`;
      this.state = "failed";
    }
    this.endedAt = Date.now();
    await removeRecording(this.plan.recording.path);
  }

  private async play(): Promise<void> {
    const { recording, options, shift } = this.plan;
    let batch: NewEvent[] = [];
    for await (const event of readRecording(recording.path)) {
      const due = this.start + dueAfter(event.receivedAt, recording, options.speed);
      if (due > performance.now() || batch.length === eventLimits.perRequest) {
        await this.submit(batch);
        batch = [];
        await this.until(due);
      }
      if (this.stopping.signal.aborted) return;
      batch.push(playedEvent(event, shift, options.prefix));
    }
    await this.submit(batch);
  }

  /** Waits for its turn where events are not taken now: what was refused as busy has not been kept. */
  private async submit(batch: readonly NewEvent[]): Promise<void> {
    const items = batch.map((event) => ({ kind: "event", event }) as const);
    while (!this.stopping.signal.aborted) {
      try {
        await this.ingest.submit(this.plan.environment, items);
        this.played += batch.length;
        this.detail = null;
        return;
      } catch (error) {
        if (!(error instanceof Problem && error.code === "busy")) throw error;
        this.detail = this.ingest.isPaused ? paused : queueFull;
        await this.sleep(retryAfter);
      }
    }
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

const paused = "Ingestion is paused. The replay goes on as soon as events are taken again.";
const queueFull = "More is waiting to be stored than the queue holds. The replay goes on by itself.";

const isoTime = (ms: number): string => new Date(ms).toISOString();
