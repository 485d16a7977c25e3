import type { Event } from "../../../src/core/event.ts";
import { Problem } from "../../../src/core/problem.ts";
import { eventsFrom, fakeHistory } from "../../unit/renderer/fakes.ts";
import { emptyCinema } from "./cinema-place.ts";
import { FakeStream } from "./fake-stream.ts";

/** What a live chart counts where one event came just now. */
const rate = () => {
  const at = new Date().toISOString();
  return { from: at, to: at, step: 10_000, through: 1, buckets: [{ at, accepted: 1, rejected: 0 }] };
};

/** A Cinema with events, which are listed page by page; what arrives is kept and streamed, and a page behind the first may fail. Filters are asked for, and leave all. */
export function cinemaWithEvents(...events: readonly Event[]) {
  const history = fakeHistory(events);
  const list = async (query: Readonly<Record<string, string>>) =>
    (await history.fetcher(`/events?${new URLSearchParams(query)}`)).json();
  let olderFails = false;
  const api = emptyCinema()
    .answer("listEvents", ({ query }) => {
      if (olderFails && query.cursor !== undefined) throw new Problem("internal-error", "It broke.");
      return list(query);
    })
    .answer("getReplay", { replay: null })
    .answer("getEventRate", rate);
  const arrive = (...arrived: readonly Event[]) => {
    history.all.push(...arrived);
    FakeStream.send(...arrived);
  };
  const failOlder = (fails: boolean) => {
    olderFails = fails;
  };
  return { api, arrive, failOlder };
}

/** Events that tell their number in their metadata, as `n 7`. */
export const numbered = (from: number, to: number): Event[] =>
  eventsFrom(from, to).map((event) => ({
    ...event,
    metadata: { pair1: { key: "n", value: String(event.sequence) } },
  }));
