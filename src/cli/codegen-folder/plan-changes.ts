import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { hashOf, type Manifest, type WrittenFile } from "./manifest.ts";
import { assertRealFolders, assertSafePath } from "./safe-path.ts";

/** One difference between what is generated now and what lies in the folder. */
export interface Change {
  readonly path: string;
  /** `edited`: somebody changed what was written, or put a file of their own there. */
  readonly kind: "missing" | "outdated" | "stale" | "edited";
  /** What lies there; null for nothing, or for no file that can be read. */
  readonly before: string | null;
  /** What is to lie there; null for nothing. */
  readonly after: string | null;
}

/** All that one update would do to a folder. */
export interface ChangePlan {
  readonly root: string;
  readonly changes: readonly Change[];
  readonly unchanged: number;
  readonly manifest: Manifest;
  /** The manifest itself has to be written anew. */
  readonly newManifest: boolean;
}

interface Wanted {
  readonly root: string;
  readonly spaceId: string;
  readonly files: GeneratedCode["files"];
  readonly manifest: Manifest;
}

/** Compares, and changes nothing. @throws CliError for a path that leads out of the root */
export async function planChanges({ root, spaceId, files, manifest }: Wanted): Promise<ChangePlan> {
  for (const { path } of files) assertSafePath(path, "The platform's answer");
  const known = new Map(manifest.files.map((file) => [file.path, file]));
  const wanted = new Set(files.map((file) => file.path));
  const changes: Change[] = [];
  for (const { path, text } of files) changes.push(...(await changeOf(root, path, text, known.get(path))));
  const ours = manifest.files.filter((file) => file.spaces.includes(spaceId) && !wanted.has(file.path));
  const stale = ours.filter((file) => file.spaces.every((id) => id === spaceId));
  for (const file of stale) changes.push(...(await staleOf(root, file)));
  const next = nextManifest({ spaceId, files, manifest });
  return {
    root,
    changes,
    unchanged: files.length - changes.filter((change) => change.after !== null).length,
    manifest: next,
    newManifest: JSON.stringify(next.files) !== JSON.stringify(manifest.files),
  };
}

async function changeOf(
  root: string,
  path: string,
  after: string,
  known: WrittenFile | undefined,
): Promise<Change[]> {
  const found = await lookAt(root, path);
  if (found.is === "nothing") return [{ path, kind: "missing", before: null, after }];
  if (found.is === "other") return [{ path, kind: "edited", before: null, after }];
  const hash = hashOf(found.text);
  if (hash === hashOf(after)) return [];
  return [{ path, kind: known?.sha256 === hash ? "outdated" : "edited", before: found.text, after }];
}

async function staleOf(root: string, { path, sha256 }: WrittenFile): Promise<Change[]> {
  const found = await lookAt(root, path);
  if (found.is === "nothing") return [];
  const untouched = found.is === "file" && hashOf(found.text) === sha256;
  const before = found.is === "file" ? found.text : null;
  return [{ path, kind: untouched ? "stale" : "edited", before, after: null }];
}

type Found =
  | { readonly is: "nothing" }
  | { readonly is: "other" }
  | { readonly is: "file"; readonly text: string };

/** Links are not followed: what one leads to is not ours. */
async function lookAt(root: string, path: string): Promise<Found> {
  await assertRealFolders(root, path);
  const place = join(root, ...path.split("/"));
  const found = await lstat(place).catch(() => null);
  if (found === null) return { is: "nothing" };
  return found.isFile() ? { is: "file", text: await readFile(place, "utf8") } : { is: "other" };
}

function nextManifest({ spaceId, files, manifest }: Omit<Wanted, "root">): Manifest {
  const others = manifest.files
    .map((file) => ({ ...file, spaces: file.spaces.filter((id) => id !== spaceId) }))
    .filter((file) => file.spaces.length > 0);
  const shared = new Map(others.map((file) => [file.path, file.spaces]));
  const wanted = files.map(({ path, text }) => ({
    path,
    sha256: hashOf(text),
    spaces: [...(shared.get(path) ?? []), spaceId].sort(),
  }));
  const paths = new Set(wanted.map((file) => file.path));
  const all = [...others.filter((file) => !paths.has(file.path)), ...wanted];
  return { files: all.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
