import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { type IngestItem, type NewEvent, type StoredEvent, storedEvent } from "../store/events.ts";
import type { EventBatch, Store } from "../store/ports.ts";
import { sayFault, tellEach } from "../tell-each.ts";

/** How often watched environments are read, in ms: events of other servers are seen within this time. */
const pollEvery = 200;
/** For how long an environment counts as followed after somebody has looked, in ms: a console asks for its rate every few seconds. */
const followedFor = 60_000;
/** How many events are read at a time, and how many characters of them. */
const pageLimit = { limit: 1000, size: 1024 * 1024 };

/** An accepted event of a page. */
interface LoggedEvent {
  readonly sequence: number;
  readonly receivedAt: number;
  readonly event: Pick<NewEvent, "name" | "person" | "time" | "pairs">;
}

/** A part of an environment's log, without a gap: what came after one sequence, through another. */
export interface LogPage {
  readonly environment: EnvironmentRef;
  readonly after: number;
  readonly through: number;
  readonly accepted: readonly LoggedEvent[];
  /** All of it as it is stored; made only where somebody asks. */
  stored(): readonly StoredEvent[];
}

interface Channel {
  readonly environment: EnvironmentRef;
  /** The sequence through which it has been handed on, or left out because nobody followed. */
  through: number;
  watchers: number;
  /** When somebody looked last, by `performance.now()`. */
  lookedAt: number;
  /** Reads a page, one at a time; a later caller gets one that was read after they called. */
  readonly readOn: () => Promise<void>;
  looking: boolean;
}

/**
 * Passes each environment's log on in order, each event once, whichever server appended it. What this process appends is used
 * directly where it follows what was passed on last; otherwise the log is read. Where nobody follows an environment, only what this
 * process appends is passed on, and what others append is left out.
 */
export class LogFollower {
  private readonly store: Pick<Store, "log" | "epoch">;
  /** Of the history that its sequences belong to. Where the store has another by now, nothing is passed on until `restart`. */
  private current: string;
  private readonly channels = new Map<string, Channel>();
  private readonly listeners: ((page: LogPage) => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly restarts: (() => void)[] = [];
  /** A restart has failed. */
  private isLost = false;
  private polling = false;
  private closed = false;

  constructor(store: Pick<Store, "log" | "epoch">) {
    this.store = store;
    this.current = store.epoch;
    store.log.onHint?.((environment) => this.onHint(environment));
  }

  /** See `Store.epoch`. */
  get epoch(): string {
    return this.current;
  }

  onPage(listener: (page: LogPage) => void): void {
    this.listeners.push(listener);
  }

  /** The sequence through which an environment's log has been handed on, or left out because nobody followed; 0 where nobody has asked for it yet. */
  through(environment: EnvironmentRef): number {
    return this.channels.get(environmentName(environment))?.through ?? 0;
  }

  /** Passes on what the log has by now; the first time only what comes from then on. @throws Problem where it can't be read */
  async look(environment: EnvironmentRef): Promise<void> {
    const [last = 0] = await this.store.log.last([environment]);
    const channel = this.channel(environment, last);
    channel.lookedAt = performance.now();
    await reach(channel, last);
  }

  /** Reads again and again, until the returned function is called. @throws Problem where it can't be read */
  async watch(environment: EnvironmentRef): Promise<() => void> {
    await this.look(environment);
    const channel = this.channel(environment, 0);
    channel.watchers += 1;
    this.timer ??= setInterval(() => void this.poll(), pollEvery).unref();
    let watches = true;
    return () => {
      if (watches) channel.watchers -= 1;
      watches = false;
    };
  }

  /** This process appended a batch, which is durable by now. */
  appended({ environment, receivedAt, items }: EventBatch, sequences: readonly number[]): void {
    const stored = sequences.filter((sequence) => sequence > 0);
    const [first] = stored;
    const last = stored.at(-1);
    if (first === undefined || last === undefined) return;
    const channel = this.channel(environment, first - 1);
    // What other servers append is read where somebody follows.
    const canHandOn = !this.isOfBefore && !channel.looking;
    if (canHandOn && !isFollowed(channel)) channel.through = Math.max(channel.through, first - 1);
    const isNext = canHandOn && first === channel.through + 1;
    if (isNext && last - first + 1 === stored.length)
      this.handOn(channel, last, {
        accepted: acceptedOf(items, sequences, receivedAt),
        stored: () => items.flatMap((item, at) => storedEvent(item, sequences[at] ?? 0, receivedAt) ?? []),
      });
    // Decisions ask the store for events that were not passed on; watchers get them with the next read.
    else void reach(channel, last).catch(sayFault);
  }

  dropSpace(spaceId: string): void {
    for (const name of this.channels.keys()) if (name.startsWith(`${spaceId}/`)) this.channels.delete(name);
  }

  /** Called once another history is followed: nothing of it has been passed on. */
  onRestart(listener: () => void): void {
    this.restarts.push(listener);
  }

  /**
   * Another history was put in place: goes on after its last event, and passes none of it on. Where that can't be read, it is
   * tried again with each poll.
   *
   * @throws Problem where it can't be read
   */
  async restart(): Promise<void> {
    const { epoch } = this.store;
    const channels = [...this.channels.values()];
    const last = await this.store.log
      .last(channels.map(({ environment }) => environment))
      .catch((error: unknown) => {
        this.isLost = true;
        throw error;
      });
    for (const [at, channel] of channels.entries()) channel.through = last[at] ?? 0;
    this.current = epoch;
    this.isLost = false;
    tellEach(this.restarts);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
  }

  /** Another history is in the store already, and what is read of it is no news. */
  private get isOfBefore(): boolean {
    return this.current !== this.store.epoch;
  }

  private channel(environment: EnvironmentRef, through: number): Channel {
    const name = environmentName(environment);
    const found = this.channels.get(name);
    if (found !== undefined) return found;
    const channel: Channel = {
      environment,
      through,
      watchers: 0,
      lookedAt: Number.NEGATIVE_INFINITY,
      looking: false,
      readOn: oneAtATime(() => {
        channel.looking = true;
        return this.read(channel).finally(() => {
          channel.looking = false;
        });
      }),
    };
    this.channels.set(name, channel);
    return channel;
  }

  private onHint(environment: EnvironmentRef): void {
    const channel = this.channels.get(environmentName(environment));
    if (!this.closed && channel !== undefined && channel.watchers > 0) void channel.readOn().catch(sayFault);
  }

  private async poll(): Promise<void> {
    const watched = [...this.channels.values()].filter(({ watchers }) => watchers > 0);
    if (this.polling || watched.length === 0) return;
    this.polling = true;
    try {
      if (this.isLost) await this.restart();
      const last = await this.store.log.last(watched.map(({ environment }) => environment));
      await Promise.all(watched.map((channel, at) => reach(channel, last[at] ?? 0)));
    } catch (error) {
      // The next look is soon.
      sayFault(error);
    } finally {
      this.polling = false;
    }
  }

  private async read(channel: Channel): Promise<void> {
    const { environment } = channel;
    const { current } = this;
    const { events, through } = await this.store.log.after({
      filter: { environment, where: [] },
      after: channel.through,
      ...pageLimit,
    });
    const isGone = this.channels.get(environmentName(environment)) !== channel;
    if (this.closed || this.isOfBefore || isGone) return;
    // It was asked after a place in the history before.
    if (current !== this.current) return this.read(channel);
    if (through > channel.through)
      this.handOn(channel, through, { accepted: events.flatMap(loggedEvent), stored: () => events });
  }

  private handOn(channel: Channel, through: number, page: Pick<LogPage, "accepted" | "stored">): void {
    const { environment, through: after } = channel;
    channel.through = through;
    tellEach(this.listeners, { environment, after, through, ...page });
  }
}

/** Reads on until an event is passed on: not until nothing more comes, which may be never. */
async function reach(channel: Channel, last: number): Promise<void> {
  while (channel.through < last) {
    const before = channel.through;
    await channel.readOn();
    if (channel.through === before) return;
  }
}

const isFollowed = ({ watchers, lookedAt }: Channel): boolean =>
  watchers > 0 || performance.now() - lookedAt < followedFor;

function acceptedOf(
  items: readonly IngestItem[],
  sequences: readonly number[],
  receivedAt: number,
): LoggedEvent[] {
  const accepted: LoggedEvent[] = [];
  for (const [at, item] of items.entries()) {
    const sequence = sequences[at] ?? 0;
    if (item.kind === "event" && sequence > 0) accepted.push({ sequence, receivedAt, event: item.event });
  }
  return accepted;
}

function loggedEvent({
  sequence,
  receivedAt,
  name,
  person,
  time,
  pairs,
  problem,
}: StoredEvent): LoggedEvent[] {
  if (problem !== null || name === null || person === null) return [];
  const read = (JSON.parse(pairs ?? "[]") as [string, string][]).map(([key, value]) => ({ key, value }));
  return [{ sequence, receivedAt, event: { name, person, time, pairs: read } }];
}
