import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Found } from "../../core/codegen/folder/change.ts";
import { withUnixLines } from "../../core/codegen/folder/manifest.ts";
import { limits } from "../../core/limits.ts";
import { assertRealFolders } from "./safe-path.ts";

/** SHA-256 of a file's text, in hex. */
export const hashOf = (text: string): string =>
  createHash("sha256").update(withUnixLines(text)).digest("hex");

/**
 * What lies at a path below the root. Links are not followed: what one leads to is not ours. Nor is what is larger than any code.
 *
 * @throws FolderError
 */
export async function lookAt(root: string, path: string): Promise<Found> {
  await assertRealFolders(root, path);
  const place = join(root, ...path.split("/"));
  const found = await lstat(place).catch(() => null);
  if (found === null) return { is: "nothing" };
  if (!found.isFile() || found.size > limits.documentBytes.value) return { is: "other" };
  const text = await readFile(place, "utf8");
  return { is: "file", text, sha256: hashOf(text) };
}
