import { setTimeout as sleep } from "node:timers/promises";
import { type EventInput, eventLimits, pairsMetadata } from "../../core/event.ts";
import { type Deed, deedsOf } from "../../core/scene/visit.ts";
import { type VisitAhead, visitsAhead } from "../../core/scene/visits-ahead.ts";
import type { Scene } from "../../core/scene.ts";
import type { Simulation } from "../../core/simulation.ts";
import { newId } from "../workspace/new-id.ts";
import { Refused, type SimulatedDevices, type StartedSession } from "./simulated-device.ts";

const tickMs = 25;
/** Events that were due longer ago than this are not made up for: after sleep there is no flood. */
const longestOwed = 2_000;
/** Sessions that are being started at once. */
const startsAtOnce = 24;
/** Sessions started in each tick: they cost most, and must leave time for what people do. */
const startsPerTick = 4;
/** How long to wait before the platform is asked again, in ms. */
const retryAfter = 200;
const remembered = 8;
/** Events that wait to be taken, beyond which no more are made: where nothing can be stored they would fill the memory. */
const mostWaiting = 8 * eventLimits.perRequest;

/** How fast: events a second, or so many times the scene's own pace. */
export type Pace = { readonly rate: number } | { readonly speed: number };

/** Something that somebody is about to do, at a time of the scene's own. */
interface Due {
  readonly time: number;
  readonly visit: VisitAhead;
  readonly session: string;
  readonly deed: Deed;
}

/** A scene that goes on from its moment: people start sessions, see what they are served, and do something. */
export class SimulationRun {
  private readonly scene: Scene;
  private readonly devices: SimulatedDevices;
  private readonly coming: Generator<VisitAhead | null>;
  private readonly startedAt = new Date().toISOString();
  private pace: Pace;
  private paused = false;
  private stopped = false;
  private sent = 0;
  private starting = 0;
  /** Events that are due and not made yet; only whole ones are made. */
  private owed = 0;
  /** The scene's time, where it goes at a speed. */
  private time: number;
  private last = performance.now();
  private next: VisitAhead | null = null;
  /** What people in the middle of a visit do next, in order. */
  private readonly due: Due[] = [];
  /** The last session of each. */
  private readonly sessions = new Map<string, StartedSession>();
  private readonly outbox: { readonly event: EventInput; readonly due: Due }[] = [];
  private sending: Promise<void> = Promise.resolve();
  private isSending = false;
  /** Events in a request: fewer where they are too large together. */
  private atOnce: number = eventLimits.perRequest;
  private doing: Simulation["doing"] = [];
  private detail: string | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(scene: Scene, pace: Pace, devices: SimulatedDevices) {
    this.scene = scene;
    this.pace = pace;
    this.devices = devices;
    this.time = Date.parse(scene.begins);
    this.coming = visitsAhead(scene);
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  change({
    pace,
    paused,
  }: {
    readonly pace?: Pace | undefined;
    readonly paused?: boolean | undefined;
  }): void {
    this.pace = pace ?? this.pace;
    this.paused = paused ?? this.paused;
  }

  view(): Simulation {
    return {
      state: this.paused ? "paused" : "running",
      scene: this.scene.key,
      ...("rate" in this.pace ? { rate: this.pace.rate } : { rate: 0, speed: this.pace.speed }),
      sent: this.sent,
      people: this.scene.people.count,
      active: new Set(this.due.map(({ visit }) => visit.player.id)).size,
      startedAt: this.startedAt,
      doing: this.doing,
      ...(this.detail !== null && { detail: this.detail }),
    };
  }

  /** Resolves once nothing more of it comes. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.outbox.length = 0;
    await this.sending;
    this.devices.close();
  }

  private tick(): void {
    const now = performance.now();
    const passed = Math.min(now - this.last, longestOwed);
    this.last = now;
    if (this.paused || this.outbox.length >= mostWaiting) return;
    if ("rate" in this.pace) {
      const most = (this.pace.rate * longestOwed) / 1000;
      this.owed = Math.min(this.owed + (this.pace.rate * passed) / 1000, Math.max(most, 1));
    } else this.time += passed * this.pace.speed;
    this.fill();
    this.make();
    void this.send();
  }

  /** Lets people begin their visits, so that there is always somebody who does the next thing. */
  private fill(): void {
    for (
      let begun = 0;
      begun < startsPerTick && this.starting < startsAtOnce && this.wantsMore();
      begun += 1
    ) {
      const visit = this.upcoming();
      if (visit === null) return;
      if ("speed" in this.pace && visit.time > this.time) return;
      this.next = null;
      this.starting += 1;
      void this.begin(visit).finally(() => {
        this.starting -= 1;
      });
    }
  }

  private wantsMore(): boolean {
    return "rate" in this.pace ? this.due.length < Math.max(20, this.pace.rate) : this.due.length < 20_000;
  }

  private upcoming(): VisitAhead | null {
    this.next ??= this.coming.next().value ?? null;
    return this.next;
  }

  private async begin(visit: VisitAhead): Promise<void> {
    try {
      const session = await this.devices.startSession(visit.player);
      this.sessions.set(visit.player.id, session);
      this.live(visit, session);
      this.detail = null;
    } catch (error) {
      // This visit is given up; the next one begins.
      this.detail = messageOf(error);
      await sleep(retryAfter);
    }
  }

  private live(visit: VisitAhead, { id: session, served }: StartedSession): void {
    let time = visit.time;
    for (const deed of deedsOf(visit.visit, served)) {
      time += deed.wait * 1000;
      this.put({ time, visit, session, deed });
    }
  }

  /** Where sessions start more slowly than events are wanted, people stay in their session for another visit. */
  private stay(): void {
    while (this.due.length < this.owed && this.sessions.size > 0) {
      const visit = this.upcoming();
      if (visit === null) return;
      this.next = null;
      const session = this.sessions.get(visit.player.id);
      if (session !== undefined) this.live(visit, session);
    }
  }

  private put(due: Due): void {
    let [low, high] = [0, this.due.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.due[middle]?.time ?? 0) <= due.time) low = middle + 1;
      else high = middle;
    }
    this.due.splice(low, 0, due);
  }

  /** Makes what is due now into events. */
  private make(): void {
    if ("rate" in this.pace) this.stay();
    const count =
      "rate" in this.pace
        ? Math.min(Math.floor(this.owed), this.due.length)
        : this.due.findIndex(({ time }) => time > this.time);
    const made = this.due.splice(0, count === -1 ? this.due.length : count);
    if ("rate" in this.pace) this.owed -= made.length;
    for (const due of made) this.outbox.push({ event: eventOf(due), due });
  }

  private send(): Promise<void> {
    if (!this.isSending && this.outbox.length > 0) {
      this.isSending = true;
      this.sending = this.sendAll().finally(() => {
        this.isSending = false;
      });
    }
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.outbox.length > 0 && !this.stopped) {
      const batch = this.outbox.slice(0, this.atOnce);
      try {
        const { accepted } = await this.devices.track(batch.map(({ event }) => event));
        this.outbox.splice(0, batch.length);
        this.sent += accepted;
        this.tell(batch.map(({ due }) => due));
        this.detail = null;
      } catch (error) {
        this.detail = messageOf(error);
        // A request that is wrong would be refused again and again.
        if (error instanceof Refused && error.status === 400) this.outbox.splice(0, batch.length);
        else if (error instanceof Refused && error.code === "too-large" && batch.length > 1)
          this.atOnce = Math.ceil(batch.length / 2);
        else await sleep(retryAfter);
      }
    }
  }

  private tell(made: readonly Due[]): void {
    const at = new Date().toISOString();
    const told = made.slice(-remembered).map(({ visit: { player, visit }, deed }) => ({
      id: player.id,
      name: player.name,
      intent: visit.intent.name,
      event: deed.event,
      at,
    }));
    this.doing = [...told.reverse(), ...this.doing].slice(0, remembered);
  }
}

const eventOf = ({ visit: { player }, session, deed }: Due): EventInput => ({
  id: newId("evt"),
  name: deed.event,
  time: new Date().toISOString(),
  sessionId: session,
  ...(player.kind === "known" ? { userId: player.id } : { anonymousId: player.id }),
  ...(deed.experience !== null && { experienceId: deed.experience }),
  metadata: pairsMetadata(deed.pairs),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
