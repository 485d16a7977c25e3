import { resolve } from "node:path";

const inWords: Readonly<Record<string, string>> = {
  ENOENT: "it is not there",
  EEXIST: "it is a file and no folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of this path is a file and no folder",
  ELOOP: "a link in this path leads back to itself",
  EACCES: "you have no right to it",
  EPERM: "you have no right to it",
  EROFS: "its disk can only be read",
  ENOSPC: "its disk is full",
};

/** What the system says of a file or folder, as the end of a sentence. `file`: what it is said of, where its folder was to be made first. */
export function fileTrouble(error: unknown, file?: string): string {
  const { code = "", message, path } = error as NodeJS.ErrnoException;
  const isAbove = code === "EEXIST" && file !== undefined && path !== undefined && path !== resolve(file);
  return inWords[isAbove ? "ENOTDIR" : code] ?? message;
}
