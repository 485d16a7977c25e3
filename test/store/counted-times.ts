import { expect } from "vitest";
import type { PersonRef } from "../../src/core/refs.ts";
import { eventMatcher } from "../../src/core/targeting/event-matcher.ts";
import type { Selector } from "../../src/core/targeting/subject.ts";
import type { KnownStretch, Store } from "../../src/server/store/ports.ts";
import type { Random } from "../helpers/random.ts";
import { ingest as ingestInto, type MadeEvent, people, randomEvent } from "./stored-people.ts";
import { environment, start } from "./writes.ts";

export const ever = Number.MIN_SAFE_INTEGER;

export const selector = (name: string, ...where: Selector["where"]): Selector => ({
  key: JSON.stringify([name, where]),
  name,
  where,
});
export const watched = selector("movie/watched");
export const dramas = selector("movie/watched", { key: "genre", op: "equals", value: "drama" });
export const orders = selector("order/completed");
const titled = selector(
  "movie/started",
  { key: "title", op: "exists", value: true },
  { key: "genre", op: "in", value: ["comedy", 'dra"ma'] },
);
export const selectors = [watched, dramas, orders, titled];

/** The times that a store counts, beside a plain look at every event that was put into it. */
export class CountedTimes {
  /** Every event that the store has. */
  stored: (MadeEvent & { sequence: number })[] = [];
  readonly #store: () => Store;
  #nextId = 0;

  constructor(store: () => Store) {
    this.#store = store;
  }

  setSelectors = (wanted: readonly Selector[]) =>
    this.#store().rules.count({ spaceId: environment.spaceId, selectors: wanted });

  ingest = async (events: readonly MadeEvent[], receivedAt = start): Promise<void> => {
    const put = await ingestInto(this.#store(), environment, events, receivedAt);
    this.stored.push(...put.filter((one) => one.sequence > 0));
  };

  some = (random: Random, count: number) =>
    Array.from({ length: count }, () => randomEvent(random, `e${this.#nextId++}`, start));

  /** What the store must say. */
  expected = (person: PersonRef, { name, where }: Selector, since: number, through: number) =>
    this.stored
      .filter(
        (one) =>
          one.sequence <= through &&
          one.time > since &&
          one.name === name &&
          one.person.kind === person.kind &&
          one.person.id === person.id &&
          eventMatcher(where)(one.pairs),
      )
      .sort((a, b) => a.time - b.time || a.sequence - b.sequence);

  /** What it says, of everybody. */
  compare = async (asked: readonly Selector[], known: KnownStretch | null, since = ever): Promise<void> => {
    for (const person of people) {
      const query = { environment, person, selectors: asked, since, known };
      const { through, last, times } = await this.#store().rules.times(query);
      expect(last).toBe(Math.max(0, ...this.stored.map((one) => one.sequence)));
      if (known === null) expect(through).toBe(last);
      else expect(through).toBeGreaterThanOrEqual(Math.min(known.from - 1, last));
      const isTold = ({ sequence }: { sequence: number }) =>
        sequence <= through || (known !== null && sequence > known.through);
      expect(times).toEqual(
        asked.map((one) =>
          this.expected(person, one, since, last)
            .filter(isTold)
            .map(({ time }) => time),
        ),
      );
    }
  };
}
