import { isWritableTime } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import { cast, type Player } from "../../core/scene/cast.ts";
import { beforeSceneOf, historyOf, type Moment } from "../../core/scene/history.ts";
import type { SceneLaid } from "../../core/scene/lay.ts";
import { ModelAudience } from "../../core/scene/model-audience.ts";
import { dayLength } from "../../core/scene/visit.ts";
import type { Scene } from "../../core/scene.ts";
import type { Services } from "../services.ts";
import type { PastSessions, UserBatch } from "../store/ports.ts";
import { SceneEvents, whileBusy } from "./scene-events.ts";

type Needs = Pick<Services, "store" | "clock" | "targeting" | "ingest" | "live">;

interface Laying {
  /** Called once there may be something of the scene, whatever comes of the rest. */
  readonly onStored?: () => void;
  /** Aborted: nothing more is laid, and it ends with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const peopleAtOnce = 500;
/** How many people are looked up at once. */
const asked = 50;

/**
 * Lays scenes into environments: people, when they were there, and their events, through the checks that an SDK's go through. What is there
 * already stays as it is, by its id; so a lay that broke off is finished by the next, and a second one adds nothing.
 */
export class SceneLayer {
  private readonly services: Needs;
  private readonly busy = new Set<string>();

  constructor(services: Needs) {
    this.services = services;
  }

  /**
   * @throws Problem conflict while another one is laid there, and invalid-body where the scene's events are refused
   */
  async lay(
    environment: EnvironmentRef,
    scene: Scene,
    days: number,
    laying: Laying = {},
  ): Promise<SceneLaid> {
    const name = environmentName(environment);
    if (this.busy.has(name)) throw new Problem("conflict", "A scene is being laid there. Wait for its end.");
    this.busy.add(name);
    try {
      return await this.laid(environment, scene, days, laying);
    } finally {
      this.busy.delete(name);
      this.services.live.onPersonChanged(environment, null);
    }
  }

  private async laid(
    environment: EnvironmentRef,
    scene: Scene,
    days: number,
    { onStored, signal }: Laying,
  ): Promise<SceneLaid> {
    const { targeting, clock } = this.services;
    const players = cast(scene);
    const at = (await this.laidBefore(environment, scene, players)) ?? clock.now();
    const begins = Date.parse(scene.begins);
    const from = begins - days * dayLength;
    const missing = await this.missing(environment, players, signal);
    const people = missing.map(({ kind, id, fields, labels }) => ({ kind, id, fields, labels }));
    await this.import({ environment, at: at - days * dayLength, users: people }, signal).finally(onStored);
    const audience = new ModelAudience(targeting.model(environment), from);
    const past = new Map<string, PastSessions>();
    const lay = new SceneEvents(this.services, { environment, shift: at - begins, at });
    const been = () => {
      const users = players.map(({ kind, id }) => ({ kind, id, fields: {}, past: past.get(id) }));
      return this.import({ environment, at, users }, signal);
    };
    try {
      for (const moments of historyOf(scene, days, audience)) {
        for (const moment of moments) note(past, moment, at - begins);
        await lay.add(moments);
        signal?.throwIfAborted();
      }
      await lay.end();
    } catch (error) {
      // The lay has failed already: nothing of it stays on its way, and this completes when its people were there.
      await lay.end().catch(() => undefined);
      await been().catch(() => undefined);
      throw error;
    }
    await been();
    const { events, hash } = lay.laid();
    return {
      people: players.length,
      events,
      from: new Date(at - days * dayLength).toISOString(),
      to: new Date(at).toISOString(),
      hash,
    };
  }

  /** When the scene was laid here, in ms UTC, by the oldest of its events that are left; null where none is. */
  private async laidBefore(
    environment: EnvironmentRef,
    { key }: Scene,
    players: readonly Player[],
  ): Promise<number | null> {
    for (const { kind, id } of players.slice(0, asked)) {
      // The oldest events: what was simulated later comes after them.
      const { events } = await this.services.store.log.after({
        filter: { environment, person: { kind, id }, source: "simulator", where: [] },
        after: 0,
        limit: 50,
      });
      for (const { id: eventId, time } of events) {
        const before = beforeSceneOf(key, eventId ?? "");
        if (before !== null && isWritableTime(time + before)) return time + before;
      }
    }
    return null;
  }

  /** The people who are not there yet. Those who are keep what somebody has changed. */
  private async missing(
    environment: EnvironmentRef,
    players: readonly Player[],
    signal?: AbortSignal,
  ): Promise<Player[]> {
    const { users } = this.services.store;
    const missing: Player[] = [];
    for (let from = 0; from < players.length; from += asked) {
      signal?.throwIfAborted();
      const some = players.slice(from, from + asked);
      const find = ({ kind, id }: Player) => whileBusy(() => users.find({ environment, kind, id }));
      const found = await Promise.all(some.map(find));
      missing.push(...some.filter((_, at) => found[at] === null));
    }
    return missing;
  }

  private async import({ users: all, ...rest }: UserBatch, signal?: AbortSignal): Promise<void> {
    const { users } = this.services.store;
    for (let from = 0; from < all.length; from += peopleAtOnce) {
      signal?.throwIfAborted();
      const batch = all.slice(from, from + peopleAtOnce);
      await whileBusy(() => users.import({ ...rest, users: batch }));
    }
  }
}

function note(past: Map<string, PastSessions>, { player, time, event }: Moment, shift: number): void {
  const { id, platform } = player;
  const { first = time + shift, sessions = 0 } = past.get(id) ?? {};
  const device = { id: `device-${id}`, platform };
  past.set(id, { first, last: time + shift, sessions: sessions + (event === null ? 1 : 0), device });
}
