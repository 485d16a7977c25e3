import { type EnvironmentRef, environmentName, environmentNamed } from "../../core/refs.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { busy } from "../store/busy.ts";
import type { Lease, RecordingRef } from "../store/ports.ts";
import { sayFault } from "../tell-each.ts";
import { HeldReplay, type HeldReplayNeeds, lookEvery, stepped } from "./held-replay.ts";
import type { ReplayPlan, ReplayProgress } from "./replay-run.ts";

/** How long the end of another server's replay is waited for, in ms. A server that died counts as gone by then. */
const patience = 12_000;

interface Needs extends HeldReplayNeeds {
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
    const { shows, isThere } = this.needs;
    // One that was only beginning when its Space went is written down all the same.
    return Object.entries(shows.data.replays).some(
      ([name, { state }]) => state === "running" && isThere(environmentNamed(name).spaceId),
    );
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
    const asked = shows.data.replays[name]?.id;
    // Another one may begin as soon as it has ended.
    const going = ({ replays } = shows.data) => {
      const found = replays[name];
      return found?.id === asked && found?.state === "running" ? found : undefined;
    };
    if (going() === undefined) return;
    await shows.update((draft) => {
      const found = going(draft);
      if (found !== undefined) found.stop = true;
    });
    this.heed();
    for (let waited = 0; going() !== undefined && waited < patience; waited += stepped)
      await new Promise((resolve) => setTimeout(resolve, stepped));
    // The request to end it stays in the document, where that server finds it.
    if (going() !== undefined)
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
