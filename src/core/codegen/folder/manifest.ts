import { z } from "zod";
import { issueWords } from "../../issue-words.ts";
import { parsedJson } from "../../parsed-json.ts";
import { sortedBy } from "../sorted.ts";
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

/** What a hash is taken of: what a checkout with other line ends makes of a text is the same file. */
export const withUnixLines = (text: string): string => text.replaceAll("\r\n", "\n");

/** The manifest in a text, or what is wrong with it; an empty reason where it is no JSON. */
export function parseManifest(text: string): { readonly manifest: Manifest } | { readonly damage: string } {
  const json = parsedJson(text);
  const result = manifestSchema.safeParse(json);
  if (result.success) return { manifest: result.data };
  const issue = result.error.issues[0];
  if (json === undefined || issue === undefined) return { damage: "" };
  return { damage: `${issue.path.length === 0 ? "it" : issue.path.join(".")} ${issueWords(issue)}` };
}

/** As it is kept: one file a line, so that merging two branches seldom needs a person. */
export function manifestText({ files }: Manifest): string {
  const lines = sortedBy(files, (file) => file.path).map((file) => `    ${JSON.stringify(file)}`);
  const comment =
    "Written by `understudy update`: what it wrote, so that it can tell its own files from edited ones.";
  return `{\n  "comment": ${JSON.stringify(comment)},\n  "manifestVersion": 1,\n  "files": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

interface Wanted {
  readonly spaceId: string;
  /** What is generated now, with the hashes of the texts. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly manifest: Manifest;
}

/** The manifest after a Space's code was written: files of other Spaces stay theirs. */
export function nextManifest({ spaceId, files, manifest }: Wanted): Manifest {
  const others = manifest.files
    .map((file) => ({ ...file, spaces: file.spaces.filter((id) => id !== spaceId) }))
    .filter((file) => file.spaces.length > 0);
  const shared = new Map(others.map((file) => [file.path, file.spaces]));
  const wanted = files.map(({ path, sha256 }) => ({
    path,
    sha256,
    spaces: [...(shared.get(path) ?? []), spaceId].sort(),
  }));
  const paths = new Set(wanted.map((file) => file.path));
  const all = [...others.filter((file) => !paths.has(file.path)), ...wanted];
  return { files: all.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** What an earlier version of a Space's code wrote and this one does not, and nobody else needs. */
export function staleFiles({ spaceId, files, manifest }: Wanted): WrittenFile[] {
  const wanted = new Set(files.map((file) => file.path));
  return manifest.files.filter(({ path, spaces }) => !wanted.has(path) && spaces.join() === spaceId);
}
