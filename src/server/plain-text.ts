import { readFileSync, statSync } from "node:fs";

/**
 * The text of a file that a folder from anywhere may have brought: a device or a pipe, also behind a link, would be read for ever.
 *
 * @param most in bytes
 * @throws Error that says why it can't be read
 */
export function plainText(path: string, most: number): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error("it is not a plain file");
  if (stats.size > most) throw new Error(`it is larger than ${most} bytes`);
  return readFileSync(path, "utf8");
}
