import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Manifest,
  manifestName,
  noManifest,
  parseManifest,
} from "../../core/codegen/folder/manifest.ts";
import { CliError } from "../cli-error.ts";

/** What was written into a codegen root; nothing yet where it has no manifest. @throws CliError where it is damaged */
export async function readManifest(root: string): Promise<Manifest> {
  const path = join(root, manifestName);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new CliError(`${path} can't be read: ${error.message}`);
  });
  if (text === null) return noManifest;
  const read = parseManifest(text);
  if ("manifest" in read) return read.manifest;
  throw new CliError(
    `${path} is damaged${read.damage === "" ? "" : ` (${read.damage})`}. Restore it from version control, or run \`understudy update --force\`, which then overwrites what it needs.`,
  );
}
