import { type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { fileTrouble } from "./file-trouble.ts";
import { StartError } from "./start-error.ts";

const noRight = "Run this as whoever owns it, or have them give you the right";
/** What to do about it, where that is not to name another. */
const advice: Readonly<Record<string, string>> = {
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: "Try again",
  ELOOP: "Mend it, or name what it was meant for",
};

/** Why a path can't be used, and what to do. */
export function unusable(path: string, error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  return `${path} can't be used: ${fileTrouble(error)}. ${advice[code] ?? "Name another"}.`;
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

/** As `isThere`, also of a link to nothing. @throws as that */
export const liesThere = (path: string): boolean =>
  isThere(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;

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
