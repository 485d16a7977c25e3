import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What the installed app is registered for with the system. */
const ending = ".understudy";

/** Whether an argument has a scheme (RFC 3986, section 3.1). One letter is a drive of Windows, not a scheme. */
export const isAddress = (argument: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(argument);

/**
 * The workspace that an argument names, or null. An address comes from anywhere, a web page too, and is never a folder; but
 * Linux's file managers hand over files by `file:` addresses, which count where they end as the app's own files do.
 */
export function workspaceOfArgument(argument: string, cwd: string): string | null {
  if (!isAddress(argument)) return workspaceOfFile(resolve(cwd, argument));
  const path = pathOfFileAddress(argument);
  return path !== null && extname(path) === ending ? workspaceOfFile(path) : null;
}

/**
 * The workspace that the system's file manager opens the app with: the folder of a `workspace.json` or of a file that ends
 * in `.understudy`, which is what the installed app is registered for; or a folder that ends so. A snapshot ends so, too,
 * and may lie anywhere: it names none.
 */
export function workspaceOfFile(path: string): string | null {
  if (basename(path) === "workspace.json") return dirname(path);
  if (extname(path) !== ending) return null;
  if (isFolder(path)) return path;
  return isSnapshot(path) ? null : dirname(path);
}

/** A snapshot is packed by gzip, and begins as such (RFC 1952, 2.3.1). A workspace's file is text. */
function isSnapshot(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const file = openSync(path, "r");
    const head = Buffer.alloc(2);
    readSync(file, head, 0, 2, 0);
    closeSync(file);
    return head.equals(gzipMark);
  } catch {
    return false;
  }
}
const gzipMark = Buffer.from([0x1f, 0x8b]);

/** The path of a `file:` address on this computer (RFC 8089, section 2); null for any other address. */
function pathOfFileAddress(address: string): string | null {
  try {
    const url = new URL(address);
    if (url.protocol !== "file:" || !["", "localhost"].includes(url.host)) return null;
    const path = fileURLToPath(url);
    return path.includes("\0") ? null : path;
  } catch {
    return null;
  }
}

/** What can't be looked at is none. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
