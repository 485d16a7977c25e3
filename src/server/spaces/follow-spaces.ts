import type { Services } from "../services.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Keeps what belongs to the Spaces beside their documents: keys for those that come, an end to the streams of those that go. */
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
  const ensureKeys = () => apiKeys.ensure(workspace.spaces().map((space) => space.data.space.id));
  await ensureKeys();
  warnOfOrphans(workspace);
  workspace.onChange((change) => {
    if (change.kind === "targeting" || change.kind === "shows") return;
    if (change.kind === "space" && workspace.findSpace(change.spaceId) === undefined) {
      for (const holder of [replays, simulations, stages, log, rate, feed, live, recent, targeting])
        holder.dropSpace(change.spaceId);
    }
    warnOfOrphans(workspace);
    // A disk that is full now is tried again with the next change, and where the keys are asked for.
    ensureKeys().catch(() => undefined);
  });
}

/** A Space of an Organization that is not there is seen by nobody; the operator should hear why. */
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
