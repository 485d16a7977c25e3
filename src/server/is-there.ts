import { type Dirent, readdirSync, statSync } from "node:fs";
import { StartError } from "./start-error.ts";

const noRight = "you have no right to it. Run this as whoever owns it, or have them give you the right";
/** What the system says of a path, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: noRight,
  EPERM: noRight,
  ENOTDIR: "a part of this path is a file and no folder. Name another",
  ENOENT: "it is no longer there. Try again",
  EEXIST: "it is a file and no folder. Name another",
  ELOOP: "a link in this path leads back to itself. Mend it, or name what it was meant for",
};

/** Why a path can't be used, and what to do. */
export function unusable(path: string, error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return `${path} can't be used: ${reasons[code] ?? `${message}. Name another`}.`;
}

/**
 * Why nobody can say whether there is something at a path, and what to do; null where it can be said. It names the folder that
 * somebody has given, where the path lies in one.
 */
export function obstacleTo(path: string, given = path): string | null {
  const found = look(path);
  return typeof found === "boolean" ? null : unusable(given, found);
}

/** Whether there is something at a path. @throws StartError where nobody can say: it is not the same as nothing */
export function isThere(path: string): boolean {
  const found = look(path);
  if (typeof found === "boolean") return found;
  throw new StartError(unusable(path, found));
}

/** What lies in a folder; nothing where there is none. @throws StartError where nobody can say */
export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new StartError(unusable(folder, error));
  }
}

function look(path: string): boolean | Error {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? false : (error as Error);
  }
}
