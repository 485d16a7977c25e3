import { constants } from "node:fs";
import { access, open, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { schemaVersion } from "../core/documents.ts";
import type { WorkspaceFolder } from "../core/ipc.ts";
import { limits } from "../core/limits.ts";
import { movedAside } from "../server/start-server.ts";

/** What a new repository or a file manager puts into a folder: a workspace can lie beside it. */
const besides = /^(\.|readme|licen[cs]e|desktop\.ini$|thumbs\.db$)/i;

/** What a folder is to the app: a workspace, a place for a new one, or neither, with the reason. Changes nothing. */
export async function examineFolder(path: string): Promise<WorkspaceFolder> {
  const unusable = (problem: string): WorkspaceFolder => ({ path, kind: "unusable", problem });
  // A start takes it back.
  if ((await movedAside(path).catch(() => null)) !== null) return { path, kind: "workspace", problem: null };
  const found = await stat(path).catch(() => null);
  if (found === null) {
    const parent = await nearestThere(dirname(path));
    return (await isFolder(parent)) && (await isWritable(parent))
      ? { path, kind: "new", problem: null }
      : unusable(`You have no right to make a folder in ${parent}. Choose another place.`);
  }
  if (!found.isDirectory()) return unusable("This is a file. Choose a folder.");
  if (!(await isWritable(path)))
    return unusable("You have no right to write into this folder. Choose another.");
  const names = await readdir(path).catch(() => null);
  if (names === null) return unusable("You have no right to read this folder. Choose another.");
  if (names.includes("workspace.json")) return examineWorkspace(path);
  if (names.every((name) => besides.test(name))) return { path, kind: "empty", problem: null };
  return unusable("Other files are in this folder. Choose an empty one, or a workspace.");
}

/** A workspace that this app can read, as far as its first document tells; the server checks the rest. */
async function examineWorkspace(path: string): Promise<WorkspaceFolder> {
  const version = await firstDocument(join(path, "workspace.json")).then(versionOf, () => null);
  if (version === null)
    return {
      path,
      kind: "unusable",
      problem: "Its workspace.json is damaged. Restore it from version control.",
    };
  if (version > schemaVersion)
    return {
      path,
      kind: "unusable",
      problem: "A newer Understudy wrote this workspace. Update the app to open it; nothing was changed.",
    };
  return { path, kind: "workspace", problem: null };
}

/** A folder from elsewhere may hold a pipe or a device there, also behind a link: read, it would keep this process for ever. */
async function firstDocument(path: string): Promise<string> {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > limits.documentBytes.value) throw new Error("It is no document.");
    // It may begin with a BOM, as for the server.
    return (await file.readFile("utf8")).replace(/^\uFEFF/, "");
  } finally {
    await file.close();
  }
}

function versionOf(text: string): number | null {
  try {
    const found: unknown = JSON.parse(text);
    const version = (found as { schemaVersion?: unknown } | null)?.schemaVersion;
    return typeof version === "number" ? version : null;
  } catch {
    return null;
  }
}

async function nearestThere(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found !== null || dirname(path) === path ? path : nearestThere(dirname(path));
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
