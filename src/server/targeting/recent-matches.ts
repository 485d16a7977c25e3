import { type EnvironmentRef, environmentName, type PersonRef, personKey } from "../../core/refs.ts";
import type { NewEvent } from "../store/events.ts";
import type { EventTest } from "./targeting-service.ts";

/** An event that counts for a selector. `time` in ms UTC. */
export interface Match {
  readonly selector: string;
  readonly time: number;
  readonly sequence: number;
}

type Tests = ReadonlyMap<string, readonly EventTest[]>;

/** From how many matches on it is worth asking the store which of them it has indexed. */
const worthPruning = 16_384;

/** One environment's matches, in the order of their sequences. */
interface Channel {
  readonly byPerson: Map<string, Match[]>;
  /** By selector: the sequence from which on its matches are here; none until the next event. */
  readonly from: Map<string, number>;
  /** The tests that `from` was brought up to date with. */
  tests: Tests | null;
  size: number;
  prunedThrough: number;
  prunedSize: number;
}

/**
 * Matches that are younger than the store's index of them: an event counts from the moment it is acknowledged, while the
 * index takes events in bulk, somewhat later. Bounded by how far the index may lag.
 */
export class RecentMatches {
  private readonly channels = new Map<string, Channel>();
  private readonly indexedThrough: (environment: EnvironmentRef) => Promise<number>;

  /** `indexedThrough`: the sequence through which the store's own index is complete. */
  constructor(indexedThrough: (environment: EnvironmentRef) => Promise<number>) {
    this.indexedThrough = indexedThrough;
  }

  /** Takes in what was just stored. Gives the matches by person. `sequences` are those of `events`; 0 for a duplicate. */
  note(
    environment: EnvironmentRef,
    tests: Tests,
    events: readonly { readonly event: NewEvent; readonly sequence: number }[],
  ): Map<string, Match[]> {
    const channel = this.channel(environment);
    const found = new Map<string, Match[]>();
    const first = events.find(({ sequence }) => sequence > 0)?.sequence;
    if (first !== undefined) begin(channel, tests, first);
    for (const { event, sequence } of events) {
      if (sequence === 0) continue;
      const pairs = event.pairs.map(({ key, value }) => [key, value] as const);
      for (const test of tests.get(event.name) ?? []) {
        if (!test.matches(pairs)) continue;
        const match = { selector: test.key, time: Math.round(event.time), sequence };
        push(channel.byPerson, personKey(event.person), match);
        push(found, personKey(event.person), match);
        channel.size += 1;
      }
    }
    if (channel.size - channel.prunedSize > worthPruning) this.prune(environment, channel);
    return found;
  }

  /** The sequence from which on every match of these selectors is here, or null where that is not known yet. */
  completeFrom(environment: EnvironmentRef, selectors: readonly string[]): number | null {
    const { from } = this.channel(environment);
    let latest = 0;
    for (const key of selectors) {
      const one = from.get(key);
      if (one === undefined) return null;
      latest = Math.max(latest, one);
    }
    return latest;
  }

  /** The person's matches after a sequence; null where some of them are no longer here, since the store has them. */
  after(environment: EnvironmentRef, person: PersonRef, sequence: number): readonly Match[] | null {
    const channel = this.channel(environment);
    if (sequence < channel.prunedThrough) return null;
    return (channel.byPerson.get(personKey(person)) ?? []).filter((match) => match.sequence > sequence);
  }

  dropSpace(spaceId: string): void {
    for (const name of this.channels.keys()) if (name.startsWith(`${spaceId}/`)) this.channels.delete(name);
  }

  private channel(environment: EnvironmentRef): Channel {
    const name = environmentName(environment);
    const found = this.channels.get(name) ?? {
      byPerson: new Map(),
      from: new Map(),
      tests: null,
      size: 0,
      prunedThrough: 0,
      prunedSize: 0,
    };
    this.channels.set(name, found);
    return found;
  }

  private prune(environment: EnvironmentRef, channel: Channel): void {
    // Asked once for each step of growth, whatever the answer.
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
      .catch(() => undefined);
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
