import { stat } from "node:fs/promises";
import { basename, dirname, relative, sep } from "node:path";
import { oneAtATime } from "../one-at-a-time.ts";
import { sayFault } from "../tell-each.ts";
import { changedFiles } from "./changed-files.ts";
import { publishedFile } from "./published-documents.ts";
import { sceneFile } from "./scene-documents.ts";
import type { Workspace } from "./workspace.ts";

/** How often to check that the folder is still the one that is watched, in ms. */
const lookEvery = 1_000;
/** How often to look for edits that nothing told of, in ms: a system may tell of none, and of what is in a new folder not always. */
const lookAtFilesEvery = 5_000;

/**
 * Has the workspace take in edits from outside (git pull, an editor). Gives the function that stops it. Where the system can't
 * watch, the workspace gets a warning. Nothing tells of a folder that comes back: it is looked for.
 */
export async function watchWorkspace(
  workspace: Workspace,
  watchFiles: WatchFiles = watchWithChokidar,
): Promise<() => Promise<void>> {
  const changed = await changedFiles(workspace);
  let watched = await identityOf(workspace.dir);
  let stop = await watchIfPossible(workspace, watchFiles);
  const look = oneAtATime(async () => {
    const found = await identityOf(workspace.dir);
    if (found === null)
      workspace.warnings.set("folder", `${workspace.dir} is not there. It is taken back once it is.`);
    else {
      workspace.warnings.delete("folder");
      await workspace.lookForSecrets();
    }
    if (found === watched || found === "unknown") return;
    watched = found;
    await stop();
    stop = found === null ? nothing : await watchIfPossible(workspace, watchFiles);
  });
  let stopped = false;
  const lookAtFiles = oneAtATime(async () => {
    const paths = new Set([...(await changed()), ...workspace.warnings.keys()]);
    if (!stopped) for (const path of paths) syncFile(workspace, path);
  });
  const timers = [
    setInterval(() => inBackground(look()), lookEvery).unref(),
    setInterval(() => inBackground(lookAtFiles()), lookAtFilesEvery).unref(),
  ];
  return async () => {
    stopped = true;
    for (const timer of timers) clearInterval(timer);
    await look();
    await stop();
  };
}

/** Watches the files of a workspace, as far as the system tells of them. Gives the function that stops it. */
type WatchFiles = (workspace: Workspace) => Promise<() => Promise<void>>;

const nothing = (): Promise<void> => Promise.resolve();

/** Which folder lies at a path, as far as anybody can say; null for none. */
const identityOf = (path: string): Promise<string | null> =>
  stat(path).then(
    ({ dev, ino }) => `${dev} ${ino}`,
    (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? null : "unknown"),
  );

async function watchIfPossible(workspace: Workspace, watchFiles: WatchFiles): Promise<() => Promise<void>> {
  try {
    return await watchFiles(workspace);
  } catch (error) {
    warn(workspace, error);
    return nothing;
  }
}

async function watchWithChokidar(workspace: Workspace): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  // Watches the folder itself: what is in it can go away whole, with a branch of git that has no Spaces, and come back.
  const watcher = watch(workspace.dir, {
    ignored: (path) => {
      const [first = ""] = relative(workspace.dir, path).split(sep);
      return !["", basename(workspace.document.path), basename(workspace.spacesDir)].includes(first);
    },
    ignoreInitial: true,
    depth: 3,
    awaitWriteFinish: { stabilityThreshold: 80, pollInterval: 20 },
  });
  const sync = (path: string) => syncFile(workspace, path);
  watcher
    .on("add", sync)
    .on("change", sync)
    .on("unlink", sync)
    // A folder that is removed soon after its file was written takes the file with it, without an event of its own.
    .on("unlinkDir", (path) => {
      if (dirname(path) === workspace.spacesDir) inBackground(workspace.syncSpace(path));
    });
  watcher.on("error", (error) => warn(workspace, error));
  // Reads again what changed before the watch was ready.
  watcher.once("ready", () => inBackground(workspace.syncAll()));
  return () => watcher.close();
}

/** Has the workspace look at what lies at a path. Returns at once. */
function syncFile(workspace: Workspace, path: string): void {
  const published = publishedFile(path);
  const scene = sceneFile(path);
  if (published !== null) inBackground(workspace.syncPublished(published.spaceFolder, published.environment));
  else if (scene !== null) inBackground(workspace.syncScene(scene.spaceFolder, scene.key));
  else if (path === workspace.document.path) inBackground(workspace.syncWorkspace());
  else if (basename(path) === "space.json") inBackground(workspace.syncSpace(dirname(path)));
  else if (basename(path) === "scenes") inBackground(workspace.syncScenes(dirname(path)));
}

/** A look that fails ends no server: the next one looks again. */
const inBackground = (look: Promise<void>): void => void look.catch(sayFault);

function warn({ warnings }: Workspace, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  warnings.set(
    "watch",
    `Edits from outside are noticed late, within ${lookAtFilesEvery / 1000} s: ${reason}`,
  );
}
