import { basename, dirname, join } from "node:path";
import { oneAtATime } from "../one-at-a-time.ts";
import { sayFault } from "../tell-each.ts";
import type { JsonDocument } from "./json-document.ts";
import { publishedFile } from "./published-documents.ts";
import { sceneFile } from "./scene-documents.ts";
import type { Workspace } from "./workspace.ts";

/** How often to check what other servers have changed, in ms. */
const lookEvery = 200;

/** Documents that others change too. */
export interface SharedDocuments {
  /** A number that grows with every change. */
  head(): Promise<number>;
  changedSince(
    head: number,
  ): Promise<{ readonly changed: readonly string[]; readonly there: readonly string[] }>;
}

/** A document beside the workspace's own. */
export interface FollowedDocument {
  readonly document: Pick<JsonDocument<unknown>, "path" | "reload">;
  readonly onChange: () => void;
}

/** Takes in what other servers changed. `look`: once, now; `stop`: no more. */
export async function followDocuments(
  workspace: Workspace,
  documents: SharedDocuments,
  others: readonly FollowedDocument[],
): Promise<{ readonly look: () => Promise<void>; readonly stop: () => void }> {
  let seen = await documents.head();
  const look = oneAtATime(async () => {
    try {
      seen = await takeIn(others, workspace, documents, seen);
    } catch (error) {
      // The next look is soon.
      sayFault(error);
    }
  });
  const timer = setInterval(() => void look(), lookEvery).unref();
  return { look, stop: () => clearInterval(timer) };
}

async function takeIn(
  others: readonly FollowedDocument[],
  workspace: Workspace,
  documents: SharedDocuments,
  seen: number,
): Promise<number> {
  const head = await documents.head();
  if (head === seen) return seen;
  const { changed, there } = await documents.changedSince(seen);
  for (const name of changed) await take(workspace, name);
  for (const { document, onChange } of others)
    if (changed.includes(document.path) && (await document.reload())) onChange();
  // New documents have been taken in by now, so that a renamed one is never missing.
  for (const space of workspace.spaces())
    if (!there.includes(space.path)) await workspace.syncSpace(dirname(space.path));
    else await syncGoneScenes(workspace, dirname(space.path), space.data.space.id, there);
  return head;
}

async function take(workspace: Workspace, name: string): Promise<void> {
  const published = publishedFile(name);
  if (published !== null) return workspace.syncPublished(published.spaceFolder, published.environment);
  for (const document of [workspace.secrets, workspace.oauth])
    if (document.path === name) return void (await document.reload());
  if (name === workspace.shows.path) {
    if (await workspace.shows.reload()) workspace.announce({ kind: "shows" });
    return;
  }
  const found = sceneFile(name);
  if (found !== null) return workspace.syncScene(found.spaceFolder, found.key);
  if (name === workspace.document.path) return workspace.syncWorkspace();
  if (basename(name) === "space.json" && dirname(dirname(name)) === workspace.spacesDir)
    return workspace.syncSpace(dirname(name));
}

async function syncGoneScenes(
  workspace: Workspace,
  folder: string,
  spaceId: string,
  there: readonly string[],
): Promise<void> {
  for (const { key } of workspace.scenes(spaceId).all())
    if (!there.includes(join(folder, "scenes", `${key}.json`))) await workspace.syncScene(folder, key);
}
