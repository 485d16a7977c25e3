/** Why the server could not start, in words for the operator. Nothing was changed on disk. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** How Node and SQLite name a disk without room (full, over a quota, a file that may grow no further), and one that fails. */
const noRoom = /ENOSPC|EDQUOT|EFBIG|database or disk is full/;
const fails = /EIO|disk I\/O error/;

/**
 * A disk that did not take what was to be written to `path`, with what to do; null for any other reason.
 * @param another where it could be written as well, in words
 */
export function diskError(
  error: unknown,
  path: string,
  another = "a folder on another disk with --data, and start again",
): StartError | null {
  const reason = error instanceof Error ? error.message : String(error);
  const isFull = noRoom.test(reason);
  if (!isFull && !fails.test(reason)) return null;
  const why = isFull ? "there is no room for it" : "the disk is full, or fails";
  return new StartError(
    `${path} could not be written: ${why} (${reason}). What was there is as it was. Make room there, or name ${another}.`,
  );
}

/** Does what writes to `path`. @throws StartError that names it, where the disk does not take it */
export const writesTo = <T>(path: string, work: Promise<T>, another?: string): Promise<T> =>
  work.catch((error: unknown) => {
    throw diskError(error, path, another) ?? error;
  });
