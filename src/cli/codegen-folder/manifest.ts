import { join } from "node:path";
import {
  type Manifest,
  manifestName,
  noManifest,
  parseManifest,
} from "../../core/codegen/folder/manifest.ts";
import { limits } from "../../core/limits.ts";
import { fileTrouble } from "../../server/file-trouble.ts";
import { plainText } from "../../server/plain-text.ts";
import { CliError } from "../cli-error.ts";

/** The files that were written into a codegen root; none where it has no manifest. @throws CliError where the manifest is damaged */
export async function readManifest(root: string): Promise<Manifest> {
  const path = join(root, manifestName);
  const text = readText(path);
  if (text === null) return noManifest;
  const read = parseManifest(text);
  if ("manifest" in read) return read.manifest;
  throw new CliError(
    `${path} is damaged${read.damage === "" ? "" : ` (${read.damage})`}. Restore it from version control, or run \`understudy update --force\`, which then overwrites what it needs.`,
  );
}

function readText(path: string): string | null {
  try {
    return plainText(path, limits.manifestBytes.value);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new CliError(`${path} can't be read: ${fileTrouble(error)}.`);
  }
}
