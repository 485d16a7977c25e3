import { join } from "node:path";
import { isWritableTime, longestIdentifier } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Replay, ReplayOptions } from "../../core/replay.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import { EnvironmentRuns } from "../environment-runs.ts";
import type { RecordingRef, Recordings, SharedWork } from "../store/ports.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { FileRecordings } from "./file-recordings.ts";
import type { HeldReplay } from "./held-replay.ts";
import { type RecordedEvents, type Recording, writeRecording } from "./replay-recording.ts";
import { type ReplayIngest, type ReplayPlan, ReplayRun, replayView } from "./replay-run.ts";
import { lengthOf, shiftOf } from "./replay-times.ts";
import { SharedReplays } from "./shared-replays.ts";

interface ReplayServices {
  readonly workspace: Pick<Workspace, "privateDir" | "findSpace">;
  readonly clock: PlatformClock;
  readonly ingest: ReplayIngest;
}

/** What servers of one database have together: what they store, and where they tell how replays stand. */
interface Shared {
  readonly work: SharedWork;
  readonly workspace: Pick<Workspace, "shows" | "onChange">;
}

/** What is to be played, and where it comes from. */
export interface ReplayOrigin {
  readonly from: Replay["from"];
  readonly events: RecordedEvents;
}

/**
 * Plays recorded events again, one replay at a time in each environment. In a folder a replay ends with the server; where
 * servers share a database, another one goes on with it.
 */
export class ReplayService {
  private readonly services: ReplayServices;
  private readonly files: FileRecordings;
  private readonly recordings: Recordings;
  /**
   * By environment: the replay that runs, or the last one since the start. Shared replays are found in the shows' document
   * instead.
   */
  private readonly runs: EnvironmentRuns<ReplayRun>;
  private readonly shared: SharedReplays | null;
  /** The time for all servers, in ms since 1970 UTC. */
  private readonly now: () => number;

  /** `shared`: what servers of one database have together; null for a folder. */
  constructor(services: ReplayServices, shared: Shared | null = null) {
    this.services = services;
    const { workspace, ingest } = services;
    this.files = new FileRecordings(join(workspace.privateDir, "replays"));
    this.recordings = shared?.work.recordings ?? this.files;
    this.now = () => shared?.work.now() ?? Date.now();
    const isThere = (spaceId: string) => workspace.findSpace(spaceId) !== undefined;
    this.runs = new EnvironmentRuns(isThere);
    this.shared =
      shared === null
        ? null
        : new SharedReplays({ shared: shared.work, shows: shared.workspace.shows, ingest, isThere });
    shared?.workspace.onChange(({ kind }) => kind === "shows" && this.shared?.heed());
  }

  /** Removes the recordings that a copy which crashed had written down. */
  clear(): Promise<void> {
    return this.files.clear();
  }

  /** Whether any environment's replay runs. */
  get isRunning(): boolean {
    return this.shared?.isRunning ?? this.runs.all().some((run) => run.progress.state === "running");
  }

  find(environment: EnvironmentRef): Replay | null {
    if (this.shared !== null) {
      const found = this.shared.find(environment);
      return found === null ? null : replayView(found, found);
    }
    const run = this.runs.find(environment);
    return run === undefined ? null : replayView(run.plan, run.progress);
  }

  /**
   * Writes the recording down, whole, and begins to play it.
   *
   * @throws Problem conflict where one runs there, invalid-body or invalid-query where it can't be played
   */
  async start(environment: EnvironmentRef, origin: ReplayOrigin, options: ReplayOptions): Promise<Replay> {
    this.assertFree(environment);
    const ref = { environment, id: newId("rpl") };
    const held = (await this.shared?.begin(ref)) ?? null;
    try {
      const recording = await writeRecording(this.recordings, ref, origin.events);
      return await this.play(ref, this.planned(ref, origin.from, recording, options), held);
    } catch (error) {
      // What can't be removed now another server removes.
      if (held !== null) await held.giveUp().catch(() => held.release());
      else await this.recordings.remove(ref);
      throw error;
    }
  }

  /** Ends the environment's replay, where one runs; what was played stays. */
  async stop(environment: EnvironmentRef): Promise<Replay | null> {
    if (this.shared === null) await this.runs.find(environment)?.stop();
    else await this.shared.stop(environment);
    return this.find(environment);
  }

  /** Ends what plays into a Space that is gone, before anything more of it is stored. */
  dropSpace(spaceId: string): void {
    this.runs.dropSpace(spaceId);
    this.shared?.dropSpace(spaceId);
  }

  /** Ends every replay, or hands it on, and begins no more. */
  async close(): Promise<void> {
    await Promise.all([this.runs.close(), this.shared?.close()]);
  }

  private planned(
    { id, environment }: RecordingRef,
    from: Replay["from"],
    recording: Recording,
    options: ReplayOptions,
  ): ReplayPlan {
    // Writing it down may have taken long.
    this.assertFree(environment);
    assertSomething(recording, from);
    assertPrefixFits(recording, options);
    const { clock } = this.services;
    const endsAt = clock.mode === "frozen" ? clock.now() : clock.now() + lengthOf(recording, options.speed);
    const shift = shiftOf(options.times, recording, endsAt);
    assertInCalendar(recording, shift, options);
    const { total, skipped, firstReceived, lastReceived } = recording;
    return {
      id,
      secret: newId("evt"),
      from,
      options,
      recording: { total, skipped, firstReceived, lastReceived },
      shift,
      startedAt: this.now(),
    };
  }

  private async play(ref: RecordingRef, plan: ReplayPlan, held: HeldReplay | null): Promise<Replay> {
    if (held !== null) {
      const run = await held.play(plan);
      if (run === null) throw taken(ref.environment);
      return replayView(plan, run.progress);
    }
    const { recordings } = this;
    const { ingest } = this.services;
    const finish = () => recordings.remove(ref);
    const run = new ReplayRun(plan, ref, { ingest, recordings, now: this.now }, { finish });
    this.runs.set(ref.environment, run);
    return replayView(plan, run.progress);
  }

  private assertFree(environment: EnvironmentRef): void {
    this.runs.assertOpen(environment);
    if (this.find(environment)?.state === "running") throw taken(environment);
  }
}

const taken = ({ environment }: EnvironmentRef): Problem =>
  new Problem(
    "conflict",
    `A replay runs in ${environment} already. Stop it first (DELETE …/events/replay), or wait for its end.`,
  );

function assertSomething({ total, skipped }: Recording, from: Replay["from"]): void {
  if (total > 0) return;
  const refused = skipped === 0 ? "" : ` that was accepted (${skipped} were refused)`;
  throw new Problem(
    "invalid-body",
    from === "file"
      ? `There is nothing to replay: the file holds no event${refused}. Send one from …/events/export.`
      : `There is nothing to replay: no event of ${from} matches${refused}. Record some first, or widen the filters.`,
  );
}

/** Ids are not cut: two people would become one. */
function assertPrefixFits({ longestId }: Recording, { prefix = "" }: ReplayOptions): void {
  if (prefix === "" || prefix.length + longestId <= longestIdentifier) return;
  const detail = `makes an id of the recording longer than ${longestIdentifier} characters; choose one of at most ${longestIdentifier - longestId}`;
  throw new Problem("invalid-query", `/prefix ${detail}.`, { errors: [{ path: "/prefix", detail }] });
}

/** A recording may span more years than there are left. */
function assertInCalendar(recording: Recording, shift: number, { speed }: ReplayOptions): void {
  const times = [
    Date.now() + lengthOf(recording, speed),
    recording.earliest + shift,
    recording.latest + shift,
  ];
  if (times.every(isWritableTime)) return;
  throw new Problem(
    "invalid-body",
    "This would move events out of the years 0 to 9999. Play it faster, or with times=kept.",
  );
}
