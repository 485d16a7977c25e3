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

/** What the system says of a file or folder, as the end of a sentence. */
export function fileTrouble(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return inWords[code] ?? message;
}
