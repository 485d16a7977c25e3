import type { EnvironmentRef, PersonRef } from "../../src/core/refs.ts";
import type { IngestItem } from "../../src/server/store/events.ts";
import type { Store } from "../../src/server/store/ports.ts";
import type { Random } from "../helpers/random.ts";

/** An event as a test says it, before the store has it. */
export interface MadeEvent {
  readonly id: string;
  readonly name: string;
  readonly person: PersonRef;
  readonly time: number;
  readonly pairs: readonly (readonly [string, string])[];
}

export const item = ({ pairs, ...event }: MadeEvent): IngestItem => ({
  kind: "event",
  event: {
    ...event,
    sessionId: null,
    experienceId: null,
    pairs: pairs.map(([key, value]) => ({ key, value })),
    source: "sdk",
    sdk: { name: "browser", version: "1.0.0" },
  },
});

/** Few enough that every selector finds some, with a user and a visitor of the same id. */
export const people: readonly PersonRef[] = [
  { kind: "known", id: "ana" },
  { kind: "visitor", id: "ana" },
  { kind: "known", id: "Ünal" },
  { kind: "known", id: "zoë 😀" },
  { kind: "visitor", id: "v-1" },
];
export const names = ["movie/watched", "movie/started", "order/completed"];
export const genres = ["drama", "comedy", 'dra"ma'];

/** An event of some day around `start`: late and future ones too, and some at the very same time. */
export function randomEvent(random: Random, id: string, start: number): MadeEvent {
  const pairs: [string, string][] = random.below(4) === 0 ? [] : [["genre", random.pick(genres)]];
  if (random.below(3) === 0) pairs.push(["title", `t${random.below(4)}`]);
  return {
    id,
    name: random.pick(names),
    person: random.pick(people),
    time: start + (random.below(400) - 200) * 60_000,
    pairs,
  };
}

/** Stores events in order; gives them with the sequences that they got. One that was there already gets 0. */
export async function ingest(
  store: Store,
  environment: EnvironmentRef,
  events: readonly MadeEvent[],
  receivedAt: number,
): Promise<(MadeEvent & { readonly sequence: number })[]> {
  const sequences = await store.log.append({ environment, receivedAt, items: events.map(item) });
  return events.map((event, index) => ({ ...event, sequence: sequences[index] ?? 0 }));
}
