import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { versionOf } from "./durable-json-file.ts";
import type { Workspace } from "./workspace.ts";

/** Files of a workspace that people edit, each with what tells one version of it from another. */
type Versions = ReadonlyMap<string, string>;

/**
 * Gives at each call which files of a workspace were written, made or taken away since the one before; also what the server wrote
 * itself, or what the system has told of already: taking it in again finds nothing new.
 */
export async function changedFiles({ document, spacesDir }: Workspace): Promise<() => Promise<string[]>> {
  const versions = async (): Promise<Versions> =>
    versionsOf([document.path, ...(await filesOfSpaces(spacesDir))]);
  let before = await versions();
  return async () => {
    const now = await versions();
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
      (path) => before.get(path) !== now.get(path),
    );
    before = now;
    return changed;
  };
}

/** What may be one: whoever takes it in knows which are. */
async function filesOfSpaces(dir: string): Promise<string[]> {
  const folders = await pathsIn(dir);
  const files = folders.map(async (folder) => [
    join(folder, "space.json"),
    ...(await pathsIn(join(folder, "published"))),
    ...(await pathsIn(join(folder, "scenes"))),
  ]);
  return (await Promise.all(files)).flat();
}

/** None where there is no such folder, or nobody may look into it. */
const pathsIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.map((name) => join(folder, name)),
    () => [],
  );

async function versionsOf(paths: readonly string[]): Promise<Versions> {
  const versions = new Map<string, string>();
  // Of a link itself: what it leads to may be the very file that lay there.
  for (const path of paths)
    await lstat(path, { bigint: true }).then(
      (stats) => versions.set(path, versionOf(stats)),
      () => undefined,
    );
  return versions;
}
