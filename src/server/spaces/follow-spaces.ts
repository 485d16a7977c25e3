import type { Services } from "../services.ts";

/** Keeps what belongs to the Spaces beside their documents: keys for those that come, an end to the streams of those that go. */
export async function followSpaces({ workspace, apiKeys, feed, sessions }: Services): Promise<void> {
  const ensureKeys = () => apiKeys.ensure(workspace.spaces().map((space) => space.data.space.id));
  await ensureKeys();
  workspace.onChange((change) => {
    if (change.kind === "space" && workspace.findSpace(change.spaceId) === undefined) {
      feed.dropSpace(change.spaceId);
      sessions.dropSpace(change.spaceId);
    }
    // A disk that is full now is tried again with the next change, and where the keys are asked for.
    ensureKeys().catch(() => undefined);
  });
}
