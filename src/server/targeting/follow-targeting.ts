import { environmentKeys } from "../../core/primitives.ts";
import type { Services } from "../services.ts";
import { sayFault } from "../tell-each.ts";

type Needs = Pick<Services, "workspace" | "store" | "targeting" | "live" | "publishing">;

/** How long to wait before the store is tried again, in ms. */
const retryAfter = 5_000;

/**
 * Follows Tribes and publications, wherever they change: tells the store which events rules count, adds to the history what
 * came through git, and tells the sessions. Gives the function that stops it.
 */
export function followTargeting({ workspace, store, targeting, live, publishing }: Needs): () => void {
  const retries = new Set<NodeJS.Timeout>();
  let stopped = false;

  /**
   * Publications of this server record themselves. Where the store is busy or full, or there is a fault of ours, which the log tells,
   * it is asked again later; until then decisions read the events themselves.
   */
  const keepUp = async (spaceId: string, withHistory: boolean): Promise<void> => {
    try {
      if (stopped || workspace.findSpace(spaceId) === undefined) return;
      await store.rules.count({ spaceId, selectors: targeting.tribes(spaceId).selectors });
      if (!withHistory) return;
      for (const environment of environmentKeys) await publishing.completeHistory(spaceId, environment);
    } catch (error) {
      if (stopped) return;
      sayFault(error);
      const retry = setTimeout(() => {
        retries.delete(retry);
        void keepUp(spaceId, withHistory);
      }, retryAfter);
      retry.unref();
      retries.add(retry);
    }
  };

  const off = workspace.onChange((change) => {
    if (
      change.kind === "workspace" ||
      change.kind === "shows" ||
      workspace.findSpace(change.spaceId) === undefined
    )
      return;
    void keepUp(change.spaceId, change.kind === "space");
    live.onTargetingChanged(change.spaceId);
  });
  for (const { data } of workspace.spaces()) void keepUp(data.space.id, true);
  return () => {
    stopped = true;
    off();
    for (const retry of retries) clearTimeout(retry);
  };
}
