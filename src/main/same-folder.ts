import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** What a folder is really called: behind links, and in the disk's own letters. Of one that is not there, as far as its path is. */
export function realFolder(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realFolder(above), basename(whole));
  }
}

/** Whether two names are of one folder. */
export const isSameFolder = (one: string, other: string): boolean =>
  one === other || realFolder(one) === realFolder(other);
