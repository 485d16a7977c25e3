import { type Manifest, staleFiles, type WrittenFile } from "./manifest.ts";

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

/** What lies at a path: a file with its text and the hash of it, something else such as a link, or nothing. */
export type Found =
  | { readonly is: "nothing" }
  | { readonly is: "other" }
  | { readonly is: "file"; readonly text: string; readonly sha256: string };

interface Generated {
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

interface Wanted {
  readonly spaceId: string;
  readonly files: readonly Generated[];
  readonly manifest: Manifest;
}

/** All that writing a Space's code would do to a folder. `find`: what lies at a path. */
export async function changesOf(wanted: Wanted, find: (path: string) => Promise<Found>): Promise<Change[]> {
  const known = new Map(wanted.manifest.files.map((file) => [file.path, file]));
  const changes: (Change | null)[] = [];
  const leaving: (Change | null)[] = [];
  const left = new Map<string, Found>();
  for (const file of staleFiles(wanted)) {
    const found = await find(file.path);
    left.set(file.path.toLowerCase(), found);
    leaving.push(staleChange(file, found));
  }
  for (const file of wanted.files) {
    const found = await find(file.path);
    const other = known.has(file.path) ? undefined : left.get(file.path.toLowerCase());
    changes.push(changeOf(file, known.get(file.path), isSame(found, other) ? { is: "nothing" } : found));
  }
  return [...changes, ...leaving].filter((change) => change !== null);
}

/** Where a disk ignores case, a file that is renamed by its case alone is found under its new name too: it leaves first. */
const isSame = (found: Found, leaving: Found | undefined): boolean =>
  found.is === "file" && leaving?.is === "file" && found.sha256 === leaving.sha256;

/** What writing a generated file would do there; null where it lies there already. `known` is its line in the manifest. */
function changeOf(file: Generated, known: WrittenFile | undefined, found: Found): Change | null {
  const { path, text: after } = file;
  if (found.is === "nothing") return { path, kind: "missing", before: null, after };
  if (found.is === "other") return { path, kind: "edited", before: null, after };
  if (found.sha256 === file.sha256) return null;
  return { path, kind: known?.sha256 === found.sha256 ? "outdated" : "edited", before: found.text, after };
}

/** What removing a file that is no longer generated would do there; null where it is gone already. */
function staleChange({ path, sha256 }: WrittenFile, found: Found): Change | null {
  if (found.is === "nothing") return null;
  const untouched = found.is === "file" && found.sha256 === sha256;
  return {
    path,
    kind: untouched ? "stale" : "edited",
    before: found.is === "file" ? found.text : null,
    after: null,
  };
}
