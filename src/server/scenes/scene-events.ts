import { createHash, type Hash } from "node:crypto";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { pairsMetadata } from "../../core/event.ts";
import { isWritableTime } from "../../core/primitives.ts";
import { invalid, Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Player } from "../../core/scene/cast.ts";
import type { Moment } from "../../core/scene/history.ts";
import type { Services } from "../services.ts";
import { readEvent } from "../sessions/sdk-events.ts";
import type { IngestItem } from "../store/events.ts";
import { version } from "../version.ts";

/** What one transaction is asked for: events of an hour at most, since a batch has one time of arrival. */
const batchLimits = { events: 500, ms: 3_600_000 };
/** Events on their way at once: the next batch is made while one is written, and other clients' events still find room. */
const eventsAtOnce = 8_000;
const retryAfter = 50;

export const simulatorSdk = { name: "simulator", version };

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
export class SceneEvents {
  private readonly services: Pick<Services, "ingest">;
  private readonly place: Place;
  private readonly hash: Hash = createHash("sha256");
  private events = 0;
  private batch = emptyBatch();
  private readonly going: { readonly events: number; readonly stored: Promise<void> }[] = [];
  private onTheWay = 0;
  /** What the events that were checked say of who did something, and of what it was, as JSON members. */
  private readonly people = new Map<Player, string>();
  private readonly deeds = new Map<string, string>();

  constructor(services: Pick<Services, "ingest">, place: Place) {
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

  /** Resolves once all of them are stored; where some can't be, none is on its way any more either. */
  async end(): Promise<void> {
    await Promise.allSettled(this.going.map(({ stored }) => stored));
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
export async function whileBusy<T>(work: () => Promise<T>, isPaused = () => false): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem && error.code === "busy") || isPaused()) throw error;
      await sleep(retryAfter);
    }
  }
}
