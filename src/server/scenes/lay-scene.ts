import { createHash, type Hash } from "node:crypto";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { pairsMetadata } from "../../core/event.ts";
import { isWritableTime } from "../../core/primitives.ts";
import { invalid, Problem } from "../../core/problem.ts";
import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import { cast, type Player } from "../../core/scene/cast.ts";
import { beforeSceneOf, historyOf, type Moment } from "../../core/scene/history.ts";
import type { SceneLaid } from "../../core/scene/lay.ts";
import { ModelAudience } from "../../core/scene/model-audience.ts";
import { dayLength } from "../../core/scene/visit.ts";
import type { Scene } from "../../core/scene.ts";
import type { Services } from "../services.ts";
import { readEvent } from "../sessions/sdk-events.ts";
import type { IngestItem } from "../store/events.ts";
import type { PastSessions, UserBatch } from "../store/ports.ts";
import { version } from "../version.ts";

type Needs = Pick<Services, "store" | "clock" | "targeting" | "ingest" | "live">;

/** What one transaction is asked for: events of an hour at most, since a batch has one time of arrival. */
const batchLimits = { events: 500, ms: 3_600_000 };
/** Events on their way at once: the next batch is made while one is written, and other clients' events still find room. */
const eventsAtOnce = 8_000;
const peopleAtOnce = 500;
const retryAfter = 50;
/** How many people are looked up at once. */
const asked = 50;

export const simulatorSdk = { name: "simulator", version };

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
   * `onStored` is called once there may be something of the scene, whatever comes of the rest.
   *
   * @throws Problem conflict while another one is laid there, and invalid-body where the scene's events are refused
   */
  async lay(
    environment: EnvironmentRef,
    scene: Scene,
    days: number,
    onStored: () => void = () => undefined,
  ): Promise<SceneLaid> {
    const name = environmentName(environment);
    if (this.busy.has(name)) throw new Problem("conflict", "A scene is being laid there. Wait for its end.");
    this.busy.add(name);
    try {
      return await this.laid(environment, scene, days, onStored);
    } finally {
      this.busy.delete(name);
      this.services.live.onPersonChanged(environment, null);
    }
  }

  private async laid(
    environment: EnvironmentRef,
    scene: Scene,
    days: number,
    onStored: () => void,
  ): Promise<SceneLaid> {
    const { targeting, clock } = this.services;
    const players = cast(scene);
    const at = (await this.laidBefore(environment, scene, players)) ?? clock.now();
    const begins = Date.parse(scene.begins);
    const from = begins - days * dayLength;
    const missing = await this.missing(environment, players);
    await this.people(environment, missing, at - days * dayLength).finally(onStored);
    const audience = new ModelAudience(targeting.model(environment), from);
    const past = new Map<string, PastSessions>();
    const lay = new Laying(this.services, { environment, shift: at - begins, at });
    const been = () => this.been(environment, players, past, at);
    try {
      for (const moments of historyOf(scene, days, audience)) {
        for (const moment of moments) note(past, moment, at - begins);
        await lay.add(moments);
      }
      await lay.end();
    } catch (error) {
      // The lay has failed already; this only completes when its people were there.
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
  private async missing(environment: EnvironmentRef, players: readonly Player[]): Promise<Player[]> {
    const { users } = this.services.store;
    const missing: Player[] = [];
    for (let from = 0; from < players.length; from += asked) {
      const some = players.slice(from, from + asked);
      const find = ({ kind, id }: Player) => whileBusy(() => users.find({ environment, kind, id }));
      const found = await Promise.all(some.map(find));
      missing.push(...some.filter((_, at) => found[at] === null));
    }
    return missing;
  }

  private people(environment: EnvironmentRef, players: readonly Player[], at: number): Promise<void> {
    const made = players.map(({ kind, id, fields, labels }) => ({ kind, id, fields, labels }));
    return this.import(environment, made, at);
  }

  /** When they were there, and how often. */
  private been(
    environment: EnvironmentRef,
    players: readonly Player[],
    past: ReadonlyMap<string, PastSessions>,
    at: number,
  ): Promise<void> {
    const told = players.map(({ kind, id }) => ({ kind, id, fields: {}, past: past.get(id) }));
    return this.import(environment, told, at);
  }

  private async import(environment: EnvironmentRef, people: UserBatch["users"], at: number): Promise<void> {
    const { users } = this.services.store;
    for (let from = 0; from < people.length; from += peopleAtOnce) {
      const batch = people.slice(from, from + peopleAtOnce);
      await whileBusy(() => users.import({ environment, at, users: batch }));
    }
  }
}

function note(past: Map<string, PastSessions>, { player, time, event }: Moment, shift: number): void {
  const { id, platform } = player;
  const { first = time + shift, sessions = 0 } = past.get(id) ?? {};
  const device = { id: `device-${id}`, platform };
  past.set(id, { first, last: time + shift, sessions: sessions + (event === null ? 1 : 0), device });
}

interface Place {
  readonly environment: EnvironmentRef;
  /** From the scene's time to the platform clock's, in ms. */
  readonly shift: number;
  /** The scene's moment by the platform clock, in ms UTC. */
  readonly at: number;
}

/** Events on their way into the log. */
interface Batch {
  readonly items: IngestItem[];
  /** The events' JSON, a line each. */
  told: string;
  from: number;
  to: number;
}

const emptyBatch = (): Batch => ({ items: [], told: "", from: 0, to: 0 });

/** The moments of one scene on their way into the log, in order. */
class Laying {
  private readonly services: Needs;
  private readonly place: Place;
  private readonly hash: Hash = createHash("sha256");
  private events = 0;
  private batch = emptyBatch();
  private readonly going: { readonly events: number; readonly stored: Promise<void> }[] = [];
  private onTheWay = 0;
  /** What the events that were checked say of who did something, and of what it was, as JSON members. */
  private readonly people = new Map<Player, string>();
  private readonly deeds = new Map<string, string>();

  constructor(services: Needs, place: Place) {
    this.services = services;
    this.place = place;
  }

  async add(moments: readonly Moment[]): Promise<void> {
    for (const moment of moments) {
      if (moment.event === null) continue;
      const time = moment.time + this.place.shift;
      const isFull =
        this.batch.items.length === batchLimits.events || time - this.batch.from > batchLimits.ms;
      if (isFull) await this.submit();
      if (this.batch.items.length === 0) this.batch.from = time;
      this.batch.to = time;
      this.batch.items.push(this.item(moment, moment.event, time));
      this.events += 1;
    }
    await this.submit();
    await setImmediate();
  }

  /** Resolves once all of them are stored. */
  async end(): Promise<void> {
    await this.until(0);
  }

  laid(): { events: number; hash: string } {
    return { events: this.events, hash: this.hash.digest("hex") };
  }

  private item(moment: Moment, name: string, time: number): IngestItem {
    const { id, session, experience, pairs, player } = moment;
    const deed = `${name} ${experience} ${JSON.stringify(pairs)}`;
    // An event is refused for one of its members, whatever the others are; ids and times are of our own making.
    if (!this.people.has(player) || !this.deeds.has(deed) || !isWritableTime(time))
      this.check(moment, name, time, deed);
    // As JSON.stringify would write it: an id of ours has nothing in it to be escaped.
    this.batch.told += `{"id":"${id}","name":"${name}",${this.people.get(player)},"sessionId":"${session}",${this.deeds.get(deed)},"time":${time - this.place.at},"source":"simulator"}\n`;
    return {
      kind: "event",
      event: {
        id,
        name,
        time,
        person: { kind: player.kind, id: player.id },
        sessionId: session,
        experienceId: experience,
        pairs,
        source: "simulator",
        sdk: simulatorSdk,
      },
    };
  }

  /** @throws Problem invalid-body where an SDK's event of this kind would be refused */
  private check(
    { id, session, experience, pairs, player }: Moment,
    name: string,
    time: number,
    deed: string,
  ) {
    const who = player.kind === "known" ? { userId: player.id } : { anonymousId: player.id };
    const what = { ...(experience !== null && { experienceId: experience }), metadata: pairsMetadata(pairs) };
    const sent = { id, name, time: new Date(time).toISOString(), ...who, sessionId: session, ...what };
    const read = readEvent(sent, false);
    if ("code" in read)
      throw invalid([{ path: "/intents", detail: `an event "${name}" would be refused: ${read.detail}` }]);
    this.people.set(player, JSON.stringify(who).slice(1, -1));
    this.deeds.set(deed, JSON.stringify(what).slice(1, -1));
  }

  private async submit(): Promise<void> {
    const { items, told, to } = this.batch;
    this.batch = emptyBatch();
    if (items.length === 0) return;
    this.hash.update(told);
    await this.until(eventsAtOnce - items.length);
    const stored = whileBusy(
      () => this.services.ingest.submit(this.place.environment, items, { receivedAt: to }),
      () => this.services.ingest.isPaused,
    );
    // Its error is reported by whoever waits for it, even where an earlier one fails first.
    stored.catch(() => undefined);
    this.going.push({ events: items.length, stored });
    this.onTheWay += items.length;
    await setImmediate();
  }

  /** Waits until no more than so many events are on their way; the oldest are stored first. */
  private async until(events: number): Promise<void> {
    while (this.onTheWay > events) {
      const oldest = this.going.shift();
      this.onTheWay -= oldest?.events ?? 0;
      await oldest?.stored;
    }
  }
}

/**
 * Tries again while the store is busy, as every sender does: nothing of a refused batch is stored. While ingestion is paused it
 * fails.
 */
async function whileBusy<T>(work: () => Promise<T>, isPaused = () => false): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem && error.code === "busy") || isPaused()) throw error;
      await sleep(retryAfter);
    }
  }
}
