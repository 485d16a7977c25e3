import { lstat, realpath } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isSafePath } from "../../core/codegen/folder/safe-path.ts";
import { deviceName } from "../../core/primitives.ts";
import { FolderError } from "./folder-error.ts";

/** @throws FolderError for a path that could lead out of the codegen root */
export function assertSafePath(path: string, from: string): void {
  if (!isSafePath(path))
    throw new FolderError(`${from} names a path that generated code can't have: ${JSON.stringify(path)}`);
}

/** Whether `path` is below `folder`; both absolute. Not the folder itself, and not one beside it with a longer name. */
export const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Other programs run what is in hidden folders and in packages; Windows gives "con", "~1", a final dot and some characters a meaning. */
const mayHoldCode = (name: string): boolean =>
  !/^\.|^node_modules$|[. ]$|~\d|[\u0000-\u001f<>:"|?*\\]/i.test(name) &&
  !deviceName.test(name.replace(/\..*/, "").toLowerCase());

/**
 * The codegen root as it really is, which is a folder below the project's. `mayBeProject`: or the project's itself.
 *
 * @throws FolderError where it is elsewhere, or where a link on the way leads elsewhere
 */
export async function codegenRoot(project: string, out: string, mayBeProject = false): Promise<string> {
  const folder = await realpath(project);
  const root = resolve(folder, out);
  if (!isBelow(folder, root) && !(mayBeProject && root === folder))
    throw new FolderError(`The folder for generated code must be below the project's (${folder}): ${out}`);
  const odd = relative(folder, root)
    .split(sep)
    .find((name) => !mayHoldCode(name));
  if (odd !== undefined)
    throw new FolderError(
      `Generated code can't be in ${JSON.stringify(odd)}: name a folder that is not hidden, is not node_modules, and has a name that every system takes.`,
    );
  const reached = await nearestReal(root);
  if (reached.real !== reached.path)
    throw new FolderError(
      `The folder for generated code leads elsewhere through a link: ${reached.path} is ${reached.real}. Nothing was written.`,
    );
  if (!reached.isFolder)
    throw new FolderError(`${reached.path} is not a folder, so no code can be in it. Nothing was written.`);
  return root;
}

/** The nearest of a path and its parents that is there, and where that really is. A link to nothing is there. */
async function nearestReal(
  path: string,
): Promise<{ readonly path: string; readonly real: string; readonly isFolder: boolean }> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return nearestReal(dirname(path));
  const real = await realpath(path).catch(() => `a link that leads nowhere`);
  return { path, real, isFolder: found.isDirectory() };
}

/** @throws FolderError where something between the root and the file is no folder, e.g. a link to another one */
export async function assertRealFolders(root: string, path: string): Promise<void> {
  const segments = path.split("/").slice(0, -1);
  for (const [index] of segments.entries()) {
    const folder = join(root, ...segments.slice(0, index + 1));
    const found = await lstat(folder).catch(() => null);
    if (found === null) return;
    if (!found.isDirectory())
      throw new FolderError(
        `${folder} is not a folder of its own, so nothing is written below it. Move it away first.`,
      );
  }
}
