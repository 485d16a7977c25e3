const inWords: Readonly<Record<string, string>> = {
  ENOENT: "it is not there",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of this path is a file and no folder",
  EACCES: "you have no right to it",
  EPERM: "you have no right to it",
  EROFS: "its disk can only be read",
  ENOSPC: "its disk is full",
};

/** What the system says of a file, as the end of a sentence. */
export function fileTrouble(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return inWords[code] ?? message;
}
