import { Problem } from "../../core/problem.ts";
import { busy } from "../store/busy.ts";
import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";

const pageSize = 1000;

/**
 * Every matching event that is there now, in order of arrival, page by page as the caller takes them: all of one history.
 *
 * @throws Problem busy where another history takes its place meanwhile, not-found where the Space is deleted
 */
export async function* readHistory(
  store: Pick<Store, "epoch" | "figures" | "log">,
  filter: EventQuery,
): AsyncGenerator<readonly StoredEvent[]> {
  const { epoch } = store;
  const { lastSequence } = await store.figures(filter.environment);
  const present = {
    ...filter,
    before: Math.min(filter.before ?? Number.POSITIVE_INFINITY, lastSequence + 1),
  };
  let after = filter.after ?? 0;
  while (after < present.before - 1) {
    const { events, through } = await store.log.after({ filter: present, after, limit: pageSize });
    if (store.epoch !== epoch)
      throw busy("A snapshot was restored meanwhile, and these events are not there any more. Ask again.");
    if (through <= after) throw new Problem("not-found", "The Space was deleted meanwhile.");
    yield events;
    after = through;
  }
}
