import type { Found } from "../../core/codegen/folder/change.ts";
import { withUnixLines } from "../../core/codegen/folder/manifest.ts";

/** A file that moves into its place, or out of it where `text` is null. */
export interface FolderMove {
  readonly path: string;
  readonly text: string | null;
  /** Something lies there now. */
  readonly replaces: boolean;
  /** What lies there, where that is known. */
  readonly before: string | null;
}

/** A folder that the person has picked to export into. */
export interface FolderAccess {
  /** Its own name, without the path that leads there. */
  readonly name: string;
  readonly find: (path: string) => Promise<Found>;
  readonly apply: (moves: readonly FolderMove[]) => Promise<void>;
  /** `whole`: all of the moves or none; else in their order, each whole or not at all. */
  readonly lands: "whole" | "file by file";
}

interface PicksFolders {
  readonly showDirectoryPicker: (options: {
    readonly id: string;
    readonly mode: "readwrite";
  }) => Promise<FileSystemDirectoryHandle>;
}

const picker = (): PicksFolders | null =>
  "showDirectoryPicker" in window ? (window as unknown as PicksFolders) : null;

/** Whether this browser can write into a folder at all (File System Access; Chromium has it). */
export const canPickFolder = (): boolean => picker() !== null;

/** Asks for a folder. Null where the person thought better of it. */
export async function pickFolder(): Promise<FolderAccess | null> {
  try {
    const handle = await picker()?.showDirectoryPicker({ id: "understudy-code", mode: "readwrite" });
    return handle === undefined ? null : accessTo(handle);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/** A browser's folder handle as what exporting needs. */
const accessTo = (root: FileSystemDirectoryHandle): FolderAccess => ({
  name: root.name,
  async find(path) {
    try {
      const handle = await (await folderOf(root, path, false)).getFileHandle(nameOf(path));
      const text = await (await handle.getFile()).text();
      // What a write that failed has left, and nothing that anybody could lose.
      if (text === "") return { is: "nothing" };
      return { is: "file", text, sha256: await sha256(text) };
    } catch (error) {
      if (error instanceof DOMException && error.name === "TypeMismatchError") return { is: "other" };
      if (isNotFound(error)) return { is: "nothing" };
      throw error;
    }
  },
  lands: "file by file",
  async apply(moves) {
    try {
      for (const { path, text } of moves) {
        if (text === null) await remove(root, path);
        else await write(root, path, text);
      }
    } catch (error) {
      throw isNotFound(error) ? new FolderGone(root.name) : error;
    }
  },
});

/** The folder was deleted, renamed or moved since it was picked. */
export class FolderGone extends Error {
  constructor(name: string) {
    super(`The folder “${name}” is not there any more. Close this, and pick a folder again.`);
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "NotFoundError";

async function remove(root: FileSystemDirectoryHandle, path: string): Promise<void> {
  try {
    await (await folderOf(root, path, false)).removeEntry(nameOf(path));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function write(root: FileSystemDirectoryHandle, path: string, text: string): Promise<void> {
  const handle = await (await folderOf(root, path, true)).getFileHandle(nameOf(path), { create: true });
  // Written beside the file, and moved into place when it is closed.
  const stream = await handle.createWritable();
  await stream.write(text);
  await stream.close();
}

async function folderOf(
  root: FileSystemDirectoryHandle,
  path: string,
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const name of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Of a file's text, in hex, as the manifest has it. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(withUnixLines(text));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
