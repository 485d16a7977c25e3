import { forgetKeys, noteThere } from "./access/api-key-service.ts";
import type { Services } from "./services.ts";
import type { Pruned, Store } from "./store/ports.ts";
import { sayFault } from "./tell-each.ts";
import type { Workspace } from "./workspace/workspace.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** The first look after a start, and the pause between two chunks, in ms: never in the way of events. */
const firstLook = 60_000;
const pause = 10;
/** How soon to check whether the other server that did it last still lives, in ms. */
const elsewherePause = 2_000;

/**
 * Prunes events older than the setting says, and what deleted Spaces held, in the background. Age counts only while the
 * platform clock is the real one: moving the clock must not delete anybody's history. Nor does it while a replay runs.
 */
export function keepRetention({ store, settings, clock, replays, workspace }: Services): () => void {
  const dropped = new Map<string, number>();
  let stopped = false;
  let timer = setTimeout(look, firstLook);
  timer.unref();
  async function look(): Promise<void> {
    await dropLeftovers({ store, workspace }, dropped).catch(sayFault);
    const before =
      clock.isSystem && !replays.isRunning ? clock.now() - settings.get().retentionDays * day : 0;
    const { more, elsewhere } = await store.prune(before).catch((error: unknown): Pruned => {
      sayFault(error);
      return { removed: 0, more: false };
    });
    if (stopped) return;
    timer = setTimeout(look, more ? pause : elsewhere === true ? elsewherePause : hour);
    timer.unref();
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * Removes what deleted Spaces left, because the store was busy or the process ended; and, later, what an import, a replay or a
 * session that had begun before has stored since. `dropped`: when each was removed first, by `performance.now()`.
 */
export async function dropLeftovers(
  {
    store,
    workspace,
  }: {
    readonly store: Pick<Store, "dropSpace">;
    readonly workspace: Pick<Workspace, "findSpace" | "secrets" | "dropsAlone" | "hold">;
  },
  dropped = new Map<string, number>(),
): Promise<void> {
  const deleted = () => workspace.secrets.data.deletedSpaces ?? [];
  const hasKeys = (spaceId: string) => workspace.secrets.data.apiKeys[spaceId] !== undefined;
  for (const spaceId of deleted()) {
    const first = dropped.get(spaceId);
    if (first !== undefined && performance.now() - first < hour) continue;
    await workspace.dropsAlone(async () => {
      // A restore may have brought it back meanwhile.
      if (!deleted().includes(spaceId)) return;
      const isThere = () => workspace.findSpace(spaceId) !== undefined;
      const end = () => workspace.secrets.update((draft) => noteThere(draft, [spaceId]));
      // One that came back by git is kept; one that is just being deleted has gone once it is held.
      if (isThere()) return workspace.hold(async () => void (isThere() && (await end())));
      if (hasKeys(spaceId)) await workspace.secrets.update((draft) => forgetKeys(draft, spaceId));
      await store.dropSpace(spaceId);
      dropped.set(spaceId, performance.now());
      if (first !== undefined) await end();
    });
  }
}
