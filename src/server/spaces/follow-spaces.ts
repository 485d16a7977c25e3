import type { Services } from "../services.ts";
import { sayFault } from "../tell-each.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Keeps what belongs to Spaces beside their documents: a new Space gets keys, and the streams of one that is gone are ended. */
export async function followSpaces({
  workspace,
  apiKeys,
  log,
  rate,
  feed,
  live,
  recent,
  targeting,
  replays,
  simulations,
  stages,
}: Pick<
  Services,
  | "workspace"
  | "apiKeys"
  | "log"
  | "rate"
  | "feed"
  | "live"
  | "recent"
  | "targeting"
  | "replays"
  | "simulations"
  | "stages"
>): Promise<void> {
  const ids = () => workspace.spaces().map(({ data }) => data.space.id);
  await apiKeys.ensure(ids());
  warnOfOrphans(workspace);
  workspace.onChange((change) => {
    if (change.kind === "targeting" || change.kind === "shows") return;
    if (change.kind === "space" && workspace.findSpace(change.spaceId) === undefined) {
      for (const holder of [replays, simulations, stages, log, rate, feed, live, recent, targeting])
        holder.dropSpace(change.spaceId);
    }
    warnOfOrphans(workspace);
    // A full disk is tried again with the next change, and when the keys are asked for.
    apiKeys.ensureFound(ids()).catch(sayFault);
  });
}

/** Nobody can see a Space whose Organization does not exist: the operator is told why. */
function warnOfOrphans(workspace: Workspace): void {
  const orgIds = new Set(workspace.document.data.organizations.map(({ id }) => id));
  for (const name of workspace.warnings.keys())
    if (name.startsWith("orphan ")) workspace.warnings.delete(name);
  for (const { path, data } of workspace.spaces()) {
    const { orgId } = data.space;
    if (orgIds.has(orgId)) continue;
    workspace.warnings.set(
      `orphan ${path}`,
      `${path}: /space/orgId names no organization of workspace.json ("${orgId}"), so nobody can see this Space.`,
    );
  }
}
