import { environmentName } from "../../core/refs.ts";
import type { ReplayStored, ShowsDocument } from "../../core/shows-document.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import type { Lease, RecordingRef, SharedWork } from "../store/ports.ts";
import { sayFault } from "../tell-each.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { type ReplayNeeds, type ReplayPlan, type ReplayProgress, ReplayRun } from "./replay-run.ts";

/** How often a server writes how its replay goes, and looks for replays whose server is gone, in ms. */
export const lookEvery = 1_000;
/** How often it writes where nothing has changed, to show that it is alive, in ms. */
const wordEvery = 30_000;
/** After so long without a word nobody goes on with a replay, in ms: its events are not expected any more. */
const longestSilence = 10 * 60_000;
/** How long is waited before a replay that ends is looked at again, in ms. */
export const stepped = 100;

export interface HeldReplayNeeds {
  readonly shared: Pick<SharedWork, "recordings" | "lease" | "now">;
  readonly shows: Pick<JsonDocument<ShowsDocument>, "data" | "update">;
  readonly ingest: ReplayNeeds["ingest"];
}

/** What this server holds a lease of: a recording that it writes down, then the replay that it plays. */
export class HeldReplay {
  readonly ref: RecordingRef;
  private readonly name: string;
  private readonly lease: Lease;
  private readonly needs: HeldReplayNeeds;
  private readonly onEnd: () => void;
  private readonly timer: NodeJS.Timeout;
  private run: ReplayRun | null = null;
  /** Why this server plays it no further, though it has not ended. */
  private left: "handed on" | "lost" | null = null;
  private told = { at: 0, text: "" };

  constructor(ref: RecordingRef, lease: Lease, needs: HeldReplayNeeds, onEnd: () => void) {
    this.ref = ref;
    this.name = environmentName(ref.environment);
    this.lease = lease;
    this.needs = needs;
    this.onEnd = onEnd;
    this.timer = setInterval(() => void this.look(), lookEvery).unref();
  }

  /** How the replay stands, by the moment. */
  get standing(): (ReplayPlan & ReplayProgress) | undefined {
    return this.run === null ? undefined : { ...this.run.plan, ...this.run.progress };
  }

  /** Plays it from its first event. Null where one runs there. */
  async play(plan: ReplayPlan): Promise<ReplayRun | null> {
    const isFree = await this.needs.shows.update((draft) => {
      if (draft.replays[this.name]?.state === "running") return false;
      delete draft.recordings[plan.id];
      const now = { state: "running", played: 0, endedAt: null, detail: null } as const;
      draft.replays[this.name] = { ...plan, ...now, stop: false, told: this.needs.shared.now() };
      return true;
    });
    return isFree ? this.begin(plan, 0) : null;
  }

  /** Goes on where another server was. */
  async takeOver(): Promise<void> {
    const found = await this.needs.shows.update((draft) => {
      const stored = draft.replays[this.name];
      if (stored?.id !== this.ref.id || stored.state !== "running") return null;
      const now = this.needs.shared.now();
      if (now - stored.told > longestSilence) {
        Object.assign(stored, { state: "failed", endedAt: now, detail: interrupted });
        draft.recordings[this.ref.id] = this.name;
      } else stored.told = now;
      return structuredClone(stored);
    });
    if (found?.state !== "running") return this.giveUp();
    this.begin(found, found.played);
    this.heed();
  }

  /** Ends it where somebody has asked for that. */
  heed(): void {
    const found = this.needs.shows.data.replays[this.name];
    if (found?.id === this.ref.id && found.stop) void this.run?.stop();
  }

  /** Prolongs the lease and writes how the replay goes. */
  readonly look = oneAtATime(async () => {
    if (this.left !== null) return;
    try {
      if (!(await this.lease.keep())) await this.leave("lost");
      else if (this.run !== null) {
        this.heed();
        await this.tell("running");
      }
    } catch (error) {
      // What could not be written is written the next time.
      sayFault(error);
    }
  });

  /** Ends here: another server goes on with it, at once. */
  handOn(): Promise<void> {
    return this.leave("handed on");
  }

  /** Removes the recording, where nobody plays it, nor will. */
  async giveUp(): Promise<void> {
    const { shows, shared } = this.needs;
    const isLeft = await shows.update((draft) => Object.hasOwn(draft.recordings, this.ref.id));
    if (isLeft) {
      await shared.recordings.remove(this.ref);
      await shows.update((draft) => {
        delete draft.recordings[this.ref.id];
      });
    }
    await this.release();
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    this.onEnd();
    // A lease that can't be given back runs out.
    await this.lease.release().catch(sayFault);
  }

  private begin(plan: ReplayPlan, played: number): ReplayRun {
    const { ingest, shared } = this.needs;
    const needs = { ingest, recordings: shared.recordings, now: () => shared.now() };
    this.run = new ReplayRun(plan, this.ref, needs, { played, finish: () => this.finish() });
    // It may have been left while it was written down.
    if (this.left !== null) void this.run.stop();
    return this.run;
  }

  /** Whether it is over or goes on elsewhere, once nothing more is played here. */
  private async finish(): Promise<void> {
    // The other servers wait for this word. Where it can't be written, one of them goes on and finds everything stored.
    while (this.left === null) {
      try {
        await this.tell(this.run?.progress.state ?? "stopped");
        return await this.giveUp();
      } catch (error) {
        sayFault(error);
        await new Promise((resolve) => setTimeout(resolve, stepped));
      }
    }
    if (this.left === "handed on") await this.tell("running").catch(sayFault);
    await this.release();
  }

  private async leave(how: "handed on" | "lost"): Promise<void> {
    if (this.left === null) this.left = how;
    if (this.run === null) await this.release();
    else await this.run.stop();
  }

  private async tell(state: ReplayStored["state"]): Promise<void> {
    const progress = { ...this.run?.progress, state, ...(state === "running" && { endedAt: null }) };
    const text = JSON.stringify(progress);
    const now = this.needs.shared.now();
    if (text === this.told.text && now - this.told.at < wordEvery) return;
    await this.needs.shows.update((draft) => {
      const stored = draft.replays[this.name];
      // It was dropped with its Space, or another one has gone on.
      if (stored?.id !== this.ref.id || stored.state !== "running") return;
      Object.assign(stored, progress, { told: now });
      if (state !== "running") draft.recordings[this.ref.id] = this.name;
    });
    this.told = { at: now, text };
  }
}

const interrupted = "It was interrupted: no server was left to go on with it.";
