import { basename, dirname, join, relative, sep } from "node:path";
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
  changedSince(head: number): Promise<ChangedDocuments>;
  /**
   * As `changedSince`, for a caller that keeps all that is in `paths`, documents or folders, from being changed here. While `work`
   * takes it in, it is read as it was at that moment. `unknown`: folders that are read whole.
   */
  atOneMoment(
    asked: { readonly since: number; readonly paths: readonly string[]; readonly unknown: readonly string[] },
    work: (found: ChangedDocuments) => Promise<void>,
  ): Promise<void>;
}

/** The names of documents that changed, and of all of Spaces that there are. */
export interface ChangedDocuments {
  readonly changed: readonly string[];
  readonly there: readonly string[];
}

/** A document beside the workspace's own. */
export interface FollowedDocument {
  readonly document: Pick<JsonDocument<unknown>, "path" | "reload">;
  readonly onChange: () => void;
}

/**
 * Takes in what other servers changed since a head that was read before the workspace was opened. `look`: once, now; `stop`: no more.
 *
 * @throws Problem where the first look fails
 */
export async function followDocuments(
  workspace: Workspace,
  documents: SharedDocuments,
  others: readonly FollowedDocument[],
  before: number,
): Promise<{ readonly look: () => Promise<void>; readonly stop: () => void }> {
  /** Those that are here, and not told yet. */
  const reloaded = new Set<FollowedDocument>();
  const parts = { workspace, documents, others, reloaded };
  let seen = await takeIn(parts, before);
  const look = oneAtATime(async () => {
    try {
      seen = await takeIn(parts, seen);
    } catch (error) {
      // The next look is soon.
      sayFault(error);
    }
  });
  workspace.lookAtOthers = () => void look();
  const timer = setInterval(() => void look(), lookEvery).unref();
  return { look, stop: () => clearInterval(timer) };
}

interface Parts {
  readonly workspace: Workspace;
  readonly documents: SharedDocuments;
  readonly others: readonly FollowedDocument[];
  readonly reloaded: Set<FollowedDocument>;
}

/** Puts all in place before any of it counts. Gives the head through which all is here. */
async function takeIn({ workspace, documents, others, reloaded }: Parts, since: number): Promise<number> {
  const head = await documents.head();
  if (head === since && workspace.isWhole) return since;
  const found = await documents.changedSince(since);
  const isChanged = ({ path }: { readonly path: string }) => found.changed.includes(path);
  const work = async () => {
    for (const document of [workspace.secrets, workspace.oauth])
      if (isChanged(document)) await document.reload();
    if (isChanged(workspace.shows) && (await workspace.shows.reload())) workspace.announce({ kind: "shows" });
    for (const one of others) if (isChanged(one.document) && (await one.document.reload())) reloaded.add(one);
    const folders = foldersOf(workspace, found);
    if (folders.length > 0 || isChanged(workspace.document))
      await takeSpaces(workspace, documents, since, folders);
  };
  await workspace.takeIn(work, () => {
    for (const { onChange } of reloaded) onChange();
    reloaded.clear();
  });
  return head;
}

/** The folders of Spaces in which something came, changed or went. */
function foldersOf(workspace: Workspace, { changed, there }: ChangedDocuments): string[] {
  const { spacesDir } = workspace;
  const came = changed.flatMap((name) => {
    const [folder, ...rest] = relative(spacesDir, name).split(sep);
    return folder === undefined || folder === ".." || rest.length === 0 ? [] : [join(spacesDir, folder)];
  });
  const went = workspace.spaces().flatMap(({ path, data }) => {
    const folder = dirname(path);
    const scenes = workspace.scenes(data.space.id).all();
    const paths = [path, ...scenes.map(({ key }) => scenePath(folder, key))];
    return paths.every((one) => there.includes(one)) ? [] : [folder];
  });
  return [...new Set([...came, ...went])];
}

/** Of one moment: what is published may name a Tribe that was made just before, or no longer one that was deleted since. */
async function takeSpaces(
  workspace: Workspace,
  documents: SharedDocuments,
  since: number,
  folders: readonly string[],
): Promise<void> {
  await workspace.holdSpaces(folders, () => {
    const served = new Set(workspace.spaces().map(({ path }) => dirname(path)));
    const unknown = folders.filter((folder) => !served.has(folder));
    const paths = [workspace.document.path, ...folders];
    return documents.atOneMoment({ since, paths, unknown }, async ({ changed, there }) => {
      for (const name of changed) await take(workspace, name);
      // New documents have been taken in by now, so that a renamed one is never missing.
      for (const { path, data } of workspace.spaces()) {
        const folder = dirname(path);
        if (!folders.includes(folder)) continue;
        if (!there.includes(path)) await workspace.syncSpaceHeld(folder);
        else await syncGoneScenes(workspace, folder, data.space.id, there);
      }
    });
  });
}

async function take(workspace: Workspace, name: string): Promise<void> {
  const published = publishedFile(name);
  if (published !== null) return workspace.syncPublishedHeld(published.spaceFolder, published.environment);
  const scene = sceneFile(name);
  if (scene !== null) return workspace.syncSceneHeld(scene.spaceFolder, scene.key);
  if (name === workspace.document.path) return workspace.syncWorkspaceHeld();
  if (basename(name) === "space.json") return workspace.syncSpaceHeld(dirname(name));
}

const scenePath = (folder: string, key: string): string => join(folder, "scenes", `${key}.json`);

async function syncGoneScenes(
  workspace: Workspace,
  folder: string,
  spaceId: string,
  there: readonly string[],
): Promise<void> {
  for (const { key } of workspace.scenes(spaceId).all())
    if (!there.includes(scenePath(folder, key))) await workspace.syncSceneHeld(folder, key);
}
