import { type EnvironmentRef, environmentName, environmentNamed } from "../../core/refs.ts";
import type { ReplayStored, ShowsDocument } from "../../core/shows-document.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { busy } from "../store/busy.ts";
import type { Lease, RecordingRef, SharedWork } from "../store/ports.ts";
import { sayFault } from "../tell-each.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { type ReplayNeeds, type ReplayPlan, type ReplayProgress, ReplayRun } from "./replay-run.ts";

/** How often a server writes how its replay goes, and looks for replays whose server is gone, in ms. */
const lookEvery = 1_000;
/** How often it writes where nothing has changed, to show that it is alive, in ms. */
const wordEvery = 30_000;
/** After so long without a word nobody goes on with a replay, in ms: its events are not expected any more. */
const longestSilence = 10 * 60_000;
/**
 * How long the end of another server's replay is waited for, and how often it is checked, in ms. A server that died counts as
 * gone by then.
 */
const patience = 12_000;
const stepped = 100;

type Shows = Pick<JsonDocument<ShowsDocument>, "data" | "update">;

interface Needs {
  readonly shared: Pick<SharedWork, "recordings" | "lease" | "now">;
  readonly shows: Shows;
  readonly ingest: ReplayNeeds["ingest"];
  readonly isThere: (spaceId: string) => boolean;
}

/**
 * The replays of servers that share a database. The shows' document says how each one stands. Whoever plays one, or writes its
 * recording down, holds a lease of its name; where the lease runs out, another server goes on from what the document says.
 * Events have the numbers of their lines as ids, so those that are stored already are not stored again.
 */
export class SharedReplays {
  private readonly needs: Needs;
  /** What this server holds, by the replay's id. */
  private readonly held = new Map<string, HeldReplay>();
  private readonly timer: NodeJS.Timeout;
  private closed = false;

  constructor(needs: Needs) {
    this.needs = needs;
    this.timer = setInterval(() => void this.goOn(), lookEvery).unref();
  }

  find(environment: EnvironmentRef): (ReplayPlan & ReplayProgress) | null {
    const stored = this.needs.shows.data.replays[environmentName(environment)];
    if (stored === undefined) return null;
    // The document decides for everybody that it is over.
    const { state, endedAt } = stored;
    return { ...stored, ...this.held.get(stored.id)?.standing, state, endedAt };
  }

  get isRunning(): boolean {
    return Object.values(this.needs.shows.data.replays).some(({ state }) => state === "running");
  }

  /** Before its recording is written down. */
  async begin(ref: RecordingRef): Promise<HeldReplay> {
    const lease = await this.needs.shared.lease(leaseOf(ref.id));
    if (lease === null) throw busy("Another server has this replay.");
    const held = this.hold(ref, lease);
    try {
      await this.needs.shows.update((draft) => {
        draft.recordings[ref.id] = environmentName(ref.environment);
      });
      return held;
    } catch (error) {
      await held.release();
      throw error;
    }
  }

  /** Resolves once nothing more of it comes. @throws Problem busy where the server that plays it has not said so in time */
  async stop(environment: EnvironmentRef): Promise<void> {
    const { shows } = this.needs;
    const name = environmentName(environment);
    const isGoing = () => shows.data.replays[name]?.state === "running";
    if (!isGoing()) return;
    await shows.update((draft) => {
      const found = draft.replays[name];
      if (found?.state === "running") found.stop = true;
    });
    this.heed();
    for (let waited = 0; isGoing() && waited < patience; waited += stepped)
      await new Promise((resolve) => setTimeout(resolve, stepped));
    // The request to end it stays in the document, where that server finds it.
    if (isGoing())
      throw busy(
        "The server that plays it has not answered yet. It ends as soon as it does; ask again shortly.",
      );
  }

  /** Something of the shows has changed, perhaps by another server. */
  heed(): void {
    for (const held of this.held.values()) held.heed();
  }

  dropSpace(spaceId: string): void {
    for (const held of this.held.values()) if (held.ref.environment.spaceId === spaceId) void held.handOn();
    const { shows } = this.needs;
    const isOf = ([name]: [string, unknown]) => name.startsWith(`${spaceId}/`);
    const isOfRecording = ([id, name]: [string, string]) => isOf([name, id]);
    const { replays, recordings } = shows.data;
    if (!Object.entries(replays).some(isOf) && !Object.entries(recordings).some(isOfRecording)) return;
    // What can't be written now does no harm: no other Space gets this id. The recording goes with the rest of the Space.
    shows
      .update((draft) => {
        draft.replays = Object.fromEntries(Object.entries(draft.replays).filter((one) => !isOf(one)));
        draft.recordings = Object.fromEntries(
          Object.entries(draft.recordings).filter((one) => !isOfRecording(one)),
        );
      })
      .catch(sayFault);
  }

  /** Hands all that this server plays on to the others. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await Promise.all([...this.held.values()].map((held) => held.handOn()));
  }

  /** Goes on with what a server that is gone has left. */
  private readonly goOn = oneAtATime(async () => {
    const { replays, recordings } = this.needs.shows.data;
    try {
      for (const [name, { id, state }] of Object.entries(replays))
        if (state === "running")
          await this.taken({ environment: environmentNamed(name), id }, (held) => held.takeOver());
      for (const [id, name] of Object.entries(recordings))
        await this.taken({ environment: environmentNamed(name), id }, (held) => held.giveUp());
    } catch (error) {
      // The next look is soon.
      sayFault(error);
    }
  });

  private async taken(ref: RecordingRef, work: (held: HeldReplay) => Promise<void>): Promise<void> {
    if (this.closed || this.held.has(ref.id) || !this.needs.isThere(ref.environment.spaceId)) return;
    const lease = await this.needs.shared.lease(leaseOf(ref.id));
    if (lease === null) return;
    const held = this.hold(ref, lease);
    await work(held).catch((error: unknown) => {
      sayFault(error);
      return held.release();
    });
  }

  private hold(ref: RecordingRef, lease: Lease): HeldReplay {
    const held = new HeldReplay(ref, lease, this.needs, () => this.held.delete(ref.id));
    this.held.set(ref.id, held);
    return held;
  }
}

const leaseOf = (id: string): string => `replay ${id}`;

/** What this server holds a lease of: a recording that it writes down, then the replay that it plays. */
export class HeldReplay {
  readonly ref: RecordingRef;
  private readonly name: string;
  private readonly lease: Lease;
  private readonly needs: Needs;
  private readonly onEnd: () => void;
  private readonly timer: NodeJS.Timeout;
  private run: ReplayRun | null = null;
  /** Why this server plays it no further, though it has not ended. */
  private left: "handed on" | "lost" | null = null;
  private told = { at: 0, text: "" };

  constructor(ref: RecordingRef, lease: Lease, needs: Needs, onEnd: () => void) {
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
