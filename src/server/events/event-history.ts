import { Problem } from "../../core/problem.ts";
import { busy } from "../store/busy.ts";
import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";

const pageSize = 1000;

/**
 * Every matching event that is there now, in order of arrival, page by page as the caller takes them: all of one history. Where
 * another one takes its place before the first is given, it begins anew.
 *
 * @throws Problem busy where that happens later, not-found where the Space is deleted meanwhile
 */
export async function* readHistory(
  store: Pick<Store, "epoch" | "figures" | "log">,
  filter: EventQuery,
): AsyncGenerator<readonly StoredEvent[]> {
  let hasGiven = false;
  for (let isOther = true; isOther; ) {
    const { epoch } = store;
    isOther = false;
    for await (const events of pagesNow(store, filter)) {
      isOther = store.epoch !== epoch;
      if (isOther) break;
      yield events;
      hasGiven ||= events.length > 0;
    }
    if (isOther && hasGiven)
      throw busy("A snapshot was restored meanwhile, and these events are not there any more. Ask again.");
  }
}

async function* pagesNow(
  store: Pick<Store, "figures" | "log">,
  filter: EventQuery,
): AsyncGenerator<readonly StoredEvent[]> {
  const { lastSequence } = await store.figures(filter.environment);
  const present = {
    ...filter,
    before: Math.min(filter.before ?? Number.POSITIVE_INFINITY, lastSequence + 1),
  };
  let after = filter.after ?? 0;
  while (after < present.before - 1) {
    const { events, through } = await store.log.after({ filter: present, after, limit: pageSize });
    // Also of what is no longer the history that it was: whoever reads on looks at that first.
    yield events;
    if (through <= after) throw new Problem("not-found", "The Space was deleted meanwhile.");
    after = through;
  }
}
