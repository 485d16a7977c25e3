import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isWritableTime, longestIdentifier } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Replay, ReplayOptions } from "../../core/replay.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import { EnvironmentRuns } from "../environment-runs.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type RecordedEvents, type Recording, removeRecording, writeRecording } from "./replay-recording.ts";
import { type ReplayIngest, ReplayRun } from "./replay-run.ts";
import { lengthOf, shiftOf } from "./replay-times.ts";

interface ReplayServices {
  readonly workspace: Pick<Workspace, "privateDir" | "findSpace">;
  readonly clock: PlatformClock;
  readonly ingest: ReplayIngest;
}

/** What is to be played, and where it comes from. */
export interface ReplayOrigin {
  readonly from: Replay["from"];
  readonly events: RecordedEvents;
}

/** Plays recorded events again, into each environment one replay at a time. They end with the server. */
export class ReplayService {
  private readonly services: ReplayServices;
  private readonly folder: string;
  /** Of each environment the one that runs, else the last one since the start. */
  private readonly runs = new EnvironmentRuns<ReplayRun>();

  constructor(services: ReplayServices) {
    this.services = services;
    this.folder = join(services.workspace.privateDir, "replays");
  }

  /** Removes the recordings that a copy which crashed had written down. */
  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Whether any environment's replay runs. */
  get isRunning(): boolean {
    return this.runs.all().some((run) => run.isRunning);
  }

  find(environment: EnvironmentRef): Replay | null {
    return this.runs.find(environment)?.view() ?? null;
  }

  /**
   * Writes the recording down, whole, and begins to play it.
   *
   * @throws Problem conflict where one runs there, invalid-body or invalid-query where it can't be played
   */
  async start(environment: EnvironmentRef, origin: ReplayOrigin, options: ReplayOptions): Promise<Replay> {
    this.assertFree(environment);
    const id = newId("rpl");
    const recording = await writeRecording(join(this.folder, `${id}.ndjson`), origin.events);
    try {
      return this.play(id, environment, origin.from, recording, options).view();
    } catch (error) {
      await removeRecording(recording.path);
      throw error;
    }
  }

  /** Ends the environment's replay, where one runs; what was played stays. */
  async stop(environment: EnvironmentRef): Promise<Replay | null> {
    await this.runs.find(environment)?.stop();
    return this.find(environment);
  }

  /** Ends what plays into a Space that is gone, before anything more of it is stored. */
  dropSpace(spaceId: string): void {
    this.runs.dropSpace(spaceId);
  }

  /** Ends every replay, and begins no more. */
  close(): Promise<void> {
    return this.runs.close();
  }

  private play(
    id: string,
    environment: EnvironmentRef,
    from: Replay["from"],
    recording: Recording,
    options: ReplayOptions,
  ): ReplayRun {
    // Writing it down may have taken long.
    this.assertFree(environment);
    assertSomething(recording, from);
    assertPrefixFits(recording, options);
    const { clock, ingest } = this.services;
    const endsAt = clock.mode === "frozen" ? clock.now() : clock.now() + lengthOf(recording, options.speed);
    const shift = shiftOf(options.times, recording, endsAt);
    assertInCalendar(recording, shift, options);
    const run = new ReplayRun({ id, environment, from, recording, options, shift }, ingest);
    this.runs.set(environment, run);
    return run;
  }

  private assertFree(environment: EnvironmentRef): void {
    this.runs.assertOpen();
    if (this.services.workspace.findSpace(environment.spaceId) === undefined)
      throw new Problem("not-found", "The Space is gone.");
    if (this.runs.find(environment)?.isRunning !== true) return;
    throw new Problem(
      "conflict",
      `A replay runs in ${environment.environment} already. Stop it first (DELETE …/events/replay), or wait for its end.`,
    );
  }
}

function assertSomething({ total, skipped }: Recording, from: Replay["from"]): void {
  if (total > 0) return;
  const refused = skipped === 0 ? "" : ` that was accepted (${skipped} were refused)`;
  throw new Problem(
    "invalid-body",
    from === "file"
      ? `There is nothing to replay: the file holds no event${refused}. Send one that …/events/export gave.`
      : `There is nothing to replay: no event of ${from} matches${refused}. Record some first, or ask for more of them.`,
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
    "Played like this, times of the recording leave the calendar (years 0 to 9999). Play it faster, or with times=kept.",
  );
}
