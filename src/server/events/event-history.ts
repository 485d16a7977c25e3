import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";

const pageSize = 1000;

/** Every matching event that is there now, in order of arrival, page by page as the caller takes them. */
export async function* readHistory(store: Store, filter: EventQuery): AsyncGenerator<readonly StoredEvent[]> {
  const { lastSequence } = await store.figures(filter.environment);
  const present = {
    ...filter,
    before: Math.min(filter.before ?? Number.POSITIVE_INFINITY, lastSequence + 1),
  };
  let after = filter.after ?? 0;
  while (after < present.before - 1) {
    const { events, through } = await store.log.after({ filter: present, after, limit: pageSize });
    yield events;
    // The environment was dropped in the meantime.
    if (through <= after) return;
    after = through;
  }
}
