import type { Recorded, RecordedEvents } from "../../../../src/server/replay/replay-recording.ts";

/** When the recordings of these tests begin, in ms UTC. */
export const began = Date.parse("2026-01-10T12:00:00.000Z");

/** An event received so many ms after the beginning. */
export const recorded = (after: number, more: Partial<Recorded> = {}): Recorded => ({
  receivedAt: began + after,
  name: "movie/watched",
  time: began + after,
  person: { kind: "known", id: "ana" },
  sessionId: null,
  experienceId: null,
  pairs: [],
  ...more,
});

export async function* inTurn<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

export async function allOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

export const asRecorded = (events: readonly (Recorded | null)[]): RecordedEvents => inTurn(events);
