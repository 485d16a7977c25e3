import { basename, dirname } from "node:path";
import type { Workspace } from "./workspace.ts";

/** Notices edits from outside (git pull, an editor) and has the workspace take them in. Gives the way to stop. */
export async function watchWorkspace(workspace: Workspace): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const watcher = watch([workspace.document.path, workspace.spacesDir], {
    ignoreInitial: true,
    depth: 2,
    awaitWriteFinish: { stabilityThreshold: 80, pollInterval: 20 },
  });
  const sync = (path: string) => {
    if (path === workspace.document.path) void workspace.syncWorkspace();
    else if (basename(path) === "space.json") void workspace.syncSpace(dirname(path));
  };
  watcher
    .on("add", sync)
    .on("change", sync)
    .on("unlink", (path) => {
      if (basename(path) === "space.json") workspace.forgetSpace(dirname(path));
    });
  watcher.on("error", (error) => {
    workspace.warnings.set(
      "watch",
      `Edits from outside are not noticed: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return () => watcher.close();
}
