import { type EnvironmentRef, environmentName, type PersonRef, personKey } from "../../core/refs.ts";
import type { LogPage } from "../log/log-follower.ts";
import type { KnownStretch } from "../store/ports.ts";
import { sayFault } from "../tell-each.ts";
import type { EventTest } from "./targeting-service.ts";

/** An event that counts for a selector. `time` in ms UTC. */
export interface Match {
  readonly selector: string;
  readonly time: number;
  readonly sequence: number;
}

type Tests = ReadonlyMap<string, readonly EventTest[]>;

/** From this many matches on the store is asked which of them it has indexed. */
const worthPruning = 16_384;

/** One environment's matches, in the order of their sequences. */
interface Channel {
  readonly byPerson: Map<string, Match[]>;
  /** The sequences after which, and through which, the log has been looked at. */
  readonly began: number;
  through: number;
  /** By selector: the sequence from which on its matches are here; none until the next event. */
  readonly from: Map<string, number>;
  /** The tests that `from` was brought up to date with. */
  tests: Tests | null;
  size: number;
  prunedThrough: number;
  prunedSize: number;
}

/**
 * Matches that the store's index does not hold yet: an event counts from its acknowledgement, while the index takes events in
 * bulk, somewhat later. Bounded by how far the index may be behind.
 */
export class RecentMatches {
  private readonly channels = new Map<string, Channel>();
  private readonly indexedThrough: (environment: EnvironmentRef) => Promise<number>;

  /** `indexedThrough`: the sequence through which the store's own index is complete. */
  constructor(indexedThrough: (environment: EnvironmentRef) => Promise<number>) {
    this.indexedThrough = indexedThrough;
  }

  /** Takes in a page of the log. Gives the matches by person. */
  note({ environment, after, through, accepted }: LogPage, tests: Tests): Map<string, Match[]> {
    const channel = this.channel(environment, after);
    const found = new Map<string, Match[]>();
    begin(channel, tests, after + 1);
    for (const { event, sequence } of accepted) {
      const named = tests.get(event.name);
      if (named === undefined) continue;
      const pairs = event.pairs.map(({ key, value }) => [key, value] as const);
      for (const test of named) {
        if (!test.matches(pairs)) continue;
        const match = { selector: test.key, time: Math.round(event.time), sequence };
        push(channel.byPerson, personKey(event.person), match);
        push(found, personKey(event.person), match);
        channel.size += 1;
      }
    }
    channel.through = through;
    if (channel.size - channel.prunedSize > worthPruning) this.prune(environment, channel);
    return found;
  }

  /** The stretch of the log in which every match of these selectors is known here; null where there is none yet. */
  known(environment: EnvironmentRef, selectors: readonly string[]): KnownStretch | null {
    const channel = this.channels.get(environmentName(environment));
    if (channel === undefined) return null;
    let latest = 0;
    for (const key of selectors) {
      const one = channel.from.get(key);
      if (one === undefined) return null;
      latest = Math.max(latest, one);
    }
    return { from: latest, through: channel.through };
  }

  /** The person's matches after a sequence and up to another; null where some were dropped because the store has them. */
  between(
    environment: EnvironmentRef,
    person: PersonRef,
    after: number,
    through: number,
  ): readonly Match[] | null {
    const channel = this.channels.get(environmentName(environment));
    if (channel === undefined || after < Math.max(channel.began, channel.prunedThrough)) return null;
    const all = channel.byPerson.get(personKey(person)) ?? [];
    return all.filter(({ sequence }) => sequence > after && sequence <= through);
  }

  /** Another history was put in place: matches of the one before are dropped. */
  restart(): void {
    this.channels.clear();
  }

  dropSpace(spaceId: string): void {
    for (const name of this.channels.keys()) if (name.startsWith(`${spaceId}/`)) this.channels.delete(name);
  }

  /** The environment's channel. One whose log does not go on where it ended begins anew. */
  private channel(environment: EnvironmentRef, after: number): Channel {
    const name = environmentName(environment);
    const found = this.channels.get(name);
    if (found?.through === after) return found;
    const made: Channel = {
      byPerson: new Map(),
      began: after,
      through: after,
      from: new Map(),
      tests: null,
      size: 0,
      prunedThrough: 0,
      prunedSize: 0,
    };
    this.channels.set(name, made);
    return made;
  }

  private prune(environment: EnvironmentRef, channel: Channel): void {
    // Asked once for each step of growth, whatever the answer is.
    channel.prunedSize = channel.size;
    this.indexedThrough(environment)
      .then((through) => {
        channel.prunedThrough = Math.max(channel.prunedThrough, through);
        channel.size = 0;
        for (const [person, matches] of channel.byPerson) {
          const kept = matches.filter((match) => match.sequence > through);
          channel.size += kept.length;
          if (kept.length === 0) channel.byPerson.delete(person);
          else channel.byPerson.set(person, kept);
        }
        channel.prunedSize = channel.size;
      })
      // It is asked again after as many more.
      .catch(sayFault);
  }
}

/** Selectors that are new are complete from the first event that is tested for them; those that went are forgotten. */
function begin(channel: Channel, tests: Tests, first: number): void {
  if (channel.tests === tests) return;
  channel.tests = tests;
  const current = new Set([...tests.values()].flatMap((group) => group.map(({ key }) => key)));
  for (const key of channel.from.keys()) if (!current.has(key)) channel.from.delete(key);
  for (const key of current) if (!channel.from.has(key)) channel.from.set(key, first);
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
