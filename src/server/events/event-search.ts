import type { EventPage } from "../../core/event.ts";
import { cursorOf } from "../http/page-of.ts";
import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";
import { answerSize } from "../store/ports.ts";
import { eventView } from "./event-view.ts";

/** How long one page is searched for, in ms, before it is given as far as it got. */
const patience = 120;

const isLarge = (records: readonly StoredEvent[]): boolean =>
  records.reduce((sum, { original }) => sum + (original?.length ?? 0), 0) >= answerSize / 2;

/**
 * One page of history after a sequence, in order of arrival, unless the caller is `gone`; short, with a `next`, where the search took
 * long or events are large.
 */
export async function searchPageUp(
  store: Store,
  filter: EventQuery,
  after: number,
  limit: number,
  gone?: AbortSignal,
): Promise<EventPage> {
  const until = performance.now() + patience;
  const { lastSequence } = await store.figures(filter.environment);
  const found: StoredEvent[] = [];
  let from = after;
  for (;;) {
    const wanted = limit + 1 - found.length;
    const { events, through } = await store.log.after({ filter, after: from, limit: wanted }, gone);
    found.push(...events);
    if (found.length > limit) return pageOf(found.slice(0, limit));
    const isThrough = through >= Math.min(lastSequence, (filter.before ?? Number.POSITIVE_INFINITY) - 1);
    // All is read, or the environment was dropped in the meantime.
    if (isThrough || through <= from) return { data: found.map(eventView), next: null };
    from = through;
    if (performance.now() > until || isLarge(found))
      return { data: found.map(eventView), next: cursorOf(String(through)) };
  }
}

/**
 * One page of history before a sequence, newest first. A search that must read the rows goes stretch by stretch, so that
 * other questions have their turn in between.
 */
export async function searchPage(
  store: Store,
  filter: EventQuery,
  before: number,
  limit: number,
  gone?: AbortSignal,
): Promise<EventPage> {
  const until = performance.now() + patience;
  const found: StoredEvent[] = [];
  let from = before;
  for (;;) {
    const wanted = limit + 1 - found.length;
    const { events, searched, searchedAt } = await store.log.before(
      { filter, before: from, limit: wanted },
      gone,
    );
    found.push(...events);
    if (found.length > limit) return pageOf(found.slice(0, limit));
    if (searched === 0) return { data: found.map(eventView), next: null };
    from = searched;
    if (performance.now() > until || isLarge(found)) return cutPage(found, searched, searchedAt);
  }
}

const pageOf = (records: readonly StoredEvent[]): EventPage => ({
  data: records.map(eventView),
  next: cursorOf(String(records.at(-1)?.sequence ?? 1)),
});

const cutPage = (records: readonly StoredEvent[], searched: number, at: number | null): EventPage => ({
  data: records.map(eventView),
  next: cursorOf(String(searched)),
  ...(at !== null && { searchedTo: new Date(at).toISOString() }),
});
