import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { sortedBy } from "../../core/codegen/sorted.ts";
import { CliError } from "../cli-error.ts";
import { isSafePath } from "./safe-path.ts";

export const manifestName = ".understudy-manifest.json";

const written = z.object({
  path: z.string().refine(isSafePath, "leads out of the folder"),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "is not a SHA-256"),
  /** Ids of the Spaces whose code it belongs to: the runtime can be that of several. */
  spaces: z.array(z.string()),
});
export type WrittenFile = z.output<typeof written>;

const manifestSchema = z.object({
  comment: z.string(),
  manifestVersion: z.literal(1),
  files: z.array(written),
});

/** What the files of the folder were when they were written. */
export interface Manifest {
  readonly files: readonly WrittenFile[];
}
export const noManifest: Manifest = { files: [] };

/** Of the text with LF: what a checkout with other line ends makes of it is the same file. */
export const hashOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");

/** What was written into a codegen root; nothing yet where it has no manifest. @throws CliError where it is damaged */
export async function readManifest(root: string): Promise<Manifest> {
  const path = join(root, manifestName);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new CliError(`${path} can't be read: ${error.message}`);
  });
  if (text === null) return noManifest;
  const result = manifestSchema.safeParse(parsed(text));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new CliError(
    `${path} is damaged${issue === undefined ? "" : ` (${issue.path.join(".")}: ${issue.message})`}. Restore it from version control, or run \`understudy update --force\`, which then overwrites what it needs.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As it is kept: one file a line, so that merging two branches seldom needs a person. */
export function manifestText({ files }: Manifest): string {
  const lines = sortedBy(files, (file) => file.path).map((file) => `    ${JSON.stringify(file)}`);
  const comment =
    "Written by `understudy update`: what it wrote, so that it can tell its own files from edited ones.";
  return `{\n  "comment": ${JSON.stringify(comment)},\n  "manifestVersion": 1,\n  "files": [\n${lines.join(",\n")}\n  ]\n}\n`;
}
