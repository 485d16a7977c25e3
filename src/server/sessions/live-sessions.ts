import { environmentKeys } from "../../core/primitives.ts";
import { type EnvironmentRef, environmentName, type PersonRef, personKey } from "../../core/refs.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import type { EventStream } from "../http/event-stream.ts";
import { inTurns } from "../in-turns.ts";
import type { LogFollower } from "../log/log-follower.ts";
import type { PeopleNews, StoredSession } from "../store/ports.ts";
import type { People } from "../targeting/people.ts";
import type { Match } from "../targeting/recent-matches.ts";
import type { Model, TargetingService } from "../targeting/targeting-service.ts";
import { sayFault, tellEach } from "../tell-each.ts";
import { LiveSession } from "./live-session.ts";
import { PeopleFollower } from "./people-follower.ts";

type ByPerson = Map<string, Set<LiveSession>>;

/** By how much another server's clock may be ahead for its events to be told again, in ms. */
const longestLag = 60_000;

/** What somebody did: when the last of it was received, in ms UTC, and which of it rules count. */
export interface Act {
  readonly person: PersonRef;
  readonly at: number;
  readonly matches: readonly Match[];
}
/** How soon the store is tried again where it could not be followed, in ms. */
const watchAgain = 1_000;

/** `person` is null where the change may concern anybody. */
export type AudienceListener = (person: PersonRef | null) => void;

interface LiveParts {
  readonly targeting: TargetingService;
  readonly people: People;
  readonly clock: PlatformClock;
  readonly log: Pick<LogFollower, "watch">;
  /** Only where several servers share the store. */
  readonly news?: PeopleNews | undefined;
}

/** Sessions with an open stream, by environment and person: each hears what changes for it, and nothing else. */
export class LiveSessions {
  private readonly parts: LiveParts;
  private readonly environments = new Map<string, ByPerson>();
  private readonly listeners = new Map<string, Set<AudienceListener>>();
  /** What decided in each environment when its sessions were last told. */
  private readonly models = new Map<string, Model>();
  private readonly follower: PeopleFollower | null;
  private isHeld = false;

  constructor(parts: LiveParts) {
    this.parts = parts;
    const { news } = parts;
    this.follower =
      news === undefined
        ? null
        : new PeopleFollower(news, (environment, person) => this.personChanged(environment, person));
    parts.clock.onChange(() => {
      if (this.isHeld) return;
      for (const name of new Set([...this.environments.keys(), ...this.listeners.keys()])) {
        void inTurns(this.inEnvironment(name), (live) => live.reload());
        this.tell(name, null);
      }
    });
  }

  /** Resolves once the stream has its first message; from then on it hears every change. */
  async connect(session: StoredSession, stream: EventStream): Promise<void> {
    const { environment, person } = session;
    const unwatch = await this.watch(environment);
    const live = new LiveSession(session, stream, this.parts);
    const people = this.environments.get(environmentName(environment)) ?? new Map<string, Set<LiveSession>>();
    this.environments.set(environmentName(environment), people);
    const key = personKey(person);
    people.set(key, (people.get(key) ?? new Set()).add(live));
    stream.onEnd(() => {
      unwatch();
      live.end();
      const left = people.get(key);
      left?.delete(live);
      if (left?.size === 0) people.delete(key);
    });
    await live.reload();
  }

  /** Nobody is told of anything until `release`, which tells each once what is different then. */
  hold(): void {
    this.isHeld = true;
  }

  async release(): Promise<void> {
    this.isHeld = false;
    for (const name of new Set([...this.environments.keys(), ...this.listeners.keys()])) {
      await inTurns(this.inEnvironment(name), (live) => live.reload());
      this.tell(name, null);
    }
  }

  /** Whether anybody would be told what people do there. */
  hears(environment: EnvironmentRef): boolean {
    const name = environmentName(environment);
    return (this.environments.get(name)?.size ?? 0) > 0 || this.listeners.has(name);
  }

  /** People did something; `acts` is by `personKey`. */
  onActs(environment: EnvironmentRef, acts: ReadonlyMap<string, Act>): void {
    if (this.isHeld) return;
    const name = environmentName(environment);
    const live = this.environments.get(name);
    const listens = this.listeners.has(name);
    for (const [key, { person, matches, at }] of acts) {
      for (const session of live?.get(key) ?? []) session.onEvents(matches, at);
      if (listens && matches.length > 0) this.tellOfActs(name, person, matches);
    }
  }

  /** This process has changed somebody's fields or labels, or they are gone; null: that of many. */
  onPersonChanged(environment: EnvironmentRef, person: PersonRef | null): void {
    if (this.follower?.onHint(environment) !== true) this.personChanged(environment, person);
  }

  /** Whichever server has changed them. */
  private personChanged(environment: EnvironmentRef, person: PersonRef | null): void {
    if (this.isHeld) return;
    const name = environmentName(environment);
    const concerned = person === null ? this.inEnvironment(name) : this.ofPerson(name, person);
    void inTurns(concerned, (live) => live.reload());
    this.tell(name, person);
  }

  /** Tribes or publications of a Space may have changed. Where the model is still the same object, they have not. */
  onTargetingChanged(spaceId: string): void {
    for (const environment of environmentKeys) {
      const ref = { spaceId, environment };
      const name = environmentName(ref);
      const model = this.parts.targeting.model(ref);
      if (this.models.get(name) === model) continue;
      this.models.set(name, model);
      if (this.isHeld) continue;
      void inTurns(this.inEnvironment(name), (live) => live.onTargetingChanged());
      this.tell(name, null);
    }
  }

  /** Hears of whatever may change what somebody in the environment is served. Gives the way to stop. */
  listen(environment: EnvironmentRef, listener: AudienceListener): () => void {
    const name = environmentName(environment);
    const all = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, all.add(listener));
    let unwatch: (() => void) | null = null;
    let retry: NodeJS.Timeout | undefined;
    let isOver = false;
    // Where the store can't be read now, events of this process are still heard; those that were missed may concern anybody.
    const follow = async (isAgain: boolean): Promise<void> => {
      try {
        const stop = await this.watch(environment);
        if (isOver) return stop();
        unwatch = stop;
        if (isAgain) tellEach([listener], null);
      } catch (error) {
        sayFault(error);
        if (!isOver) retry = setTimeout(() => void follow(true), watchAgain).unref();
      }
    };
    void follow(false);
    return () => {
      isOver = true;
      clearTimeout(retry);
      unwatch?.();
      all.delete(listener);
      if (all.size === 0) this.listeners.delete(name);
    };
  }

  /** How many sessions have an open stream. */
  connected(environment: EnvironmentRef): number {
    return this.inEnvironment(environmentName(environment)).length;
  }

  /** Ends the streams of a Space that is gone. */
  dropSpace(spaceId: string): void {
    for (const name of this.environments.keys()) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      for (const live of this.inEnvironment(name)) live.end();
      this.environments.delete(name);
    }
    for (const environment of environmentKeys) this.models.delete(environmentName({ spaceId, environment }));
  }

  /** Follows what servers store there: events and people. */
  private async watch(environment: EnvironmentRef): Promise<() => void> {
    const unwatchLog = await this.parts.log.watch(environment);
    const unwatchPeople = await this.follower?.watch(environment).catch((error: unknown) => {
      unwatchLog();
      throw error;
    });
    return () => {
      unwatchLog();
      unwatchPeople?.();
    };
  }

  private inEnvironment(name: string): LiveSession[] {
    return [...(this.environments.get(name)?.values() ?? [])].flatMap((set) => [...set]);
  }

  private ofPerson(name: string, person: PersonRef): LiveSession[] {
    return [...(this.environments.get(name)?.get(personKey(person)) ?? [])];
  }

  /** What a server whose clock is a little ahead has taken counts here only in a moment: then it is told again. */
  private tellOfActs(name: string, person: PersonRef, matches: readonly Match[]): void {
    this.tell(name, person);
    const { clock } = this.parts;
    const wait = Math.max(...matches.map(({ time }) => time)) - clock.now();
    if (wait <= 0 || wait > longestLag || clock.mode === "frozen") return;
    setTimeout(() => this.tell(name, person), wait + 1).unref();
  }

  private tell(name: string, person: PersonRef | null): void {
    tellEach(this.listeners.get(name) ?? [], person);
  }
}
